"""How often each line of a program runs along the family of an input: which loop's count grows how."""

from __future__ import annotations

from collections.abc import Mapping

from slowpath.analysis.complexity_fit import FEWEST_POINTS, compare
from slowpath.analysis.growth_formula import exponent_of, formula
from slowpath.analysis.growth_shapes import POWERS
from slowpath.model.growth import EXPONENTIAL, LineGrowth

MOST_LINES = 12
LEAST_SHARE = 0.01
"""A line that runs less often than this share of the most frequent one's hits explains nothing."""


def line_growths(hits: Mapping[int, Mapping[int, int]], variable: str) -> tuple[LineGrowth, ...]:
    """Of the lines that run most often at the largest size, the most frequent first; lines of equal counts in their
    order. `hits` are the line hits (by 1-based line) of runs that ended, by size; `variable` is what the size is
    called. Lines that ran at too few sizes are left out, and those that grow faster than any power that is tried: the
    largest of these would say nothing of them.
    """
    known = {n: lines for n, lines in hits.items() if lines}
    if len(known) < FEWEST_POINTS:
        return ()
    largest = known[max(known)]
    least = max(1.0, LEAST_SHARE * max(largest.values()))
    frequent = sorted(
        (line for line, count in largest.items() if count >= least), key=lambda line: (-largest[line], line)
    )
    grown = (_line_growth(line, known, variable) for line in frequent[:MOST_LINES])
    return tuple(growth for growth in grown if growth is not None)


def _line_growth(line: int, hits: Mapping[int, Mapping[int, int]], variable: str) -> LineGrowth | None:
    sizes = [n for n in sorted(hits) if hits[n].get(line)]
    counts = [hits[n][line] for n in sizes]
    compared = compare(sizes, counts)
    if compared is None:
        return None
    exponent, low, high = exponent_of(compared, sizes, counts)
    if compared.best.model != EXPONENTIAL and high >= POWERS[1]:
        return None
    return LineGrowth(
        line, compared.best.model, formula(compared.best, exponent, variable), exponent, low, high, counts[-1]
    )
