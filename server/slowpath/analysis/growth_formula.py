"""A growth as a person would write it: its exponent with an interval, and its formula ("n^2.00", "n log n")."""

from __future__ import annotations

import math
from collections.abc import Sequence

from slowpath.analysis.complexity_fit import Comparison, Fit, slope
from slowpath.model.growth import CONSTANT, EXPONENTIAL, LINEAR, LINEARITHMIC, LOGARITHMIC, POLYNOMIAL, THRESHOLD


def exponent_of(compared: Comparison, sizes: Sequence[float], counts: Sequence[float]) -> tuple[float, float, float]:
    """The exponent with its interval: of a power where one fits, else the plain slope."""
    best = compared.best
    if best.model == EXPONENTIAL:
        return best.value, *best.bounds
    if best.model in (LINEAR, LINEARITHMIC, POLYNOMIAL) and compared.power is not None:
        return compared.power.value, *compared.power.bounds
    return slope(sizes, counts)


def formula(fit: Fit, exponent: float, variable: str) -> str:
    """The growth as a person would write it."""
    n = variable if variable.replace("_", "").isalnum() else f"({variable})"
    match fit.model:
        case model if model == CONSTANT:
            return "constant"
        case model if model == LOGARITHMIC:
            return f"log {n}"
        case model if model == LINEAR:
            return n
        case model if model == LINEARITHMIC:
            return f"{n} log {n}"
        case model if model == EXPONENTIAL:
            return f"{2**exponent:.4g}^{n}"
        case model if model == THRESHOLD:
            return f"slow from {variable} = {int(fit.shape.begin):,} on"
    return f"{n}^{exponent:.2f}"


def power_between(size: int, count: int, larger: int, larger_count: int) -> float:
    """The power of its size by which a count grows between two sizes; at least that where the larger run was cut."""
    return math.log(larger_count / max(1, count)) / math.log(larger / max(1, size))
