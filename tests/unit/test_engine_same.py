"""Which constraints say the same of an input."""

from __future__ import annotations

import numpy as np

from slowpath.analysis.evidence import ENOUGH
from slowpath.engine.constraints.same import ENOUGH_TO_RANK, KEPT, Held

LINES = {"a": 3, "b": 3, "c": 3, "d": 7}
SLOTS = {"a": 0, "b": 1, "c": 2, "d": 3}
THRESHOLDS = np.array([10, 20, 10, 10], dtype=np.uint64)


def held(rows: list[tuple[int, int, int, int]]) -> Held:
    made = Held(4, seed=1)
    for row in rows:
        made.add(np.array(row, dtype=np.uint64))
    return made


def same(rows: list[tuple[int, int, int, int]], ranked: tuple[str, ...] = ("a", "b", "c", "d")) -> dict[str, str]:
    return held(rows).same(LINES, SLOTS, THRESHOLDS, ranked)


ALIKE = [(11, 22, 5, 11), (9, 19, 12, 9)] * ENOUGH


def test_the_best_of_one_line_stands_for_those_that_hold_on_the_same_inputs():
    assert same(ALIKE) == {"b": "a"}
    assert same(ALIKE, ("d", "c", "b", "a")) == {"a": "b"}


def test_one_input_that_satisfies_the_one_alone_tells_them_apart():
    assert same([*ALIKE, (11, 19, 5, 11)]) == {}


def test_what_hardly_any_input_satisfies_or_violates_is_not_the_same_yet():
    assert same(ALIKE[:2]) == {}
    assert same([(11, 22, 11, 11)] * 50) == {}


def test_those_that_ask_for_more_or_less_of_the_same_are_one_once_enough_inputs_rank_alike():
    # `b` asks for three times as much as `a`; `c` for something else.
    rising = [(at // 2, at // 3, at * 7 % 31, 0) for at in range(80)]
    assert same(rising) == {"b": "a"}
    assert same([*rising, (40, 3, 9, 0)]) == {}, "one input that they rank in opposite ways"
    assert same(rising[: 60 + ENOUGH_TO_RANK - 1]) == {}, "too few satisfy the one that asks for more"


def test_more_runs_than_are_kept_still_tell_the_same():
    assert same(ALIKE * KEPT) == {"b": "a"}


def test_nothing_is_the_same_without_probes():
    assert Held(0, seed=1).same({}, {}, np.array([], dtype=np.uint64), ()) == {}
