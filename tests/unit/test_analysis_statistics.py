"""Statistics against values worked out by hand, and profile shapes."""

from __future__ import annotations

import pytest

from slowpath.analysis.profile_shape import profile_shape, similarity
from slowpath.analysis.statistics import average_ranks, fit_growth, spearman, spread


def test_spread_is_minimum_median_maximum():
    measured = spread([3.0, 1.0, 2.0])
    assert (measured.minimum, measured.median, measured.maximum, measured.width) == (1.0, 2.0, 3.0, 2.0)
    with pytest.raises(ValueError, match="no measurements"):
        spread([])


def test_equal_values_share_their_rank():
    assert average_ranks([10, 20, 20, 5]).tolist() == [2.0, 3.5, 3.5, 1.0]


@pytest.mark.parametrize(("left", "right", "expected"), [
    ([1, 2, 3, 4], [10, 20, 30, 4000], 1.0),
    ([1, 2, 3], [3, 2, 1], -1.0),
    ([1, 2, 3], [7, 7, 7], 0.0),
    ([1, 2, 3, 4, 5], [5, 6, 7, 8, 7], 0.8208),
])
def test_spearman_follows_ranks_alone(left, right, expected):
    assert spearman(left, right) == pytest.approx(expected, abs=1e-4)


def test_growth_finds_the_exponent():
    growth = fit_growth([10, 100, 1000], [5 * 10**2, 5 * 100**2, 5 * 1000**2])
    assert growth is not None
    assert growth.exponent == pytest.approx(2.0)
    assert growth.at(10_000) == pytest.approx(5e8)
    assert fit_growth([10, 10], [1, 2]) is None


def test_shape_ignores_size_and_tells_reasons_apart():
    small, large = {1: 1, 5: 100, 6: 300, 9: 0}, {1: 1, 5: 1000, 6: 3000, 9: 2}
    other = {1: 1, 5: 1000, 6: 10, 9: 3000}
    assert profile_shape(small) == profile_shape(large) != profile_shape(other)
    assert profile_shape({}) == profile_shape({3: 0}) == ""
    assert similarity(small, large) == pytest.approx(1.0, abs=1e-3)
    assert similarity(small, {}) == 0.0
