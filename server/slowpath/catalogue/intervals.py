"""Two columns as intervals: nested, crossing, stairs, and the queries that pointer walks dislike.

STAB appendix G, two pointers; Laaksonen, "Guide to competitive programming" (2017), chapter 27 (Mo's order). A
construction is a pair of fillers (left, right), `(length, lo, hi, rng) -> int64 array` each, that agree through the
length and the bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from slowpath.catalogue import arrays
from slowpath.catalogue.spread import spread_over, stepped

Ends = tuple[Callable[..., np.ndarray], Callable[..., np.ndarray]]


def lower_rising(length, lo, hi, rng):
    """From the least value to the middle."""
    return spread_over(np.arange(length), lo, lo + (hi - lo) // 2)


def upper_rising(length, lo, hi, rng):
    return spread_over(np.arange(length), lo + (hi - lo + 1) // 2, hi)


def upper_falling(length, lo, hi, rng):
    return upper_rising(length, lo, hi, rng)[::-1].copy()


def short_after(step: int) -> Callable[..., np.ndarray]:
    """Values that rise over the whole range, each moved up by `step`."""

    def filler(length, lo, hi, rng):
        return np.minimum(arrays.ascending(length, lo, hi, rng) + step, hi)

    return filler


def stair_end(length, lo, hi, rng):
    """The left ends of a staircase moved up by a third of the range."""
    return np.minimum(arrays.ascending(length, lo, hi, rng) + (hi - lo) // 3, hi)


BlockSize = Callable[[int, int], int]
"""(queries, places) -> how many places a block of Mo's order has."""
EDGED_FROM = 4
MOST_PLACES = 1 << 62


def best_block(queries: int, places: int) -> int:
    """The size that makes as many moves of either end as of the other."""
    return int(places / max(1, queries) ** 0.5)


def root_block(queries: int, places: int) -> int:
    """The size that most programs take, however many queries there are."""
    return int(places**0.5)


def fixed_block(size: int) -> BlockSize:
    """The size that a program has as a constant."""
    return lambda queries, places: size


def mo_choices(blocks: Iterable[int]) -> dict[str, Ends]:
    """Against blocks of these sizes."""
    return {f"Mo's order, ends of blocks of {size}": mo_order(fixed_block(size)) for size in blocks}


def mo_order(size_of: BlockSize) -> Ends:
    """Within each block, right ends go over all that follows it, and left ends are near its last and its first place by
    turns. Not at these places: whether places are counted from 0 or 1 isn't known, and one beyond is another block.
    """

    def ends(length: int, lo: int, hi: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The block's first and last place, and the query's number within its block as a share."""
        hi = min(hi, lo + MOST_PLACES)
        size = max(1, min(size_of(length, hi - lo + 1), hi - lo + 1))
        blocks = max(1, min(-(-(hi - lo + 1) // size), length))
        index = np.arange(length, dtype=np.int64)
        first = stepped(index % blocks, lo, size)
        edge = 1 if size >= EDGED_FROM else 0
        last = first + np.minimum(size - 1, hi - first)
        return np.minimum(first + edge, last), np.maximum(last - edge, first), index // blocks

    def left(length, lo, hi, rng):
        first, last, turn = ends(length, lo, hi)
        return np.where(turn % 2 == 0, first, last)

    def right(length, lo, hi, rng):
        _, last, turn = ends(length, lo, hi)
        return last + ((min(hi, lo + MOST_PLACES) - last) * (turn / max(1, int(turn.max(initial=1))))).astype(np.int64)

    return left, right


INTERVALS: dict[str, Ends] = {
    "nested": (lower_rising, upper_falling),
    "all crossing": (lower_rising, upper_rising),
    "staircase": (arrays.ascending, stair_end),
    "one next to the other": (arrays.ascending, short_after(0)),
    "Mo's order, ends of blocks": mo_order(best_block),
    "Mo's order, ends of blocks of root n": mo_order(root_block),
    "short, rising": (arrays.ascending, short_after(1)),
}
"""Pairs of columns by the name that the user reads; `queries.PAIRS` has the others."""

AGAINST = {
    "nested": "ranges walked one by one, sweeps, stacks of intervals",
    "all crossing": "sweeps that keep what is open, interval sets",
    "staircase": "greedy choice of intervals, sweeps",
    "one next to the other": "merging of intervals, interval sets that split",
    "Mo's order, ends of blocks": "Mo's order",
    "Mo's order, ends of blocks of root n": "Mo's order",
    "short, rising": "interval sets, merging of intervals",
}
