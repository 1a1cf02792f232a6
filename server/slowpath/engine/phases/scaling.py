"""How the cost grows along the inputs that were found: measured for the best in the middle of the search, and at its
end for the rows, best first, within an allowance.

These runs aren't counted as executions: like confirmations they measure what was found. With a budget in executions a
fixed number of rows is measured, so that nothing depends on a clock; else about a tenth of the budget goes into it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from slowpath.engine.candidate import ranking_count
from slowpath.engine.families import family_of
from slowpath.engine.scaling_runs import Known, Measuring, Probed
from slowpath.engine.search_state import SearchState
from slowpath.engine.space import Space
from slowpath.inputs.filling.fill import INT64_LARGEST
from slowpath.model.campaign import CampaignEvent, SlowInputFound
from slowpath.model.growth import Growth
from slowpath.model.slow_input import SlowInput
from slowpath.model.verdict import Verdict

COUNTED_ROWS = 3
COUNTED_LARGEST = 1_000_000_000
"""With a budget in executions no run of a larger count is begun for each second of the limit."""
SHARE = 0.1
LEAST_S = 2.0
DEFAULT_S = 5.0
MIDDLE_SHARE = 0.03
SHARE_OF_ROW = 0.5
"""Of what is left, while there are further rows."""
SHARE_OF_RUN = 0.4
LONGEST_FACTOR = 20
LEAST_RUN_S = 1.0
"""A smaller input takes no longer than so many times the input's own CPU time, and this, unless the program hangs."""
TELLING_S = 0.005
"""A run must take so long for its time to say what a step takes."""


def grow_best(state: SearchState, space: Space) -> Iterator[CampaignEvent]:
    """Measures the growth of the best input so far, for who watches; where executions are counted, it waits."""
    seconds, best = state.spec.budget.seconds, state.findings.best
    if best is not None and best.growth is None and seconds is not None:
        yield from _measure(state, space, [best], MIDDLE_SHARE * seconds)


def growing(state: SearchState, space: Space) -> Iterator[CampaignEvent]:
    """Measures the growth of the rows, best first."""
    rows = [slow for slow in state.findings.ranked() if slow.growth is None]
    if not rows or state.is_closing:
        return
    yield from state.enter("growth", "Measuring how the cost grows with the size.")
    if state.meter.counted:
        yield from _measure(state, space, rows[:COUNTED_ROWS], None)
        return
    seconds = state.spec.budget.seconds
    allowed_s = DEFAULT_S if seconds is None else max(LEAST_S, SHARE * seconds)
    yield from _measure(state, space, rows, min(allowed_s, state.deadline.left_s))


def _measure(
    state: SearchState, space: Space, rows: list[SlowInput], allowance_s: float | None
) -> Iterator[CampaignEvent]:
    end_s = None if allowance_s is None else state.meter.elapsed_s + allowance_s
    for place, slow in enumerate(rows, start=1):
        if state.is_closing or (end_s is not None and state.meter.elapsed_s >= end_s):
            return
        growth, row_end_s = None, _end_of_row(state, end_s, place == len(rows))
        with state.within(math.inf if row_end_s is None else row_end_s - state.meter.elapsed_s):
            growth = _growth(state, space, slow, row_end_s)
        if growth is not None:
            state.findings.revise(replace(slow, growth=growth))
            state.runner.tell(SlowInputFound(state.findings.rows[slow.id]))
        yield from state.runner.drain()


def _end_of_row(state: SearchState, end_s: float | None, is_last: bool) -> float | None:
    """When the measuring of a row ends, by the meter; None where no clock decides."""
    if end_s is None or is_last:
        return end_s
    now_s = state.meter.elapsed_s
    return now_s + SHARE_OF_ROW * (end_s - now_s)


def _growth(state: SearchState, space: Space, slow: SlowInput, end_s: float | None) -> Growth | None:
    data = state.read_input(slow.id)
    if data is None:
        return None
    family = family_of(state.spec.format, [site.boundary for site in space.full], slow.origin.recipe, data)
    # A number of hundreds of digits is no size: what grows are its digits.
    if family is None or family.full > INT64_LARGEST:
        return None
    cost, counted = slow.cost, state.meter.counted
    longest_s = math.inf if cost.at_least else max(LEAST_RUN_S, LONGEST_FACTOR * cost.cpu_s)
    runs = _Runs(state, end_s, min(state.spec.limits.cpu_s, longest_s))
    # With a budget in executions the count of a cut run is a stand-in, which is no bound.
    known = Known(
        0 if counted and cost.at_least else cost.count,
        cost.at_least,
        _s_per_count(state, slow),
        longest_s,
        slow.hits,
        0.0 if counted else max(0.0, cost.cpu_s - state.findings.baseline_s),
    )
    return Measuring(family, known, runs.probe, runs.is_too_dear).measured()


def _s_per_count(state: SearchState, slow: SlowInput) -> float:
    """What a step takes by the clean build's time beyond the baseline's, which launching takes as well (an interpreter
    some 20 ms); 0.0 where that is too short to tell."""
    seconds, steps = slow.cost.cpu_s - state.findings.baseline_s, slow.cost.count - state.findings.baseline_count
    return seconds / steps if seconds >= TELLING_S and steps > 0 and not slow.cost.at_least else 0.0


class _Runs:
    """The runs of one row: each may take a part of what is left for it."""

    def __init__(self, state: SearchState, end_s: float | None, longest_s: float) -> None:
        self._state = state
        self._end_s = end_s
        self._longest_s = longest_s

    @property
    def _most_s(self) -> float:
        if self._end_s is None:
            return self._longest_s
        return min(self._longest_s, SHARE_OF_RUN * (self._end_s - self._state.meter.elapsed_s))

    def is_too_dear(self, count: float, seconds: float) -> bool:
        """Whether a run isn't begun."""
        if self._end_s is None:
            return count > COUNTED_LARGEST * self._state.spec.limits.cpu_s
        return seconds > self._most_s

    def probe(self, data: bytes) -> Probed | None:
        """Runs a member under the search build."""
        most_s = self._most_s
        if most_s <= 0 or self._state.is_closing:
            return None
        limits = replace(self._state.spec.limits, cpu_s=most_s)
        execution = self._state.executor.run(data, limits)
        counted = self._state.meter.counted
        if execution.cut:
            return Probed(0 if counted else ranking_count(execution, counted), execution.cpu_ns / 1e9, True)
        is_telling = execution.cpu_ns >= TELLING_S * 1e9
        return Probed(
            ranking_count(execution, counted),
            execution.cpu_ns / 1e9 if is_telling else 0.0,
            False,
            failed=execution.verdict is not Verdict.OK,
            hits=self._state.executor.profile(execution).hits,
        )
