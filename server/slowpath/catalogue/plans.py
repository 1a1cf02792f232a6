"""Plans from the catalogue in the order in which they deserve to be tried.

A *genome* is a set of (slot, choice) names; `Catalogue.plan` makes a `Plan` of it, and what it doesn't mention
is random. The order: the same construction in all parts of one kind, then one part at a time, then two parts at
once; within each by the order of the registries. Constructions that answer a cue of the source move forward, behind the
first few, which are tried in any case; those of scenarios that only the statement speaks for move a little. Hints only
rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise, product

from slowpath.catalogue.facts import TargetFacts
from slowpath.catalogue.hints import NO_HINTS, Hints
from slowpath.catalogue.slots import Choice, Slot, find_slots
from slowpath.inputs.filling.plan import Boundary, Plan
from slowpath.model.format import InputFormat

Genome = tuple[tuple[str, str], ...]
"""(slot name, choice name) pairs in the order of the slots."""

MOST_PLANS = 400
DEEPEST_PRODUCT = 7
CUED_FROM = 1.5
CUED_STEP = 0.4
SUGGESTED = 0.8
STRUCTURES = ("edges", "parents", "matrix")
MARKS = (
    "largest, all different",
    "low half, then high",
    "high half, then low",
    "consecutive",
    "sorted",
    "consecutive around the middle",
    "alternating lo/hi",
)
"""Ways to choose some of the places of a structure: the last, one side, the first, every so many, far from both ends.
"""
MOST_MARKED, MARKED_FROM = 8, 3
UNANSWERED, UNANSWERED_FROM = "without an answer", 7
"""What a construction is against whose numbers have something in common that no lone number has to have."""
LACKING = "largest prime"
OPPOSED, OPPOSED_FROM = ("sorted", "reversed"), 1.5
KNOBS = {"scalar": ("max", "min"), "size": ("root",)}
MOST_KNOBS, FEWEST_TOGETHER, CORNERS_FROM = 4, 3, 2
"""Two are put together anyway."""
NO_FACTS = TargetFacts()
IDLE = {"array": "random", "word": "random", "matrix": "random", "tags": "random kinds"}
"""The choice of each kind of slot that makes what is there without it."""


def plans(
    fmt: InputFormat, boundary: Boundary, hints: Hints = NO_HINTS, facts: TargetFacts = NO_FACTS
) -> Iterator[tuple[str, Plan]]:
    """Up to `MOST_PLANS` (label, plan) in order of priority. Labels are for people and differ from each other."""
    catalogue = Catalogue(fmt, boundary, facts, hints)
    for genome in catalogue.genomes():
        yield catalogue.label(genome), catalogue.plan(genome)


class Catalogue:
    """The slots of one format at one boundary, and the plans that can be made of them."""

    def __init__(
        self,
        fmt: InputFormat,
        boundary: Boundary,
        facts: TargetFacts = NO_FACTS,
        hints: Hints = NO_HINTS,
        is_empty: bool = False,
    ) -> None:
        """`is_empty` leaves all constructions out: what remains is the random input."""
        self.boundary = boundary
        self.slots = [] if is_empty else find_slots(fmt, boundary, facts)
        self._by_name = {slot.name: slot for slot in self.slots}
        self._ranks: dict[str, list[tuple[float, Choice]]] = {}
        self._hints = hints
        self._words = tuple(word.lower() for word in hints.words)
        self._cued = {name: place for place, name in enumerate(hints.cued)}

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

    def unseen(self) -> Iterator[Genome]:
        """The constructions that a cue of the source speaks for and whose work no counter sees, the likeliest first."""
        found = [
            (rank, slot.name, choice.name)
            for slot in self.slots
            for rank, choice in self._ranked(slot)
            if choice.is_unseen and self._is_told(choice)
        ]
        yield from (((slot, choice),) for _, slot, choice in sorted(found, key=lambda one: one[0]))

    def normal(self, genome: Iterable[tuple[str, str]]) -> Genome:
        """The genome in the order of the slots, the last choice of a slot kept, unknown slots left out."""
        chosen = dict(genome)
        return tuple((slot.name, chosen[slot.name]) for slot in self.slots if slot.name in chosen)

    def known(self, genome: Iterable[tuple[str, str]]) -> Genome:
        """The genome without genes that mean nothing here (a size that is already that small)."""
        return tuple(
            (slot, choice)
            for slot, choice in self.normal(genome)
            if any(choice == known.name for known in (*self._by_name[slot].choices, *self._by_name[slot].same))
        )

    def _offers(self) -> Iterator[tuple[float, Genome]]:
        yield -1.0, ()
        for group in self._uniform_groups():
            yield from group
        yield from self._opposed()
        for slot in self.slots:
            for rank, choice in self._telling(slot):
                yield rank + 1, ((slot.name, choice.name),)
        yield from self._marked()
        yield from self._unanswered()
        yield from self._corners()
        for first, second in combinations(self.slots, 2):
            yield from self._products(first, second)

    def _marked(self) -> Iterator[tuple[float, Genome]]:
        """Structures with what stands on their places chosen along with them: which vertices are special is part of the
        shape, as the leaves of a broom, whose numbers are the last."""
        structures = [slot for slot in self.slots if slot.kind in STRUCTURES]
        arrays = [slot for slot in self.slots if slot.kind == "array"]
        for first, second in ((one, other) for one in structures for other in arrays if one is not other):
            marks = [mark for mark in MARKS if any(choice.name == mark for choice in second.choices)]
            for rank, choice in self._telling(first):
                if rank < MOST_MARKED:
                    yield from (
                        (rank + place + MARKED_FROM, self.normal(((first.name, choice.name), (second.name, mark))))
                        for place, mark in enumerate(marks)
                    )

    def _opposed(self) -> Iterator[tuple[float, Genome]]:
        """Numbers that rise where those beside them fall: nothing is better in both, so nobody drops anything."""
        arrays = [slot for slot in self.slots if slot.kind == "array"]
        for first, second in pairwise(arrays):
            for rank, orders in enumerate((OPPOSED, OPPOSED[::-1])):
                if all(
                    any(choice.name == name for choice in slot.choices)
                    for slot, name in zip((first, second), orders, strict=True)
                ):
                    yield rank + OPPOSED_FROM, self.normal(((first.name, orders[0]), (second.name, orders[1])))

    def _unanswered(self) -> Iterator[tuple[float, Genome]]:
        """Numbers that have something in common with a lone number that lacks it: whoever looks for a sum of them finds
        none, and looks through all."""
        arrays = [slot for slot in self.slots if slot.kind == "array"]
        lone = [slot for slot in self.slots if slot.kind == "scalar"]
        for numbers, sought in product(arrays, lone):
            if any(choice.name == LACKING for choice in sought.choices):
                alike = (choice.name for choice in numbers.choices if UNANSWERED in choice.against)
                yield from (
                    (UNANSWERED_FROM + place, self.normal(((numbers.name, name), (sought.name, LACKING))))
                    for place, name in enumerate(alike)
                )

    def _corners(self) -> Iterator[tuple[float, Genome]]:
        """All knobs at once, each at its largest or least, sizes whole or their root: what several of them decide only
        together shows in none of them alone."""
        knobs = [
            tuple(
                (slot.name, choice)
                for choice in KNOBS[slot.kind]
                if any(choice == known.name for known in slot.choices)
            )
            for slot in self.slots
            if slot.kind in KNOBS
        ][:MOST_KNOBS]
        for turned in product(*(((), *((gene,) for gene in genes)) for genes in knobs)):
            genome = tuple(gene for genes in turned for gene in genes)
            if len(genome) >= FEWEST_TOGETHER:
                yield CORNERS_FROM + len(genome), self.normal(genome)

    def _uniform_groups(self) -> Iterator[Iterator[tuple[float, Genome]]]:
        """The same construction in every slot of a kind that has several, alone, with each other size, and with all
        lone numbers at their largest or least."""
        for kind in ("array", "word", "matrix", "scalar"):
            alike = [slot for slot in self.slots if slot.kind == kind]
            if len(alike) > 1:
                yield self._uniform(alike)

    def _uniform(self, alike: list[Slot]) -> Iterator[tuple[float, Genome]]:
        shared = set.intersection(*({choice.name for choice in slot.choices} for slot in alike))
        for rank, choice in self._telling(alike[0]):
            if choice.name not in shared:
                continue
            genome = tuple((slot.name, choice.name) for slot in alike)
            yield rank, genome
            for other in self.slots:
                if other.kind in ("size", "cases", "edges") and rank < DEEPEST_PRODUCT:
                    for other_rank, other_choice in self._ranked(other):
                        yield rank + other_rank + 3, self.normal((*genome, (other.name, other_choice.name)))
            if alike[0].kind != "scalar" and rank < DEEPEST_PRODUCT:
                for place, knobs in enumerate(self._knobs_alike()):
                    yield rank + place + 2, self.normal((*genome, *knobs))

    def _knobs_alike(self) -> Iterator[Genome]:
        """All lone numbers at their largest, then all at their least."""
        for knob in KNOBS["scalar"]:
            knobs = tuple(
                (slot.name, knob)
                for slot in self.slots
                if slot.kind == "scalar" and any(choice.name == knob for choice in slot.choices)
            )
            if knobs:
                yield knobs

    def _products(self, first: Slot, second: Slot) -> Iterator[tuple[float, Genome]]:
        for rank, choice in self._telling(first):
            for other_rank, other in self._telling(second):
                if rank + other_rank <= DEEPEST_PRODUCT:
                    yield rank + other_rank + 4, self.normal(((first.name, choice.name), (second.name, other.name)))

    def _telling(self, slot: Slot) -> Iterator[tuple[float, Choice]]:
        """The ranked choices but that which makes what is there without it."""
        return ((rank, choice) for rank, choice in self._ranked(slot) if choice.name != IDLE.get(slot.kind))

    def _ranked(self, slot: Slot) -> list[tuple[float, Choice]]:
        """The slot's choices with their ranks, those that hints speak for moved forward."""
        if slot.name not in self._ranks:
            ranked = [(self._rank(rank, choice), choice) for rank, choice in enumerate(slot.choices)]
            self._ranks[slot.name] = sorted(ranked, key=lambda pair: pair[0])
        return self._ranks[slot.name]

    def _rank(self, rank: int, choice: Choice) -> float:
        ranks = [float(rank)]
        if self._is_told(choice):
            ranks.append(rank / 2 - 1)
        if choice.family in self._cued:
            ranks.append(CUED_FROM + self._cued[choice.family] * CUED_STEP)
        if choice.family in self._hints.suggested:
            ranks.append(rank * SUGGESTED)
        return min(ranks)

    def _is_told(self, choice: Choice) -> bool:
        """Whether a cue of the source speaks for a choice."""
        text = f"{choice.name} {choice.against}".lower()
        return any(word in text for word in self._words)

    def why(self, genome: Iterable[tuple[str, str]]) -> tuple[str, ...]:
        """What spoke for the constructions of a genome, each reason once; empty where nothing did."""
        families = (self._by_name[slot].choice(name).family for slot, name in genome)
        return tuple(dict.fromkeys(reason for one in families for reason in self._hints.reasons.get(one, ())))

    def joined(self, genes: Iterable[tuple[str, str]]) -> Genome:
        """As many of the genes as fill different parts, those that come first preferred."""
        filled: set[str] = set()
        taken = []
        for slot, choice in genes:
            plan = self._by_name[slot].choice(choice).plan
            parts = {
                name
                for part in (plan.sizes, plan.scalars, plan.arrays, plan.words, plan.matrices, plan.edges, plan.tags)
                for name in part
            } or {slot}
            if not parts & filled:
                filled |= parts
                taken.append((slot, choice))
        return self.normal(taken)

    def needs_facts(self, genome: Iterable[tuple[str, str]]) -> bool:
        """Whether a construction of the genome can be made again only with the target's facts."""
        return any(self._by_name[slot].choice(name).needs_facts for slot, name in genome)


def merged(base: Plan, more: Plan, with_cases: bool = False) -> Plan:
    """`base` with what `more` says put over it."""
    return replace(
        base,
        sizes={**base.sizes, **more.sizes},
        scalars={**base.scalars, **more.scalars},
        arrays={**base.arrays, **more.arrays},
        words={**base.words, **more.words},
        matrices={**base.matrices, **more.matrices},
        edges={**base.edges, **more.edges},
        tags={**base.tags, **more.tags},
        cases=more.cases if with_cases else base.cases,
    )
