"""Plans from the catalogue in the order in which they deserve to be tried.

A *genome* is a set of (slot, choice) names; `Catalogue.plan` makes a `Plan` of it, and what it doesn't mention
is random. The order: the same construction in all parts of one kind, then one part at a time, then two parts at
once; within each by the order of the registries, moved forward where the source shows a cue. Cues only rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from slowpath.catalogue.hashing import HashTables
from slowpath.catalogue.slots import Choice, Slot, find_slots
from slowpath.inputs.plan import Boundary, Plan
from slowpath.model.format import InputFormat

Genome = tuple[tuple[str, str], ...]
"""(slot name, choice name) pairs in the order of the slots."""

MOST_PLANS = 320
DEEPEST_PRODUCT = 7
NO_TABLES = HashTables()


def plans(fmt: InputFormat, boundary: Boundary, cues: object = None,
          tables: HashTables = NO_TABLES) -> Iterator[tuple[str, Plan]]:
    """Up to `MOST_PLANS` (label, plan) in order of priority. Labels are for people and differ from each other."""
    catalogue = Catalogue(fmt, boundary, tables, cues)
    for genome in catalogue.genomes():
        yield catalogue.label(genome), catalogue.plan(genome)


class Catalogue:
    """The slots of one format at one boundary, and the plans that can be made of them."""

    def __init__(self, fmt: InputFormat, boundary: Boundary, tables: HashTables = NO_TABLES,
                 cues: object = None) -> None:
        self.boundary = boundary
        self.slots = find_slots(fmt, boundary, tables)
        self._by_name = {slot.name: slot for slot in self.slots}
        self._words = tuple(str(word).lower() for word in getattr(cues, "words", ()))

    def plan(self, genome: Iterable[tuple[str, str]]) -> Plan:
        """The plan of a genome at the catalogue's boundary. Raises `KeyError` for an unknown slot or choice."""
        made = Plan(sizes=dict(self.boundary.sizes), cases=self.boundary.cases)
        for slot_name, choice_name in genome:
            slot = self._by_name[slot_name]
            made = merged(made, slot.choice(choice_name).plan, slot.kind == "cases")
        return made

    def label(self, genome: Iterable[tuple[str, str]]) -> str:
        """What the user reads: "a: sorted · k: max (10)", "random" for the empty genome."""
        parts = []
        for slot, name in genome:
            detail = self._by_name[slot].choice(name).detail
            parts.append(f"{slot}: {name} ({detail})" if detail else f"{slot}: {name}")
        return " · ".join(parts) or "random"

    def genomes(self) -> Iterator[Genome]:
        """Up to `MOST_PLANS` different genomes in order of priority."""
        offers = sorted(self._offers(), key=lambda offer: offer[0])
        seen: set[Genome] = set()
        for _, genome in offers:
            if genome not in seen:
                seen.add(genome)
                yield genome
                if len(seen) == MOST_PLANS:
                    return

    def normal(self, genome: Iterable[tuple[str, str]]) -> Genome:
        """The genome in the order of the slots, the last choice of a slot kept, unknown slots left out."""
        chosen = dict(genome)
        return tuple((slot.name, chosen[slot.name]) for slot in self.slots if slot.name in chosen)

    def known(self, genome: Iterable[tuple[str, str]]) -> Genome:
        """The genome without genes that mean nothing here (a size that is already that small)."""
        return tuple((slot, choice) for slot, choice in self.normal(genome)
                     if any(choice == known.name for known in self._by_name[slot].choices))

    def _offers(self) -> Iterator[tuple[float, Genome]]:
        yield -1.0, ()
        for group in self._uniform_groups():
            yield from group
        for slot in self.slots:
            for rank, choice in self._ranked(slot):
                yield rank + 1, ((slot.name, choice.name),)
        for first, second in combinations(self.slots, 2):
            yield from self._products(first, second)

    def _uniform_groups(self) -> Iterator[Iterator[tuple[float, Genome]]]:
        """The same construction in every slot of a kind that has several, alone and with each other size."""
        for kind in ("array", "word", "matrix", "scalar"):
            alike = [slot for slot in self.slots if slot.kind == kind]
            if len(alike) > 1:
                yield self._uniform(alike)

    def _uniform(self, alike: list[Slot]) -> Iterator[tuple[float, Genome]]:
        shared = set.intersection(*({choice.name for choice in slot.choices} for slot in alike))
        for rank, choice in self._ranked(alike[0]):
            if choice.name not in shared:
                continue
            genome = tuple((slot.name, choice.name) for slot in alike)
            yield rank, genome
            for other in self.slots:
                if other.kind in ("size", "cases", "edges") and rank < DEEPEST_PRODUCT:
                    for other_rank, other_choice in self._ranked(other):
                        yield rank + other_rank + 3, self.normal((*genome, (other.name, other_choice.name)))

    def _products(self, first: Slot, second: Slot) -> Iterator[tuple[float, Genome]]:
        for rank, choice in self._ranked(first):
            for other_rank, other in self._ranked(second):
                if rank + other_rank <= DEEPEST_PRODUCT:
                    yield rank + other_rank + 4, self.normal(((first.name, choice.name), (second.name, other.name)))

    def _ranked(self, slot: Slot) -> list[tuple[float, Choice]]:
        """The slot's choices with their ranks; one that answers a cue moves to the front half."""
        ranked = [(rank / 2 - 1 if self._is_cued(choice) else float(rank), choice)
                  for rank, choice in enumerate(slot.choices)]
        return sorted(ranked, key=lambda pair: pair[0])

    def _is_cued(self, choice: Choice) -> bool:
        text = f"{choice.name} {choice.against}".lower()
        return any(word in text for word in self._words)


def merged(base: Plan, more: Plan, with_cases: bool = False) -> Plan:
    """`base` with what `more` says put over it."""
    return replace(
        base, sizes={**base.sizes, **more.sizes}, scalars={**base.scalars, **more.scalars},
        arrays={**base.arrays, **more.arrays}, words={**base.words, **more.words},
        matrices={**base.matrices, **more.matrices}, edges={**base.edges, **more.edges},
        tags={**base.tags, **more.tags}, cases=more.cases if with_cases else base.cases)
