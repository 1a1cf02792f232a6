"""A unit that measures tests that are there: those that the data set has already, which found inputs are held against,
with whether the program is right on them; or what a search found for another program of the problem."""

from __future__ import annotations

from dataclasses import replace

from slowpath import pipeline
from slowpath.bench.cpu_clock import CpuClock
from slowpath.engine.confirming import CONFIRM_LIMIT_FACTOR, CONFIRM_LIMIT_S
from slowpath.evaluation.rows import MeasuredInput, Row
from slowpath.evaluation.units import ExistingTest
from slowpath.evaluation.work.opened import RUNS, Opened, counting_limits, measuring
from slowpath.model.execution import RunLimits
from slowpath.model.ports import AnswerChecker, Executor
from slowpath.model.verdict import Verdict
from slowpath.pipeline.answers import answer_rules
from slowpath.pipeline.programs import MEMORY_CAP_BYTES, WALL_CAP_S
from slowpath.toolchain.answers import open_answer_checker


def existing_row(place: Opened) -> Row:
    """Measures the tests, the largest first, for the seconds that the work allows. Raises as `open_executor`."""
    limit_s = place.problem.limits.time_s
    tests, there = place.tests(), len(place.work.content.tests)
    row = Row(place.work.unit, tests=len(tests), time_limit_s=limit_s or place.settings.time_limit_s)
    if not tests:
        return replace(row, reason="No test could be made." if there else "The data set has no tests for it.")
    limits = RunLimits(
        CONFIRM_LIMIT_S if limit_s is None else CONFIRM_LIMIT_FACTOR * limit_s,
        WALL_CAP_S + 8 * (limit_s or 0),
        max(MEMORY_CAP_BYTES, place.problem.limits.memory_bytes or 0),
    )
    checker = open_answer_checker(place.problem.answer_checker, place.settings, answer_rules(place.problem))
    clock = CpuClock()
    inputs: list[MeasuredInput] = []
    with pipeline.open_executor(place.solution, place.settings) as executor:
        measured = measuring(executor, counting_limits(limits), limits)
        for test in sorted(tests, key=lambda each: -len(each.data)):
            if clock() < place.work.existing_s:
                made = measured(test.name, test.data)
                inputs.append(replace(made, passed=_passes(executor, checker, test, made, limits)))
    inputs.sort(key=lambda made: (-made.count, made.id))
    return replace(
        row,
        inputs=tuple(inputs),
        executions=(RUNS + 1) * len(inputs),
        search_s=clock(),
        reason="No time was left for all tests."
        if len(inputs) < row.tests
        else f"{there - row.tests} of its tests couldn't be made."
        if row.tests < there
        else "",
    )


def _passes(
    executor: Executor, checker: AnswerChecker, test: ExistingTest, made: MeasuredInput, limits: RunLimits
) -> bool | None:
    """Whether the program's answer is right, within the limits; None where the test has no answer, or nobody can
    say."""
    if made.verdict != Verdict.OK.value:
        return False
    if test.answer is None:
        return None
    output = executor.confirm(test.data, limits, runs=1, keep_output=True).output
    return checker.check(test.data, output or b"", test.answer).right
