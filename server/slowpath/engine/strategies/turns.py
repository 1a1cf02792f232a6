"""Whose turn it is among constraints: those that are shown, and in between those that nobody has come to yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from slowpath.engine.constraints.watch import Target
from slowpath.engine.strategy_context import StrategyContext

UNTESTED_EVERY = 3
"""Where there are both, every third turn is an untested one's."""


class Turns:
    """Goes round the constraints of a context that are fit for a strategy, at most `most` of each kind."""

    def __init__(self, context: StrategyContext, is_fit: Callable[[Target], bool], most: int) -> None:
        self._context = context
        self._is_fit = is_fit
        self._most = most
        self._turn = 0
        self._taken = {"shown": 0, "untested": 0}

    def next(self) -> Iterator[Target]:
        """Those to ask now, in order, until one has something to propose."""
        kinds = {"shown": self._fit(self._context.targets()), "untested": self._fit(self._context.untested())}
        self._turn += 1
        order = ("untested", "shown") if self._turn % UNTESTED_EVERY == 0 else ("shown", "untested")
        for kind in order:
            for _ in range(len(kinds[kind])):
                self._taken[kind] += 1
                yield kinds[kind][self._taken[kind] % len(kinds[kind])]

    def _fit(self, targets: list[Target]) -> list[Target]:
        return [target for target in targets if self._is_fit(target)][: self._most]
