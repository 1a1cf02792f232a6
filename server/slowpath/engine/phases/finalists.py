"""A closer look at the rows, once the search is over: do they repeat, what do they really cost, how small can they be.

Held against typical inputs of their size (`typical`). Repeated: the slowest few run again on the search build in
another process, where chance falls differently. Where counts
differ, all rows are repeated, that is said, and the rows are ranked by what they surely cost. Disordered: values in a
random order may take longer for as much work (`disorder`). Timed: long runs, of
which the search made one, five times on the clean build. Counted: the clean
build's instructions by the best means there is (`toolchain.instruments`), for all rows, since only then they can be
ranked by them. Minimised: a small twin of the slowest rows (`minimised`), and the faults as short as they get.

These runs aren't executions of the budget: like confirmations they measure what was found. They take what the search
left of a budget in seconds, about a tenth; with a budget in executions they are a few for each row, and for twins at
most as many as the budget has, and every row is told once more, whatever could be measured on this machine. Whoever
stops the search gets none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from slowpath.engine.candidate import Candidate
from slowpath.engine.confirming import confirm_limits
from slowpath.engine.faults import Way
from slowpath.engine.minimised import Twins
from slowpath.engine.phases.disorder import disorder
from slowpath.engine.phases.typical import typical
from slowpath.engine.search_state import SearchState
from slowpath.engine.strategy_context import StrategyContext
from slowpath.engine.typical import TypicalInputs
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import Instance, print_input
from slowpath.inputs.smaller.minimise import minimise
from slowpath.inputs.smaller.shrinking import Spent
from slowpath.model.campaign import CampaignEvent, SlowInputFound, Warned
from slowpath.model.execution import RunLimits
from slowpath.model.origin import Origin
from slowpath.model.slow_input import Fault, SlowInput
from slowpath.model.verdict import Verdict

SHARE = 0.1
LEAST_S = 2.0
DEFAULT_S = 5.0
LEFT_SHARE = 0.6
"""What it may take of what is left until all must have ended: how the cost grows is measured after it."""
REPEATED_SHARE = 0.2
FIRST_SHARE = 0.6
DISORDER_SHARE = 0.4
TIMED_SHARE = 0.3
TIMED_RUNS = 5
LONG_RUN_S = 0.02
COUNTED_SHARE = 0.4
COUNTED_WORK = 400_000_000
"""Counts of all rows together up to which their instructions are counted where no clock may decide: some seconds' worth
of a tool's time."""
REPEATED_ROWS = 3
REPEATS = 2
LONG_COUNT = 100_000_000
"""A run of a larger count is repeated once only."""
TWINS = 5
LEAST_TWIN_RUNS = 80
"""With a budget in executions all twins together take at most as many runs as it has, the first at least so many."""
SAID_FROM = 0.01
SHORT_S = 0.02
"""No tool counts a run in less than what counting one of this length takes."""
FAULT_CANDIDATES = 60


def finalists(state: SearchState, context: StrategyContext, usual: TypicalInputs) -> Iterator[CampaignEvent]:
    """Holds what was found against typical inputs, repeats, counts and minimises it, and tells of it."""
    if state.is_closing or not (state.findings.rows or state.faults.standing):
        return
    yield from state.enter("finalists", "Measuring the slowest inputs once more.")
    yield from typical(state, usual)
    seconds = state.spec.budget.seconds
    allowed_s = DEFAULT_S if seconds is None else max(LEAST_S, SHARE * seconds)
    allowed_s = min(allowed_s, LEFT_SHARE * state.deadline.left_s)
    before = dict(state.findings.rows)
    with state.within(allowed_s):
        yield from _looked_at(state, context, allowed_s)
    yield from _told(state, before)


def _looked_at(state: SearchState, context: StrategyContext, allowed_s: float) -> Iterator[CampaignEvent]:
    """All of it, each part within its share of the time."""
    whole = Allowance(state, allowed_s)
    with state.within(REPEATED_SHARE * allowed_s):
        _repeat(state, Allowance(state, REPEATED_SHARE * allowed_s))
    for dropped in state.findings.drop_faster():
        state.runner.tell(dropped)
    yield from state.runner.drain()
    # The slowest one's twin is what people look at first: it has time of its own.
    slowest = [slow.id for slow in state.findings.ranked()[:TWINS]]
    with state.within(FIRST_SHARE * allowed_s):
        first = Allowance(state, FIRST_SHARE * allowed_s)
        runs = max(LEAST_TWIN_RUNS, _twin_runs(state, FIRST_SHARE))
        _minimise(state, slowest[:1], Twins(state, context, first.is_spent, runs))
    if not state.meter.counted:
        with state.within(DISORDER_SHARE * allowed_s):
            disorder(state, Allowance(state, DISORDER_SHARE * allowed_s).is_spent)
    with state.within(TIMED_SHARE * allowed_s):
        _time(state, Allowance(state, TIMED_SHARE * allowed_s))
    with state.within(COUNTED_SHARE * allowed_s):
        _count(state, Allowance(state, COUNTED_SHARE * allowed_s))
    _minimise(state, slowest[1:], Twins(state, context, whole.is_spent, _twin_runs(state, 1.0 - FIRST_SHARE)))
    yield from _shorten_faults(state, whole)


class Allowance:
    """What the closer look may take; with a budget in executions no clock decides."""

    def __init__(self, state: SearchState, seconds: float) -> None:
        self._state = state
        self._began_s = state.meter.elapsed_s
        self._seconds = seconds

    def is_spent(self) -> bool:
        """Whether it is used up, or the user stopped the search."""
        return self._state.is_closing or self.left_s() <= 0

    def left_s(self) -> float:
        """Seconds left; infinite where no clock may decide."""
        return float("inf") if self._state.meter.counted else self.clock_left_s()

    def clock_left_s(self) -> float:
        """Seconds left, for what no event depends on but by its measured costs."""
        return self._seconds - (self._state.meter.elapsed_s - self._began_s)


# Repeated


def _repeat(state: SearchState, allowance: Allowance) -> None:
    """Finds out whether rows repeat; where one of the slowest doesn't, all are repeated."""
    ranked = state.findings.ranked()
    differ = [_repeated(state, slow, allowance) for slow in ranked[:REPEATED_ROWS]]
    if not any(differ):
        return
    differ += [_repeated(state, slow, allowance) for slow in ranked[REPEATED_ROWS:]]
    most = max(differ)
    if most >= SAID_FROM:
        state.runner.tell(
            Warned(
                "not-repeatable",
                f"One input costs up to {most:.0%} more or less from run to run: the program draws "
                "random numbers, reads a clock, or depends on addresses or threads.",
                "Slow inputs are ranked by the cheapest of their runs. To have the same cost in every run, give the "
                "program a fixed seed.",
            )
        )


def _repeated(state: SearchState, slow: SlowInput, allowance: Allowance) -> float:
    """Repeats a row and notes its spread; returns the spread over the largest count."""
    data = state.read_input(slow.id)
    repeats = REPEATS if slow.cost.count < LONG_COUNT else 1
    if data is None or slow.cost.at_least or allowance.left_s() < repeats * slow.cost.cpu_s:
        return 0.0
    counts = [state.findings.count_of(slow)]
    for _ in range(repeats):
        execution = state.executor.repeat(data, state.spec.limits)
        if execution.verdict is Verdict.OK:
            counts.append(execution.count)
    spread = max(counts) - min(counts)
    if not spread:
        return 0.0
    # A count that stands for time, which no counter saw, stays.
    count = min(counts) if slow.cost.count == counts[0] else slow.cost.count
    state.findings.revise(replace(slow, cost=replace(slow.cost, count=count, count_spread=min(spread, count))))
    return spread / max(counts)


# Timed


def _time(state: SearchState, allowance: Allowance) -> None:
    """Times the rows again on the clean build, slowest first, as often as WEDGE section 4.1 does; the search itself
    confirms long runs by a single one."""
    for slow in state.findings.ranked():
        data = state.read_input(slow.id)
        if data is None or slow.cost.at_least or slow.cost.cpu_s < LONG_RUN_S:
            continue
        if state.is_closing or allowance.clock_left_s() < TIMED_RUNS * slow.cost.cpu_s:
            return
        made = state.executor.confirm(data, confirm_limits(state.spec), runs=TIMED_RUNS - 1)
        if made.verdict is not Verdict.OK:
            continue
        times = (slow.cost.cpu_s, slow.cost.cpu_s + slow.cost.cpu_s_spread, made.cpu_s, made.cpu_s + made.cpu_s_spread)
        state.findings.revise(
            replace(
                slow,
                cost=replace(
                    slow.cost,
                    cpu_s=min(times),
                    cpu_s_spread=max(times) - min(times),
                    peak_rss_bytes=max(slow.cost.peak_rss_bytes, made.peak_rss_bytes),
                ),
            )
        )


# Counted


def _count(state: SearchState, allowance: Allowance) -> None:
    """Counts the rows' instructions, slowest first; ends at the first that can't be counted, and where the time for all
    of them won't do: only all together can rank them, and the slowest says what there is to say. Since they then rank
    them, the rows' counts decide instead where no clock may."""
    rows = state.findings.ranked()
    if state.meter.counted:
        affordable = (
            rows
            if sum(slow.cost.count for slow in rows) <= COUNTED_WORK
            else [slow for slow in rows[:1] if slow.cost.count <= COUNTED_WORK]
        )
        all(_counted(state, slow, confirm_limits(state.spec)) for slow in affordable)
        return
    for place, slow in enumerate(rows):
        limits, left_s = confirm_limits(state.spec), allowance.clock_left_s()
        limits = replace(limits, wall_s=min(limits.wall_s, left_s))
        if left_s < 2 * slow.cost.cpu_s or not _counted(state, slow, limits):
            return
        took_s = left_s - allowance.clock_left_s()
        factor = took_s / max(SHORT_S, slow.cost.cpu_s)
        if factor * math.fsum(max(SHORT_S, other.cost.cpu_s) for other in rows[place + 1 :]) > left_s - took_s:
            return


def _counted(state: SearchState, slow: SlowInput, limits: RunLimits) -> bool:
    """Counts a row's instructions; whether that could be done."""
    data = state.read_input(slow.id)
    if data is None or slow.cost.at_least or state.is_closing:
        return False
    confirmation = state.executor.confirm(data, limits, runs=1, exact=True)
    if confirmation.instructions is None:
        return False
    state.findings.revise(
        replace(
            slow, instrument=confirmation.instrument, cost=replace(slow.cost, instructions=confirmation.instructions)
        )
    )
    return True


# Minimised


def _twin_runs(state: SearchState, share: float) -> float:
    """How many runs a part of the twins may take: with a budget in executions in proportion to it."""
    executions = state.spec.budget.executions
    return share * executions if state.meter.counted and executions else math.inf


def _minimise(state: SearchState, ids: Sequence[str], twins: Twins) -> None:
    """Finds the twins of rows that have none."""
    for slow in (state.findings.rows[each] for each in ids):
        data = state.read_input(slow.id) if slow.minimised is None else None
        if data is not None and not twins.is_spent:
            state.findings.revise(replace(slow, minimised=twins.of(slow, data)))


def _told(state: SearchState, before: Mapping[str, SlowInput]) -> Iterator[CampaignEvent]:
    """Tells of every row that isn't as it was `before`; of all where no clock may decide."""
    for slow in state.findings.ranked():
        if state.meter.counted or slow != before.get(slow.id):
            state.runner.tell(SlowInputFound(slow))
    yield from state.runner.drain()


def _shorten_faults(state: SearchState, allowance: Allowance) -> Iterator[CampaignEvent]:
    """Faults that end quickly, made shorter; what runs into a limit takes too long for it."""
    for way, fault in list(state.faults.standing.items()):
        if fault.verdict is not Verdict.RUNTIME_ERROR or allowance.is_spent():
            continue
        candidate = _shortened(state, way, fault, allowance)
        if candidate is not None:
            failure = state.faults.failure(state.executor.run(candidate.data, state.spec.limits))
            for event in state.faults.replace(way, candidate, fault.found_at_execution, failure):
                state.runner.tell(event)
        yield from state.runner.drain()


def _shortened(state: SearchState, way: Way, fault: Fault, allowance: Allowance) -> Candidate | None:
    """A shorter input that fails in the same way."""
    fmt, data = state.spec.format, state.read_input(fault.id)
    if data is None:
        return None

    def fails(instance: Instance) -> bool:
        if allowance.is_spent():
            raise Spent
        execution = state.executor.run(print_input(fmt, instance), state.spec.limits)
        return (execution.verdict, state.faults.failure(execution).reason) == way

    try:
        instance = minimise(fmt, parse(fmt, data), fails, FAULT_CANDIDATES)
    except ParseError:
        return None
    made = print_input(fmt, instance)
    if len(made) >= len(data):
        return None
    origin = Origin(fault.origin.strategy, f"{fault.origin.label}, minimised", parent=fault.id)
    return Candidate(made, instance, origin, "small", "minimised")
