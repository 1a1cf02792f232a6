"""How good optimised programs are, over many problems: ECCO's measures (sections 3.3.1 to 3.3.3).

Speed-up and memory reduction are means over what is correct, as in ECCO's tables; the geometric mean, which one large
ratio can't lift alone, stands beside them. A percentile counts the programs that are strictly worse: for the worst of
a spectrum it is 0 (the published code turns that into 1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

LEAST_REDUCTION = 0.10
"""A program counts as optimised that takes this part less (PIE's %Opt)."""


@dataclass(frozen=True)
class Measured:
    """One optimised program beside its original: whether it passes all tests, CPU seconds and bytes of peak memory,
    before and after."""

    is_correct: bool
    before_s: float = 0.0
    after_s: float = 0.0
    before_bytes: int = 0
    after_bytes: int = 0


@dataclass(frozen=True)
class Efficiency:
    """Over all programs: parts are 0..1, ratios above 1 are better, None where nothing is correct or measured."""

    programs: int
    pass_at_1: float | None
    speedup: float | None
    geometric_speedup: float | None
    memory_reduction: float | None
    optimised: float | None
    memory_optimised: float | None


def speedup(before_s: float, after_s: float) -> float:
    """ECCO equation 1. Raises `ValueError` for a time that isn't positive."""
    if before_s <= 0 or after_s <= 0:
        raise ValueError("a run's time is positive")
    return before_s / after_s


def memory_reduction(before_bytes: int, after_bytes: int) -> float:
    """ECCO equation 2. Raises `ValueError` for memory that isn't positive."""
    if before_bytes <= 0 or after_bytes <= 0:
        raise ValueError("a run's memory is positive")
    return before_bytes / after_bytes


def percentile(value: float, spectrum: Sequence[float]) -> float:
    """The percentage of a spectrum (seconds or bytes of all users' programs) that is strictly worse than `value`: ECCO
    equations 3 and 4, 0 to 100. Raises `ValueError` for an empty spectrum."""
    if not spectrum:
        raise ValueError("nothing to compare with")
    return 100.0 * sum(other > value for other in spectrum) / len(spectrum)


def efficiency(measured: Sequence[Measured]) -> Efficiency:
    """ECCO's table row of one program each."""
    good = [each for each in measured if each.is_correct]
    speeds = [speedup(each.before_s, each.after_s) for each in good]
    memory = [memory_reduction(each.before_bytes, each.after_bytes) for each in good]
    enough = 1.0 - LEAST_REDUCTION
    return Efficiency(
        len(measured),
        _mean([float(each.is_correct) for each in measured]),
        _mean(speeds),
        math.exp(sum(map(math.log, speeds)) / len(speeds)) if speeds else None,
        _mean(memory),
        _mean([float(each.is_correct and each.after_s <= enough * each.before_s) for each in measured]),
        _mean([float(each.is_correct and each.after_bytes <= enough * each.before_bytes) for each in measured]),
    )


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
