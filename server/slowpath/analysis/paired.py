"""Wilcoxon's signed-rank test: whether paired differences tend to be positive."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from slowpath.analysis.statistics import average_ranks

MOST_EXACT = 30


def signed_rank(differences: Sequence[float]) -> float:
    """The one-sided p of Wilcoxon (1945): how likely ranks like these are if the differences lie evenly about zero and
    the alternative is that they tend to be positive.

    Differences of zero say nothing and are left out (as Wilcoxon did). Exact for up to `MOST_EXACT` others, by
    counting the signs' ways, ties as they are; beyond that the normal approximation with corrections for ties and
    continuity. 1.0 where nothing differs.
    """
    left = [difference for difference in differences if difference]
    if not left:
        return 1.0
    ranks = average_ranks([abs(difference) for difference in left])
    seen = float(sum(rank for rank, difference in zip(ranks, left, strict=True) if difference > 0))
    if len(left) <= MOST_EXACT:
        return _exact_p(ranks, seen)
    return _normal_p(ranks, seen)


def _normal_p(ranks: np.ndarray, seen: float) -> float:
    mean, variance = float(ranks.sum()) / 2, float((ranks**2).sum()) / 4
    return min(1.0, 0.5 * math.erfc((seen - mean - 0.5) / math.sqrt(2 * variance)))


def _exact_p(ranks: np.ndarray, seen: float) -> float:
    """The share of all choices of signs whose positive ranks add up to as much as was seen. Ranks are doubled, so that
    shared ones are whole."""
    doubled = np.rint(2 * ranks).astype(np.int64)
    ways = np.zeros(int(doubled.sum()) + 1)
    ways[0] = 1.0
    for rank in doubled.tolist():
        ways[rank:] += ways[:-rank].copy()
    return float(ways[round(2 * seen) :].sum() / ways.sum())
