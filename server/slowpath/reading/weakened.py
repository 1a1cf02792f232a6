"""Damages that need no knowledge of what they break: a format with one of its rules taken away draws inputs which obey
all of the others, and those of them that the whole format refuses break just that rule.

`generators.damages` breaks tokens, bounds and sums, where the place is known; this is for all that is said beyond
bounds: relations, traits, structures, alphabets, lengths of words. A new kind of relation needs nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from slowpath.generators.damages import Damage, damages
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.layout import places
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.sizes import scaled
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.expression import expr
from slowpath.model.format import (
    CONTRARY,
    Array,
    Evidence,
    FormatReport,
    InputFormat,
    IntType,
    Matrix,
    Node,
    Records,
    Relation,
    Scalar,
    TextType,
    WordType,
)
from slowpath.model.nodes import all_items, fields_of, with_item

SMALL_SIZE = 6
DRAWS = 12
STRANGE = "#@~é"
"""Characters of which one is in nobody's alphabet."""

Item = Scalar | Array | Matrix | Records


def broken(fmt: InputFormat, valid: bytes, most: int = 40, *, is_first: bool = True) -> tuple[Damage, ...]:
    """Inputs that break one rule of the format each, from a valid one and from nothing; at most `most`. Those from
    nothing are the same for all valid ones: they come with the first."""
    found = {damage.data: damage for damage in damages(_taken_at_its_word(fmt), valid, of_sizes=is_first)}
    for what, weaker in _weaker(scaled(fmt, SMALL_SIZE)) if is_first else ():
        damage = _drawn(fmt, weaker, what)
        if damage is not None:
            found.setdefault(damage.data, damage)
    return tuple(found.values())[:most]


def _taken_at_its_word(fmt: InputFormat) -> FormatReport:
    """A report in which all that the format says counts as said by somebody who knows."""
    types = {name: getattr(place.item, "type", None) for name, place in places(fmt).items()}
    facts = [
        Evidence(name, f"{of.lo} <= {name} <= {of.hi}", "user") for name, of in types.items() if isinstance(of, IntType)
    ]
    facts += [
        Evidence(name, trait, "user")
        for name, place in places(fmt).items()
        for trait in sorted(getattr(place.item, "traits", ()))
    ]
    facts += [
        Evidence(relation.left.text, f"sum {relation.left}", "user")
        for relation in fmt.relations
        if relation.kind == "sum"
    ]
    return FormatReport(fmt, evidence=tuple(facts))


def _drawn(fmt: InputFormat, weaker: InputFormat, what: str) -> Damage | None:
    """A small input of the weaker format that the whole one refuses, None where none comes up."""
    rng = np.random.default_rng(0)
    for _ in range(DRAWS):
        try:
            data = print_input(weaker, generate(weaker, Plan(), rng))
        except (CannotGenerate, ValueError, OverflowError, KeyError, TypeError):
            return None
        if not is_valid(fmt, data):
            return Damage(what, data)
    return None


def _weaker(fmt: InputFormat) -> Iterator[tuple[str, InputFormat]]:
    """The format without one of its rules, with what is broken then."""
    for place, relation in enumerate(fmt.relations):
        others = (*fmt.relations[:place], *fmt.relations[place + 1 :])
        yield f'"where {relation}" doesn\'t hold', replace(fmt, relations=others)
        opposite = _reversed(relation)
        if opposite is not None:
            yield f'"where {relation}" doesn\'t hold', replace(fmt, relations=(*others, opposite))
    for item in _items(fmt.nodes):
        for what, other in _weaker_items(item):
            yield what, replace(fmt, nodes=with_item(fmt.nodes, item, other))


def _reversed(relation: Relation) -> Relation | None:
    """What holds where a comparison doesn't, for those that chance alone hardly breaks."""
    opposite = CONTRARY.get(relation.operator)
    return replace(relation, operator=opposite) if opposite and relation.kind == "compare" else None


def _weaker_items(item: Item) -> Iterator[tuple[str, Item]]:
    if isinstance(item, Array | Records):
        name = item.name if isinstance(item, Array) else "the rows"
        for trait in sorted(item.traits):
            yield f"{name}: not {trait}", replace(item, traits=item.traits - {trait})
    if isinstance(item, Records) and item.structure:
        yield (
            f"the rows are no {item.structure}",
            replace(item, structure="", endpoints=(), vertices=None, traits=frozenset()),
        )
    elif isinstance(item, Scalar | Array | Matrix) and isinstance(item.type, WordType | TextType):
        yield from ((what, replace(item, type=of)) for what, of in _weaker_words(item.name, item.type))


def _weaker_words(name: str, of: WordType | TextType) -> Iterator[tuple[str, WordType | TextType]]:
    strange = next(character for character in STRANGE if character not in of.alphabet)
    plain = replace(of, form="", pattern="") if isinstance(of, WordType) else of
    yield f"{name} holds the character {strange!r}", replace(plain, alphabet=strange)
    if plain != of:
        yield f"{name} isn't made as it should be", plain
    longer, shorter = expr(f"({of.length_hi})+1"), expr(f"({of.length_lo})-1")
    if of.length_hi.constant is None or of.length_hi.constant <= 2000:
        yield f"{name} has a character too many", replace(plain, length_lo=longer, length_hi=longer)
    if of.length_lo.constant is None or of.length_lo.constant > 1:
        yield f"{name} has a character too few", replace(plain, length_lo=shorter, length_hi=shorter)


def _items(nodes: tuple[Node, ...]) -> Iterator[Item]:
    """All that has a type or traits, those inside of rows, queries and cases too."""
    for _, item in all_items(nodes):
        if isinstance(item, Scalar | Array | Matrix | Records):
            yield item
        yield from fields_of(item)
