"""A pair before its search, and the input after it, judged apart from the search: by new processes of the clean builds.

Curation (AlgoBugs section III-A2): the wrong program must pass the samples that the statement prints, and so must the
right one. Judging anew: the input is valid by the format, by the package's validators and by the one that was written
by hand for this purpose; the right program answers it within the limits, and the wrong one doesn't, or answers
otherwise.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from slowpath.faults.limits import clean_limits, memory_limit_bytes, time_limit_s
from slowpath.inputs.validating.format_validator import FormatValidator
from slowpath.model.breaking import BreakSpec
from slowpath.model.execution import Confirmation
from slowpath.model.ports import AnswerChecker, Executor, InputValidator
from slowpath.model.problem import Sample
from slowpath.model.verdict import Verdict

RUNS = 3
UNSTEADY_RUNS = 5


@dataclass(frozen=True)
class Rejudged:
    """What judging anew says: whether the input is valid, whether the program fails on it and the right one doesn't
    (None where nobody can tell), and why not."""

    valid: bool | None
    fails: bool | None
    objection: str = ""


def changed_lines(wrong: bytes, right: bytes) -> int:
    """How many lines differ between both programs, blanks aside."""
    first, second = ([b"".join(line.split()) for line in text.splitlines() if line.strip()] for text in (wrong, right))
    matcher = difflib.SequenceMatcher(None, first, second, autojunk=False)
    return sum(max(b - a, d - c) for kind, a, b, c, d in matcher.get_opcodes() if kind != "equal")


def objection_to_pair(
    samples: Sequence[Sample], wrong: Executor, right: Executor, spec: BreakSpec, checker: AnswerChecker | None
) -> str:
    """Why a pair isn't one that AlgoBugs would take, "" for one that it would. `checker` None compares nothing."""
    for sample in samples:
        for name, executor in (("right", right), ("wrong", wrong)):
            run = executor.confirm(sample.data, clean_limits(spec), runs=1, keep_output=True)
            if run.verdict is not Verdict.OK:
                return f"sample {sample.name}: the {name} program fails ({run.verdict.value})"
            if (
                checker is not None
                and sample.answer is not None
                and checker.check(sample.data, run.output or b"", sample.answer).right is False
            ):
                return f"sample {sample.name}: the {name} program's answer is wrong"
    return ""


def rejudged(
    data: bytes,
    verdict: str,
    wrong: Executor,
    right: Executor,
    spec: BreakSpec,
    checker: AnswerChecker | None,
    validators: Sequence[InputValidator],
) -> Rejudged:
    """Whether an input that a search showed is one on which the wrong program fails."""
    for validator in (FormatValidator(spec.format), *validators):
        opinion = validator.validate(data)
        if opinion.valid is not True:
            return Rejudged(opinion.valid, None, f"{validator.name}: {opinion.reason}")
    answer = _best(right, data, spec)
    if answer.verdict is not Verdict.OK or _over(answer, spec):
        return Rejudged(False, None, f"the right program fails on it ({_over(answer, spec) or answer.verdict.value})")
    runs = UNSTEADY_RUNS if verdict == "ND" else 1
    complaints = [_complaint(_best(wrong, data, spec), answer, data, spec, checker) for _ in range(runs)]
    said = next((each for each in complaints if each), "")
    return Rejudged(True, bool(said), "" if said else "both programs are right on it")


def _best(executor: Executor, data: bytes, spec: BreakSpec) -> Confirmation:
    return executor.confirm(data, clean_limits(spec), runs=RUNS, keep_output=True)


def _over(run: Confirmation, spec: BreakSpec) -> str:
    if run.verdict.is_out_of_time or run.cpu_s > time_limit_s(spec):
        return "TLE"
    return "MLE" if run.peak_rss_bytes > memory_limit_bytes(spec) else ""


def _complaint(
    run: Confirmation, answer: Confirmation, data: bytes, spec: BreakSpec, checker: AnswerChecker | None
) -> str:
    """How the wrong program fails, "" where it is right."""
    if run.verdict is not Verdict.OK or _over(run, spec):
        return _over(run, spec) or run.verdict.value
    if checker is None or run.output is None or answer.output is None:
        return ""
    # The right program must be right by the checker too: one that refuses it says nothing about the other.
    if checker.check(data, answer.output, answer.output).right is not True:
        return ""
    return "WA" if checker.check(data, run.output, answer.output).right is False else ""
