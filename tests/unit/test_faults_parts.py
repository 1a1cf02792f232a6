"""A program held against itself with each test case alone: when that is believed, and what it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import pytest

from slowpath.faults.beside import Beside
from slowpath.faults.comparing import Comparison
from slowpath.faults.confirming import confirmed
from slowpath.faults.contest import BY_PARTS, Contest
from slowpath.faults.judging import Judge
from slowpath.faults.parts import FEW_CASES, MOST_BYTES, Parts
from slowpath.inputs.text_form.text import from_text
from slowpath.model.breaking import BreakSpec, Failing
from slowpath.model.campaign import Budget
from slowpath.model.execution import Confirmation, Execution, RunLimits, RunRequest
from slowpath.model.problem import Sample
from slowpath.model.verdict import Verdict
from slowpath.toolchain.answers.tokens import TokenChecker

FORMAT = from_text("t: int 1..50\ntests: cases[t]\n  n: int 1..100\n")
SAMPLE = Sample("1", b"3\n5\n7\n7\n", b"5\n7\n7\n")
Program = Callable[[Sequence[int]], "Sequence[object]"]


def right(cases: Sequence[int]) -> Sequence[object]:
    return cases


def leaving_nines(cases: Sequence[int]) -> Sequence[object]:
    """What stands behind a 9 is 9 too: something isn't reset."""
    first = next((place for place, case in enumerate(cases) if case == 9), len(cases))
    return [9 if place > first else case for place, case in enumerate(cases)]


def numbering(cases: Sequence[int]) -> Sequence[object]:
    return [f"Case {number}: {case}" for number, case in enumerate(cases, 1)]


@dataclass
class Runs:
    """The part of an executor that is needed here; `seen` are the numbers of test cases of each run."""

    program: Program
    verdict: Verdict = Verdict.OK

    def __post_init__(self) -> None:
        self.seen: list[int] = []

    def run(
        self, data: bytes, limits: RunLimits, *, keep_output: bool = False, keep_counters: bool = True
    ) -> Execution:
        count, *cases = map(int, data.split())
        assert count == len(cases)
        self.seen.append(count)
        output = "".join(f"{line}\n" for line in self.program(cases)).encode()
        return Execution(self.verdict, 1, 1000, 1000, 1 << 20, 0, output=output, output_bytes=len(output))

    def run_many(self, requests: Sequence[RunRequest], *, quick: bool = False) -> Iterator[Execution]:
        for request in requests:
            yield self.run(request.data, request.limits)


def spec_of(*samples: Sample) -> BreakSpec:
    return BreakSpec("a.cpp", "cpp", b"", FORMAT, samples, Budget(executions=10))


def data_of(*cases: int) -> bytes:
    return "\n".join(map(str, (len(cases), *cases, ""))).encode()


def parts_of(program: Program, *samples: Sample) -> tuple[Parts, Runs]:
    spec, runs = spec_of(*samples), Runs(program)
    return Parts(spec, Comparison(spec, TokenChecker()), Beside(spec, lambda: runs)), runs


def answered(program: Program, data: bytes, *samples: Sample) -> bytes | None:
    parts, _ = parts_of(program, *samples)
    return parts.answer(data, Runs(program).run(data, spec_of().limits))


def test_an_answer_that_depends_on_the_test_case_before_is_found():
    assert answered(leaving_nines, data_of(9, 4), SAMPLE) == b"9\n4\n"
    assert answered(leaving_nines, data_of(4, 9), SAMPLE) is None
    assert answered(right, data_of(9, 4), SAMPLE) is None


def test_nothing_is_believed_unless_a_sample_of_several_test_cases_shows_it():
    assert answered(leaving_nines, data_of(9, 4)) is None
    assert answered(leaving_nines, data_of(9, 4), Sample("1", b"1\n5\n", b"5\n")) is None
    assert answered(leaving_nines, data_of(9, 4), replace(SAMPLE, answer=None)) is None


def test_a_program_that_is_wrong_where_a_test_case_stands_alone_is_not_said_to_be_wrong_on_several():
    def wrong_alone(cases: Sequence[int]) -> Sequence[object]:
        return [0] if list(cases) == [9] else cases

    assert answered(wrong_alone, data_of(9, 4), SAMPLE) is None
    assert answered(leaving_nines, data_of(9, 4, 4), SAMPLE) == b"9\n4\n4\n"


def test_answers_that_are_numbered_over_the_input_are_compared_with_their_numbers():
    numbered = Sample("1", b"2\n5\n7\n", b"Case 1: 5\nCase 2: 7\n")
    assert answered(numbering, data_of(9, 4), numbered) is None
    found = answered(lambda cases: numbering(leaving_nines(cases)), data_of(9, 4), numbered)
    assert found == b"Case 1: 9\nCase 2: 4\n"


@pytest.mark.parametrize("data", [data_of(9), b"2\n9\n", b"x", data_of(9, 4) + b" " * MOST_BYTES])
def test_what_has_no_parts_or_is_too_long_is_left_alone(data):
    parts, _ = parts_of(leaving_nines, SAMPLE)
    execution = Execution(Verdict.OK, 1, 1000, 1000, 1 << 20, 0, output=b"", output_bytes=0)
    assert parts.answer(data, execution) is None


def test_many_test_cases_are_run_in_halves_until_something_was_found():
    parts, runs = parts_of(leaving_nines, SAMPLE)
    many = [1] * (3 * FEW_CASES)
    program, limits = Runs(leaving_nines), spec_of().limits

    def answer(*cases: int) -> bytes | None:
        runs.seen.clear()
        return parts.answer(data_of(*cases), program.run(data_of(*cases), limits))

    assert answer(*many) is None
    assert runs.seen[-2:] == [len(many) // 2] * 2
    assert answer(*many[:-1], 9) is None
    assert answer(9, *many) is not None
    assert answer(*many) is None
    assert runs.seen == [1] * len(many)


def test_a_part_that_fails_says_nothing():
    parts, runs = parts_of(leaving_nines, SAMPLE)
    execution = Runs(leaving_nines).run(data_of(9, 4), spec_of().limits)
    assert parts.answer(data_of(9, 4), execution) is not None
    runs.verdict = Verdict.RUNTIME_ERROR
    assert parts.answer(data_of(9, 4), execution) is None


@pytest.mark.parametrize(
    ("clean", "is_shown"), [(leaving_nines, True), (lambda cases: [*cases[:-1], 1], False), (right, False)]
)
def test_only_a_difference_that_the_clean_build_shows_too_is_told(clean, is_shown):
    def confirm(data: bytes, limits: RunLimits, *, runs: int, keep_output: bool) -> Confirmation:
        return Confirmation(Verdict.OK, 0.0, 0.0, 1 << 20, runs, output=Runs(clean).run(data, limits).output)

    spec, program = spec_of(SAMPLE), Runs(leaving_nines)
    program.confirm = confirm
    judge = Judge(spec, Contest(program, (), TokenChecker(), again=lambda: Runs(leaving_nines)), ())
    bout = judge.judge(data_of(4, 9, 5))
    assert bout.failing is Failing.WRONG_ANSWER
    found = confirmed(judge, bout)
    assert (found is not None and found.failing is Failing.WRONG_ANSWER) == is_shown


def test_the_judge_says_what_the_test_cases_are_answered_alone():
    spec, again = spec_of(SAMPLE), Runs(leaving_nines)
    contest = Contest(Runs(leaving_nines), (), TokenChecker(), again=lambda: again)
    bouts = list(Judge(spec, contest, ()).judge_many([data_of(4, 5), data_of(4, 9, 5)]))
    assert bouts[0].failing is None
    found = bouts[1]
    assert (found.failing, found.judged_by, found.answer) == (Failing.WRONG_ANSWER, BY_PARTS, b"4\n9\n5\n")
    assert not found.is_by_itself
    assert "each run alone" in found.reason
