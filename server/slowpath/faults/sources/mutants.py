"""Mutants of inputs that showed something new, led by how the coverage of program and reference differs.

The corpus holds inputs that brought news (`faults.novelty`): a class of counts that neither program showed before, or a
new pair of how much of each ran. Where the format has cases, mutants are made of single cases and judged by the hundred
in one input; what a case does alone is seen by giving some of them alone. Samples are the first parents.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from slowpath.engine.candidate import SMALL, Candidate
from slowpath.faults.fault_search_state import FaultSearchState, Played
from slowpath.faults.packing import packs
from slowpath.inputs.mutators.mutate import crossover, mutate
from slowpath.inputs.mutators.order import below
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import Instance
from slowpath.model.origin import Origin

MOST_PARENTS = 400
MOST_BYTES = 4000
MOST_CHILD_BYTES = 64 * MOST_BYTES
MOST_STEPS = 5
CROSSED = 0.15
CASES = 100
ALONE = 8
MOST_SAMPLE_CASES = 24


@dataclass
class _Parent:
    """An input worth mutating, how much news it brought, and how often it was chosen."""

    instance: Instance
    name: str
    novelty: int
    chosen: int = 0


class Mutants:
    """Proposes mutants, many cases of them packed by turns with some alone."""

    id = "mutants"
    said = "Changing inputs that took new ways through the program."

    def __init__(self, state: FaultSearchState) -> None:
        self._state = state
        self._rng = state.rng(self.id)
        self._parents = [*self._of_samples()]
        self.batch = ALONE + 1 if state.packing is not None else 32
        self.has_more = True
        self._made = self._packed() if state.packing is not None else self._plain()

    def _of_samples(self) -> Iterator[_Parent]:
        packing = self._state.packing
        for sample in self._state.spec.samples:
            try:
                instance = parse(self._state.spec.format, sample.data)
            except ParseError:
                continue
            if packing is None:
                yield _Parent(instance, sample.name, 1)
                continue
            cases = instance[packing.name]
            for case in cases[:MOST_SAMPLE_CASES]:
                yield _Parent(packing.with_cases(instance, [case]), sample.name, 1)
            if 1 < len(cases) <= MOST_SAMPLE_CASES:
                yield _Parent(instance, sample.name, 1)

    def welcome(self, played: Played) -> None:
        """Takes an input into the corpus that brought news, whoever made it, if it is small."""
        candidate = played.candidate
        if not played.novelty or candidate.instance is None or len(candidate.data) > MOST_BYTES:
            return
        packing = self._state.packing
        if packing is not None and len(candidate.instance[packing.name]) > MOST_SAMPLE_CASES:
            return
        self._parents.append(_Parent(candidate.instance, f"#{candidate.id[:6]}", played.novelty))
        if len(self._parents) > MOST_PARENTS:
            # Those that were used most bring least.
            worn = max(range(MOST_PARENTS // 2), key=lambda place: self._parents[place].chosen)
            del self._parents[worn]

    def _parent(self) -> _Parent:
        """One of three at random: the one that was chosen least; late ones are rarer in the corpus, hence newer."""
        drawn = [self._parents[below(len(self._parents), self._rng)] for _ in range(3)]
        best = min(drawn, key=lambda parent: parent.chosen)
        best.chosen += 1
        return best

    def _child(self) -> tuple[Instance, str]:
        parent, labels = self._parent(), []
        fmt, instance = self._state.spec.format, parent.instance
        if self._rng.random() < CROSSED:
            instance, label = crossover(fmt, instance, self._parent().instance, self._rng)
            labels.append(label)
        for _ in range(min(MOST_STEPS, int(self._rng.geometric(0.45)))):
            instance, label = mutate(fmt, instance, self._rng)
            labels.append(label)
        return instance, f"{', '.join(labels)} of {parent.name}"

    def _plain(self) -> Iterator[Candidate]:
        while True:
            instance, said = self._child()
            yield self._candidate(instance, said)

    def _packed(self) -> Iterator[Candidate]:
        packing = self._state.packing
        assert packing is not None
        while True:
            children = [self._child() for _ in range(CASES)]
            for instance, said in children[:ALONE]:
                yield self._candidate(instance, said)
            small = [instance for instance, _ in children if len(instance[packing.name]) <= MOST_SAMPLE_CASES]
            for packed in packs(packing, small, CASES):
                yield self._candidate(packed, "many mutants as test cases")

    def _candidate(self, instance: Instance, said: str) -> Candidate:
        return self._state.candidate(instance, Origin(self.id, f"mutant: {said}"), SMALL)

    def propose(self) -> Candidate | None:
        """None as long as nothing is there to be mutated."""
        if not self._parents:
            return None
        return next(made for made in self._made if len(made.data) <= MOST_CHILD_BYTES)

    def observe(self, played: Played) -> None:
        """It hears of news through `welcome`, where all sources' news comes."""
