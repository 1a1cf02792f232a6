"""A format held against the running program before a search: what is run, and when no more is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from quicksort_campaign import spec_of

from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget
from slowpath.model.verdict import Verdict
from slowpath.pipeline.format_trial import FEW, LIMITS, MOST_UNENDED, _failing, doubts_by_running

FORMAT = from_text("n: int 1..9\na: int[n] 1..9\n")
SAMPLE = b"2\n1 1\n"


class Executor:
    """Gives every run the same verdict, but the samples theirs."""

    def __init__(self, usual: Verdict, samples: Verdict, wall_s: float = 1.0) -> None:
        self.usual, self.samples = usual, samples
        self.wall_ns = int(wall_s * 1e9)
        self.runs = self.cpu_ns = self.count = 0

    def run(self, data: bytes, _limits: object) -> Executor:
        self.runs += 1
        self.verdict = self.samples if data == SAMPLE else self.usual
        return self


@pytest.mark.parametrize(
    ("usual", "words"),
    [
        (Verdict.TIME_LIMIT, f"doesn't end within a second on {MOST_UNENDED} of {MOST_UNENDED} small inputs"),
        (Verdict.RUNTIME_ERROR, "fails (RE) on"),
    ],
)
def test_a_program_that_fails_on_small_inputs_and_on_no_sample_speaks_against_the_format(usual, words):
    executor = Executor(usual, Verdict.OK)
    (doubt,) = _failing(FORMAT, [SAMPLE], executor)
    assert words in doubt.text and "and on no sample" in doubt.text


def test_a_program_that_does_not_end_is_run_few_times():
    executor = Executor(Verdict.TIME_LIMIT, Verdict.OK)
    list(_failing(FORMAT, [SAMPLE], executor))
    assert executor.runs == 1 + MOST_UNENDED


def test_a_program_that_waits_is_run_fewer_times():
    executor = Executor(Verdict.TIME_LIMIT, Verdict.OK, wall_s=LIMITS.wall_s)
    assert len(list(_failing(FORMAT, [SAMPLE], executor))) == 1
    assert executor.runs == 1 + FEW


def test_a_program_that_does_not_end_is_not_watched_while_it_reads():
    executor = Executor(Verdict.TIME_LIMIT, Verdict.OK)
    (doubt,) = doubts_by_running(replace(spec_of(Budget(executions=1)), format=FORMAT, samples=()), executor)
    assert doubt.kind == "failing" and executor.runs == MOST_UNENDED


def test_a_program_that_fails_on_a_sample_says_nothing_of_the_format():
    executor = Executor(Verdict.TIME_LIMIT, Verdict.TIME_LIMIT)
    assert not list(_failing(FORMAT, [SAMPLE], executor))
    assert executor.runs == 1


def test_what_is_known_to_be_invalid_is_not_run():
    executor = Executor(Verdict.RUNTIME_ERROR, Verdict.OK)
    assert not list(_failing(FORMAT, [SAMPLE], executor, lambda inputs: [False] * len(inputs)))
    assert executor.runs == 1


def test_what_the_failing_inputs_share_and_no_other_has_is_named():
    class FailsOnZero(Executor):
        def run(self, data: bytes, limits: object) -> Executor:
            self.usual = Verdict.RUNTIME_ERROR if b"0" in data.split()[1:] else Verdict.OK
            return super().run(data, limits)

    zeros = from_text("n: int 1..9\na: int[n] 0..9\n")
    (doubt,) = _failing(zeros, [SAMPLE], FailsOnZero(Verdict.OK, Verdict.OK))
    assert doubt.text.endswith("and on no sample: on just those where a is 0 somewhere.")


class Counting(Executor):
    """Takes what `cost` says of the first number, and at most a second."""

    def __init__(self, cost) -> None:
        super().__init__(Verdict.OK, Verdict.OK)
        self.cost = cost

    def run(self, data: bytes, limits) -> Executor:
        most = int(limits.cpu_s * 1e9)
        self.count = self.cpu_ns = min(most, self.cost(int(data.split()[0])))
        self.usual = Verdict.TIME_LIMIT if self.count == most else Verdict.OK
        return super().run(data, limits)


@pytest.mark.parametrize("cost", [lambda n: 10_000 * n * n, lambda n: 1000 * 2 ** min(n, 40)], ids=["square", "power"])
def test_a_program_that_takes_longer_and_longer_as_numbers_grow_is_slow_and_no_sign_of_a_wrong_format(cost):
    numbers = from_text("n: int 1..100000\n")
    assert not list(_failing(numbers, [b"2\n"], Counting(cost)))


def test_numbers_below_0_grow_too_and_only_valid_inputs_tell():
    numbers = from_text("n: int -100000..100000\n")
    assert not list(_failing(numbers, [b"2\n"], Counting(lambda n: 10_000 * n * n)))
    only_odd = Counting(lambda n: 10_000 * n * n if n % 2 == 0 else 20_000 if n < 101 else 10**9)
    found = _failing(
        from_text("n: int 1..100000\n"), [b"3\n"], only_odd, lambda datas: [int(data) % 2 == 1 for data in datas]
    )
    assert len(list(found)) == 1


def test_a_program_with_a_long_start_is_not_tried_for_long():
    slow_start = Counting(lambda n: 100_000_000 if n < 50 else 10**9)
    assert len(list(_failing(from_text("n: int 1..100000\n"), [b"2\n"], slow_start))) == 1
    assert slow_start.runs < 40


def test_a_program_that_does_not_end_from_some_number_on_is_a_sign_of_a_wrong_format():
    numbers = from_text("n: int 1..100000\n")
    executor = Counting(lambda n: 20_000 + 100 * n if n < 50 else 10**9)
    assert len(list(_failing(numbers, [b"2\n"], executor))) == 1
    assert executor.runs < 200
