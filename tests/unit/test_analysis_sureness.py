"""How sure a search is that there is nothing worse: over the limit, settled, or still improving."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slowpath.analysis.sureness import Search, sureness
from slowpath.model.cost import Cost
from slowpath.model.growth import Growth, GrowthPoint
from slowpath.model.origin import Origin
from slowpath.model.slow_input import SlowInput
from slowpath.model.validity import Validity
from slowpath.model.verdict import Verdict

LINEAR = Growth("n", (), "linear", "n", 1.0, 0.9, 1.1, 200_000, 10**8, 10**8, 10**8, predicted_s=0.4)


def slow(cpu_s: float, growth: Growth | None = None, validity: Validity = Validity.LIKELY) -> SlowInput:
    return SlowInput(
        id="x",
        size=10,
        cost=Cost(10**6, cpu_s, 0.0, 1),
        ratio=100.0,
        origin=Origin("pattern", "sorted"),
        verdict=Verdict.OK,
        found_at_execution=5,
        growth=growth,
        validity=validity,
    )


def said(
    rows: list[SlowInput], gained_at: float | None = 0.2, limit_s: float | None = 2.0, runs_since: int = 1000
) -> str:
    return sureness(rows, Search(gained_at, limit_s, runs_since))


def test_an_input_over_the_limit_says_it_all():
    assert said([slow(1.0), slow(2.5)]) == ""


def test_a_search_that_had_stopped_improving_says_how_long_nothing_came():
    assert said([slow(0.3)]) == "The last 80% of the search found nothing slower."


def test_few_runs_without_a_gain_are_said_to_be_few():
    assert said([slow(0.3)], runs_since=27) == (
        "The last 80% of the search found nothing slower, but ran 27 inputs only: a longer one may find more."
    )


def test_that_nothing_is_slow_rests_on_how_the_cost_grows_up_to_the_largest_size():
    points = tuple(GrowthPoint(n, 10 * n) for n in (2, 4, 8, 16, 32, 64))
    assert said([slow(0.3, replace(LINEAR, points=points))]).startswith(
        "Its cost grows as n, by runs of 6 sizes: at n = 200,000 it takes about 0.4 s of 2 s. The last 80% "
    )


@pytest.mark.parametrize("unsure", [{"predicted_high": 10**9}, {"remark": "Measured up to n = 34"}])
def test_growth_that_may_pass_the_limit_is_no_ground(unsure):
    assert said([slow(0.3, replace(LINEAR, **unsure))]) == "The last 80% of the search found nothing slower."


@pytest.mark.parametrize(("gained_at", "words"), [(0.9, "still found when 90% of the search was over"), (None, "")])
def test_a_search_that_still_improved_is_sure_of_nothing(gained_at, words):
    text = said([slow(0.3)], gained_at)
    assert words in text and "nothing slower" not in text


def test_what_is_near_the_limit_is_said_to_be():
    assert said([slow(1.2)]).startswith("The longest run takes 60% of the limit: a slower machine may pass it. ")


def test_what_larger_sizes_come_to_is_said_where_that_is_over_the_limit():
    points = tuple(GrowthPoint(n, 10 * n) for n in (2, 4, 8, 16, 32))
    grows = replace(LINEAR, points=points, predicted_s=4.0)
    assert said([slow(0.3, grows)]).startswith("At n = 200,000 it would take about 4 s, by runs of 5 sizes. ")
    cut = replace(slow(0.3, replace(grows, predicted_s=431.2)), verdict=Verdict.CUT)
    assert said([cut]).startswith(
        "The search had no time for a run up to the limit. At n = 200,000 it would take about 431 s, by runs of 5 "
    )
    assert "may take far longer" in said([slow(0.3, replace(LINEAR, model="exponential"))])


def test_no_time_is_told_where_no_clock_may_decide_or_nobody_says_the_limit():
    assert (
        said([slow(9.0, replace(LINEAR, predicted_s=40.0))], limit_s=None)
        == "The last 80% of the search found nothing slower."
    )


def test_doubtful_inputs_are_no_grounds():
    assert said([slow(9.0, validity=Validity.DOUBTFUL)]) == "The last 80% of the search found nothing slower."
