"""Two columns as intervals: nested, crossing, stairs, and the queries that pointer walks dislike.

STAB appendix G, two pointers; Laaksonen, "Guide to competitive programming" (2017), chapter 27 (Mo's order). A
construction is a pair of fillers (left, right), `(length, lo, hi, rng) -> int64 array` each, that agree through the
length and the bounds.
"""

from __future__ import annotations

from collections.abc import Callable

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


def _blocks(length: int, lo: int, hi: int) -> tuple[int, int]:
    """How many blocks Mo's order makes of the range, and the size of one."""
    size = max(1, min(hi - lo + 1, int(((hi - lo + 1) ** 2 / max(1, length)) ** 0.5))) if length else 1
    return max(1, (hi - lo + 1) // size), size


def mo_left(length, lo, hi, rng):
    """The k-th query of a block starts at its first or its last place by turns."""
    count, size = _blocks(length, lo, hi)
    index = np.arange(length, dtype=np.int64)
    first = stepped(index % count, lo, size)
    return np.minimum(stepped(index // count % 2, first, size - 1), hi)


def mo_right(length, lo, hi, rng):
    """Within each block the right ends go over the whole range, in the order of the queries."""
    count, _ = _blocks(length, lo, hi)
    return spread_over(np.arange(length) // count, lo, hi)


INTERVALS: dict[str, Ends] = {
    "nested": (lower_rising, upper_falling),
    "all crossing": (lower_rising, upper_rising),
    "staircase": (arrays.ascending, stair_end),
    "one next to the other": (arrays.ascending, short_after(0)),
    "Mo's order, ends of blocks": (mo_left, mo_right),
    "short, rising": (arrays.ascending, short_after(1)),
}
"""Pairs of columns by the name that the user reads; `queries.PAIRS` has the others."""

AGAINST = {
    "nested": "ranges walked one by one, sweeps, stacks of intervals",
    "all crossing": "sweeps that keep what is open, interval sets",
    "staircase": "greedy choice of intervals, sweeps",
    "one next to the other": "merging of intervals, interval sets that split",
    "Mo's order, ends of blocks": "Mo's order",
    "short, rising": "interval sets, merging of intervals",
}
