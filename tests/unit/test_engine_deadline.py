"""One deadline for all: parts have what is left, and what time alone cut says nothing of the program."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slowpath.engine.budget import BudgetMeter
from slowpath.engine.deadline import Deadline, Timed
from slowpath.errors import Interrupted, OutOfTime
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget
from slowpath.model.execution import RunLimits

LIMITS = RunLimits(cpu_s=10.0, wall_s=20.0)
HEAVY = b"7\n"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def executor(fake_executor):
    return fake_executor(from_text("n: int 1..100\n"), lambda instance: [instance["n"] * 100_000_000], 1)


def test_a_part_has_no_more_than_is_left_of_the_whole(clock):
    deadline = Deadline(clock, 5.0)
    with deadline.within(8.0):
        assert deadline.left_s == 5.0
        with deadline.within(2.0):
            assert deadline.left_s == 2.0
    assert deadline.left_s == 5.0


def test_what_ends_a_part_ends_no_more_than_that(clock):
    deadline = Deadline(clock, 5.0)
    with deadline.within(2.0):
        clock.now = 2.0
        raise OutOfTime
    assert deadline.left_s == 3.0


@pytest.mark.parametrize(("ended", "now"), [(OutOfTime, 5.0), (Interrupted, 1.0)])
def test_the_end_of_the_whole_and_the_users_word_end_all_parts(clock, ended, now):
    deadline = Deadline(clock, 5.0)

    def part() -> None:
        with deadline.within(2.0):
            clock.now = now
            raise ended

    with pytest.raises(ended):
        part()


def test_a_run_may_take_what_is_left_and_is_no_answer_where_that_cut_it(clock, executor):
    timed = Timed(executor, Deadline(clock, 5.0))
    assert timed.run(b"4\n", LIMITS).cpu_ns == 4_000_000_000
    with pytest.raises(OutOfTime):
        timed.run(HEAVY, LIMITS)
    with pytest.raises(OutOfTime):
        timed.confirm(HEAVY, LIMITS)


def test_a_run_over_the_time_limit_is_an_answer_however_little_is_left(clock, executor):
    timed = Timed(executor, Deadline(clock, 5.0), enough_s=2.0)
    assert timed.confirm(HEAVY, LIMITS).cut
    assert timed.run(HEAVY, LIMITS).cut


def test_nothing_begins_when_nothing_is_left(clock, executor):
    clock.now = 5.0
    with pytest.raises(OutOfTime):
        Timed(executor, Deadline(clock, 5.0)).run(b"1\n", LIMITS)
    assert executor.runs == 0


def test_a_confirmation_makes_as_many_runs_as_there_is_time_for(clock, executor):
    timed = Timed(executor, Deadline(clock, 15.0))
    assert timed.confirm(b"1\n", replace(LIMITS, cpu_s=5.0), runs=5).runs == 4


def test_the_search_leaves_time_for_what_comes_after_it(clock):
    long, late = (BudgetMeter(Budget(seconds=10.0), clock, ends_s=ends_s) for ends_s in (100.0, 10.0))
    assert long.remaining_s == 10.0
    assert 7.5 < late.remaining_s < 9.5


def test_without_a_deadline_no_clock_is_looked_at():
    def clock() -> float:
        raise AssertionError

    deadline = Deadline(clock)
    assert not deadline.is_over and deadline.left_s == float("inf")
