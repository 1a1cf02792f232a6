"""Scripts of two phases put together from what each does best alone: one that fills, one that uses what is there.

Alone neither need cost much: a table that is filled is slow only once somebody looks through it, and looking through
an empty one costs nothing, so that cost leads to neither. But the fill shows in the program's counters: nothing else
makes some line run as often. So of scripts of one phase those are kept that hold the maximum of some counter
(PerfFuzz's rule), each of these is put before simple rows of all kinds (`shapes.rows`), and what does most work of its
own (`own_work`) is bred on as scripts are.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from slowpath.engine.candidate import Candidate, Outcome
from slowpath.engine.shapes import Shape
from slowpath.engine.shapes.breeding import size_of
from slowpath.engine.shapes.rows import SimpleRows
from slowpath.engine.shapes.scripts import Phases, Scripter, phases_of, with_phases
from slowpath.engine.shapes.terms import Term
from slowpath.engine.strategies.own_work import counters_of, own_work
from slowpath.engine.strategies.script_climb import ScriptClimb
from slowpath.engine.strategies.shape_climb import Individual
from slowpath.engine.strategy_context import StrategyContext

FIRST_ALONE, ALONE_AGAIN = 200, 60
ALIKE = 3
"""So many scripts are kept of those that hold the same maximum."""
NEARER = 1.05
"""How many times the work of the best is clearly more."""
ANEW_AFTER = 300
"""So many scripts that aren't better than the best, and the population begins anew."""
PAIRED, CHANGED = 0.5, 0.65
FILLED = 0.85
"""How often the first phase is one that holds some maximum."""
CUTS: tuple[Term, ...] = (("//", "n", 2), ("//", "n", 2), ("//", "n", 4), ("//", ("*", 3, "n"), 4), ("//", "n", 10))


class PhasePairs(ScriptClimb):
    """A population of scripts, most of them put together from two phases."""

    id = "phase-pairs"

    def __init__(self, context: StrategyContext) -> None:
        self._maxima: np.ndarray | None = None
        self._holders: dict[int, tuple[Shape, ...]] = {}
        super().__init__(context)
        self.came_nearer = False
        """Whether what was told last does clearly more than the best: a step to an input that costs more only at full
        size."""

    def propose(self) -> Candidate | None:
        self.came_nearer = False
        return super().propose()

    def _first(self) -> Iterator[Shape]:
        self._scripter = Scripter(self._parts, self._inventor)
        self._rows = [SimpleRows(group, self._inventor) for group in self._scripter.groups]
        if self._rows:
            yield from (self._alone() for _ in range(FIRST_ALONE))

    def _alone(self) -> Shape:
        """One phase of simple rows."""
        shape = Shape(tuple((part.kind, part.name, "hi") for part in self._parts if part.kind == "sizes"))
        for part in self._parts:
            if part.kind == "scalars":
                shape = shape.replaced(part.key, self._inventor.of_part(part))
        for group, rows in zip(self._scripter.groups, self._rows, strict=True):
            shape = with_phases(shape, group, Phases((), (rows.drawn(),)))
        return shape

    def _bred(self) -> Shape:
        choice = self._rng.random()
        if choice < PAIRED or len(self._population) < 2:
            return self._pair()
        if choice < CHANGED:
            return self._scripter.mutated(self._held() if self._rng.random() < FILLED else self._alone())
        return super()._bred()

    def _held(self) -> Shape:
        """A script of one phase that holds some maximum, each as likely as the other."""
        held = list(dict.fromkeys(shape for shapes in self._holders.values() for shape in shapes))
        return held[self._inventor.below(len(held))] if held else self._alone()

    def _pair(self) -> Shape:
        first = self._held() if self._rng.random() < FILLED else self._alone()
        then = self._alone() if self._rng.random() < FILLED else self._held()
        cut = CUTS[self._inventor.below(len(CUTS))]
        for group in self._scripter.groups:
            rows = (phases_of(first, group).rows[0], phases_of(then, group).rows[-1])
            first = with_phases(first, group, Phases((cut,), rows))
        return first

    def _fitness(self, outcome: Outcome) -> int:
        return own_work(outcome, self._context.watch.probes)

    def observe(self, outcome: Outcome) -> None:
        found = self._awaited.peek(outcome)
        if found is not None and not found[1] and outcome.execution.verdict.can_be_slow_input:
            self._hold(found[0], outcome)
        super().observe(outcome)

    def _hold(self, shape: Shape, outcome: Outcome) -> None:
        """Takes note of a script of one phase that raises some counter, or comes to as much and is simpler."""
        values = counters_of(outcome, self._context.watch.probes)
        if values is None or not self._context.corpus.has_feedback:
            return
        if any(phases_of(shape, group).cuts for group in self._scripter.groups):
            return
        if self._maxima is None or len(self._maxima) != len(values):
            self._maxima, self._holders = np.zeros(len(values), dtype=np.uint64), {}
        for at in np.flatnonzero((values >= self._maxima) & (values > 0)).tolist():
            others = self._holders[at] if values[at] == self._maxima[at] else ()
            self._holders[at] = tuple(sorted((*others, shape), key=size_of)[:ALIKE])
        self._maxima = np.maximum(self._maxima, values)

    def _place(self, individual: Individual, cost: float) -> None:
        best = self._population[0].fitness if self._population else individual.fitness
        self.came_nearer = self.came_nearer or individual.fitness > NEARER * best
        super()._place(individual, cost)
        if self._stale >= ANEW_AFTER:
            # What is best at a few hundred elements may be a dead end for more; other pairs begin without it.
            self._population, self._stale, self._stale_cost, self._promoted = [], 0, 0.0, 0.0
            self._queue.extend((self._alone(), "", 0) for _ in range(ALONE_AGAIN))
