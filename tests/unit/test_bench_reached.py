"""Curves of searches and how two of them compare."""

from __future__ import annotations

import pytest

from slowpath.bench.reached import Curve, Race, curve
from slowpath.model.campaign import Budget, PhaseEntered, SlowInputFound
from slowpath.model.cost import Cost
from slowpath.model.origin import Origin
from slowpath.model.slow_input import SlowInput
from slowpath.model.verdict import Verdict

SOON = Curve(10, ((0.1, 1000),))
LATE = Curve(10, ((0.2, 100), (0.8, 1000)))
FURTHER = Curve(10, ((0.5, 990), (0.6, 3000)))


def found(name: str, execution: int, elapsed_s: float = 0.0) -> SlowInputFound:
    slow = SlowInput(name, 1, Cost(7, 0.1, 0.0, 0), 1.0, Origin("mutation", ""), Verdict.OK, execution)
    return SlowInputFound(slow, execution, elapsed_s)


def test_keeps_what_raised_the_best_by_the_clean_count_and_each_input_once():
    counts = {"a": 50, "b": 40, "c": 90}
    events = [PhaseEntered("search", ""), found("a", 10), found("b", 20), found("c", 40), found("a", 80)]
    assert curve(events, Budget(None, 100), 5, counts.__getitem__) == Curve(5, ((0.1, 50), (0.4, 90)))


def test_goes_by_the_clock_where_the_budget_has_seconds():
    assert curve([found("a", 10, 3.0)], Budget(4.0, None), 5, lambda _: 9).steps == ((0.75, 9),)


@pytest.mark.parametrize(("one", "area"), [(SOON, 901.0), (LATE, 262.0), (Curve(10), 10.0)])
def test_area_is_the_mean_of_the_best_over_the_budget(one, area):
    assert one.area == pytest.approx(area)


@pytest.mark.parametrize(
    ("guided", "other", "best", "speed", "arrival"),
    [
        (SOON, LATE, 1.0, 8.0, 0.1),
        (LATE, SOON, 1.0, 0.125, 0.8),
        (FURTHER, LATE, 2.998, 1.6, 0.5),
        (LATE, FURTHER, 0.3336, 0.625, 1.0),
        (SOON, SOON, 1.0, 1.0, 0.1),
    ],
)
def test_a_race_says_who_came_further_and_who_was_sooner_where_both_came(guided, other, best, speed, arrival):
    race = Race(guided, other)
    assert race.best_ratio == pytest.approx(best, rel=1e-2)
    assert race.speed == pytest.approx(speed)
    assert race.arrival == pytest.approx(arrival)
