"""Rows that name pairs of things, from a few pieces: which ones, is what is searched for.

What the rows mean isn't asked: a graph, what belongs to what, who does something to what. Some pieces by chance, then
what is changed in the best ones, or put together from two of them. Pieces are judged by the input of a dozen or two
things that they come to, or at full size where that is small, and the best ones are tried at full size. Where nothing
gets better any more all begins anew, now and then with the best of the times before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from slowpath.engine.awaited import Awaited
from slowpath.engine.batching import Batched, Batching
from slowpath.engine.candidate import FULL, SMALL, Candidate, Outcome
from slowpath.engine.moves.pairs import pairs_of
from slowpath.engine.moves.pieces import Pieces, any_pieces, changed, laid
from slowpath.engine.seen import Seen
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.mutators.order import below
from slowpath.inputs.validating.validate import violations
from slowpath.model.origin import Origin

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
TRIED_AT = 16
LEAST_ROWS_EACH, MOST_ROWS_EACH = 2, 8
"""For each thing so many rows where it's tried small, or as many as at full size in between."""
SMALL_FULL = 200
"""Up to so many rows all is tried at full size."""
PLAIN = 0.97
"""What one piece more must be worth: what costs less than that grows no better."""


class Piecework(Batched):
    """A pool of the pieces whose inputs cost most, and what is drawn or changed from them."""

    id = "pieces"

    def __init__(self, context: StrategyContext) -> None:
        self._batching = Batching(MOST_AT_ONCE)
        self._context = context
        self._rng = context.rng(self.id)
        self._pairs = pairs_of(context.space.format)
        self._most = self._pairs.most(context.space.full[0].boundary.sizes) if self._pairs else 0
        self._small_sizes = dict(context.space.small[0].boundary.sizes) if self._most else {}
        self._is_small = self._most <= SMALL_FULL
        self._pool: list[tuple[float, Pieces]] = []
        self._best_before: list[tuple[float, Pieces]] = []
        self._awaited = Awaited[Pieces](4 * MOST_AT_ONCE)
        self._promoted, self._known = Seen(MOST_KNOWN), Seen(MOST_KNOWN)
        self._runs, self._idle, self._turns, self._worth = 0, 0, 0, 0.0

    def propose(self) -> Candidate | None:
        if not self._most:
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

    def _next(self) -> Pieces:
        rng = self._rng
        assert self._pairs is not None
        is_ahead = not self._best_before or self._worth > GAIN * self._best_before[0][0]
        if self._idle >= PATIENCE * (1 + 2 * is_ahead) and self._runs >= FIRST:
            self._begin_anew()
        if not self._pool or self._runs < FIRST or rng.random() < BY_CHANCE:
            return any_pieces(len(self._pairs.scalars), rng)
        at = min(int(rng.geometric(0.35)), len(self._pool)) - 1
        return changed(self._pool[at][1], self._pool[below(len(self._pool), rng)][1], rng)

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
        worth = self._context.worth(outcome.count, self._rng) * PLAIN ** len(recipe.pieces)
        self._runs, self._idle = self._runs + 1, self._idle + 1
        if worth > GAIN * self._worth:
            self._idle, self._worth = 0, worth
        if all(worth != known for known, _ in self._pool):
            self._pool.append((worth, recipe))
            self._pool.sort(key=lambda ranked: -ranked[0])
            del self._pool[POOL:]

    def _made(self, recipe: Pieces, is_full: bool) -> Candidate | None:
        pairs, fmt, level = self._pairs, self._context.space.format, FULL if is_full else SMALL
        assert pairs is not None
        things = pairs.things if is_full else min(TRIED_AT, pairs.things)
        each = min(max(LEAST_ROWS_EACH, self._most // pairs.things), MOST_ROWS_EACH)
        most = self._most if is_full else min(self._most, each * things)
        made = laid(recipe, things, most, [bounds for _, bounds in pairs.others], self._rng)
        if made is None or made[0] < 2:
            return None
        count, table = made
        for rows in _ways(table):
            instance = self._instance(recipe, count, rows, level)
            if instance is not None and not violations(fmt, instance, 1):
                return self._context.space.from_instance(instance, Origin(self.id, recipe.label), level, self.id)
        return None

    def _instance(self, pieces: Pieces, count: int, rows: np.ndarray, level: str) -> dict[str, Any] | None:
        pairs = self._pairs
        assert pairs is not None
        scalars = {
            name: max(lo, hi + 1 + wish) if wish < 0 else min(hi, lo + wish)
            for (name, (lo, hi)), wish in zip(pairs.scalars, pieces.wishes, strict=True)
        }
        sizes, columns = pairs.written(count, rows)
        if pairs.is_all:
            return {**scalars, **sizes, **columns}
        others = {} if level == FULL else self._small_sizes
        try:
            made = generate(
                self._context.space.format, Plan(sizes={**others, **sizes}, scalars={**scalars, **sizes}), self._rng
            )
        except CannotGenerate:
            return None
        name = pairs.ends[0]
        return {**made, **columns} if len(made[name]) == len(columns[name]) else None


def _ways(table: np.ndarray) -> Iterator[np.ndarray]:
    """The rows as they are; without loops and repetitions; with the smaller thing first."""
    yield table
    plain = _apart(table)
    if len(plain):
        yield plain
        rising = np.concatenate([np.sort(plain[:, :2], axis=1), plain[:, 2:]], axis=1)
        yield _apart(rising)
        yield rising


def _apart(table: np.ndarray) -> np.ndarray:
    table = table[table[:, 0] != table[:, 1]]
    first = np.unique(table[:, :2], axis=0, return_index=True)[1]
    return table[np.sort(first)]
