"""ECCO's measures, as their equations say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.analysis.efficiency import Measured, efficiency, memory_reduction, percentile, speedup

TIMES = st.floats(0.001, 1000)


def test_equations_1_and_2_are_before_over_after():
    assert speedup(3.0, 1.5) == 2.0
    assert memory_reduction(100, 200) == 0.5


@pytest.mark.parametrize(("value", "expected"), [(5.0, 0.0), (9.0, 0.0), (1.0, 75.0), (0.5, 100.0), (2.0, 50.0)])
def test_a_percentile_counts_what_is_strictly_worse_and_is_0_for_the_worst(value, expected):
    assert percentile(value, [1.0, 2.0, 3.0, 5.0]) == expected


@given(st.lists(TIMES, min_size=1), TIMES, TIMES)
def test_a_faster_program_is_never_at_a_lower_percentile(spectrum, one, other):
    assert percentile(min(one, other), spectrum) >= percentile(max(one, other), spectrum)


def test_only_what_is_correct_counts_as_faster():
    found = efficiency(
        [Measured(True, 8.0, 2.0, 100, 50), Measured(True, 1.0, 0.95, 100, 100), Measured(False, 100.0, 1.0, 100, 1)]
    )
    assert found.pass_at_1 == pytest.approx(2 / 3)
    assert found.speedup == pytest.approx((4 + 1 / 0.95) / 2)
    assert found.geometric_speedup == pytest.approx((4 / 0.95) ** 0.5)
    assert found.memory_reduction == pytest.approx(1.5)
    assert found.optimised == pytest.approx(1 / 3) and found.memory_optimised == pytest.approx(1 / 3)


def test_ten_percent_less_is_optimised_and_nothing_measured_says_nothing():
    assert efficiency([Measured(True, 1.0, 0.9, 10, 10)]).optimised == 1.0
    assert efficiency([]).pass_at_1 is None and efficiency([Measured(False)]).speedup is None


@pytest.mark.parametrize("wrong", [lambda: speedup(0, 1), lambda: memory_reduction(1, 0), lambda: percentile(1, [])])
def test_what_was_not_measured_is_refused(wrong):
    with pytest.raises(ValueError):
        wrong()
