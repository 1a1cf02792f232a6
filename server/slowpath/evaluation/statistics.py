"""Figures with their intervals, and tests of two sides: SciPy's, the only file that knows it.

Without SciPy figures have no bounds and tests no p. All randomness is seeded, so that a report repeats.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

SEED = 0
RESAMPLES = 2000
CONFIDENCE = 0.95
LEAST = 3
"""An interval needs so many values."""


@dataclass(frozen=True)
class Interval:
    """A figure with the bounds of its 95% bootstrap interval; None where there are too few values, or no SciPy."""

    value: float
    low: float | None = None
    high: float | None = None


def mean(values: Sequence[float]) -> Interval | None:
    """The mean, None without values."""
    return _with_bounds(values, np.mean)


def median(values: Sequence[float]) -> Interval | None:
    """The median, None without values."""
    return _with_bounds(values, np.median)


def quartiles(values: Sequence[float]) -> tuple[Interval, Interval] | None:
    """The lower and the upper quartile, None without values."""

    def quartile(percent: float) -> Interval | None:
        return _with_bounds(values, lambda data, axis=None: np.percentile(data, percent, axis=axis))

    low, high = quartile(25), quartile(75)
    return None if low is None or high is None else (low, high)


def ratio_of_sums(groups: Sequence[Sequence[tuple[float, float]]]) -> Interval | None:
    """The mean of rates, each the sum of the parts over the sum of the wholes: a group has (part, whole) of every rate,
    and groups (programs, searches) are what is drawn again. Rates without a whole don't count; None without any."""
    if not groups:
        return None
    data = np.asarray(groups, dtype=float)

    def figure(drawn: np.ndarray) -> float:
        parts, wholes = np.moveaxis(data[drawn.astype(int)].sum(axis=0), -1, 0)
        known = wholes > 0
        return float((parts[known] / wholes[known]).mean()) if known.any() else math.nan

    value = figure(np.arange(len(data)))
    if math.isnan(value):
        return None
    if len(data) < LEAST or not data.std(axis=0).any():
        return Interval(value)
    return _bootstrapped(value, np.arange(len(data)), figure, vectorized=False)


def geometric_mean(values: Sequence[float]) -> Interval | None:
    """The geometric mean of positive values, None without any."""
    positive = [value for value in values if value > 0]
    made = mean([math.log(value) for value in positive])
    if made is None:
        return None
    return Interval(
        math.exp(made.value), *(math.exp(bound) if bound is not None else None for bound in (made.low, made.high))
    )


def share(holds: Sequence[bool]) -> Interval | None:
    """The share in which something holds, 0 to 1, None without any."""
    return mean([float(each) for each in holds])


def _with_bounds(values: Sequence[float], figure: Callable[..., np.floating]) -> Interval | None:
    if not len(values):
        return None
    data = np.asarray(values, dtype=float)
    value = float(figure(data))
    if len(data) < LEAST or not data.std():
        return Interval(value)
    return _bootstrapped(value, data, figure, vectorized=True)


def _bootstrapped(value: float, data: np.ndarray, figure: Callable[..., Any], *, vectorized: bool) -> Interval:
    try:
        from scipy import stats
    except ImportError:
        return Interval(value)
    made = stats.bootstrap(
        (data,),
        figure,
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(SEED),
        vectorized=vectorized,
    )
    low, high = (float(bound) for bound in made.confidence_interval)
    return Interval(value, low, high)


def mann_whitney(higher: Sequence[float], lower: Sequence[float]) -> float | None:
    """The one-sided p that `higher` isn't larger (WEDGE sections 4.2 and 4.4); None without both sides, or SciPy."""
    if not len(higher) or not len(lower):
        return None
    try:
        from scipy import stats
    except ImportError:
        return None
    return float(stats.mannwhitneyu(higher, lower, alternative="greater").pvalue)


def wilcoxon(pairs: Sequence[tuple[float, float]]) -> float | None:
    """The two-sided p of Wilcoxon's signed-rank test of pairs; None where fewer than `LEAST` differ, or no SciPy."""
    differences = [one - other for one, other in pairs if one != other]
    if len(differences) < LEAST:
        return None
    try:
        from scipy import stats
    except ImportError:
        return None
    return float(stats.wilcoxon(differences).pvalue)
