"""How the time of a group is shared between inputs that cost nothing and inputs that cost seconds, and what becomes of
inputs that a validator refuses."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count, islice, repeat

import pytest

from slowpath.errors import AcceptedDisagree
from slowpath.inputs.text_form.text import from_text
from slowpath.model.breaking import Failing
from slowpath.model.execution import Execution
from slowpath.model.origin import Origin
from slowpath.model.testset import REFUSED, Group, Kill, LeftOut, OpponentOutcome, ProposedTest
from slowpath.model.verdict import Verdict
from slowpath.pipeline.testing import pool as pool_room
from slowpath.pipeline.testing.choosing import on_what_is_left
from slowpath.pipeline.testing.judging import SMALL_BYTES, Answered
from slowpath.pipeline.testing.pool import MOST_POOL, Pool, TakingTime
from slowpath.pipeline.testing.varying import varied
from slowpath.testsets.variants import Variants

SMALL_S, LARGE_S = 0.01, 1.0
LARGE_SIZE = SMALL_BYTES + 1000


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


class Anyone:
    """A jury that refuses nothing, and right programs that answer everything, each input in its time."""

    def __init__(self, clock: Clock, large_s: float) -> None:
        self._clock, self._large_s = clock, large_s

    spent_on_large_s = 1.0

    def accepts(self, data: bytes, label: str) -> bool:
        return True

    def answered(self, proposed: Sequence[ProposedTest]) -> Iterator[Answered]:
        for each in proposed:
            self._clock.now_s += self._large_s if len(each.data) > SMALL_BYTES else SMALL_S
            yield Answered(each, b"1\n", Execution(Verdict.OK, 1, 1, 1, 1))

    def first_runs(self, proposed: Sequence[ProposedTest]) -> Iterator[tuple[ProposedTest, Execution]]:
        for each in proposed:
            self._clock.now_s += SMALL_S
            yield each, Execution(Verdict.OK, 1, 1, 1, 1, output=each.data)


def inputs(sizes: Iterator[int]) -> Iterator[ProposedTest]:
    for number, size in zip(count(), sizes):
        data = b"%d %s" % (number, b"x" * size)
        yield ProposedTest(Group.RANDOM, str(number), str(number), Origin("random", str(number)), data)


def taken(seconds: float, *sizes: Iterator[int], large_s: float = LARGE_S) -> tuple[int, int, float]:
    """How many small and large inputs of streams of these sizes join the pool, and the seconds that it took."""
    clock = Clock()
    anyone = Anyone(clock, large_s)
    pool = Pool(anyone, anyone)  # type: ignore[arg-type]
    pool.take(Group.RANDOM, [inputs(each) for each in sizes], TakingTime(clock, 0.0, seconds), lambda: False)
    large = sum(len(each.proposed.data) > SMALL_BYTES for each in pool.inputs.values())
    return len(pool.inputs) - large, large, clock.now_s


def test_large_inputs_and_small_ones_have_as_much_time():
    small, large, took_s = taken(6.0, repeat(1), repeat(LARGE_SIZE))
    assert 3 <= large <= 4
    assert small >= 200
    assert took_s <= 6.0 + LARGE_S


def test_where_large_inputs_cost_no_more_as_many_of_both_are_taken():
    small, large, _ = taken(3.0, repeat(1), repeat(LARGE_SIZE), large_s=SMALL_S)
    assert abs(small - large) <= 20


def test_small_inputs_that_cost_nothing_keep_no_large_ones_out():
    small, large, took_s = taken(60.0, repeat(1), repeat(LARGE_SIZE), large_s=0.5)
    assert small == MOST_POOL[Group.RANDOM] and large >= 100 and took_s >= 60.0


def test_a_group_of_very_large_inputs_leaves_room_for_others(monkeypatch):
    monkeypatch.setattr(pool_room, "POOL_BYTES", 40 * LARGE_SIZE)
    assert 18 <= taken(60.0, iter(()), repeat(LARGE_SIZE))[1] <= 21


def test_a_stream_has_the_time_that_another_one_leaves():
    assert taken(6.0, iter(()), repeat(LARGE_SIZE))[:2] == (0, 6)
    assert taken(60.0, repeat(1, 50), repeat(LARGE_SIZE, 3))[:2] == (50, 3)
    assert taken(6.0, iter(()), iter(())) == (0, 0, 0.0)


def test_a_group_that_comes_too_late_has_a_few_inputs_of_both_sorts_all_the_same():
    assert taken(1.5 * SMALL_S, repeat(1), repeat(LARGE_SIZE))[:2] == (1, 1)
    assert taken(0.0, repeat(1), repeat(LARGE_SIZE))[:2] == (1, 0)


class Judged(Anyone):
    """A jury that takes `judging_s` for each input and refuses those of which `refused` says so."""

    def __init__(self, clock: Clock, judging_s: float, refused: Callable[[bytes], bool]) -> None:
        super().__init__(clock, SMALL_S)
        self._judging_s, self._refused = judging_s, refused
        self.judged: list[bytes] = []

    def accepts(self, data: bytes, label: str) -> bool:
        self._clock.now_s += self._judging_s
        self.judged.append(data)
        return not self._refused(data)

    def confirmed(self, answered: Answered) -> tuple[bytes, float]:
        return answered.answer, 0.1


def judged(refused: Callable[[bytes], bool], judging_s: float = 1.0) -> tuple[Judged, Pool]:
    clock = Clock()
    jury = Judged(clock, judging_s, refused)
    pool = Pool(jury, jury, clock)  # type: ignore[arg-type]
    for each in islice(inputs(chain([LARGE_SIZE] * 6, repeat(1))), 12):
        pool.admit([each])
    return jury, pool


def test_large_inputs_are_judged_once_they_are_chosen_where_judging_takes_longer_than_running():
    jury, pool = judged(lambda data: data.startswith(b"4 "))
    assert [data.split()[0] for data in jury.judged] == [b"0", *(b"%d" % number for number in range(6, 12))]
    confirmed = {each.proposed.label: pool.confirmed(each) for each in pool.inputs.values()}
    assert [label for label, outcome in confirmed.items() if isinstance(outcome, LeftOut)] == ["4"]
    assert confirmed["4"].reason == REFUSED and len(jury.judged) == 12


class Disputed(Judged):
    """Right programs that disagree on inputs of even numbers."""

    def answered(self, proposed: Sequence[ProposedTest]) -> Iterator[Answered]:
        for each in super().answered(proposed):
            if int(each.proposed.label) % 2 == 0:
                raise AcceptedDisagree("They print different things.", data=each.proposed.data)
            yield each


@pytest.mark.parametrize("refused", [b"2 ", b"9 "])
def test_what_right_programs_disagree_on_is_judged_before_the_run_ends_for_it(refused):
    clock = Clock()
    jury = Disputed(clock, 1.0, lambda data: data.startswith(refused))
    pool = Pool(jury, jury, clock)  # type: ignore[arg-type]
    first, second, third, fourth = islice(inputs(repeat(LARGE_SIZE)), 1, 5)
    pool.admit([first])
    with contextlib.nullcontext() if refused == b"2 " else pytest.raises(AcceptedDisagree):
        pool.admit([second, third])
        assert [each.proposed.label for each in pool.inputs.values()] == ["1", "3"]
        assert [(each.label, each.reason) for each in pool.left_out] == [("2", REFUSED)]
    with pytest.raises(AcceptedDisagree):
        pool.admit([fourth])


def test_all_large_inputs_are_judged_at_once_where_that_is_quick_or_something_was_refused():
    assert len(judged(lambda data: False, 0.01)[0].judged) == 12
    jury, pool = judged(lambda data: data.startswith(b"0 "))
    assert len(jury.judged) == 12 and len(pool.inputs) == 11


def test_failures_on_inputs_that_are_no_tests_after_all_count_for_nothing():
    kills = tuple(Kill(name, Failing.WRONG_ANSWER) for name in "ab")
    (outcome,) = on_what_is_left([OpponentOutcome("w", kills, ("a", "b"))], [LeftOut("label", REFUSED, "a")])
    assert [kill.test for kill in outcome.kills] == ["b"]


def test_what_a_validator_refuses_is_changed_no_further():
    fmt = from_text("n: int 2..30\na: int[n] 0..9")
    clock = Clock()
    anyone = Anyone(clock, LARGE_S)
    anyone.accepts = lambda data, label: b"7" not in data.split()[1:]  # type: ignore[method-assign]
    pool = Pool(anyone, anyone)  # type: ignore[arg-type]
    pool.admit([ProposedTest(Group.TINY, "", "", Origin("tiny", ""), b"3\n1 2 3\n")])
    variants = Variants(fmt, 0)
    parents: list[bytes] = []
    welcome = variants.welcome

    def heard(data: bytes, ran: Execution) -> bool:
        is_parent = welcome(data, ran)
        parents.extend([data] if is_parent else [])
        return is_parent

    variants.welcome = heard  # type: ignore[method-assign]
    varied(pool, variants, TakingTime(clock, 0.0, 3.0), lambda: False)
    assert len(pool.inputs) > 30 and pool.left_out
    assert all(b"7" not in data.split()[1:] for data in parents)
