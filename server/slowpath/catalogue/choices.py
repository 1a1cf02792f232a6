"""What an array of integers or a word can be filled with, given what is known of the target."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from slowpath.catalogue.arrays import ARRAYS, PLACES
from slowpath.catalogue.brackets import BRACKETS, DIGITS
from slowpath.catalogue.collisions import colliding_windows, colliding_words
from slowpath.catalogue.construction import Construction
from slowpath.catalogue.derived_keys import WAYS
from slowpath.catalogue.facts import TargetFacts
from slowpath.catalogue.hashing import bucket_keys
from slowpath.catalogue.libraries import Library, library_of
from slowpath.catalogue.queries import IN_PAIRS, numbered_kinds
from slowpath.catalogue.seeds import monotone_priorities
from slowpath.catalogue.shuffles import SHUFFLES, undone
from slowpath.catalogue.siphash import siphash_words
from slowpath.catalogue.sorting import with_pivots
from slowpath.catalogue.strings import WORDS
from slowpath.inputs.filling.plan import Plan
from slowpath.model.format import HELD, ROW, IntType, TextType, WordType

BEHIND_SHUFFLES = {name: ARRAYS[name].filler for name in ("sorted", "reversed", "middle pivot killer")}


@dataclass(frozen=True)
class Choice:
    """One construction for a slot: the name that the user reads and what it adds to a plan.

    `detail` is what the construction comes to at this boundary (a value), for the label only. `needs_facts`: it
    can't be made again without what was known of the target. `is_unseen`: what it costs shows at full size only: its
    work is done in library code, which no counter sees, or hangs on a constant of the program.
    """

    name: str
    plan: Plan
    against: str = ""
    detail: str = ""
    needs_facts: bool = False
    is_unseen: bool = False

    @property
    def family(self) -> str:
        """The construction's name in the scenarios: without what only tells variants in one slot apart."""
        return self.name.removeprefix("edges: ")


def array_choices(name: str, of: IntType, facts: TargetFacts) -> Iterator[Choice]:
    """All that an array of integers can be filled with: what is always known, then what the facts allow."""
    known = {**PLACES, **ARRAYS} if (of.lo.names | of.hi.names) & {ROW, HELD} else ARRAYS
    for label, made in known.items():
        yield Choice(label, Plan(arrays={name: made.filler}), made.against)
    library = library_of(facts.library)
    for label, filler, is_unseen in _hash_fillers(facts, library):
        ways = [way for kind in facts.derived_keys for way in WAYS[kind]]
        for said, keys in (*((f"{label}, {said}", derived(filler)) for said, derived in ways), (label, filler)):
            yield Choice(said, Plan(arrays={name: keys}), "hash tables", needs_facts=True, is_unseen=is_unseen)
    for label, made in library.orders.items():
        yield Choice(label, Plan(arrays={name: made.filler}), made.against, needs_facts=True, is_unseen=True)
    for label, filler in _exposed_fillers(facts):
        yield Choice(label, Plan(arrays={name: filler}), "random choices of a known seed", needs_facts=True)


def column_choices(name: str, of: IntType, facts: TargetFacts) -> Iterator[Choice]:
    """All that a column can be filled with: as an array, and where it holds three or four numbers, which may be kinds
    of rows, one and then another of them right behind what is random."""
    first, *others = array_choices(name, of, facts)
    yield first
    values = 0 if of.lo.names | of.hi.names else of.hi.value({}) - of.lo.value({}) + 1
    for label, made in numbered_kinds(values).items() if 2 < values <= IN_PAIRS else ():
        yield Choice(label, Plan(arrays={name: made.filler}), made.against)
    yield from others


def _hash_fillers(facts: TargetFacts, library: Library) -> Iterator[tuple[str, Callable[..., np.ndarray], bool]]:
    """Each with its name, and whether no counter sees what it costs."""
    counts = facts.bucket_counts
    for label, made in library.keys.items():
        yield label, made.filler, True
    for rank in range(3 if any(t.reached_at for t in counts) else 0):
        for repeat in ("oldest", "cycle", "first"):
            yield f"one bucket, {repeat} key again (#{rank + 1})", bucket_keys(counts, rank, repeat, False), False
    for rank in range(2 if any(not t.reached_at for t in counts) else 0):
        yield f"one bucket of a reserved table (#{rank + 1})", bucket_keys(counts, rank, "first", True), False


def _exposed_fillers(facts: TargetFacts) -> Iterator[tuple[str, Callable[..., np.ndarray]]]:
    """Against random choices whose generator and seed stand in the source."""
    if facts.generator is None:
        return
    for label, moved in (("pivot moved last", "last"), ("pivot moved first", "first"), ("order kept", "kept")):
        yield f"exposed seed, {label}", with_pivots(facts.generator.pivots, moved)
    yield "exposed seed, monotone priorities", monotone_priorities(facts.generator, False)
    yield "exposed seed, monotone priorities, falling", monotone_priorities(facts.generator, True)
    for label, _ in SHUFFLES.get(facts.generator.kind, ()):
        for order, filler in BEHIND_SHUFFLES.items():
            yield f"{label}, {order}", undone(facts.generator, label, filler)


def word_choices(name: str, of: WordType | TextType, facts: TargetFacts) -> Iterator[Choice]:
    """All that a word can be filled with."""
    for label, made in _word_constructions(of).items():
        yield Choice(label, Plan(words={name: made.filler}), made.against)
    if facts.rolling:
        for label, filler in (
            ("polynomial hash collisions", colliding_words(facts.rolling)),
            ("colliding windows", colliding_windows(facts.rolling)),
            ("polynomial hash collisions, low power first", colliding_words(facts.rolling, low_first=True)),
        ):
            yield Choice(label, Plan(words={name: filler}), "polynomial hashes", needs_facts=True)
    if facts.sip_key is not None:
        filler = siphash_words(facts.sip_key)
        yield Choice(
            "SipHash collisions under the exposed key",
            Plan(words={name: filler}),
            "tables of texts",
            needs_facts=True,
            is_unseen=True,
        )


def _word_constructions(of: WordType | TextType) -> dict[str, Construction]:
    """Those for words of any kind, behind those for brackets or digits where the word is made of these."""
    form = of.form if isinstance(of, WordType) else ""
    if form == "brackets":
        return {"random": WORDS["random"], **BRACKETS}
    if form == "number":
        return {"random": WORDS["random"], **DIGITS, **WORDS}
    if set(of.alphabet) <= set("()[]{}<>"):
        return {"random": WORDS["random"], **BRACKETS, **WORDS}
    if len(of.alphabet) > 2 and set(of.alphabet) <= set("0123456789"):
        return {**WORDS, **DIGITS}
    if {"(", ")"} <= set(of.alphabet):
        return {**WORDS, **BRACKETS}
    return WORDS
