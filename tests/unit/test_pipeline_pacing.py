"""The whole keeps near the seconds that were given: each phase looks at the clock, and what went beyond is said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from slowpath.inputs.text_form.text import from_text
from slowpath.model.breaking import BreakSpec
from slowpath.model.campaign import Budget
from slowpath.model.execution import Confirmation, Execution, RunLimits, RunRequest
from slowpath.model.verdict import Verdict
from slowpath.pipeline.faster.evidence import LIMITS, Evidence, extended, gathered
from slowpath.pipeline.faster.pacing import Pace
from slowpath.settings import load
from slowpath.toolchain.answers.tokens import TokenChecker

SPEC = BreakSpec("main.py", "python", b"", from_text("n: int 1..300\n"), (), Budget())


class Clock:
    """A clock that stands still but for what is added."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Program:
    """A program that takes `long_s` CPU seconds for the numbers in `slow` and none for others, on a machine where each
    run takes `wall_s`."""

    def __init__(self, clock: Clock, slow: Sequence[int] = (), long_s: float = 20.0, wall_s: float = 0.0) -> None:
        self.clock, self.slow, self.long_s, self.wall_s, self.runs = clock, slow, long_s, wall_s, 0

    def _taken(self, data: bytes, limits: RunLimits) -> tuple[float, bool]:
        self.runs += 1
        self.clock.now += self.wall_s
        taken = self.long_s if int(data) in self.slow else 0.0
        return min(taken, limits.cpu_s), taken > limits.cpu_s

    def confirm(
        self, data: bytes, limits: RunLimits, *, runs: int = 5, exact: bool = False, keep_output: bool = False
    ) -> Confirmation:
        cpu_s, cut = self._taken(data, limits)
        return Confirmation(
            Verdict.TIME_LIMIT if cut else Verdict.OK, cpu_s, 0.0, 1, 1, cut=cut, output=None if cut else data
        )

    def run_many(self, requests: Sequence[RunRequest], *, quick: bool = False) -> Iterator[Execution]:
        for each in requests:
            cpu_s, cut = self._taken(each.data, each.limits)
            yield Execution(
                Verdict.TIME_LIMIT if cut else Verdict.OK,
                1,
                int(1e9 * cpu_s),
                1,
                1,
                cut=cut,
                output=None if cut else each.data,
            )


def evidence(program: Program, seconds: float | None, slow: Sequence[int] = ()) -> Evidence:
    pace = Pace(Budget(seconds), program.clock)
    found = gathered(
        program,
        SPEC,
        [(f"slow {n}", b"%d\n" % n) for n in slow],  # type: ignore[arg-type]
        TokenChecker(),
        load({}),
        limits=pace.answer_limits(),
        is_over=pace.over_after(0.1),
    )
    assert isinstance(found, Evidence)
    return found


def test_where_no_input_is_slow_and_time_is_left_all_are_compared():
    found = evidence(Program(Clock()), 60.0, [290])
    assert found.left_out == 0 and len(found.quick) > 200 and len(found.answers) == 1


@pytest.mark.parametrize(("seconds", "compared"), [(20.0, False), (600.0, True), (None, True)])
def test_an_answer_that_takes_long_is_waited_for_where_the_time_is_there(seconds, compared):
    found = evidence(Program(Clock(), [290, 3]), seconds, [290])
    assert {data for _, data, _ in found.answers} == ({b"290\n", b"3\n"} if compared else set())
    assert found.dear == frozenset({b"290\n", b"3\n"} if compared else set())
    assert found.left_out == (0 if compared else 2)
    assert found.slow == (("slow 290", b"290\n"),)


def test_on_a_busy_machine_the_gathering_ends_and_says_how_much_it_left_out():
    clock = Clock()
    program = Program(clock, wall_s=0.5)
    whole = len(evidence(Program(Clock()), 60.0, [290, 280]).inputs)
    found = evidence(program, 60.0, [290, 280])
    # A batch that was begun is run to its end.
    assert clock.now - 100.0 <= 6.0 + 0.5 * 33
    assert found.left_out > 0 and len(found.inputs) + found.left_out == whole
    assert b"290\n" in found.inputs


def test_further_inputs_are_left_out_once_the_time_is_over():
    clock = Clock()
    program = Program(clock, [105], wall_s=1.0)
    pace = Pace(Budget(60.0), clock)
    others = [(f"breaking input {n}", b"%d\n" % n) for n in range(100, 121)]
    found = extended(
        Evidence((("sample 1", b"101\n", b"101\n"),), ()),
        program,
        others,  # type: ignore[arg-type]
        limits=pace.answer_limits(),
        is_over=pace.over_after(0.1),
    )
    assert program.runs == 6, "what is known isn't run again, and a tenth of the time is six runs"
    answered = [f"breaking input {n}" for n in (100, 102, 103, 104, 106)]
    assert [name for name, _, _ in found.answers] == ["sample 1", *answered]
    assert found.left_out == 1 + 14, "the one that takes too long, and those for which no time was left"


def test_the_limits_of_single_runs_follow_what_is_given():
    given = [Pace(Budget(seconds), Clock()) for seconds in (10.0, 60.0, 1000.0, None)]
    assert [pace.pair_limits().cpu_s for pace in given] == [2.0, 6.0, LIMITS.cpu_s, LIMITS.cpu_s]
    assert [pace.answer_limits().cpu_s for pace in given] == [4.0, 9.0, 60.0, 30.0]


def test_what_took_longer_than_was_given_is_said_with_its_phases():
    clock = Clock()
    pace = Pace(Budget(20.0), clock)
    for phase, seconds in (("looking", 6.0), ("the proof", 20.0), ("looking", 3.0)):
        pace.enter(phase)
        clock.now += seconds
    warned = pace.beyond()
    assert warned is not None and warned.message == "It took 29 s instead of 20: the proof 20 s, looking 9 s."
    assert pace.left_s == 0.0


@pytest.mark.parametrize(("seconds", "took_s"), [(20.0, 21.5), (None, 1000.0), (300.0, 320.0)])
def test_nothing_is_said_of_what_keeps_near_its_seconds(seconds, took_s):
    clock = Clock()
    pace = Pace(Budget(seconds), clock)
    pace.enter("looking")
    clock.now += took_s
    assert pace.beyond() is None


def test_without_seconds_no_clock_decides():
    clock = Clock()
    pace = Pace(Budget(None, 100), clock)
    over = pace.over_after(0.1)
    clock.now += 1e6
    assert not over() and pace.left_s == float("inf") and pace.is_counted
