"""A breaking input tried once more: does the program, as it is now, still fail on it?"""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.faults.contest import Bout, Contest
from slowpath.model.breaking import BreakSpec, Complaint, Difference, Failing
from slowpath.model.campaign import Budget
from slowpath.model.format import InputFormat
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.pipeline.answers import answer_rules, any_answer_of
from slowpath.pipeline.contests import opened_contest
from slowpath.settings import Settings


@dataclass(frozen=True)
class Retried:
    """What the program does on an input now. `failing` None means that nothing is wrong with it; then `undecided` says
    why that isn't sure, "" where it is. `output` is None where the run was cut."""

    failing: Failing | None
    reason: str
    output: bytes | None
    elapsed_s: float
    difference: Difference | None = None
    complaint: Complaint | None = None
    undecided: str = ""


def retry(
    solution: Solution,
    problem: Problem,
    data: bytes,
    answer: bytes | None,
    settings: Settings,
    *,
    sanitized: bool = False,
) -> Retried:
    """Runs the program on one input and holds what it prints against `answer`, None where nobody knows the right one.

    What fails is confirmed on the clean build. `sanitized` looks for undefined behaviour as well. Builds what isn't in
    the cache: seconds. Raises as `open_executor`.
    """
    from slowpath.faults.confirming import confirmed
    from slowpath.faults.judging import Judge

    spec = _spec(solution, problem, Sample("the test", data, answer), settings, sanitized)
    with opened_contest(spec, settings) as (contest, _):
        judge = Judge(spec, contest, ())
        bout = judge.judge(data)
        sure = confirmed(judge, bout) if bout.failing is not None else None
        if sure is not None:
            return _retried(sure, sure.failing)
        complaint = _complaint(spec, contest, data) if sanitized else None
        return _retried(bout, Failing.UNDEFINED if complaint is not None else None, complaint)


def _spec(solution: Solution, problem: Problem, test: Sample, settings: Settings, sanitized: bool) -> BreakSpec:
    """A search that knows one sample and makes no inputs, so that it needs no format."""
    return BreakSpec(
        path=str(solution.path),
        language=solution.language,
        source=solution.source,
        format=InputFormat(()),
        samples=(test,),
        budget=Budget(executions=0),
        answer_checker=problem.answer_checker,
        any_answer=any_answer_of(problem),
        rules=answer_rules(problem),
        time_limit_s=problem.limits.time_s,
        memory_limit_bytes=problem.limits.memory_bytes,
        sanitize=sanitized,
        toolchain=settings.toolchain,
    )


def _complaint(spec: BreakSpec, contest: Contest, data: bytes) -> Complaint | None:
    """What sanitizers say of the run, where there are any."""
    from slowpath.faults.limits import program_limits

    sanitizer = None if contest.sanitizer is None else contest.sanitizer.result()
    if sanitizer is None:
        return None
    return next(iter(sanitizer.examine(data, program_limits(spec)).complaints), None)


def _retried(bout: Bout, failing: Failing | None, complaint: Complaint | None = None) -> Retried:
    reason = complaint.message if complaint is not None else bout.reason if failing is not None else ""
    run = bout.execution
    return Retried(
        failing,
        reason,
        run.output,
        run.wall_ns / 1e9,
        bout.difference if failing is not None else None,
        complaint,
        bout.undecided if failing is None else "",
    )
