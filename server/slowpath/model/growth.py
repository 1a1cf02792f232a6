"""How a program's cost grows along one family of inputs, and how far that can be believed."""

from __future__ import annotations

from dataclasses import dataclass

CONSTANT, LOGARITHMIC, LINEAR, LINEARITHMIC, POLYNOMIAL, EXPONENTIAL, THRESHOLD = (
    "constant",
    "logarithmic",
    "linear",
    "linearithmic",
    "polynomial",
    "exponential",
    "threshold",
)
"""The models that are compared. `THRESHOLD`: cheap up to some size and dear beyond it ("only slow at full size")."""


@dataclass(frozen=True)
class GrowthPoint:
    """One measured member of the family: `n` is the governing size, `count` the deterministic count of its run.

    `at_least` says that the run was cut at a limit, so that the count is a lower bound.
    """

    n: int
    count: int
    at_least: bool = False


@dataclass(frozen=True)
class LineGrowth:
    """How often one line (1-based) of the program runs along the family: `model`, `formula`, `exponent` and its 95%
    interval `low`..`high` as in `Growth`. `hits` is how often it ran at the largest size that was run to its end."""

    line: int
    model: str
    formula: str
    exponent: float
    low: float
    high: float
    hits: int


@dataclass(frozen=True)
class Growth:
    """The growth along the family of one slow input.

    `variable` is what n is: a size of the format ("n", "n + m"), or "bytes". `model` is the one of this module's words
    that explains the points best, `formula` how a person would write it ("n^2.0", "n log n", "1.62^n").
    `exponent` is the slope of log cost on log n with its 95% interval `low`..`high` (of an exponential: log2 of the
    cost over n, the doublings a unit). `largest_n` is the largest n that the format allows, or the largest that the
    points still say something of, which the remark then says; `predicted` is the count there by the model with its
    interval `predicted_low`..`predicted_high`, wide where it is far from the points or where several models explain
    them. `predicted_s` is the CPU time that so many steps take at the rate of the slowest
    run that ended, 0.0 where no run was long enough to tell. `curve` is the model at some sizes up to `largest_n`, for
    drawing. `remark` says in a sentence what else has to be known ("Measured up to n = 34: a run at 36 would take
    about 40 s"), or "". `lines` are the lines that run most often at the largest size that was run to its end, the most
    frequent first.
    """

    variable: str
    points: tuple[GrowthPoint, ...]
    model: str
    formula: str
    exponent: float
    low: float
    high: float
    largest_n: int
    predicted: int
    predicted_low: int
    predicted_high: int
    predicted_s: float = 0.0
    curve: tuple[GrowthPoint, ...] = ()
    remark: str = ""
    lines: tuple[LineGrowth, ...] = ()
