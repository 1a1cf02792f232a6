"""Statistics against values worked out by hand, and profile shapes."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.analysis.profile_shape import profile_shape, shape_of
from slowpath.analysis.statistics import average_ranks, mann_whitney, spread, stratified_mann_whitney


def test_spread_is_minimum_median_maximum():
    measured = spread([3.0, 1.0, 2.0])
    assert (measured.minimum, measured.median, measured.maximum, measured.width) == (1.0, 2.0, 3.0, 2.0)
    with pytest.raises(ValueError, match="no measurements"):
        spread([])


def test_equal_values_share_their_rank():
    assert average_ranks([10, 20, 20, 5]).tolist() == [2.0, 3.5, 3.5, 1.0]


def test_shape_ignores_size_and_tells_reasons_apart():
    small, large = {1: 1, 5: 100, 6: 300, 9: 0}, {1: 1, 5: 1000, 6: 3000, 9: 2}
    other = {1: 1, 5: 1000, 6: 10, 9: 3000}
    assert profile_shape(small) == profile_shape(large) != profile_shape(other)
    assert profile_shape({}) == profile_shape({3: 0}) == ""
    assert shape_of(small).overlap(shape_of(large)) == pytest.approx(1.0, abs=1e-2)
    assert not shape_of(small).is_like(shape_of({}))


@pytest.mark.parametrize(
    ("left", "right", "alike"),
    [
        ({4: 100, 5: 100}, {4: 100, 5: 100, 6: 100}, True),  # The body of the same loop runs always, or never.
        ({4: 100, 5: 100, 9: 10}, {4: 60, 5: 100, 9: 3}, True),
        ({4: 100, 5: 100}, {4: 100}, False),  # Two loops share the work, or one of them does it all.
        ({4: 100}, {9: 100}, False),
        (dict.fromkeys(range(40), 10), dict.fromkeys(range(100, 140), 10), False),
    ],
)
def test_reasons_are_told_apart_by_where_the_work_is(left, right, alike):
    assert shape_of(left).is_like(shape_of(right)) is alike


def ranks_with_u(m: int, n: int, u: int) -> tuple[list[int], list[int]]:
    """Values without ties of which `u` of the m*n pairs are the wrong way round."""
    higher = []
    for place in range(m):
        down = min(u, n)
        higher.append(n + 1 + place - down)
        u -= down
    return higher, [rank for rank in range(1, m + n + 1) if rank not in higher]


@pytest.mark.parametrize(
    ("m", "n", "u", "p"),
    [
        # One-sided tail probabilities of U, as in the tables of Mann and Whitney (1947), whose sides end at eight.
        (3, 3, 0, 0.050),
        (3, 4, 0, 0.029),
        (4, 4, 0, 0.014),
        (4, 4, 1, 0.029),
        (5, 5, 4, 0.048),
        (5, 5, 5, 0.075),
        (6, 7, 8, 0.037),
        (8, 8, 15, 0.041),
        (8, 8, 32, 0.520),
        (2, 8, 16, 1.0),
    ],
)
def test_mann_whitney_follows_the_tables(m, n, u, p):
    assert mann_whitney(*ranks_with_u(m, n, u)) == pytest.approx(p, abs=6e-4)


def all_choices(higher: list[int], lower: list[int]) -> float:
    """The test by its definition: every way to choose who is higher."""
    ranks = average_ranks([*higher, *lower])
    seen = ranks[: len(higher)].sum()
    sums = [sum(chosen) for chosen in combinations(ranks.tolist(), len(higher))]
    return sum(each >= seen - 1e-9 for each in sums) / len(sums)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=5), st.lists(st.integers(0, 5), min_size=1, max_size=6))
def test_small_sides_with_ties_are_counted_exactly(higher, lower):
    assert mann_whitney(higher, lower) == pytest.approx(all_choices(higher, lower))


@pytest.mark.parametrize("ties", [1, 3, 10])
@pytest.mark.parametrize("shift", [-1.0, 0.0, 0.3, 0.8])
def test_the_normal_approximation_meets_the_exact_test_where_they_join(shift, ties):
    rng = np.random.default_rng(5)
    higher, lower = (np.round(ties * (rng.normal(size=size) + by)) for size, by in ((8, shift), (52, 0.0)))
    exact = mann_whitney(higher, lower)
    larger = stratified_mann_whitney([(higher, lower), ([1.0], [1.0])])
    assert larger == pytest.approx(exact, abs=0.025)


def test_mann_whitney_agrees_with_scipy():
    stats = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(1)
    for m, n, shift in ((20, 30, 0.0), (9, 70, 1.0), (40, 12, -0.4)):
        for values in (rng.normal(size=m + n), rng.integers(0, 6, m + n).astype(float)):
            higher, lower = values[:m] + shift, values[m:]
            asked = stats.mannwhitneyu(higher, lower, alternative="greater", method="asymptotic")
            assert mann_whitney(higher, lower) == pytest.approx(asked.pvalue, abs=1e-9)


@pytest.mark.parametrize(("higher", "lower"), [([], [1.0]), ([1.0], []), ([3.0] * 20, [3.0] * 20)])
def test_where_nothing_can_be_said_p_is_one(higher, lower):
    assert mann_whitney(higher, lower) == 1.0


def test_strata_keep_what_size_alone_explains_apart():
    rng = np.random.default_rng(2)
    small, large = rng.normal(10, 1, 60), rng.normal(1000, 1, 60)
    # Nearly all of the large are on one side, and within a size both sides cost the same.
    strata = [(small[:5], small[5:]), (large[:55], large[55:])]
    assert mann_whitney(np.concatenate([s for s, _ in strata]), np.concatenate([s for _, s in strata])) < 1e-6
    assert stratified_mann_whitney(strata) > 0.05
    assert stratified_mann_whitney([(small[:5] + 4, small[5:]), (large[:55] + 4, large[55:])]) < 0.01
    assert stratified_mann_whitney([]) == stratified_mann_whitney([([], [1.0])]) == 1.0


def test_no_digit_depends_on_the_order_of_adding():
    # Interpreters add floats differently since 3.12, and a campaign must say the same under all of them.
    rng = np.random.default_rng(7)
    strata = [(rng.random(9 + k) + 0.3, rng.random(12 + 3 * k)) for k in range(12)]
    assert len({stratified_mann_whitney([strata[at] for at in rng.permutation(12)]) for _ in range(40)}) == 1
    hits = dict(enumerate(rng.integers(1, 1000, 30).tolist()))
    shuffled = [{line: hits[line] for line in rng.permutation(30).tolist()} for _ in range(40)]
    assert len({shape_of(each).overlap(shape_of({line: line + 1 for line in hits})) for each in shuffled}) == 1
