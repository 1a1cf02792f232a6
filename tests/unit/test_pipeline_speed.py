"""How much faster one program is than another: paired runs, and what is no speed-up."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.model.execution import Confirmation, RunLimits
from slowpath.model.verdict import Verdict
from slowpath.pipeline.faster.speed import Known, compared, interval


class Timed:
    """An executor whose clean build takes the given CPU seconds, one after the other, and over again."""

    def __init__(self, *seconds: float, memory: int = 1 << 20, cut: bool = False) -> None:
        self.seconds, self.memory, self.cut, self.runs = seconds, memory, cut, 0

    def confirm(
        self, data: bytes, limits: RunLimits, *, runs: int = 5, exact: bool = False, keep_output: bool = False
    ) -> Confirmation:
        taken = self.seconds[self.runs % len(self.seconds)]
        self.runs += runs
        return Confirmation(Verdict.OK, taken, 0.0, self.memory, runs, cut=self.cut)


def speed(before: Timed, after: Timed, inputs: int = 1):
    return compared(before, after, [(f"i{k}", b"x") for k in range(inputs)], RunLimits())  # type: ignore[arg-type]


def test_of_a_part_one_pair_with_a_clear_gain_is_enough():
    part, small = Timed(0.4), Timed(0.8)
    found = compared(Timed(1.0), part, [("i", b"x")], RunLimits(), is_part=True)  # type: ignore[arg-type]
    assert found is not None and found.geomean == pytest.approx(2.5)
    assert part.runs == 1
    assert not found.is_real, "its interval has no end"
    assert compared(Timed(1.0, 1.01), small, [("i", b"x")], RunLimits(), is_part=True).is_real  # type: ignore
    assert small.runs == 5


def test_a_steady_speed_up_is_real():
    found = speed(Timed(1.0, 1.02, 0.99), Timed(0.25, 0.26, 0.25), 2)
    assert found is not None
    assert found.is_real
    assert 3.5 < found.low <= found.geomean <= found.high < 4.5
    assert [each.name for each in found.per_input] == ["i0", "i1"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((1.0, 1.0), (1.0, 1.0)),
        ((1.0, 2.0, 0.5), (0.9, 0.4, 1.9)),
        ((1.0,), (0.98,)),
        ((0.0004,), (0.0001,)),
        ((0.5,), (1.0,)),
    ],
    ids=["equal", "noise", "too little", "too short", "slower"],
)
def test_no_speed_up_is_said_where_there_is_none(before, after):
    found = speed(Timed(*before), Timed(*after))
    assert found is not None
    assert not found.is_real


@pytest.mark.parametrize(
    ("before", "after", "runs"),
    [
        ((1.0,), (0.25, 1.1, 0.25, 1.2, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25), 10),
        ((1.0,), (0.25, 0.3, 0.25, 0.3, 0.25), 5),
        ((1.0,), (0.8, 1.6, 0.9, 0.5, 0.7), 5),
        ((9.0,), (2.0, 8.9, 2.1, 2.0, 2.2, 2.0, 2.0, 2.0, 2.0, 2.0), 5),
        ((9.0,), (2.0, 2.1, 2.0), 3),
        ((9.0, 9.0, 9.0, 1.9, 1.9), (2.0, 8.9, 2.1, 0.4, 0.4), 5),
    ],
    ids=["hidden", "plain", "small", "long and hidden", "long", "long at first"],
)
def test_a_large_gain_that_noise_may_have_hidden_is_looked_at_again(before, after, runs):
    first, second = Timed(*before), Timed(*after)
    found = speed(first, second)
    assert (first.runs, second.runs) == (runs, runs)
    assert found is not None and found.is_real is (after[0] < 0.5 * before[0])


def test_both_run_equally_often_and_memory_is_compared():
    before, after = Timed(1.0, memory=8 << 20), Timed(0.5, memory=2 << 20)
    found = speed(before, after, 3)
    assert found is not None
    assert before.runs == after.runs
    assert found.memory_reduction == pytest.approx(4.0)


def test_a_program_that_was_cut_is_at_least_so_slow():
    found = speed(Timed(10.0, cut=True), Timed(0.1))
    assert found is not None
    assert found.per_input[0].at_least


class CutOn(Timed):
    """An executor that is cut on some inputs."""

    def __init__(self, *seconds: float, on: bytes) -> None:
        super().__init__(*seconds)
        self.on = on

    def confirm(self, data: bytes, limits: RunLimits, **how) -> Confirmation:  # type: ignore[override]
        made = super().confirm(data, limits, **how)
        return replace(made, cut=True, cpu_s=10.0) if data == self.on else made


def test_an_input_on_which_both_are_cut_says_nothing_and_hides_no_gain():
    before, after = CutOn(1.0, on=b"x"), CutOn(0.2, on=b"x")
    alone = compared(before, after, [("a", b"x")], RunLimits())  # type: ignore[arg-type]
    assert alone is not None and alone.is_unknown and not alone.is_real
    assert (before.runs, after.runs) == (1, 1), "a long run more of each would say nothing either"
    beside = compared(before, after, [("a", b"x"), ("b", b"y")], RunLimits())  # type: ignore[arg-type]
    assert beside is not None and beside.is_real and not beside.is_unknown
    assert beside.geomean == pytest.approx(5.0)
    assert [each.both_cut for each in beside.per_input] == [True, False]
    slower = compared(Timed(1.0), Timed(10.0, cut=True), [("a", b"x")], RunLimits())  # type: ignore[arg-type]
    assert slower is not None and not slower.is_unknown, "one that is cut where the other one ends is slower"


CUT = Confirmation(Verdict.OK, 6.0, 0.0, 1 << 20, 1, cut=True)
STOOD_FOR = Known({"a at n = 10": "a"}, {b"x": CUT}, time_limit_s=2.0)
BOTH = [("a at n = 10", b"y"), ("a", b"x")]


def test_a_smaller_input_tells_the_gain_where_the_program_is_known_to_be_cut():
    before, after = Timed(1.0), Timed(0.25)
    found = compared(before, after, BOTH, RunLimits(), known=STOOD_FOR)  # type: ignore[arg-type]
    assert found is not None and found.is_real and not found.at_least
    assert found.geomean == pytest.approx(4.0), "what the program was cut at hangs on how much time there was"
    assert [(each.of, each.at_least, each.within_limit) for each in found.per_input] == [
        ("a", False, False),
        ("", True, True),
    ]
    assert (found.per_input[1].before_s, found.per_input[1].ratio) == (6.0, pytest.approx(24.0))
    assert (before.runs, after.runs) == (5, 8), "the program isn't run again where it is too slow"


def test_where_a_version_is_cut_too_the_smaller_input_still_tells_its_gain():
    found = compared(Timed(1.0), CutOn(0.5, on=b"x"), BOTH, RunLimits(), known=STOOD_FOR)  # type: ignore[arg-type]
    assert found is not None and found.is_real and not found.is_unknown
    assert found.geomean == pytest.approx(2.0)
    assert found.per_input[1].both_cut and not found.per_input[1].within_limit


@pytest.mark.parametrize(
    ("before_s", "is_cut", "after_s", "limit_s", "is_within"),
    [
        (6.0, True, 1.0, 2.0, True),
        (6.0, True, 2.5, 2.0, False),
        (1.5, True, 1.0, 2.0, False),
        (2.0, True, 1.0, 2.0, True),
        (2.5, False, 1.0, 2.0, True),
        (1.9, False, 1.0, 2.0, False),
        (6.0, True, 1.0, None, False),
    ],
)
def test_a_version_is_within_the_limit_only_where_the_program_is_known_not_to_be(
    before_s, is_cut, after_s, limit_s, is_within
):
    known = Known(before={b"x": replace(CUT, cpu_s=before_s, cut=is_cut)}, time_limit_s=limit_s)
    found = compared(Timed(9.0), Timed(after_s), [("a", b"x")], RunLimits(), known=known)  # type: ignore[arg-type]
    assert found is not None
    assert bool(found.within_limit) is is_within


def test_a_run_that_was_made_already_counts_as_the_first():
    after = Timed(0.25)
    known = replace(STOOD_FOR, after={b"x": Confirmation(Verdict.OK, 0.2, 0.0, 1 << 20, 1)})
    compared(Timed(1.0), after, [("a", b"x")], RunLimits(), known=known)  # type: ignore[arg-type]
    assert after.runs == 2


def test_nothing_is_compared_without_inputs():
    assert compared(Timed(1.0), Timed(1.0), [], RunLimits()) is None  # type: ignore[arg-type]


def test_being_stopped_ends_the_comparison():
    answers: Iterator[bool] = iter([False, True])
    found = compared(
        Timed(1.0),
        Timed(0.5),
        [("a", b""), ("b", b"")],
        RunLimits(),  # type: ignore[arg-type]
        stop=lambda: next(answers, True),
    )
    assert found is not None
    assert len(found.per_input) == 1


def test_once_time_is_over_the_first_input_alone_is_measured_just_often_enough_for_an_interval():
    before = Timed(1.0)
    found = compared(
        before,
        Timed(0.5, 0.51),
        [("a", b""), ("b", b"")],
        RunLimits(),  # type: ignore[arg-type]
        is_over=lambda: True,
    )
    assert found is not None and found.is_real
    assert ([each.name for each in found.per_input], before.runs) == (["a"], 3)


class Noisy:
    """An executor whose clean build takes so many CPU seconds as chance says, times `factor`."""

    def __init__(self, factor: float, noise: Callable[[], float]) -> None:
        self.factor, self.noise, self.runs = factor, noise, 0

    def confirm(
        self, data: bytes, limits: RunLimits, *, runs: int = 5, exact: bool = False, keep_output: bool = False
    ) -> Confirmation:
        self.runs += runs
        return Confirmation(Verdict.OK, self.factor * math.exp(self.noise()), 0.0, 1 << 20, runs)


@pytest.mark.parametrize("ratio", [1.0, 2.5, 6.0])
@pytest.mark.parametrize("spread", [0.1, 0.7, 1.5])
@pytest.mark.parametrize("base", [0.5, 2.0], ids=["short", "some long"])
@pytest.mark.parametrize("shape", ["normal", "sometimes far off"])
def test_the_interval_holds_95_of_100_times_though_a_doubtful_gain_is_looked_at_twice(ratio, spread, base, shape):
    rng, tried = random.Random(f"{ratio} {spread} {base} {shape}"), 1500

    def noise() -> float:
        far = shape != "normal" and rng.random() < 0.15
        return rng.gauss(0.0, 4 * spread if far else spread)

    missed, pairs = 0, []
    for _ in range(tried):
        before, after = Noisy(base * ratio, noise), Noisy(base, noise)
        found = speed(before, after)  # type: ignore[arg-type]
        missed += not found.low <= ratio <= found.high
        pairs.append(before.runs)
    # A 95% interval at each look misses up to 7.4 of 100 here; chance alone adds half a one.
    assert missed / tried <= 0.05
    assert spread < 0.5 or ratio == 1.0 or len(set(pairs)) > 1, "the second look is part of what is tried"


@given(st.lists(st.floats(-5, 5), min_size=2, max_size=12), st.floats(-3, 3))
def test_an_interval_moves_with_its_values(values, offset):
    mean, reach = interval(values)
    moved, same = interval([value + offset for value in values])
    assert math.isclose(moved, mean + offset, abs_tol=1e-9)
    assert math.isclose(same, reach, abs_tol=1e-9)
    assert min(values) - 1e-9 <= mean <= max(values) + 1e-9
