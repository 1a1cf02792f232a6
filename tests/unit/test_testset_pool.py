"""How the time of a group is shared between inputs that cost nothing and inputs that cost seconds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, repeat

from slowpath.model.execution import Execution
from slowpath.model.origin import Origin
from slowpath.model.testset import Group, ProposedTest
from slowpath.model.verdict import Verdict
from slowpath.pipeline.testing.judging import SMALL_BYTES, Answered
from slowpath.pipeline.testing.pool import Pool, TakingTime

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

    def accepts(self, data: bytes, label: str) -> bool:
        return True

    def answered(self, proposed: Sequence[ProposedTest]) -> Iterator[Answered]:
        for each in proposed:
            self._clock.now_s += self._large_s if len(each.data) > SMALL_BYTES else SMALL_S
            yield Answered(each, b"1\n", Execution(Verdict.OK, 1, 1, 1, 1))


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


def test_a_stream_has_the_time_that_another_one_leaves():
    assert taken(6.0, iter(()), repeat(LARGE_SIZE))[:2] == (0, 6)
    assert taken(60.0, repeat(1, 50), repeat(LARGE_SIZE, 3))[:2] == (50, 3)
    assert taken(6.0, iter(()), iter(())) == (0, 0, 0.0)


def test_a_group_that_comes_too_late_has_a_few_inputs_of_both_sorts_all_the_same():
    assert taken(1.5 * SMALL_S, repeat(1), repeat(LARGE_SIZE))[:2] == (1, 1)
    assert taken(0.0, repeat(1), repeat(LARGE_SIZE))[:2] == (1, 0)
