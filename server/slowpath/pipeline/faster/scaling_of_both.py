"""How the cost of a program grows along the family of one input, outside any campaign, to compare versions of it.

What is measured is the search build's count, at rising sizes until a run would be too dear. The largest member that was
run to its end is also where the speed of versions is measured when the program takes too long on the input itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from slowpath.engine.scaling_runs import Known, Measuring, Probed
from slowpath.errors import SlowpathError
from slowpath.model.campaign import Warned
from slowpath.model.execution import RunLimits
from slowpath.model.format import InputFormat, IntType
from slowpath.model.growth import Growth
from slowpath.model.ports import Executor
from slowpath.model.verdict import Verdict
from slowpath.pipeline.faster.pacing import GROWTH_SHARE, Pace
from slowpath.pipeline.programs import MEMORY_CAP_BYTES, WALL_CAP_S

if TYPE_CHECKING:
    from slowpath.engine.families import Family, Member

MOST_CPU_S = 2.0
"""Of one run, and of all that are begun; a run that goes over it only bounds the sizes."""
ALLOWANCE_CPU_S = 6.0
MOST_COUNT = 1_000_000_000
TELLING_S = 0.005


@dataclass(frozen=True)
class Along:
    """A program measured along a family. `ended` are the counts by the sizes at which it ended, `growth` what they
    say."""

    family: Family
    ended: Mapping[int, int]
    growth: Growth | None

    def dearest_first(self) -> Iterator[Member]:
        """The members on which it ended, the one that cost most first, mostly the largest; the input itself left
        out."""
        sizes = sorted((n for n in self.ended if n < self.family.full), key=lambda n: (self.ended[n], n), reverse=True)
        return filter(None, map(self.family.at, sizes))


def along(
    executor: Executor,
    fmt: InputFormat,
    data: bytes,
    recipe: Mapping[str, Any] | None,
    *,
    is_counted: bool,
    most_s: float = ALLOWANCE_CPU_S,
    is_known_cut: bool = False,
    family: Family | None = None,
) -> Along | None:
    """A program on the search build along the family of `data` (ECCO has no such measure); None where the input has no
    family, or the program can't be run. There is no growth where too few of its members can be run, or its first parts
    are of another kind than it is: where values are bounded by the size, they'd be cut down to one value. Two programs
    are measured along the same family, which is that of the input where none is given.

    With `is_counted` no clock decides which sizes are run; else about `most_s` CPU seconds are spent. An input that
    `is_known_cut` isn't run itself.
    """
    from slowpath.engine.families import FirstPart, family_of
    from slowpath.inputs.sizes.saturate import boundaries

    family = family or family_of(fmt, boundaries(fmt), recipe, data)
    if family is None:
        return None
    runs = _Runs(executor, is_counted, min(most_s, ALLOWANCE_CPU_S))
    try:
        full = Probed(0, 0.0, True) if is_known_cut else runs.probe(data)
        if full is None or full.failed:
            return None
        # The count of a run that a clock cut is no bound where only counts are to decide.
        count = 0 if full.cut and is_counted else full.count
        known = Known(count, full.cut, full.cpu_s / full.count if full.cpu_s and full.count and not full.cut else 0.0)
        measuring = Measuring(family, known, runs.probe, runs.is_too_dear)
        growth = measuring.measured()
    except SlowpathError:
        return None
    is_of_its_kind = not isinstance(family, FirstPart) or not _values_hang_on(fmt, frozenset(family.names))
    return Along(
        family,
        {n: point.count for n, point in measuring.points.items() if not point.at_least},
        growth if is_of_its_kind else None,
    )


def growth_of_both(
    before: Executor,
    after: Executor,
    fmt: InputFormat,
    data: bytes,
    recipe: Mapping[str, Any] | None,
    speedup: float,
    pace: Pace,
    known: Along | None = None,
) -> tuple[Growth, Growth] | str:
    """The growth of a program and of its faster version by their counts, each with half of what the pace has for it,
    also where a busy machine left no more time for anything else; why it can't be said where it can't. `known` is that
    of the program, where it was measured before."""
    counted, most_s = pace.is_counted, pace.share_s(GROWTH_SHARE) / 2
    known = known or along(before, fmt, data, recipe, is_counted=counted, most_s=most_s)
    if known is None:
        return "smaller inputs like the slow one couldn't be made and run"
    if known.growth is None:
        return "too few smaller inputs like the slow one could be run, or they aren't slow for its reason"
    other = along(after, fmt, data, recipe, is_counted=counted, most_s=most_s, family=known.family)
    if other is None or other.growth is None:
        return "the faster program could be run on too few of the smaller inputs"
    if not speaks_of(known.growth, other.growth, speedup):
        return "what was gained lies in library calls, in which nothing is counted"
    return known.growth, other.growth


def growth_unsaid(why: str) -> Warned:
    """That nothing is said of how the cost grows."""
    return Warned("no-growth", f"How the cost grows before and after isn't said: {why}.")


def _values_hang_on(part: object, sizes: frozenset[str]) -> bool:
    """Whether a bound of integers anywhere in the format names one of the sizes."""
    if isinstance(part, IntType):
        return bool((part.lo.names | part.hi.names) & sizes)
    if isinstance(part, tuple):
        return any(_values_hang_on(one, sizes) for one in part)
    return is_dataclass(part) and any(_values_hang_on(getattr(part, one.name), sizes) for one in fields(part))


def speaks_of(before: Growth, after: Growth, speedup: float) -> bool:
    """Whether counts show what was gained. Where time went into library calls that no counter sees (erasing the front
    of a vector) both grow alike, and showing that would say that nothing was gained."""
    costs = {point.n: point.count for point in before.points}
    # Where the faster one was cut as well its count is no measure.
    both = [(costs[point.n], point.count) for point in after.points if point.n in costs and not point.at_least]
    if not both:
        return False
    most_before, most_after = both[-1]
    return most_before / max(1, most_after) >= math.sqrt(speedup)


class _Runs:
    """The runs of one family, within an allowance of CPU time."""

    def __init__(self, executor: Executor, is_counted: bool, most_s: float) -> None:
        self._executor, self._is_counted = executor, is_counted
        self._left_s = most_s
        self._limits = RunLimits(MOST_CPU_S if is_counted else min(MOST_CPU_S, most_s), WALL_CAP_S, MEMORY_CAP_BYTES)

    def is_too_dear(self, count: float, seconds: float) -> bool:
        """Whether a run isn't begun."""
        return count > MOST_COUNT if self._is_counted else seconds > min(MOST_CPU_S, self._left_s)

    def probe(self, data: bytes) -> Probed | None:
        """Runs a member; None where the allowance is spent."""
        if not self._is_counted and self._left_s <= 0:
            return None
        execution = self._executor.run(data, self._limits, keep_counters=False)
        cpu_s = execution.cpu_ns / 1e9
        self._left_s -= cpu_s
        if execution.cut:
            return Probed(0 if self._is_counted else execution.count, cpu_s, True)
        return Probed(
            execution.count, cpu_s if cpu_s >= TELLING_S else 0.0, False, failed=execution.verdict is not Verdict.OK
        )
