"""Whether the clean builds show what the search builds did: only what they show is told.

Theory of operation. The program's clean build runs the input twice, each reference's that answered once, and what they
print is judged anew. Time is the least of three runs, or of two that are clearly over; one is enough where the search
build was cut as well, and a reference took next to nothing, or the program itself on all other tiny inputs, since no
noise makes that of it. A program that is right now and then is a failure of its own (`UNSTEADY`). What fails under the
search build alone, steadily, depends on how the program is compiled: that is undefined behaviour, shown as such.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from slowpath.errors import SlowpathError
from slowpath.faults import limits
from slowpath.faults.comparing import are_same
from slowpath.faults.contest import BY_PARTS, Bout
from slowpath.faults.judging import BY_ITS_TEXT, BY_STATEMENT, Judge
from slowpath.model.breaking import Failing
from slowpath.model.execution import Confirmation, Execution, RunLimits
from slowpath.model.ports import Executor
from slowpath.model.verdict import Verdict

_RUNS = 2
_NANO = 1_000_000_000
_HALF = 0.5
_NEXT_TO_NOTHING = 20


def confirmed(judge: Judge, bout: Bout) -> Bout | None:
    """The bout as the clean builds show it, None where they don't: the program is right there, no reference answers,
    the checker has no opinion, or the time is not clearly over. `execution` and `answers` then hold what the clean
    builds did (without counters)."""
    if bout.failing is None:
        return None
    if bout.failing is Failing.UNSTEADY:
        return unsteady(judge, replace(bout, failing=None))
    answers = _clean_answers(judge, bout)
    bouts = [_clean_bout(judge, bout, answers)]
    if bouts[0].failing is Failing.TIME_LIMIT and bouts[0].execution.cut and _is_endless(judge, bout, answers):
        return bouts[0] if _is_too_slow(judge, bouts[0]) else None
    bouts += [_clean_bout(judge, bout, answers) for _ in range(_RUNS - 1)]
    if all(each.failing is Failing.TIME_LIMIT for each in bouts):
        if not all(each.execution.cut for each in bouts):
            bouts.append(_clean_bout(judge, bout, answers))
        return bouts[-1] if bouts[-1].failing is Failing.TIME_LIMIT and _is_too_slow(judge, bouts[-1]) else None
    failings = {each.failing for each in bouts}
    if bout.failing is Failing.UNDEFINED and failings == {None}:
        return bout
    if any(each.undecided and each.failing is None for each in bouts):
        return None
    if len(failings) == 1 and None not in failings:
        return _steady(judge, bouts)
    if Failing.TIME_LIMIT in failings:
        return None
    failed = next((each for each in bouts if each.failing is not None), None)
    if failed is not None:
        return _unsteady(failed, f"it fails now and then: {failed.reason}")
    return _only_searched(judge, bout, bouts[0])


def unsteady(judge: Judge, bout: Bout) -> Bout | None:
    """The bout as one of a program whose answer changes where chance falls differently (addresses, the hash seed, the
    clock, random numbers), None where it doesn't, or where all of its answers are right or all wrong. Two runs of the
    search build in another process."""
    first = bout.execution.output
    if bout.execution.verdict is not Verdict.OK or first is None:
        return None
    for _ in range(_RUNS):
        other = judge.contest.program.repeat(bout.data, limits.program_limits(judge.spec), keep_output=True)
        if other.verdict is Verdict.RUNTIME_ERROR:
            found = judge.decided(bout.data, other, bout.answers)
            return _unsteady(bout, f"it fails now and then: {found.reason}") if found.failing else None
        if other.output is not None and _is_otherwise(judge, bout, first, other.output):
            return _unsteady(bout, "its answer changes from run to run")
    return None


def _is_otherwise(judge: Judge, bout: Bout, first: bytes, second: bytes) -> bool:
    """Whether one of two answers is right and the other wrong, or, where nobody knows, they differ."""
    if judge.comparison.check(bout.data, second, first).right is not False:
        return False
    if bout.expected is None:
        return True
    right = [judge.comparison.check(bout.data, output, bout.expected).right for output in (first, second)]
    return None not in right and right[0] is not right[1]


def _clean_answers(judge: Judge, bout: Bout) -> list[Execution | None]:
    """What the clean builds of the references print that answered."""
    answers: list[Execution | None] = [None] * len(judge.references)
    for number, asked in enumerate(judge.references):
        searched = bout.answers[number] if number < len(bout.answers) else None
        if searched is None or searched.verdict is not Verdict.OK or asked.broken:
            continue
        try:
            answers[number] = _clean_run(asked.executor, bout.data, limits.clean_limits(judge.spec))
        except SlowpathError:
            asked.broken = True
    return answers


def _clean_bout(judge: Judge, bout: Bout, answers: Sequence[Execution | None]) -> Bout:
    allowed = limits.clean_limits(judge.spec)
    known = [answer.output_bytes for answer in answers if answer is not None and answer.verdict is Verdict.OK]
    if known:
        allowed = replace(allowed, output_bytes=limits.output_bytes(allowed.output_bytes, max(known)))
    execution = _clean_run(judge.contest.program, bout.data, allowed)
    if execution.verdict.is_out_of_time and not execution.stderr_tail:
        # What keeps a run from ending the search build alone may know.
        execution = replace(execution, stderr_tail=bout.execution.stderr_tail)
    return judge.decided(bout.data, execution, answers)


def _clean_run(executor: Executor, data: bytes, allowed: RunLimits) -> Execution:
    return _as_execution(executor.confirm(data, allowed, runs=1, keep_output=True))


def _as_execution(found: Confirmation) -> Execution:
    cpu_ns, idle_ns = int(found.cpu_s * _NANO), int(found.idle_s * _NANO)
    return Execution(
        found.verdict,
        0,
        cpu_ns,
        cpu_ns + idle_ns,
        found.peak_rss_bytes,
        found.exit_code,
        found.signal,
        found.cut,
        output=found.output,
        output_bytes=len(found.output or b""),
        stderr_tail=found.stderr_tail,
        idle_ns=idle_ns,
    )


def _steady(judge: Judge, bouts: Sequence[Bout]) -> Bout | None:
    """Runs that fail in one way."""
    first, last = bouts[0], bouts[-1]
    if first.failing is Failing.MEMORY_LIMIT:
        return first if _references_are_small(judge, first) else None
    if first.failing is not Failing.WRONG_ANSWER:
        return first
    if first.expected is None:
        return first if first.judged_by in (BY_STATEMENT, BY_ITS_TEXT) else None
    if not _is_shown_by_itself(judge, first, first.expected):
        return None
    if not judge.comparison.accepts_itself(first.data, first.expected):
        return None
    if first.execution.output != last.execution.output:
        return replace(first, reason=f"{first.reason}, and its answer changes from run to run")
    return first


def _is_shown_by_itself(judge: Judge, bout: Bout, expected: bytes) -> bool:
    """Whether the clean build, where the program is held against itself, answers the other inputs as the search build
    did: where it doesn't, that build or chance decides what they are answered, and this one may be answered rightly."""
    allowed = limits.clean_limits(judge.spec)

    def run(data: bytes) -> Execution:
        return _clean_run(judge.contest.program, data, allowed)

    if bout.other is None and bout.judged_by != BY_PARTS:
        return True
    alone = run(bout.other).output if bout.other is not None else judge.parts.answer_by(bout.data, run)
    return alone is not None and judge.comparison.check(bout.data, alone, expected).right is True


def _is_too_slow(judge: Judge, bout: Bout) -> bool:
    """Whether the least of the times is over the limit and every reference that says something of time is well under
    it."""
    most_ns = _HALF * limits.time_limit_s(judge.spec) * _NANO
    return not any(
        asked.says_of_time and not asked.broken and (answer is None or answer.cpu_ns > most_ns)
        for asked, answer in zip(judge.references, bout.answers, strict=True)
    )


def _is_endless(judge: Judge, bout: Bout, answers: Sequence[Execution | None]) -> bool:
    """Whether the search build was cut on the input too, and a reference takes less than a twentieth of the limit, or
    the input is tiny and the program was quick on others."""
    most_ns = limits.time_limit_s(judge.spec) * _NANO / _NEXT_TO_NOTHING
    is_odd = len(bout.data) <= limits.TINY_BYTES and judge.is_quick_on_tiny
    return bout.execution.cut and (
        is_odd
        or any(answer is not None and answer.verdict is Verdict.OK and answer.cpu_ns < most_ns for answer in answers)
    )


def _references_are_small(judge: Judge, bout: Bout) -> bool:
    """Whether the references stay within the memory limit, well within where it is only assumed."""
    most = limits.memory_limit_bytes(judge.spec) * (1.0 if judge.spec.memory_limit_bytes else _HALF)
    return all(
        answer is None or asked.is_itself or answer.peak_rss_bytes <= most
        for asked, answer in zip(judge.references, bout.answers, strict=True)
    )


def _unsteady(bout: Bout, reason: str) -> Bout:
    return replace(bout, failing=Failing.UNSTEADY, reason=reason, undecided="")


def _only_searched(judge: Judge, bout: Bout, clean: Bout) -> Bout | None:
    """What a failure means that the clean build doesn't show."""
    if bout.failing in (Failing.TIME_LIMIT, Failing.MEMORY_LIMIT, Failing.OUTPUT_LIMIT):
        return None
    if bout.failing is Failing.WRONG_ANSWER and are_same(bout.execution.output or b"", clean.execution.output or b""):
        return None  # It is the reference that answers otherwise when it's compiled otherwise.
    again = judge.contest.program.run(bout.data, limits.program_limits(judge.spec), keep_output=True)
    repeated = judge.decided(bout.data, again, bout.answers)
    if repeated.failing is not bout.failing:
        return None
    reason = f"it is right or not depending on how it is compiled ({bout.reason})"
    return replace(clean, failing=Failing.UNDEFINED, reason=reason)
