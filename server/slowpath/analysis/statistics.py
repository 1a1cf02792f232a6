"""Small statistics over measurements: spread, ranks, Spearman's coefficient, growth on log-log axes."""

from __future__ import annotations

from collections.abc import Sequence
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


def spearman(left: Sequence[float], right: Sequence[float]) -> float:
    """Spearman's rank correlation in -1..1; 0.0 where one side doesn't vary, so that nothing can be said.

    Raises `ValueError` for sequences of different lengths.
    """
    if len(left) != len(right):
        raise ValueError(f"{len(left)} values against {len(right)}")
    first, second = average_ranks(left), average_ranks(right)
    if len(first) < 2 or not first.std() or not second.std():
        return 0.0
    return float(np.corrcoef(first, second)[0, 1])


@dataclass(frozen=True)
class Growth:
    """`cost = factor * size**exponent`, with the share of variance explained on log-log axes (`r_squared`)."""

    exponent: float
    factor: float
    r_squared: float

    def at(self, size: float) -> float:
        """The cost that the fit predicts at `size`."""
        return self.factor * size**self.exponent


def fit_growth(sizes: Sequence[float], costs: Sequence[float]) -> Growth | None:
    """Least squares on logarithms; None with fewer than two different positive sizes."""
    points = [(size, cost) for size, cost in zip(sizes, costs, strict=True) if size > 0 and cost > 0]
    if len({size for size, _ in points}) < 2:
        return None
    x, y = np.log(np.array(points, dtype=float)).T
    exponent, intercept = np.polyfit(x, y, 1)
    residual = y - (exponent * x + intercept)
    variance = ((y - y.mean()) ** 2).sum()
    r_squared = 1.0 - float((residual**2).sum() / variance) if variance > 0 else 1.0
    return Growth(float(exponent), float(np.exp(intercept)), r_squared)
