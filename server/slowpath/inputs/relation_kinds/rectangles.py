"""Rectangles that don't overlap: those that do, those cut back from the others, all laid out anew.

A rectangle is (x lo, x hi, y lo, y hi), whole numbers of 64 bits, both ends belonging to it. Two that share an end
overlap, unless `touching`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

Rectangle = tuple[int, int, int, int]

_ENDS, _FLAT, _BEGINS, _ENDS_LAST = range(4)


def clashes(rectangles: np.ndarray, touching: bool) -> Iterator[tuple[int, int]]:
    """Pairs of indices of which the first overlaps the second, each first one once: without them all are apart. A line
    is swept over x; the rectangles that it cuts are apart in y, and known by their places among all in the order of y.

    `rectangles` is of 64-bit integers, a rectangle a row; the time is about that of sorting.
    """
    order = np.lexsort((rectangles[:, 3], rectangles[:, 2]))
    by_y = rectangles[order]
    below, above, rows = by_y[:, 2].tolist(), by_y[:, 3].tolist(), order.tolist()
    cut: list[int] = []
    dropped: set[int] = set()
    for event, place in _events(by_y, touching):
        spot = bisect_left(cut, place)
        if event in (_ENDS, _ENDS_LAST):
            if place not in dropped:
                del cut[spot]
            continue
        lo, hi = below[place], above[place]
        hit = next(
            (
                other
                for other in cut[max(0, spot - 1) : spot + 1]
                if (below[other] < hi and lo < above[other] if touching else below[other] <= hi and lo <= above[other])
            ),
            None,
        )
        if hit is not None:
            dropped.add(place)
            yield rows[place], rows[hit]
        elif event == _BEGINS:
            cut.insert(spot, place)


def _events(rectangles: np.ndarray, touching: bool) -> Iterator[tuple[int, int]]:
    """Where the line meets a rectangle and leaves it, in order. What may touch is left before another begins, and one
    without width cuts only what begins before it and ends behind it."""
    begins, ends = rectangles[:, 0], rectangles[:, 1]
    is_flat = (begins == ends) & touching
    kinds = np.where(is_flat, _FLAT, _BEGINS), np.full(len(begins), _ENDS if touching else _ENDS_LAST)
    places = np.arange(len(begins))
    left = ~is_flat
    at = np.concatenate((begins, ends[left]))
    kind = np.concatenate((kinds[0], kinds[1][left]))
    place = np.concatenate((places, places[left]))
    order = np.lexsort((place, kind, at))
    return zip(kind[order].tolist(), place[order].tolist(), strict=True)


@dataclass(frozen=True)
class Layout:
    """Where rectangles are to lie: their `area`, and the least width and height of each (0 or 1)."""

    area: Rectangle
    least: tuple[int, int]
    touching: bool

    def kept_apart(self, rectangles: np.ndarray) -> np.ndarray | None:
        """The rectangles with those cut back that overlap, where these are few, else all laid out anew, each about
        where it was; None where so many don't fit."""
        found = self._cut_back(rectangles)
        return found if found is not None else self._laid_out(rectangles)

    def _cut_back(self, rectangles: np.ndarray) -> np.ndarray | None:
        wrong = [row for row, _ in islice(clashes(rectangles, self.touching), _MOST_CUT + 1)]
        if len(wrong) > _MOST_CUT:
            return None
        made, stays = rectangles.copy(), np.ones(len(rectangles), dtype=bool)
        stays[wrong] = False
        for row in wrong:
            smaller = self._beside(tuple(made[row].tolist()), made[stays])
            if smaller is None:
                return None
            made[row], stays[row] = smaller, True
        return made

    def _beside(self, one: Rectangle, others: np.ndarray) -> Rectangle | None:
        """The largest part left of one rectangle, cut step by step, None where nothing is, or it takes too many."""
        gap = 0 if self.touching else 1
        for _ in range(_MOST_STEPS):
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
        return None

    def _laid_out(self, rectangles: np.ndarray) -> np.ndarray | None:
        """Each rectangle in a cell of its own: cells are halved at the middle of those that lie in them, all cells at
        once."""
        count = len(rectangles)
        area = np.array([self.area], dtype=np.int64)
        if count > int(self._fitting(area, 0)[0]) * int(self._fitting(area, 1)[0]):
            return None
        middles = rectangles[:, ::2] + (rectangles[:, 1::2] - rectangles[:, ::2]) // 2
        rows, cells, sizes = np.arange(count), area, np.array([count])
        while (sizes > 1).any():
            rows, cells, sizes = self._halved(rows, cells, sizes, middles)
        made = np.empty_like(rectangles)
        made[rows] = self._within(rectangles[rows], cells)
        return made

    def _shares(self, axis: int) -> bool:
        return self.touching and self.least[axis] > 0

    def _fitting(self, cells: np.ndarray, axis: int) -> np.ndarray:
        """How many rectangles of the least size fit into each cell side by side."""
        shares = self._shares(axis)
        width = cells[:, 2 * axis + 1] - cells[:, 2 * axis] + (not shares)
        return np.maximum(0, width) // (self.least[axis] + (not shares))

    def _halved(
        self, rows: np.ndarray, cells: np.ndarray, sizes: np.ndarray, middles: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The cells that hold several rectangles halved across the side where more fit. `rows` are those of the first
        cell, then those of the next; a cell holds `sizes` of them."""
        numbers = np.arange(len(cells))
        fitting = np.stack((self._fitting(cells, 0), self._fitting(cells, 1)), axis=1)
        axis = (fitting[:, 1] > fitting[:, 0]).astype(np.int64)
        cell_of = np.repeat(numbers, sizes)
        rows = rows[np.lexsort((middles[rows, axis[cell_of]], cell_of))]
        first = np.cumsum(sizes) - sizes
        shares = np.array([self._shares(0), self._shares(1)], dtype=np.int64)[axis]
        step = np.array(self.least, dtype=np.int64)[axis] + 1 - shares
        total = fitting[numbers, axis]
        # More than there are of them makes no difference, and products stay small.
        beside = np.minimum(fitting[numbers, 1 - axis], sizes)
        middle = middles[rows[first + sizes // 2], axis]
        # Where many lie in one place, or beyond the cell, half of them have room on either side all the same.
        half, rest = -(-(sizes // 2) // beside), -(-(sizes - sizes // 2) // beside)
        steps = np.clip((middle - cells[numbers, 2 * axis]) // step, np.maximum(1, half), np.maximum(1, total - rest))
        needed = sizes - np.minimum(total - steps, sizes) * beside
        share = np.minimum(np.maximum(sizes // 2, needed), np.minimum(steps, sizes) * beside)
        bound = cells[numbers, 2 * axis] + steps * step
        lower, upper = cells.copy(), cells.copy()
        lower[numbers, 2 * axis + 1] = bound - 1 + shares
        upper[numbers, 2 * axis] = bound
        is_one = sizes == 1
        share[is_one], lower[is_one] = 1, cells[is_one]
        halves = np.stack((lower, upper), axis=1).reshape(-1, 4)
        held = np.stack((share, sizes - share), axis=1).reshape(-1)
        return rows, halves[held > 0], held[held > 0]

    def _within(self, rectangles: np.ndarray, cells: np.ndarray) -> np.ndarray:
        """Each rectangle moved into its cell, and cut off where it is larger."""
        made = np.empty_like(rectangles)
        for axis, least in enumerate(self.least):
            lo, hi = cells[:, 2 * axis], cells[:, 2 * axis + 1]
            begin = np.maximum(lo, np.minimum(rectangles[:, 2 * axis], hi - least))
            made[:, 2 * axis] = begin
            made[:, 2 * axis + 1] = np.minimum(hi, np.maximum(rectangles[:, 2 * axis + 1], begin + least))
        return made


_MOST_STEPS = 200
"""A rectangle of which more cuts leave something is given up."""
_MOST_CUT = 24
"""More rectangles than this that overlap are a new drawing, not a changed one."""
