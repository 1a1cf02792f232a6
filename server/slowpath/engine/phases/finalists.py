"""A closer look at the rows, once the search is over: do they repeat, what do they really cost, how small can they be.

Held against typical inputs of their size (`typical`). Repeated: the slowest few run again on the search build in
another process, where chance falls differently. Where counts
differ, all rows are repeated, that is said, and the rows are ranked by what they surely cost. Disordered: values in a
random order may take longer for as much work (`disorder`). Timed: long runs, of
which the search made one, five times on the clean build. Counted: the clean
build's instructions by the best means there is (`toolchain.instruments`), for all rows, since only then they can be
ranked by them. Minimised: a small twin of the slowest rows (`minimised`), and the faults as short as they get.

These runs aren't executions of the budget: like confirmations they measure what was found. They take what the search
left of a budget in seconds, about a tenth; with a budget in executions they are a fixed number, and every row is told
once more, whatever could be measured on this machine. Whoever stops the search gets none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from slowpath.engine.board import Board
from slowpath.engine.candidate import Candidate
from slowpath.engine.confirming import confirm_limits
from slowpath.engine.faults import Way
from slowpath.engine.hunt import Hunt
from slowpath.engine.minimised import Twins
from slowpath.engine.phases.disorder import disorder
from slowpath.engine.phases.typical import typical
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
SAID_FROM = 0.01
SHORT_S = 0.02
"""No tool counts a run in less than what counting one of this length takes."""
FAULT_CANDIDATES = 60


def finalists(hunt: Hunt, board: Board, usual: TypicalInputs) -> Iterator[CampaignEvent]:
    """Holds what was found against typical inputs, repeats, counts and minimises it, and tells of it."""
    if hunt.is_closing or not (hunt.findings.rows or hunt.faults.standing):
        return
    yield from hunt.enter("finalists", "Measuring the slowest inputs once more.")
    yield from typical(hunt, usual)
    seconds = hunt.spec.budget.seconds
    allowed_s = DEFAULT_S if seconds is None else max(LEAST_S, SHARE * seconds)
    allowed_s = min(allowed_s, LEFT_SHARE * hunt.deadline.left_s)
    before = dict(hunt.findings.rows)
    with hunt.within(allowed_s):
        yield from _looked_at(hunt, board, allowed_s)
    yield from _told(hunt, before)


def _looked_at(hunt: Hunt, board: Board, allowed_s: float) -> Iterator[CampaignEvent]:
    """All of it, each part within its share of the time."""
    whole = Allowance(hunt, allowed_s)
    with hunt.within(REPEATED_SHARE * allowed_s):
        _repeat(hunt, Allowance(hunt, REPEATED_SHARE * allowed_s))
    for dropped in hunt.findings.drop_faster():
        hunt.runner.tell(dropped)
    yield from hunt.runner.drain()
    # The slowest one's twin is what people look at first: it has time of its own.
    slowest = [slow.id for slow in hunt.findings.ranked()[:TWINS]]
    with hunt.within(FIRST_SHARE * allowed_s):
        _minimise(hunt, slowest[:1], Twins(hunt, board, Allowance(hunt, FIRST_SHARE * allowed_s).is_spent))
    if not hunt.meter.counted:
        with hunt.within(DISORDER_SHARE * allowed_s):
            disorder(hunt, Allowance(hunt, DISORDER_SHARE * allowed_s).is_spent)
    with hunt.within(TIMED_SHARE * allowed_s):
        _time(hunt, Allowance(hunt, TIMED_SHARE * allowed_s))
    with hunt.within(COUNTED_SHARE * allowed_s):
        _count(hunt, Allowance(hunt, COUNTED_SHARE * allowed_s))
    _minimise(hunt, slowest[1:], Twins(hunt, board, whole.is_spent))
    yield from _shorten_faults(hunt, whole)


class Allowance:
    """What the closer look may take; with a budget in executions no clock decides."""

    def __init__(self, hunt: Hunt, seconds: float) -> None:
        self._hunt = hunt
        self._began_s = hunt.meter.elapsed_s
        self._seconds = seconds

    def is_spent(self) -> bool:
        """Whether it is used up, or the user stopped the search."""
        return self._hunt.is_closing or self.left_s() <= 0

    def left_s(self) -> float:
        """Seconds left; infinite where no clock may decide."""
        return float("inf") if self._hunt.meter.counted else self.clock_left_s()

    def clock_left_s(self) -> float:
        """Seconds left, for what no event depends on but by its measured costs."""
        return self._seconds - (self._hunt.meter.elapsed_s - self._began_s)


# Repeated


def _repeat(hunt: Hunt, allowance: Allowance) -> None:
    """Finds out whether rows repeat; where one of the slowest doesn't, all are repeated."""
    ranked = hunt.findings.ranked()
    differ = [_repeated(hunt, slow, allowance) for slow in ranked[:REPEATED_ROWS]]
    if not any(differ):
        return
    differ += [_repeated(hunt, slow, allowance) for slow in ranked[REPEATED_ROWS:]]
    most = max(differ)
    if most >= SAID_FROM:
        hunt.runner.tell(
            Warned(
                "not-repeatable",
                f"One input costs up to {most:.0%} more or less from run to run: the program draws "
                "random numbers, reads a clock, or depends on addresses or threads.",
                "Slow inputs are ranked by the cheapest of their runs. To have the same cost in every run, give the "
                "program a fixed seed.",
            )
        )


def _repeated(hunt: Hunt, slow: SlowInput, allowance: Allowance) -> float:
    """Repeats a row and notes its spread; returns the spread over the largest count."""
    data = hunt.read_input(slow.id)
    repeats = REPEATS if slow.cost.count < LONG_COUNT else 1
    if data is None or slow.cost.at_least or allowance.left_s() < repeats * slow.cost.cpu_s:
        return 0.0
    counts = [hunt.findings.count_of(slow)]
    for _ in range(repeats):
        execution = hunt.executor.repeat(data, hunt.spec.limits)
        if execution.verdict is Verdict.OK:
            counts.append(execution.count)
    spread = max(counts) - min(counts)
    if not spread:
        return 0.0
    # A count that stands for time, which no counter saw, stays.
    count = min(counts) if slow.cost.count == counts[0] else slow.cost.count
    hunt.findings.revise(replace(slow, cost=replace(slow.cost, count=count, count_spread=min(spread, count))))
    return spread / max(counts)


# Timed


def _time(hunt: Hunt, allowance: Allowance) -> None:
    """Times the rows again on the clean build, slowest first, as often as WEDGE section 4.1 does; the search itself
    confirms long runs by a single one."""
    for slow in hunt.findings.ranked():
        data = hunt.read_input(slow.id)
        if data is None or slow.cost.at_least or slow.cost.cpu_s < LONG_RUN_S:
            continue
        if hunt.is_closing or allowance.clock_left_s() < TIMED_RUNS * slow.cost.cpu_s:
            return
        made = hunt.executor.confirm(data, confirm_limits(hunt.spec), runs=TIMED_RUNS - 1)
        if made.verdict is not Verdict.OK:
            continue
        times = (slow.cost.cpu_s, slow.cost.cpu_s + slow.cost.cpu_s_spread, made.cpu_s, made.cpu_s + made.cpu_s_spread)
        hunt.findings.revise(
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


def _count(hunt: Hunt, allowance: Allowance) -> None:
    """Counts the rows' instructions, slowest first; ends at the first that can't be counted, and where the time for all
    of them won't do: only all together can rank them, and the slowest says what there is to say. Since they then rank
    them, the rows' counts decide instead where no clock may."""
    rows = hunt.findings.ranked()
    if hunt.meter.counted:
        affordable = (
            rows
            if sum(slow.cost.count for slow in rows) <= COUNTED_WORK
            else [slow for slow in rows[:1] if slow.cost.count <= COUNTED_WORK]
        )
        all(_counted(hunt, slow, confirm_limits(hunt.spec)) for slow in affordable)
        return
    for place, slow in enumerate(rows):
        limits, left_s = confirm_limits(hunt.spec), allowance.clock_left_s()
        limits = replace(limits, wall_s=min(limits.wall_s, left_s))
        if left_s < 2 * slow.cost.cpu_s or not _counted(hunt, slow, limits):
            return
        took_s = left_s - allowance.clock_left_s()
        factor = took_s / max(SHORT_S, slow.cost.cpu_s)
        if factor * math.fsum(max(SHORT_S, other.cost.cpu_s) for other in rows[place + 1 :]) > left_s - took_s:
            return


def _counted(hunt: Hunt, slow: SlowInput, limits: RunLimits) -> bool:
    """Counts a row's instructions; whether that could be done."""
    data = hunt.read_input(slow.id)
    if data is None or slow.cost.at_least or hunt.is_closing:
        return False
    confirmation = hunt.executor.confirm(data, limits, runs=1, exact=True)
    if confirmation.instructions is None:
        return False
    hunt.findings.revise(
        replace(
            slow, instrument=confirmation.instrument, cost=replace(slow.cost, instructions=confirmation.instructions)
        )
    )
    return True


# Minimised


def _minimise(hunt: Hunt, ids: Sequence[str], twins: Twins) -> None:
    """Finds the twins of rows that have none."""
    for slow in (hunt.findings.rows[each] for each in ids):
        data = hunt.read_input(slow.id) if slow.minimised is None else None
        if data is not None and not twins.is_spent():
            hunt.findings.revise(replace(slow, minimised=twins.of(slow, data)))


def _told(hunt: Hunt, before: Mapping[str, SlowInput]) -> Iterator[CampaignEvent]:
    """Tells of every row that isn't as it was `before`; of all where no clock may decide."""
    for slow in hunt.findings.ranked():
        if hunt.meter.counted or slow != before.get(slow.id):
            hunt.runner.tell(SlowInputFound(slow))
    yield from hunt.runner.drain()


def _shorten_faults(hunt: Hunt, allowance: Allowance) -> Iterator[CampaignEvent]:
    """Faults that end quickly, made shorter; what runs into a limit takes too long for it."""
    for way, fault in list(hunt.faults.standing.items()):
        if fault.verdict is not Verdict.RUNTIME_ERROR or allowance.is_spent():
            continue
        candidate = _shortened(hunt, way, fault, allowance)
        if candidate is not None:
            failure = hunt.faults.failure(hunt.executor.run(candidate.data, hunt.spec.limits))
            for event in hunt.faults.replace(way, candidate, fault.found_at_execution, failure):
                hunt.runner.tell(event)
        yield from hunt.runner.drain()


def _shortened(hunt: Hunt, way: Way, fault: Fault, allowance: Allowance) -> Candidate | None:
    """A shorter input that fails in the same way."""
    fmt, data = hunt.spec.format, hunt.read_input(fault.id)
    if data is None:
        return None

    def fails(instance: Instance) -> bool:
        if allowance.is_spent():
            raise Spent
        execution = hunt.executor.run(print_input(fmt, instance), hunt.spec.limits)
        return (execution.verdict, hunt.faults.failure(execution).reason) == way

    try:
        instance = minimise(fmt, parse(fmt, data), fails, FAULT_CANDIDATES)
    except ParseError:
        return None
    made = print_input(fmt, instance)
    if len(made) >= len(data):
        return None
    origin = Origin(fault.origin.strategy, f"{fault.origin.label}, minimised", parent=fault.id)
    return Candidate(made, instance, origin, "small", "minimised")
