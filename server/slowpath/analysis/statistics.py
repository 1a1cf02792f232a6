"""Small statistics over measurements: spread, ranks, Mann-Whitney's test."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Spread:
    """Repeated measurements of one thing, in the unit of the measurements: minimum, median, maximum."""

    minimum: float
    median: float
    maximum: float

    @property
    def width(self) -> float:
        """Maximum minus minimum."""
        return self.maximum - self.minimum


def spread(values: Sequence[float]) -> Spread:
    """The spread of at least one value. Raises `ValueError` on none."""
    if not values:
        raise ValueError("no measurements")
    return Spread(float(min(values)), float(np.median(values)), float(max(values)))


def average_ranks(values: Sequence[float]) -> np.ndarray:
    """Ranks from 1, equal values sharing the mean of their ranks, as Spearman's coefficient wants them."""
    array = np.asarray(values, dtype=float)
    _, inverse, counts = np.unique(array, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts - 1) / 2)[inverse]


Values = Sequence[float] | np.ndarray
MOST_EXACT = 8
MOST_EXACT_TOGETHER = 60
"""Mann-Whitney's test is exact where the smaller side has at most so many values, and both together so many."""


def mann_whitney(higher: Values, lower: Values) -> float:
    """The one-sided p of Mann and Whitney (1947): how likely ranks like these are, if neither side tends to be larger
    and the alternative is that `higher` does.

    Exact for small sides, by counting all ways to choose the ranks, ties as they are; else the normal approximation
    with corrections for ties and continuity, which is off by 0.01 at most, or by 0.02 where most values are tied. 1.0
    where a side is empty.
    """
    if not len(higher) or not len(lower):
        return 1.0
    small, total = min(len(higher), len(lower)), len(higher) + len(lower)
    if small <= MOST_EXACT and total <= MOST_EXACT_TOGETHER:
        return _exact_p(higher, lower)
    return _normal_p([_rank_statistic(higher, lower)])


def stratified_mann_whitney(strata: Iterable[tuple[Values, Values]]) -> float:
    """The same test within strata, (higher, lower) each, added up: values are compared with those of their own stratum
    alone.

    Van Elteren's weights (1960), 1/(N+1) of each stratum, favour no stratum for its mere size. 1.0 where no stratum
    has both sides.
    """
    both = [(higher, lower) for higher, lower in strata if len(higher) and len(lower)]
    if len(both) == 1:
        return mann_whitney(*both[0])
    return _normal_p([_rank_statistic(*sides) for sides in both]) if both else 1.0


@dataclass(frozen=True)
class _RankStatistic:
    """Mann-Whitney's U over its expectation, with its variance under ties and the number of values."""

    excess: float
    variance: float
    total: int


def _rank_statistic(higher: Values, lower: Values) -> _RankStatistic:
    m, n = len(higher), len(lower)
    together = np.concatenate([np.asarray(higher, dtype=float), np.asarray(lower, dtype=float)])
    _, inverse, counts = np.unique(together, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    u = float(ranks[:m].sum()) - m * (m + 1) / 2
    ties = float((counts.astype(float) ** 3 - counts).sum())
    total = m + n
    variance = m * n / 12 * (total + 1 - ties / (total * (total - 1)))
    return _RankStatistic(u - m * n / 2, variance, total)


def _normal_p(statistics: Sequence[_RankStatistic]) -> float:
    weights = [1.0 / (made.total + 1) for made in statistics]
    variance = math.fsum(weight**2 * made.variance for weight, made in zip(weights, statistics, strict=True))
    if variance <= 0:
        return 1.0
    excess = math.fsum(weight * made.excess for weight, made in zip(weights, statistics, strict=True))
    continuity = 0.5 * min(weights)
    return min(1.0, 0.5 * math.erfc((excess - continuity) / math.sqrt(2 * variance)))


def _exact_p(higher: Values, lower: Values) -> float:
    """The share of all choices of as many ranks as the smaller side has whose sum is as extreme as the one seen.

    Ranks are doubled, so that shared ones are whole; `ways[k, s]` counts the choices of k of them that add up to s.
    """
    doubled = np.rint(2 * average_ranks([*higher, *lower])).astype(np.int64)
    of_higher = len(higher) <= len(lower)
    own = doubled[: len(higher)] if of_higher else doubled[len(higher) :]
    ways = np.zeros((len(own) + 1, int(np.sort(doubled)[-len(own) :].sum()) + 1))
    ways[0, 0] = 1.0
    for rank in doubled.tolist():
        ways[1:, rank:] += ways[:-1, : ways.shape[1] - rank].copy()
    choices, seen = ways[-1], int(own.sum())
    extreme = choices[seen:] if of_higher else choices[: seen + 1]
    return float(extreme.sum() / choices.sum())
