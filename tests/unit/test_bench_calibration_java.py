"""Weights of classes of instructions that fit what kinds of work take."""

from __future__ import annotations

import pytest

from slowpath.bench.calibration_java import PLAIN, Measured, fitted

CALLS, MOVES = ("calls", 6), ("moves", 2)


def test_weights_are_those_that_the_times_were_made_of():
    real = {PLAIN: 1.0, CALLS: 30.0, MOVES: 0.0}
    rounds = [{PLAIN: 40, CALLS: 2}, {PLAIN: 10, CALLS: 5}, {PLAIN: 20, MOVES: 9}, {PLAIN: 30}]
    measured = [
        Measured(
            str(number),
            0.07 * sum(real[each] * times for each, times in made.items()),
            sum(each[1] * times for each, times in made.items()),
            {each: each[1] * times for each, times in made.items()},
        )
        for number, made in enumerate(rounds)
    ]
    found = {name: (used, fit) for name, used, fit in fitted(measured)}
    assert found["plain"] == (1, 1.0)
    assert found["calls"] == (6, pytest.approx(30, rel=0.5)) and found["moves"] == (2, pytest.approx(0, abs=1))
