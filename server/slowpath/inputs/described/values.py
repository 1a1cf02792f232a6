"""Lists of numbers in words: how they are ordered, how many values differ, what all have in common."""

from __future__ import annotations

from math import isqrt

import numpy as np

from slowpath.inputs import number_sets

FEW_RUNS = 64
MOST_PERIOD = 64
FEW_VALUES = 4
LONG_PRIME = 10**12
MOSTLY = 0.9


def number_words(value: int) -> str:
    """One number, with what is special about it."""
    said = f"{value:,}"
    if value > 3 and value & (value - 1) == 0:
        return f"{said} (a power of two)"
    if value > 10 and value <= LONG_PRIME and _is_prime(value):
        return f"{said} (prime)"
    return said


def _is_prime(value: int) -> bool:
    return value % 2 != 0 and not (value % np.arange(3, isqrt(value) + 1, 2) == 0).any()


def value_words(values: np.ndarray, is_table: bool = False) -> str:
    """A list of numbers, not empty; of a table (its rows one behind the other) the order isn't told."""
    if len(values) == 1:
        return number_words(int(values[0])) if values.dtype.kind == "i" else f"{values[0]:g}"
    different = number_sets.different(values)
    if len(different) == 1:
        return f"all {_figure(different[0])}"
    order = "" if is_table else _order(values)
    return ", ".join(word for word in (order, _variety(values, different), _stride(values, different)) if word)


def _figure(value: np.generic) -> str:
    return f"{int(value):,}" if value.dtype.kind == "i" else f"{value:g}"


def _variety(values: np.ndarray, different: np.ndarray) -> str:
    """How many values there are."""
    count, length = len(different), len(values)
    if count == length:
        if different.dtype.kind == "i" and different[-1] - different[0] == length - 1:
            return f"all values from {_figure(different[0])} to {_figure(different[-1])}"
        return "all values distinct"
    if count <= FEW_VALUES:
        return f"only the values {', '.join(_figure(value) for value in different)}"
    if count < length / 2:
        return f"{count:,} different values"
    return "some values repeated"


def _stride(values: np.ndarray, different: np.ndarray) -> str:
    """What all values are multiples of, or have as their distance."""
    if values.dtype.kind != "i" or len(different) <= FEW_VALUES:
        return ""
    if abs(int(different[0])) > 2**62 or abs(int(different[-1])) > 2**62:
        return ""
    whole = int(np.gcd.reduce(different))
    if whole > 1 and not (whole == different[0] and different[-1] == whole * len(different)):
        return f"all multiples of {whole:,}"
    distances = np.diff(different)
    if (distances == distances[0]).all():
        return "" if distances[0] == 1 else "evenly spaced"
    apart = int(np.gcd.reduce(distances))
    return f"all the same modulo {apart:,}" if apart > 1 else ""


def _order(values: np.ndarray) -> str:
    steps = np.sign(np.diff(values.astype(np.float64 if values.dtype.kind == "f" else np.int64)))
    almost = _but_for_an_end(values, steps)
    if almost.startswith("all "):
        return almost
    if (steps >= 0).all():
        return "sorted"
    if (steps <= 0).all():
        return "reversed"
    return almost or _turns(values, steps) or _periodic(values) or _nearly(steps) or "in no order"


def _but_for_an_end(values: np.ndarray, steps: np.ndarray) -> str:
    """Sorted or reversed but for one value at an end."""
    if not (steps[1:-1] >= 0).all() and not (steps[1:-1] <= 0).all():
        return ""
    for inner, value, rest, end in (
        (steps[:-1], values[-1], values[:-1], "last"),
        (steps[1:], values[0], values[1:], "first"),
    ):
        if len(inner) < 2:
            continue
        size = ", the largest" if value >= rest.max() else ", the smallest" if value <= rest.min() else ""
        if (inner == 0).all():
            return f"all {_figure(rest[0])} but for the {end}{size}"
        if (inner >= 0).all():
            return f"sorted but for the {end}{size}"
        if (inner <= 0).all():
            return f"reversed but for the {end}{size}"
    return ""


def _turns(values: np.ndarray, steps: np.ndarray) -> str:
    """Where it turns from rising to falling: once, everywhere, or in a few runs."""
    moving = steps[steps != 0]
    turns = np.flatnonzero(moving[1:] != moving[:-1])
    if len(turns) == 1:
        return "rising, then falling" if moving[0] > 0 else "falling, then rising"
    if len(steps) == len(moving) and len(turns) == len(moving) - 1:
        return "high and low by turns"
    for sign, word in ((1, "sorted"), (-1, "reversed")):
        breaks = np.flatnonzero(steps == -sign)
        if 0 < len(breaks) < FEW_RUNS and len(breaks) * 8 < len(steps):
            lengths = np.diff(np.concatenate(([-1], breaks, [len(values) - 1])))
            same = f" of {lengths[0]:,}" if (lengths[:-1] == lengths[0]).all() and lengths[-1] <= lengths[0] else ""
            return f"{len(breaks) + 1} {word} parts{same}, one behind the other"
    return ""


def _periodic(values: np.ndarray) -> str:
    for period in range(2, min(MOST_PERIOD, len(values) // 3) + 1):
        if np.array_equal(values[period:], values[:-period]):
            return f"the same {period} values again and again"
    return ""


def _nearly(steps: np.ndarray) -> str:
    """Nearly sorted, where few neighbours stand the wrong way round."""
    if len(steps) < 20:
        return ""
    if (steps >= 0).mean() > MOSTLY:
        return "nearly sorted"
    return "nearly reversed" if (steps <= 0).mean() > MOSTLY else ""
