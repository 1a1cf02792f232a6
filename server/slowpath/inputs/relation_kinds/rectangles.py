"""Rectangles that don't overlap: those that do, those cut back from the others, all laid out anew.

A rectangle is (x lo, x hi, y lo, y hi), whole numbers, both ends belonging to it. Two that share an end overlap, unless
`touching`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

Rectangle = tuple[int, int, int, int]

_ENDS, _FLAT, _BEGINS, _ENDS_LAST = range(4)


def clashes(rectangles: Sequence[Rectangle], touching: bool) -> Iterator[tuple[int, int]]:
    """Pairs of indices of which the first overlaps the second, each first one once: without them all are apart. A line
    is swept over x; the rectangles that it cuts are apart in y."""
    cut: list[tuple[int, int, int]] = []
    dropped: set[int] = set()
    for _, event, row in sorted(_events(rectangles, touching)):
        _, _, lo, hi = rectangles[row]
        spot = bisect_left(cut, (lo, hi, row))
        if event in (_ENDS, _ENDS_LAST):
            if row not in dropped:
                del cut[spot]
            continue
        hit = next(
            (
                other
                for below, above, other in cut[max(0, spot - 1) : spot + 1]
                if (below < hi and lo < above if touching else below <= hi and lo <= above)
            ),
            None,
        )
        if hit is not None:
            dropped.add(row)
            yield row, hit
        elif event == _BEGINS:
            cut.insert(spot, (lo, hi, row))


def _events(rectangles: Sequence[Rectangle], touching: bool) -> Iterator[tuple[int, int, int]]:
    """Where the line meets a rectangle and leaves it. What may touch is left before another begins, and one without
    width cuts only what begins before it and ends behind it."""
    for row, (lo, hi, _, _) in enumerate(rectangles):
        if touching and lo == hi:
            yield lo, _FLAT, row
        else:
            yield lo, _BEGINS, row
            yield hi, _ENDS if touching else _ENDS_LAST, row


@dataclass(frozen=True)
class Layout:
    """Where rectangles are to lie: their `area`, and the least width and height of each (0 or 1)."""

    area: Rectangle
    least: tuple[int, int]
    touching: bool

    def kept_apart(self, rectangles: Sequence[Rectangle]) -> list[Rectangle] | None:
        """The rectangles with those cut back that overlap, where these are few, else all laid out anew, each about
        where it was; None where so many don't fit."""
        found = self._cut_back(rectangles)
        return found if found is not None else self._laid_out(rectangles)

    def _cut_back(self, rectangles: Sequence[Rectangle]) -> list[Rectangle] | None:
        wrong = [row for row, _ in islice(clashes(rectangles, self.touching), _MOST_CUT + 1)]
        if len(wrong) > _MOST_CUT:
            return None
        made, stays = np.array(rectangles, dtype=np.int64), np.ones(len(rectangles), dtype=bool)
        stays[wrong] = False
        for row in wrong:
            smaller = self._beside(tuple(made[row].tolist()), made[stays])
            if smaller is None:
                return None
            made[row], stays[row] = smaller, True
        return [(a, b, c, d) for a, b, c, d in made.tolist()]

    def _beside(self, one: Rectangle, others: np.ndarray) -> Rectangle | None:
        """The largest part left of one rectangle, cut step by step, None where nothing is."""
        gap = 0 if self.touching else 1
        while True:
            x_lo, x_hi, y_lo, y_hi = one
            hit = others[
                (others[:, 0] < x_hi + gap)
                & (others[:, 1] > x_lo - gap)
                & (others[:, 2] < y_hi + gap)
                & (others[:, 3] > y_lo - gap)
            ]
            if not len(hit):
                return one
            left, right, below, above = map(int, hit[0])
            parts = [
                (x_lo, left - gap, y_lo, y_hi),
                (right + gap, x_hi, y_lo, y_hi),
                (x_lo, x_hi, y_lo, below - gap),
                (x_lo, x_hi, above + gap, y_hi),
            ]
            one = max(parts, key=lambda part: max(0, part[1] - part[0] + 1) * max(0, part[3] - part[2] + 1))
            if one[1] - one[0] < self.least[0] or one[3] - one[2] < self.least[1]:
                return None

    def _laid_out(self, rectangles: Sequence[Rectangle]) -> list[Rectangle] | None:
        """Each rectangle in a cell of its own: cells are halved at the middle of those that lie in them."""
        if len(rectangles) > self._fitting(self.area, 0) * self._fitting(self.area, 1):
            return None
        made = list(rectangles)
        middles = [(one[0] + one[1]) // 2 for one in made], [(one[2] + one[3]) // 2 for one in made]
        left = [(list(range(len(made))), self.area)]
        while left:
            rows, cell = left.pop()
            if len(rows) > 1:
                left += self._halves(rows, cell, middles)
            elif rows:
                made[rows[0]] = self._within(rectangles[rows[0]], cell)
        return made

    def _shares(self, axis: int) -> bool:
        return self.touching and self.least[axis] > 0

    def _fitting(self, cell: Rectangle, axis: int) -> int:
        """How many rectangles of the least size fit into a cell side by side."""
        shares = self._shares(axis)
        return max(0, cell[2 * axis + 1] - cell[2 * axis] + (not shares)) // (self.least[axis] + (not shares))

    def _halves(
        self, rows: list[int], cell: Rectangle, middles: Sequence[Sequence[int]]
    ) -> list[tuple[list[int], Rectangle]]:
        axis = int(self._fitting(cell, 1) > self._fitting(cell, 0))
        total, beside = self._fitting(cell, axis), self._fitting(cell, 1 - axis)
        lo, hi = cell[2 * axis], cell[2 * axis + 1]
        shares = self._shares(axis)
        step = self.least[axis] + (not shares)
        rows = sorted(rows, key=middles[axis].__getitem__)
        steps = min(max((middles[axis][rows[len(rows) // 2]] - lo) // step, 1), total - 1)
        share = min(max(len(rows) // 2, len(rows) - (total - steps) * beside), steps * beside)
        bound = lo + steps * step
        return [
            (rows[:share], _with_side(cell, axis, (lo, bound - (not shares)))),
            (rows[share:], _with_side(cell, axis, (bound, hi))),
        ]

    def _within(self, one: Rectangle, cell: Rectangle) -> Rectangle:
        ends: list[int] = []
        for axis, least in enumerate(self.least):
            lo, hi = cell[2 * axis], cell[2 * axis + 1]
            begin = max(lo, min(one[2 * axis], hi - least))
            ends += [begin, min(hi, max(one[2 * axis + 1], begin + least))]
        return ends[0], ends[1], ends[2], ends[3]


_MOST_CUT = 24
"""More rectangles than this that overlap are a new drawing, not a changed one."""


def _with_side(cell: Rectangle, axis: int, side: tuple[int, int]) -> Rectangle:
    return (*side, *cell[2:]) if axis == 0 else (*cell[:2], *side)
