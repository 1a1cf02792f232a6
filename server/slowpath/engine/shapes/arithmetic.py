"""Arithmetic of terms, over int64 a place and over single integers: what leaves 63 bits stays at their end.

One of two sides may be a single integer that stands at all places.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

FARTHEST = 2**62
Side = np.ndarray | int


def saturated(exact: np.ndarray, rough: np.ndarray) -> np.ndarray:
    """Integers, but the ends of 63 bits where the floats say that they left them."""
    far = np.abs(rough) >= FARTHEST
    return np.where(far, np.where(rough > 0, FARTHEST, -FARTHEST), exact) if far.any() else exact


def added(a: Side, b: Side) -> np.ndarray:
    """a + b, saturated."""
    # `np.clip` takes several times as long on the short sequences that shapes are read from.
    return np.minimum(np.maximum(a + b, -FARTHEST), FARTHEST)


def times(a: Side, b: Side) -> np.ndarray:
    """a * b, saturated."""
    return saturated(np.multiply(a, b), np.multiply(a, b, dtype=np.float64))


def quotient(a: Side, b: Side) -> np.ndarray:
    """a // b, 0 where b is."""
    if isinstance(b, int):
        return np.floor_divide(a, b) if b else np.zeros_like(a)
    return np.where(b == 0, 0, a // np.where(b == 0, 1, b))


def remainder(a: Side, b: Side) -> np.ndarray:
    """a % b, 0 where b is."""
    if isinstance(b, int):
        return np.remainder(a, b) if b else np.zeros_like(a)
    return np.where(b == 0, 0, a % np.where(b == 0, 1, b))


def sums(a: np.ndarray) -> np.ndarray:
    """What stands before each place and at it in all, saturated."""
    running = np.cumsum(a.astype(np.float64))
    if not len(a) or np.abs(running).max() < FARTHEST / 2:
        return np.cumsum(a)
    made, total = [], 0
    for value in a.tolist():
        total = max(-FARTHEST, min(FARTHEST, total + value))
        made.append(total)
    return np.array(made, dtype=np.int64)


ARITHMETIC: dict[str, Callable[[Side, Side], np.ndarray]] = {
    "+": added,
    "-": lambda a, b: added(a, -b),
    "*": times,
    "//": quotient,
    "%": remainder,
    "min": np.minimum,
    "max": np.maximum,
    "^": np.bitwise_xor,
}


def root(a: np.ndarray) -> np.ndarray:
    """The square root rounded down, 0 below 1."""
    return np.sqrt(np.maximum(a, 0).astype(np.float64)).astype(np.int64)


def logarithm(a: np.ndarray) -> np.ndarray:
    """The binary logarithm rounded down, 0 below 1."""
    return (np.frexp(np.maximum(a, 1).astype(np.float64))[1] - 1).astype(np.int64)


PLAIN: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b if b else 0,
    "%": lambda a, b: a % b if b else 0,
    "min": min,
    "max": max,
    "^": lambda a, b: a ^ b,
}
"""The same of two integers: the steps of a walk."""
