"""The ledger of constraints: what is counted, what is sampled, and that one family proves nothing."""

from __future__ import annotations

import numpy as np
import pytest

from slowpath.analysis.evidence import MOST_OF_A_FAMILY
from slowpath.engine.constraints.ledger import RESERVOIR, Ledger, Reading


def reading(slot: int, cost: float, mark: int = 0, family: int | None = None) -> Reading:
    return Reading(np.array([slot], dtype=np.uint64), cost, 10, mark, mark if family is None else family)


def test_counts_and_means_are_over_all_and_samples_are_bounded():
    ledger = Ledger([1024], seed=0)
    for number in range(3000):
        ledger.add(reading(2048 if number % 3 == 0 else 0, 100.0 if number % 3 == 0 else 10.0, number))
    tally = ledger.tally(0)
    assert (tally.satisfying, tally.violating) == (1000, 2000)
    assert tally.cost_ratio == 10.0
    assert len(tally.tested_satisfying) == len(tally.tested_violating) == RESERVOIR


def test_the_reservoir_holds_early_and_late_inputs_alike():
    ledger = Ledger([1024], seed=0)
    for number in range(4000):
        ledger.add(reading(0, float(number), number))
    assert 1600 < ledger.tally(0).tested_violating.costs.mean() < 2400


def test_one_family_cannot_confirm_anything():
    ledger = Ledger([1024], seed=0)
    for number in range(500):
        ledger.add(reading(2048, 1000.0, number, 1))
    assert ledger.tally(0).satisfying == 500
    assert len(ledger.tally(0).tested_satisfying) == MOST_OF_A_FAMILY


@pytest.mark.parametrize(("count", "exact"), [(150, True), (3000, False)])
def test_another_threshold_judges_what_was_seen_anew(count, exact):
    ledger = Ledger([10_000], seed=0)
    for number in range(count):
        ledger.add(reading(number % 100, 50.0 if number % 100 >= 80 else 5.0, number))
    assert ledger.total(0) == (0, count)
    ledger.recalibrate(0, 80, without=(80, 1))
    tally = ledger.tally(0)
    if exact:
        assert (tally.satisfying, tally.violating) == (count // 5 - 11, count - count // 5 + 9)
    else:
        assert tally.satisfying == pytest.approx(count / 5, rel=0.4)
        assert tally.satisfying + tally.violating == pytest.approx(count, rel=0.02)
    assert tally.cost_ratio == pytest.approx(10.0, rel=0.01)
