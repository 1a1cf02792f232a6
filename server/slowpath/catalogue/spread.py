"""Ranks as values: how an order becomes numbers within bounds."""

from __future__ import annotations

import numpy as np


def spread_over(ranks: np.ndarray, lo: int, hi: int) -> np.ndarray:
    """Ranks `0..k-1` as values over the whole of `[lo, hi]`, order kept, distinct where the range allows."""
    top = int(ranks.max(initial=0))
    if top == 0:
        return np.full(len(ranks), lo, dtype=np.int64)
    step = (hi - lo) // top
    if step:
        return lo + ranks.astype(np.int64) * step
    return lo + np.round(ranks * ((hi - lo) / top)).astype(np.int64)


def from_low(ranks: np.ndarray, lo: int, hi: int) -> np.ndarray:
    """Ranks as consecutive values from `lo`, wrapping round where the range is shorter."""
    return lo + ranks.astype(np.int64) % (hi - lo + 1)
