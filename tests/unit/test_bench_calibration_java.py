"""Weights of classes of instructions that fit what kinds of work take."""

from __future__ import annotations

import pytest

from slowpath.bench.calibration_java import PLAIN, Measured, fitted, missed

CALLS, MOVES = ("calls", 6), ("moves", 2)


def made_of(ns_of: dict[tuple[str, int], float], rounds: list[dict[tuple[str, int], int]]) -> list[Measured]:
    return [
        Measured(
            str(number),
            sum(ns_of[each] * times for each, times in made.items()),
            sum(each[1] * times for each, times in made.items()),
            {each: each[1] * times for each, times in made.items()},
        )
        for number, made in enumerate(rounds)
    ]


def test_weights_are_those_that_the_times_were_made_of():
    real = {PLAIN: 1.0, CALLS: 30.0, MOVES: 0.0}
    rounds = [{PLAIN: 40, CALLS: 2}, {PLAIN: 10, CALLS: 5}, {PLAIN: 20, MOVES: 9}, {PLAIN: 30}]
    measured = made_of({each: 0.07 * weight for each, weight in real.items()}, rounds)
    found = {name: (used, fit) for name, used, fit in fitted(measured)}
    assert found["plain"] == (1, 1.0)
    assert found["calls"] == (6, pytest.approx(30, rel=0.5)) and found["moves"] == (2, pytest.approx(0, abs=1))


def test_what_was_left_out_of_the_fit_is_foretold_better_only_where_classes_really_weigh_otherwise():
    rounds = [{PLAIN: 40, CALLS: 2}, {PLAIN: 10, CALLS: 5}, {PLAIN: 20, CALLS: 9}, {PLAIN: 30}, {PLAIN: 10, CALLS: 50}]
    as_used, as_fitted = missed(made_of({PLAIN: 0.07, CALLS: 0.42}, rounds))
    assert as_used == pytest.approx(1) and as_fitted < 1.1
    as_used, as_fitted = missed(made_of({PLAIN: 0.07, CALLS: 7.0}, rounds))
    assert as_fitted < as_used
