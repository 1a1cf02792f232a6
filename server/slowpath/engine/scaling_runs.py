"""Measures how a program's cost grows along the family of an input: which sizes are run, and what follows from them.

Sizes rise, in equal factors where the input is large and in equal steps where it is small (what grows exponentially
shows only there). Before each run its cost is extrapolated from the last two: what would be too dear isn't run, what
is cut all the same bounds the size, and a few sizes below the bound are tried instead, so that an exponential stops
before it hangs. Then sizes are added where neighbours differ most, which is where a threshold lies.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from slowpath.analysis.complexity_fit import Fit, compare
from slowpath.analysis.growth_formula import exponent_of, formula
from slowpath.analysis.growth_shapes import POWERS
from slowpath.engine.families import Family
from slowpath.engine.line_growth import line_growths
from slowpath.model.growth import POLYNOMIAL, Growth, GrowthPoint

LADDER = 11
MOST_POINTS = 17
NEARER = 4
SMALL = 64
LEAST_N = 4
WIDEST = 4096
STEEP = 8.0
"""Neighbours whose counts differ by more than this get a point between them."""
LARGEST_COUNT = 10**18
CURVE_POINTS = 24
EXPECTED_SHARE = 0.5
"""Of its time an input is at least expected to take by the growth along its family, whose rate is that of a build with
counters."""
SCATTERED = 1000
"""Costs between which there is more than this factor could be anything."""
FAR = 300
"""No size so many times the largest that was measured is spoken of, but where a run was too dear to be made: a few rows
say nothing of a hundred thousand."""


@dataclass(frozen=True)
class Probed:
    """The run of a member: its count and CPU time, whether it was cut, or the program failed on it, and how often each
    line ran, where that is asked for."""

    count: int
    cpu_s: float
    cut: bool
    failed: bool = False
    hits: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Known:
    """What is known of the input itself: its count, a lower bound with `at_least`, the CPU seconds of one count on
    the clean build, 0.0 where its run was too short to tell, the CPU seconds after which a smaller member is of another
    kind: one on which the program hangs, how often each line ran, and its own CPU seconds, at least."""

    count: int
    at_least: bool
    s_per_count: float
    longest_s: float = math.inf
    hits: Mapping[int, int] = field(default_factory=dict)
    cpu_s: float = 0.0


Probe = Callable[[bytes], Probed | None]
"""Runs a member; None where nothing may be run any more."""
TooDear = Callable[[float, float], bool]
"""Whether a run of that count, and of about so many seconds (0.0: nobody knows), is more than is left."""


class Measuring:
    """The measuring of one family. `points` are by size."""

    def __init__(self, family: Family, known: Known, probe: Probe, is_too_dear: TooDear) -> None:
        self._family = family
        self._known = known
        self._probe = probe
        self._is_too_dear = is_too_dear
        self._s_per_count = 0.0
        self._slowest_s = 0.0
        self._hangs = False
        self._bound: int | None = family.full if known.at_least else None
        self._hits: dict[int, Mapping[int, int]] = {}
        self.points: dict[int, GrowthPoint] = {}

    def measured(self) -> Growth | None:
        """The growth along the family; None where too few members could be run."""
        self._climb()
        self._fill()
        growth = concluded(
            self._family,
            tuple(self.points[n] for n in sorted(self.points)),
            self._known.s_per_count or self._s_per_count,
            self._bound,
        )
        if growth is None or self._is_contradicted(growth):
            return None
        return replace(growth, lines=line_growths(self._hits, self._family.variable))

    def _is_contradicted(self, growth: Growth) -> bool:
        """Whether the input itself took far longer than the smaller ones let expect, which are then not slow for the
        same reason."""
        reaches = growth.largest_n >= self._family.full
        return reaches and 0.0 < growth.predicted_s < EXPECTED_SHARE * self._known.cpu_s

    @property
    def _ended(self) -> list[GrowthPoint]:
        return [self.points[n] for n in sorted(self.points) if not self.points[n].at_least]

    def _climb(self) -> None:
        full, known = self._family.full, self._known
        if known.count:
            self.points[full] = GrowthPoint(full, known.count, known.at_least)
        if known.hits and not known.at_least:
            self._hits[full] = known.hits
        if all(self._tries(n) for n in ladder(full)) or self._hangs:
            return
        for _ in range(NEARER):
            reached = max((point.n for point in self._ended if self._bound is None or point.n < self._bound), default=1)
            if self._bound is None or self._bound - reached < 2:
                return
            self._tries(_between(reached, self._bound))

    def _tries(self, n: int) -> bool:
        """Runs the member at a size; false where it's too dear, is cut, or can't be run."""
        if self._would_be_too_dear(n):
            self._bound = n if self._bound is None else min(self._bound, n)
            return False
        member = self._family.at(n)
        if member is None or member.n in self.points:
            return member is not None
        run = self._probe(member.data)
        if run is None or run.failed:
            return run is not None
        if run.cut:
            self._hangs = run.cpu_s >= self._known.longest_s
            self._bound = member.n if self._bound is None else min(self._bound, member.n)
            if run.count:
                self.points[member.n] = GrowthPoint(member.n, run.count, True)
            return False
        if run.cpu_s > self._slowest_s:
            self._slowest_s, self._s_per_count = run.cpu_s, run.cpu_s / max(1, run.count)
        self.points[member.n] = GrowthPoint(member.n, run.count)
        self._hits[member.n] = run.hits
        return True

    def _would_be_too_dear(self, n: int) -> bool:
        """Whether a power through the last two points says so."""
        ended = [point for point in self._ended if point.n < n][-2:]
        if len(ended) < 2 or ended[1].count <= ended[0].count:
            return False
        before, last = ended
        power = math.log(last.count / max(1, before.count)) / math.log(last.n / before.n)
        count = last.count * math.exp(min(60.0, power * math.log(n / last.n)))
        return self._is_too_dear(count, count * self._s_per_count)

    def _fill(self) -> None:
        """More sizes where neighbours differ most."""
        refused: set[int] = set()
        while not self._hangs and len(self.points) < MOST_POINTS:
            steps = [
                (right.count / max(1, left.count), _between(left.n, right.n))
                for left, right in pairwise(self._ended)
                if right.n - left.n > 1
            ]
            steep = max(((ratio, n) for ratio, n in steps if ratio > STEEP and n not in refused), default=None)
            if steep is None:
                return
            refused.add(steep[1])
            if not self._tries(steep[1]):
                return


def ladder(full: int) -> list[int]:
    """The sizes to begin with, rising, without the full one."""
    if full <= SMALL:
        sizes = np.linspace(max(1, full // LADDER), full, LADDER)
    else:
        sizes = np.geomspace(max(LEAST_N, full / WIDEST), full, LADDER)
    return [n for n in dict.fromkeys(round(size) for size in sizes.tolist()) if n < full]


def _between(low: int, high: int) -> int:
    """A size between two that are at least 2 apart, at their geometric mean."""
    return min(max(round(math.sqrt(low * high)), low + 1), high - 1)


def concluded(family: Family, points: tuple[GrowthPoint, ...], s_per_count: float, bound: int | None) -> Growth | None:
    """What the points say; None where they are too few, where they scatter so much that nothing is said even of sizes
    that were run, or where any high power would do as well: there a single dearer run at the end decides, which may be
    chance. `bound` is the size that was too dear to run, if one was."""
    ended = [point for point in points if not point.at_least]
    sizes, counts = [point.n for point in ended], [point.count for point in ended]
    compared = compare(sizes, counts, [(point.n, point.count) for point in points if point.at_least])
    if compared is None:
        return None
    exponent, low, high = exponent_of(compared, sizes, counts)
    if compared.best.model == POLYNOMIAL and high >= POWERS[1]:
        return None
    bounds = [n for n in (bound, *(point.n for point in points if point.at_least)) if n]
    largest = max(family.largest, family.full)
    told = largest if bounds else min(largest, FAR * sizes[-1])
    predicted_low, predicted_high = compared.interval(told)
    if told <= sizes[-1] and predicted_high > SCATTERED * max(1, predicted_low):
        return None
    predicted = _count(compared.best.at(told))
    return Growth(
        family.variable,
        points,
        compared.best.model,
        formula(compared.best, exponent, family.variable),
        exponent,
        low,
        high,
        told,
        predicted,
        min(predicted, _count(predicted_low)),
        max(predicted, _count(predicted_high)),
        predicted * s_per_count,
        _curve(compared.best, sizes[0], told),
        _remark(compared.best, family, sizes[-1], bounds, s_per_count)
        if told == largest
        else f"Measured up to {family.variable} = {sizes[-1]:,}: too few sizes to predict {largest:,}",
    )


def _count(value: float) -> int:
    """The nearest whole number: what lies on a line of whole numbers is off by the last digits of floats, which differ
    from machine to machine."""
    return round(min(value, LARGEST_COUNT))


def _curve(fit: Fit, least: int, largest: int) -> tuple[GrowthPoint, ...]:
    sizes = dict.fromkeys(round(n) for n in np.geomspace(max(1, least), max(1, least, largest), CURVE_POINTS).tolist())
    return tuple(GrowthPoint(n, _count(fit.at(n))) for n in sizes)


def _remark(fit: Fit, family: Family, reached: int, bounds: list[int], s_per_count: float) -> str:
    """Where measuring stopped, and why: `bounds` are sizes that were too dear to run to their end."""
    bound = min((n for n in bounds if n > reached), default=None)
    if bound is None:
        return ""
    takes = fit.at(bound) * s_per_count
    stopped = f"Measured up to {family.variable} = {reached:,}"
    if not takes:
        return f"{stopped}: a run at {bound:,} would take too long"
    return f"{stopped}: a run at {bound:,} would take about {_duration(takes)}"


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.2g} s"
    return f"{seconds / 60:.3g} minutes" if seconds < 6000 else f"{seconds / 3600:.3g} hours"
