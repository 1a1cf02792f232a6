"""Fits of growth: the model that made the points is found, and intervals hold what they promise."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from slowpath.analysis.complexity_fit import FEWEST_POINTS, compare, slope
from slowpath.model.growth import CONSTANT, EXPONENTIAL, LINEAR, LINEARITHMIC, LOGARITHMIC, POLYNOMIAL, THRESHOLD

SIZES = [16, 27, 45, 76, 129, 218, 368, 622, 1052, 1778, 3007, 5000]
FAR = 200_000
Cost = Callable[[float], float]

SMOOTH: dict[str, tuple[Cost, str]] = {
    "nothing but the start": (lambda n: 5000, CONSTANT),
    "a search in a sorted array": (lambda n: 300 * math.log(n) + 100, LOGARITHMIC),
    "one pass": (lambda n: 40 * n + 900, LINEAR),
    "a sort": (lambda n: 7 * n * math.log2(n) + 900, LINEARITHMIC),
    "a sort of numbers that are dear to read": (lambda n: 7 * n * math.log2(n) + 90 * n + 900, LINEARITHMIC),
    "trial division": (lambda n: 7 * n**0.5 + 900, POLYNOMIAL),
    "buckets of sqrt(n)": (lambda n: 7 * n**1.5 + 30 * n + 900, POLYNOMIAL),
    "all pairs": (lambda n: n * (n - 1) // 2 * 7 + 1000, POLYNOMIAL),
    "all pairs, after a dear start": (lambda n: n * (n - 1) // 2 * 3 + 120 * n + 100_000, POLYNOMIAL),
    "Karatsuba": (lambda n: 3 * n**1.585 + 80 * n, POLYNOMIAL),
}
POWERS = {"trial division": 0.5, "buckets of sqrt(n)": 1.5, "all pairs, after a dear start": 2.0, "Karatsuba": 1.585}


@pytest.mark.parametrize("name", SMOOTH)
def test_finds_the_model_that_made_the_points_and_goes_on_as_it_does(name):
    cost, model = SMOOTH[name]
    made = compare(SIZES, [round(cost(n)) for n in SIZES])
    assert made is not None
    assert made.best.model == model
    low, high = made.interval(FAR)
    assert low <= cost(FAR) <= high
    assert high < 3 * low


@pytest.mark.parametrize("name", POWERS)
def test_the_interval_of_the_power_holds_it_and_is_narrow(name):
    made = compare(SIZES, [round(SMOOTH[name][0](n)) for n in SIZES])
    assert made is not None
    low, high = made.best.bounds
    assert low <= POWERS[name] <= high
    assert high - low < 0.3


@pytest.mark.parametrize(
    ("cost", "doublings", "close"),
    [
        (lambda n: 9 * 2**n + 2000, 1.0, 0.01),
        (lambda n: 9 * 1.618**n + 2000, 0.694, 0.01),
        (lambda n: 9 * n * 2 ** (n / 2), 0.5, 0.15),
    ],
    ids=["subsets", "Fibonacci's recursion", "halves met in the middle"],
)
def test_tells_an_exponential_from_every_power(cost, doublings, close):
    sizes = range(2, 26, 2)
    made = compare(sizes, [round(cost(n)) for n in sizes])
    assert made is not None
    assert made.best.model == EXPONENTIAL
    assert made.best.value == pytest.approx(doublings, abs=close)


@pytest.mark.parametrize("begin", [500, 1000, 5000])
def test_sees_what_is_slow_only_from_some_size_on(begin):
    def cost(n: float) -> float:
        return (4000 if n >= begin else 40) * n + 900

    made = compare(SIZES, [cost(n) for n in SIZES])
    assert made is not None
    assert made.best.model == THRESHOLD
    assert made.best.at(FAR) == pytest.approx(cost(FAR), rel=0.1)


def test_sees_a_quadratic_part_that_begins_late():
    def cost(n: float) -> float:
        return 4 * n * n if n >= 1000 else 40 * n

    made = compare(SIZES, [cost(n) for n in SIZES])
    assert made is not None
    assert made.best.model == THRESHOLD
    low, high = made.interval(FAR)
    assert low <= cost(FAR) <= high


def test_what_hardly_grows_from_one_size_to_the_next_is_no_exponential():
    sizes = [500, 900, 1700, 3200, 6000, 11_000, 20_000, 35_000, 50_000]
    made = compare(sizes, [round(1000 * 1.0002**n) for n in sizes])
    assert made is not None
    assert made.best.model != EXPONENTIAL


def test_tiny_inputs_that_cost_less_make_no_threshold():
    sizes = [9, 17, 31, 58, 110, 210, 400, 760, 1450, 2800, 6000]
    made = compare(sizes, [(3 if n < 17 else 40) * n**2 * (1.1 if n % 2 else 0.9) for n in sizes])
    assert made is not None
    assert made.best.model == POLYNOMIAL


def test_a_threshold_beyond_which_every_run_was_cut():
    """An attack on a hash table: of one length on all keys share a bucket, and nothing beyond it ends in time."""
    sizes = [49, 112, 258, 592, 1360, 3125, 7179, 16_494, 37_893, 46_652]
    cut = [(51_763, 1.6e9), (57_435, 2.1e9), (87_055, 3.8e9), (200_000, 5e9)]
    made = compare(sizes, [round(50 * n * math.log(n + 9)) for n in sizes], cut)
    assert made is not None
    assert made.best.model == THRESHOLD
    assert made.best.shape.begin == 51_763
    assert made.interval(200_000)[1] >= 5e9


def test_nothing_is_said_of_too_few_sizes():
    few = SIZES[: FEWEST_POINTS - 1]
    assert compare(few, few) is None
    assert compare([*few, few[0], few[1]], [*few, 5, 6]) is None


def test_a_run_that_was_cut_rules_out_what_stays_below_it():
    sizes = [4, 5, 6, 7, 8, 9]
    costs = [1000 + 2**n for n in sizes]
    assert compare(sizes, costs, [(40, 1e9)]).best.at(40) > 1e8


def test_the_interval_is_wide_where_the_points_scatter():
    rng = np.random.default_rng(3)
    exact = [n * n * 3.0 for n in SIZES]
    scattered = [cost * factor for cost, factor in zip(exact, np.exp(rng.normal(0, 0.4, len(SIZES))), strict=True)]
    close, wide = (compare(SIZES, costs).interval(FAR) for costs in (exact, scattered))
    assert wide[1] / wide[0] > 3 * close[1] / close[0]


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(30):
        costs = [(3 * n**1.8 + 500) * math.exp(rng.normal(0, 0.03)) for n in SIZES]
        low, high = compare(SIZES, costs).power.bounds
        held += low <= 1.8 <= high
    assert held >= 26


def test_points_far_apart_and_huge_costs_stay_finite():
    made = compare([1, 10, 100, 1000, 10**6, 10**9], [1, 10**3, 10**6, 10**9, 10**15, 10**18])
    assert made is not None
    assert all(math.isfinite(made.best.at(n)) and all(map(math.isfinite, made.interval(n))) for n in (1, 1e9, 1e18))
    steep = compare(range(1, 9), [10 ** (10 * n) for n in range(1, 9)])
    assert steep is not None
    assert math.isfinite(steep.best.at(1e6))


def test_the_order_of_points_doesn_t_matter_and_growth_is_monotone():
    costs = [n * n for n in SIZES]
    there, back = compare(SIZES, costs), compare(SIZES[::-1], costs[::-1])
    assert there.best.at(FAR) == back.best.at(FAR)
    assert all(left < right for left, right in pairwise(there.best.at(n) for n in SIZES))


def test_the_slope_of_a_power_is_the_power():
    made, low, high = slope(SIZES, [n**1.7 for n in SIZES])
    assert made == pytest.approx(1.7)
    assert low < 1.7 < high
    assert slope([5, 5], [1, 2]) == (0.0, 0.0, 0.0)


def test_no_power_below_that_of_reading_is_called_the_work():
    sizes = [round(n) for n in np.geomspace(4, 300, 11)]
    made = compare(sizes, [round(830 * 300 * (0.3 * (n / 300) ** 2 + 0.7 * n / 300) + 4000) for n in sizes])
    assert made is not None
    assert made.best.model == POLYNOMIAL
    assert made.best.value > 1.5
