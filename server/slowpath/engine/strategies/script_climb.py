"""The search over shapes for scripts: phases in which all columns of an input change together (`shapes.scripts`).

Its population, its size, and the way to medium and full size are those of `shape_climb`; what it takes in from other
strategies is changed by phases from then on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from slowpath.engine.shapes import Shape
from slowpath.engine.shapes.scripts import Scripter
from slowpath.engine.strategies.shape_climb import CROSSED, MUTATED, ShapeClimb
from slowpath.engine.strategy_context import StrategyContext

FIRST_SIMPLE, FIRST_DRAWN, MOST_SIMPLE = 80, 40, 2000


class ScriptClimb(ShapeClimb):
    """A population of scripts, steady-state."""

    id = "script-climb"
    with_lengths = 0

    def __init__(self, context: StrategyContext) -> None:
        super().__init__(context)
        if not self._scripter.groups:
            self._parts = ()

    def _first(self) -> Iterator[Shape]:
        self._scripter = Scripter(self._parts, self._inventor)
        if self._scripter.groups:
            simple = list(islice(self._scripter.simplest(), MOST_SIMPLE))
            yield from (simple[int(at)] for at in self._rng.permutation(len(simple))[:FIRST_SIMPLE])
            yield from (self._scripter.drawn() for _ in range(FIRST_DRAWN))

    def _bred(self) -> Shape:
        choice = self._rng.random()
        if len(self._population) < 2 or choice >= CROSSED:
            return self._scripter.drawn()
        if choice < MUTATED:
            child = self._scripter.mutated(self._chosen())
            return child if self._rng.random() < 0.7 else self._scripter.mutated(child)
        return self._scripter.crossed(self._chosen(), self._chosen())
