"""What a search came to, in sentences."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slowpath import pipeline
from slowpath.model.campaign import NONE_ENDED, BaselineMeasured, Warned
from slowpath.model.campaign_view import CampaignView
from slowpath.model.cost import Cost
from slowpath.model.growth import Growth, LineGrowth
from slowpath.model.origin import Origin
from slowpath.model.slow_input import SlowInput, TypicalCost
from slowpath.model.validity import Validity
from slowpath.model.verdict import Verdict
from slowpath.pipeline.telling import growth_words

GROWTH = Growth("n", (), "polynomial", "n^2.0", 2.0, 1.9, 2.1, 50_000, 9, 9, 9)
LINEAR = replace(GROWTH, model="linear", formula="n", exponent=1.0)
ROW = SlowInput(
    "a",
    500_000,
    Cost(3_400, 1.2, 0.01, 1),
    99.0,
    Origin("pattern", "a falling"),
    Verdict.OK,
    5,
    sizes=(("n", 50_000),),
    shape="reversed, all values distinct",
    growth=GROWTH,
    typical=TypicalCost(5, 100, 90, 120),
)
LARGE = replace(ROW, typical=TypicalCost(5, 3_000, 2_900, 3_100))
VIEW = CampaignView(state="finished", time_limit_s=1.0, executions=40_321, shapes=14, slow_inputs=(ROW,))


def said(view: CampaignView = VIEW, **changes) -> tuple[str, str]:
    told = pipeline.told(replace(view, **changes))
    return told.kind, told.text


def test_a_slow_input_is_told_by_its_time_against_the_limit_first():
    assert said() == ("slow", "1.20 s of 1 s, 34 times a typical input of its size (n = 50,000), grows like n^2.0.")


def test_that_nothing_is_slow_is_told_with_its_grounds():
    row = replace(LARGE, growth=LINEAR, cost=replace(LARGE.cost, cpu_s=0.0118))
    assert said(slow_inputs=(row,)) == (
        "large",
        "No slow input was found. The largest takes 11.8 ms of 1 s. Linear in n on everything tried"
        " (40.3k runs, 14 shapes).",
    )


def test_a_program_that_is_too_slow_on_every_large_input_is_told_as_that():
    assert said(slow_inputs=(LARGE,)) == (
        "large",
        "Too slow on every large input: 1.20 s of 1 s with n = 50,000, whatever the values. Grows like n^2.0"
        " on everything tried (40.3k runs, 14 shapes).",
    )


def test_without_growth_the_typical_input_is_the_ground():
    assert said(slow_inputs=(replace(LARGE, growth=None),))[1].endswith(
        "No more than 1.5 times a typical input of the same size on everything tried (40.3k runs, 14 shapes)."
    )


def test_nothing_beyond_the_baseline_is_told_beside_what_it_is():
    baseline = BaselineMeasured("i", "sample 1", 3, Cost(1, 0.002, 0, 0), True)
    assert said(slow_inputs=(), baseline=baseline, shapes=1) == (
        "none",
        "No slow input was found. Nothing tried costs more than sample 1 (2 ms) (40.3k runs, 1 shape).",
    )
    assert said(slow_inputs=(), executions=12)[1].endswith("That is few: give it more time.")


def test_that_no_run_ended_is_told_instead_of_a_baseline():
    unended = Warned(NONE_ENDED, "The program takes over 1 s on every input: it may never end.", "")
    assert said(slow_inputs=(), warnings=(unended,))[1] == f"No slow input was found. {unended.message}"


@pytest.mark.parametrize("state", ["preparing", "running", "paused", "failed"])
def test_nothing_is_told_of_a_search_that_goes_on_or_failed(state):
    assert said(state=state, slow_inputs=()) == ("", "")


def test_a_doubtful_input_is_no_slow_one():
    assert said(slow_inputs=(replace(ROW, validity=Validity.DOUBTFUL),))[0] == "none"


def test_what_is_no_more_than_half_above_the_typical_is_only_large():
    at, beyond = (replace(ROW, cost=replace(ROW.cost, count=count)) for count in (150, 151))
    assert at.is_only_large and not beyond.is_only_large
    assert not replace(ROW, typical=None).is_only_large
    cut = replace(ROW, cost=replace(ROW.cost, at_least=True))
    assert replace(cut, typical=replace(ROW.typical, at_least=True)).is_only_large
    assert pipeline.times_text(cut) == "at least 34 times"


def test_what_stands_behind_the_times_is_told_with_its_spread():
    assert pipeline.typical_text(ROW) == (
        "34 times the median of 5 random valid inputs of the same size (n = 50,000), which cost 90 to 120 steps."
    )


def test_the_limit_says_where_it_is_from():
    assert pipeline.limit_text(VIEW) == "The problem's time limit is 1 s."
    assert (
        pipeline.limit_text(replace(VIEW, time_limit_s=None, assumed_limit_s=2.0))
        == "The problem states no time limit: 2 s are assumed."
    )


def test_a_line_that_grows_faster_than_the_whole_is_told_beside_it():
    line = LineGrowth(12, "polynomial", "n^2.00", 2.0, 1.95, 2.05, 40_000)
    reading = replace(LINEAR, low=0.95, high=1.05, lines=(line, replace(line, line=3, low=0.99, formula="n")))
    assert growth_words(reading) == "linear in n, line 12 like n^2.00"
    assert growth_words(replace(GROWTH, lines=(line,))) == "grows like n^2.0"
