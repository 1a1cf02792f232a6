"""Inputs that a few small numbers say how to make: which numbers, is what is searched for.

Some recipes by chance, then what is changed in the best ones, or put together from two of them. Each is judged by the
small input that it comes to, or at full size where that is small, and the best ones are tried at full size. Where
nothing gets better any more all begins anew, now and then with the best of the times before.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from slowpath.engine.awaited import Awaited
from slowpath.engine.batching import Batched, Batching
from slowpath.engine.candidate import Candidate, Outcome
from slowpath.engine.seen import Seen
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.mutators.order import below

MOST_AT_ONCE = 24
POOL = 10
FIRST = 60
"""So many are drawn by chance, before the best of them are changed."""
BY_CHANCE = 0.1
TRIES = 20
MOST_KNOWN = 20_000
"""So many are known as tried, before all are forgotten."""
SETTLED_AFTER = 30
"""So many runs without a better one, before the best ones are tried at full size."""
PATIENCE = 90
"""So many runs without a better one, before all begins anew."""
GAIN = 1.05
"""What costs so many times as much is better."""
PROMOTED = 3
"""So many of the best are tried at full size."""
ANEW = 3
"""One time in so many it begins anew with the best of the times before."""

R = TypeVar("R")


class Recipes(Batched, ABC, Generic[R]):
    """A pool of the recipes whose inputs cost most, and what is drawn or changed from them. A recipe can be hashed.
    `_is_small` says whether an input of full size is small, `_has_any` whether the format has recipes."""

    id: str
    _is_small: bool
    _has_any: bool

    def __init__(self, context: StrategyContext) -> None:
        self._batching = Batching(MOST_AT_ONCE)
        self._context = context
        self._rng = context.rng(self.id)
        self._pool: list[tuple[float, R]] = []
        self._best_before: list[tuple[float, R]] = []
        self._awaited = Awaited[R](4 * MOST_AT_ONCE)
        self._promoted, self._known = Seen(MOST_KNOWN), Seen(MOST_KNOWN)
        self._runs, self._idle, self._turns, self._worth = 0, 0, 0, 0.0

    @abstractmethod
    def _drawn(self) -> R:
        """One by chance."""

    @abstractmethod
    def _changed(self, recipe: R, other: R) -> R:
        """One with something changed, or taken from another one."""

    @abstractmethod
    def _made(self, recipe: R, is_full: bool) -> Candidate | None:
        """The input that it comes to, small or at full size; None where that isn't valid."""

    def _worth_of(self, recipe: R, count: float) -> float:
        """What a recipe is worth whose input costs so much."""
        return count

    def propose(self) -> Candidate | None:
        if not self._has_any:
            return None
        waiting = next((recipe for _, recipe in self._pool[:PROMOTED] if recipe not in self._promoted), None)
        if waiting is not None and not self._is_small and self._idle >= SETTLED_AFTER:
            self._promoted.add(waiting)
            made = self._made(waiting, True)
            if made is not None:
                return made
        for _ in range(TRIES):
            recipe = self._next()
            if recipe in self._known:
                continue
            self._known.add(recipe)
            made = self._made(recipe, self._is_small)
            if made is not None:
                return self._awaited.add(made, recipe)
        return None

    def _next(self) -> R:
        rng = self._rng
        is_ahead = not self._best_before or self._worth > GAIN * self._best_before[0][0]
        if self._idle >= PATIENCE * (1 + 2 * is_ahead) and self._runs >= FIRST:
            self._begin_anew()
        if not self._pool or self._runs < FIRST or rng.random() < BY_CHANCE:
            return self._drawn()
        at = min(int(rng.geometric(0.35)), len(self._pool)) - 1
        return self._changed(self._pool[at][1], self._pool[below(len(self._pool), rng)][1])

    def _begin_anew(self) -> None:
        """Leaves the pool, whose best are kept apart, for an empty one or for the best of all."""
        known = dict.fromkeys((*self._best_before, *self._pool[:PROMOTED]))
        self._best_before = sorted(known, key=lambda ranked: -ranked[0])[:POOL]
        self._turns += 1
        is_again = self._turns % ANEW == 0
        self._pool = list(self._best_before) if is_again else []
        self._worth = self._pool[0][0] if self._pool else 0.0
        self._runs, self._idle = FIRST if is_again else 0, 0

    def observe(self, outcome: Outcome) -> None:
        self._batching.observe(outcome)
        recipe = self._awaited.take(outcome)
        if recipe is None or not outcome.execution.verdict.can_be_slow_input:
            return
        count = float(outcome.count) if self._context.corpus.has_feedback else float(self._rng.random())
        worth = self._worth_of(recipe, count)
        self._runs, self._idle = self._runs + 1, self._idle + 1
        if worth > GAIN * self._worth:
            self._idle, self._worth = 0, worth
        if all(worth != known for known, _ in self._pool):
            self._pool.append((worth, recipe))
            self._pool.sort(key=lambda ranked: -ranked[0])
            del self._pool[POOL:]
