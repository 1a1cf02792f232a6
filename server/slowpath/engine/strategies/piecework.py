"""Rows that name pairs of things, from a few pieces: which ones, is what is searched for (`recipes`).

What the rows mean isn't asked: a graph, what belongs to what, who does something to what. Pieces are judged by the
input of a dozen or two things that they come to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from slowpath.engine.candidate import FULL, SMALL, Candidate
from slowpath.engine.moves.pairs import pairs_of
from slowpath.engine.moves.pieces import Pieces, any_pieces, changed, laid
from slowpath.engine.strategies.recipes import Recipes
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.validating.validate import violations
from slowpath.model.origin import Origin

TRIED_AT = 16
LEAST_ROWS_EACH, MOST_ROWS_EACH = 2, 8
"""For each thing so many rows where it's tried small, or as many as at full size in between."""
SMALL_FULL = 200
"""Up to so many rows all is tried at full size."""
PLAIN = 0.97
"""What one piece more must be worth: what costs less than that grows no better."""


class Piecework(Recipes[Pieces]):
    """The pieces whose inputs cost most."""

    id = "pieces"

    def __init__(self, context: StrategyContext) -> None:
        super().__init__(context)
        self._pairs = pairs_of(context.space.format)
        self._most = self._pairs.most(context.space.full[0].boundary.sizes) if self._pairs else 0
        self._small_sizes = dict(context.space.small[0].boundary.sizes) if self._most else {}
        self._is_small, self._has_any = self._most <= SMALL_FULL, bool(self._most)

    def _drawn(self) -> Pieces:
        assert self._pairs is not None
        return any_pieces(len(self._pairs.scalars), self._rng)

    def _changed(self, recipe: Pieces, other: Pieces) -> Pieces:
        return changed(recipe, other, self._rng)

    def _worth_of(self, recipe: Pieces, count: float) -> float:
        return count * PLAIN ** len(recipe.pieces)

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
