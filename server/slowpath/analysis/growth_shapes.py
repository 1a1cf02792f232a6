"""The forms that the growth of a cost may have, and the values of their free parameters that are tried.

What they are for, and how they are fitted and compared, says `complexity_fit`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from slowpath.model.growth import CONSTANT, EXPONENTIAL, LINEAR, LINEARITHMIC, LOGARITHMIC, POLYNOMIAL, THRESHOLD

POWERS = (0.1, 8.0)
DOUBLINGS = (1.5, 400.0)
"""Of the cost between the least and the largest point, where it grows exponentially."""
LEAST_BASE = 1.02
"""A cost that grows by less from one size to the next isn't exponential, however well that fits."""
EARLIEST_JUMP = 0.02
"""A threshold lies beyond this share of the largest size: below that, sizes are too small to be compared with."""
STEPS = 40

Columns = Callable[[np.ndarray, float], np.ndarray]
"""The terms of `work` at some sizes, one a column, for a value of the free parameter."""


@dataclass(frozen=True)
class Shape:
    """One form of `work`. `spares` are the smaller terms that may stand beside it: "1", "n" and "d", n by its digits,
    which is what reading numbers up to n costs. `free` counts the free
    parameters, `grid` their values for given sizes; `is_refined` says that the value lies between those of the grid;
    `begin` is the size from which a threshold is passed, 0 for other shapes."""

    model: str
    columns: Columns
    grid: Callable[[np.ndarray], np.ndarray]
    spares: tuple[str, ...] = ("", "1")
    free: int = 0
    is_refined: bool = False
    begin: float = 0.0


def _fixed(columns: Callable[[np.ndarray], np.ndarray]) -> Columns:
    return lambda n, _: columns(n)[:, None]


def _nothing(_: np.ndarray) -> np.ndarray:
    return np.zeros(1)


def _doublings(n: np.ndarray) -> np.ndarray:
    least, most = (doublings / (n.max() - n.min()) for doublings in DOUBLINGS)
    return np.geomspace(max(least, math.log2(LEAST_BASE)), max(most, math.log2(LEAST_BASE)), STEPS)


def _exponential(n: np.ndarray, doublings: float) -> np.ndarray:
    return np.exp2(np.minimum(doublings * n, 900.0))[:, None]


SPARE: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "1": np.ones_like,
    "n": np.asarray,
    "d": lambda n: n * np.log(n + 9),
}
READING = ("", "1", "n", "1n", "d", "1d")
LARGER_BESIDE = frozenset("nd")
"""Beside these a power up to 1 isn't the work but the smaller term."""
SMOOTH_SHAPES = (
    Shape(CONSTANT, _fixed(np.ones_like), _nothing, ("",)),
    Shape(LOGARITHMIC, _fixed(np.log), _nothing),
    Shape(LINEAR, _fixed(np.asarray), _nothing),
    Shape(LINEARITHMIC, _fixed(lambda n: n * np.log(np.maximum(n, 2))), _nothing, ("", "1", "n", "1n")),
    Shape(POLYNOMIAL, lambda n, power: (n**power)[:, None], lambda _: np.linspace(*POWERS, STEPS), READING, 1, True),
    Shape(EXPONENTIAL, _exponential, _doublings, ("", "1"), 1, True),
)
"""From the simplest to the one that needs most to be believed; a threshold comes after all of these."""


def thresholds(n: np.ndarray) -> Iterator[Shape]:
    """Two shapes for every place at which the cost may change, with two points at least below it: a jump of the same
    growth, and, where three points are left to see another growth, a bend away from the reading of the input."""
    for place in range(2, len(n)):
        begin = float(n[place])
        if begin < EARLIEST_JUMP * n[-1]:
            continue
        yield Shape(THRESHOLD, _beyond(begin), lambda _: np.linspace(0.0, 3.0, 13), ("", "1"), 2, begin=begin)
        if place <= len(n) - 3:
            yield Shape(THRESHOLD, _beyond(begin, 1.0), lambda _: np.linspace(0.0, 6.0, 25), ("", "1"), 2, True, begin)


def _beyond(begin: float, before: float | None = None) -> Columns:
    """A power of n that begins at a size; below it stands the power `before`, or the same."""

    def columns(n: np.ndarray, power: float) -> np.ndarray:
        is_beyond = n >= begin
        below = n ** (power if before is None else before)
        return np.stack((np.where(is_beyond, 0.0, below), np.where(is_beyond, n**power, 0.0)), axis=1)

    return columns
