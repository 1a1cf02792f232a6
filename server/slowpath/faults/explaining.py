"""A breaking input with all that can be said of it: what was expected, where it differs, why, what kind of bug."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from slowpath.analysis.failures import line_of_reason, words_of_failure
from slowpath.analysis.source_changes import changes_of
from slowpath.analysis.source_difference import SourceDifference, source_difference
from slowpath.errors import SlowpathError
from slowpath.faults import limits
from slowpath.faults.contest import BY_SANITIZERS, FINER, WIDER, Bout, Contest
from slowpath.faults.divergence import divergence, values_at
from slowpath.faults.doubts import LOWERED, NO_GROUNDS, Grounds, doubt
from slowpath.faults.findings import Findings
from slowpath.faults.ignored import ignored
from slowpath.faults.minimised import Judging
from slowpath.faults.repairs import Repairs, Versions, helped_by_order
from slowpath.faults.survey import Survey, surveyed
from slowpath.faults.taxonomy import classified
from slowpath.faults.traits import cases_of
from slowpath.inputs.filling.redrawn import sizes_of
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.model.breaking import BreakingInput, BreakSpec, Complaint, Divergence, Failing
from slowpath.model.execution import Execution
from slowpath.model.languages import is_defined
from slowpath.model.origin import Origin, input_id
from slowpath.model.ports import Executor, Sanitizer, ValueReader
from slowpath.model.problem import Solution
from slowpath.statement.answers.one_answer import sought_extreme

SURVEY_RUNS = 400
KEPT_BYTES = 4 << 20
MOST_HELD = 6
LARGEST_EXAMINED = 1 << 20
_EXPLAINED = (Failing.RUNTIME_ERROR, Failing.TIME_LIMIT)
_LONG = (Failing.TIME_LIMIT, Failing.MEMORY_LIMIT, Failing.OUTPUT_LIMIT)


def explain(
    spec: BreakSpec,
    contest: Contest,
    judge: Judging,
    bout: Bout,
    origin: Origin,
    *,
    keep: Callable[[bytes], str],
    stop: Callable[[], bool] = lambda: False,
    stop_survey: Callable[[], bool] = lambda: False,
    minimised_from: str = "",
    sanitizer: Sanitizer | None = None,
    complaint: Complaint | None = None,
    most: int = SURVEY_RUNS,
    grounds: Grounds = NO_GROUNDS,
) -> BreakingInput:
    """The breaking input that a confirmed bout shows. `keep` stores bytes and returns their id.

    `most` is how many runs may be spent on finding out where it fails, until `stop_survey`; with 0 only what is known
    already is told, at once. `complaint` is what the sanitizer is known to say of it, else `sanitizer` is asked.
    `grounds` are what the search saw of how answers are compared.
    """
    assert bout.failing is not None, "only an input on which the program fails is explained"
    is_whole = most > 0
    is_examined = is_whole and bout.failing not in _LONG and len(bout.data) <= LARGEST_EXAMINED
    other = _other_version(spec, contest) if is_whole else None
    program = Solution(Path(spec.path), spec.language, spec.source)
    versions = Versions(contest, bout) if is_examined else None
    is_crash = bout.failing is Failing.RUNTIME_ERROR
    asked: tuple[Solution, ...] = (program,) if is_crash or is_defined(spec.language) else ()
    asked = (program, other[0]) if other is not None else asked
    with _values_behind(contest, asked if is_examined else ()) as values:
        complaints: Sequence[Complaint] | None = () if is_defined(spec.language) else None
        if complaint is None and sanitizer is not None and is_examined and not stop():
            complaints = _complaints(sanitizer, spec, bout)
            complaint = _first(complaints or ())
        sanitized, held = complaint, ""
        if is_crash and is_examined and not stop():
            # What takes a run each comes before what takes hundreds.
            reader = values(program)
            complaint = complaint or _overflow(reader, bout, Repairs())
            held = _held(spec, contest, bout, complaint, reader)
        survey = Survey()
        if is_whole:
            survey = _surveyed(spec, judge, bout, most, lambda: stop() or stop_survey())
        repairs = _repairs(spec, judge, bout, survey, versions, stop) if versions is not None else Repairs()
        if complaint is None and is_examined and is_defined(spec.language) and not is_crash and not stop():
            complaint = _overflow(values(program), bout, repairs)
        # Numbers that are not held may be meant so: they tell the kind of bug where wider ones make the program right.
        evidence = complaint if repairs.wider else sanitized
        unheeded = _ignored(spec, judge, bout, survey, stop) if is_examined else ("", 0)
        findings = _findings(spec, bout, survey, evidence, other, repairs, unheeded)
        classification = classified(findings) if is_whole else None
        why = doubt(spec, bout, survey, bout.believed, grounds, complaints)
        if why and classification is not None:
            classification = replace(classification, confidence=round(LOWERED * classification.confidence, 2))
        parted = _divergence(spec, contest, bout, other, values, stop) if other is not None and is_examined else None
    before, there = _before(bout, complaint), held and f"there {held}"
    # "There" is the line that was named last.
    told = (there, before) if line_of_reason(bout.reason) else (before, there)
    said = "; ".join(filter(None, (_said(bout), *told))) if _said(bout) or held else ""
    return BreakingInput(
        id=keep(bout.data),
        size=len(bout.data),
        sizes=_sizes(spec, bout.data),
        origin=_origin(origin, bout, minimised_from),
        failing=bout.failing,
        reason=bout.reason if said else "; ".join(filter(None, (bout.reason, before))),
        judged_by=BY_SANITIZERS if bout.failing is Failing.UNDEFINED and complaint else bout.judged_by,
        expected=_kept(keep, bout.answer),
        actual=_kept(keep, bout.execution.output),
        difference=bout.difference,
        complaint=complaint,
        divergence=parted,
        classification=classification,
        minimised_from=minimised_from if minimised_from != input_id(bout.data) else "",
        doubt=why,
        other=_kept(keep, bout.other),
        said=said,
    )


Version = tuple[Solution, Executor, SourceDifference]
"""A right version of the very program, with how it differs."""
OpenValues = Callable[[Solution], ValueReader | None]


def _other_version(spec: BreakSpec, contest: Contest) -> Version | None:
    """The accepted version, else a reference that is a version of the program."""
    known = [(spec.accepted, contest.accepted)]
    known += [
        (contender.reference.solution, contender.executor)
        for contender in contest.contenders
        if not contender.reference.is_itself
    ]
    for solution, executor in known:
        if solution is None or executor is None or solution.language != spec.language:
            continue
        difference = source_difference(spec.source, solution.source, spec.language)
        if difference.edits and (solution is spec.accepted or difference.is_of_one_shape):
            return solution, executor, difference
    return None


def _surveyed(spec: BreakSpec, judge: Judging, bout: Bout, most: int, stop: Callable[[], bool]) -> Survey:
    """Where else the program fails. Of one that is too slow that says nothing, and takes as long as the limit each
    time."""
    with suppress(SlowpathError):
        if bout.failing not in _LONG:
            return surveyed(spec, judge, bout.data, most, stop, bout.expected)
    return Survey()


def _repairs(
    spec: BreakSpec, judge: Judging, bout: Bout, survey: Survey, versions: Versions, stop: Callable[[], bool]
) -> Repairs:
    """What makes the program right. Failing to find out is no failure of the search."""
    name, count = "", 0
    with suppress(SlowpathError):
        if bout.failing is Failing.WRONG_ANSWER and not stop():
            name, count = helped_by_order(spec, judge, (bout.data, *survey.failing), stop)
    right = versions.are_right(spec, stop)
    return Repairs(right.get(WIDER), right.get(FINER), name, count)


def _ignored(spec: BreakSpec, judge: Judging, bout: Bout, survey: Survey, stop: Callable[[], bool]) -> tuple[str, int]:
    """What of the input the program doesn't heed. Failing to find out is no failure of the search."""
    with suppress(SlowpathError):
        if bout.failing is Failing.WRONG_ANSWER and bout.answer is not None and not bout.is_by_itself:
            return ignored(spec, judge, (bout.data, *survey.failing), stop)
    return "", 0


def _findings(
    spec: BreakSpec,
    bout: Bout,
    survey: Survey,
    complaint: Complaint | None,
    other: Version | None,
    repairs: Repairs,
    unheeded: tuple[str, int],
) -> Findings:
    try:
        cases = cases_of(spec.format, parse(spec.format, bout.data))
    except ParseError:
        cases = None
    assert bout.failing is not None
    return Findings(
        bout.failing,
        bout.reason,
        bout.data,
        spec.source,
        spec.language,
        survey,
        complaint,
        changes_of(other[2]) if other is not None else (),
        other[0].source if other is not None else b"",
        cases,
        repairs,
        b"" if bout.answer is None else bout.answer,
        bout.execution.output or b"",
        unheeded,
        sought_extreme(spec.statement),
    )


def _divergence(
    spec: BreakSpec, contest: Contest, bout: Bout, other: Version, values: OpenValues, stop: Callable[[], bool]
) -> Divergence | None:
    """Where the two versions part. Failing to find out is no failure of the search."""
    solution, executor, difference = other
    allowed = limits.program_limits(spec)
    program = Solution(Path(spec.path), spec.language, spec.source)
    try:
        runs: list[Execution] = [each.run(bout.data, allowed) for each in (contest.program, executor)]
        profiles = [each.profile(run).hits for each, run in zip((contest.program, executor), runs, strict=True)]
        return divergence(program, solution, difference, profiles[0], profiles[1], bout.data, values, stop)
    except SlowpathError:
        return None


def _overflow(reader: ValueReader | None, bout: Bout, repairs: Repairs) -> Complaint | None:
    """The first number on the way to a wrong answer, or to a crash, that its integer didn't hold. Where wider ones
    don't make the program right it's of the widest, if of any."""
    if reader is None or bout.failing not in (Failing.WRONG_ANSWER, Failing.RUNTIME_ERROR):
        return None
    return reader.first_overflow(bout.data, longs_only=repairs.wider is False)


def _held(
    spec: BreakSpec, contest: Contest, bout: Bout, complaint: Complaint | None, reader: ValueReader | None
) -> str:
    """What the variables held where it crashed, or where the complaint is of: "i = 5, n = 5"; "" where that can't be
    told."""
    line = line_of_reason(bout.reason) or (complaint.line if complaint is not None else None)
    if reader is None or line is None:
        return ""
    program = Solution(Path(spec.path), spec.language, spec.source)
    try:
        hits = contest.program.profile(contest.program.run(bout.data, limits.program_limits(spec))).hits
        if line_of_reason(bout.reason) is None and hits.get(line) != 1:
            # What is known of the line is of the first pass through it that went wrong, and the values are of the last.
            return ""
        found = values_at(program, line, hits, bout.data, reader)
    except SlowpathError:
        return ""
    return ", ".join(f"{name} = {value}" for name, value in found[:MOST_HELD])


def _said(bout: Bout) -> str:
    """What the program says of its failure."""
    return words_of_failure(bout.execution.stderr_tail) if bout.failing in _EXPLAINED else ""


@contextmanager
def _values_behind(contest: Contest, solutions: Sequence[Solution]) -> Iterator[OpenValues]:
    """Opens readers of the solutions' variables, which takes a build each, while something else is done."""
    pool = ThreadPoolExecutor(max(1, len(solutions)), thread_name_prefix="values")
    opening = {solution: pool.submit(_values_of, contest, solution) for solution in solutions}
    try:
        yield lambda solution: opening[solution].result() if solution in opening else None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _values_of(contest: Contest, solution: Solution) -> ValueReader | None:
    """A reader of a solution's variables, None where it can't be built for one."""
    try:
        return contest.values(solution)
    except SlowpathError:
        return None


def _complaints(sanitizer: Sanitizer, spec: BreakSpec, bout: Bout) -> Sequence[Complaint] | None:
    """What the sanitizer says, None where it can't be asked."""
    try:
        return sanitizer.examine(bout.data, limits.program_limits(spec)).complaints
    except SlowpathError:
        return None


def _first(complaints: Sequence[Complaint]) -> Complaint | None:
    """What the sanitizer says first, one that names a line before others."""
    worth = [complaint for complaint in complaints if complaint.kind != "leak"]
    return next((each for each in worth if each.line is not None), worth[0] if worth else None)


def _sizes(spec: BreakSpec, data: bytes) -> tuple[tuple[str, int], ...]:
    try:
        return sizes_of(spec.format, parse(spec.format, data))
    except ParseError:
        return ()


def _origin(origin: Origin, bout: Bout, minimised_from: str) -> Origin:
    """Where the input came from; what was made smaller says so, and only its bytes make it again."""
    if not minimised_from or minimised_from == input_id(bout.data):
        return origin
    return Origin("minimised", f"minimised {origin.label}", parent=minimised_from)


def _kept(keep: Callable[[bytes], str], data: bytes | None) -> str:
    return keep(data[:KEPT_BYTES]) if data is not None else ""


def _before(bout: Bout, complaint: Complaint | None) -> str:
    """The undefined behaviour or overflow behind a failure, in words that follow others, "" where none is known."""
    if complaint is None or complaint.message in bout.reason:
        return ""
    where = f" in line {complaint.line}" if complaint.line else ""
    return f"before that{where}: {complaint.message}"
