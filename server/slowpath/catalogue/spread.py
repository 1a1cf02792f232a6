"""Ranks as values: how an order becomes numbers within bounds."""

from __future__ import annotations

import numpy as np

_INT64_LARGEST = (1 << 63) - 1


def spread_over(ranks: np.ndarray, lo: int, hi: int) -> np.ndarray:
    """Ranks `0..k-1` as values over the whole of `[lo, hi]`, order kept, distinct where the range allows."""
    top = int(ranks.max(initial=0))
    if top == 0:
        return np.full(len(ranks), lo, dtype=np.int64)
    step = (hi - lo) // top
    if step:
        return stepped(ranks, lo, step)
    return lo + np.round(ranks * ((hi - lo) / top)).astype(np.int64)


def from_low(ranks: np.ndarray, lo: int, hi: int) -> np.ndarray:
    """Ranks as consecutive values from `lo`, wrapping round where the range is shorter."""
    return lo + ranks.astype(np.int64) % min(hi - lo + 1, _INT64_LARGEST)


def stepped(ranks: np.ndarray, lo: int | np.ndarray, step: int) -> np.ndarray:
    """`lo` and a step for each rank, reckoned modulo 2^64: a step may be longer than int64 has room for, as between the
    least and the largest int64, what it leads to is not."""
    return lo + (ranks.astype(np.uint64) * np.uint64(step)).astype(np.int64)
