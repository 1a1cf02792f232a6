"""What a search that is over says of a program: over the limit, within it with grounds, or still improving."""

from __future__ import annotations

import pytest

from slowpath.analysis.standing import Search, standing
from slowpath.model.cost import Cost
from slowpath.model.growth import Growth
from slowpath.model.origin import Origin
from slowpath.model.slow_input import SlowInput
from slowpath.model.validity import Validity
from slowpath.model.verdict import Verdict

LINEAR = Growth("n", (), "linear", "n", 1.0, 0.9, 1.1, 200_000, 10**8, 10**8, 10**8, predicted_s=0.4)


def slow(cpu_s: float, growth: Growth | None = None, validity: Validity = Validity.LIKELY) -> SlowInput:
    return SlowInput(id="x", size=10, cost=Cost(10**6, cpu_s, 0.0, 1), ratio=100.0, origin=Origin("pattern", "sorted"),
                     verdict=Verdict.OK, found_at_execution=5, growth=growth, validity=validity)


def said(rows: list[SlowInput], gained_at: float | None = 0.2, limit_s: float | None = 2.0) -> str:
    return standing(rows, Search(1234, gained_at, limit_s))


def test_an_input_over_the_limit_says_it_all():
    assert said([slow(1.0), slow(2.5)]) == ""


def test_nothing_slow_is_an_answer_with_grounds():
    assert said([slow(0.3, LINEAR)]) == (
        "Nothing over the time limit of 2 s was found: the slowest input takes 0.3 s, 15% of it. Along inputs like it "
        "the cost grows like n, which comes to 0.4 s at n = 200,000. The search tried 1,234 inputs; it had stopped "
        "improving: its last 80% brought no costlier one.")


@pytest.mark.parametrize(("gained_at", "words"), [(0.9, "still finding costlier ones when 90%"),
                                                  (None, "tried 1,234 inputs.")])
def test_a_search_that_still_improved_is_sure_of_nothing(gained_at, words):
    text = said([slow(0.3)], gained_at)
    assert words in text and "stopped improving" not in text


def test_what_is_near_the_limit_is_said_to_be():
    assert "60% of it, which is near" in said([slow(1.2)])


def test_no_time_is_told_where_no_clock_may_decide_or_nobody_says_the_limit():
    text = said([slow(0.3, LINEAR)], limit_s=None)
    assert "0.3 s" not in text and "grows like n. The search" in text


def test_doubtful_inputs_are_no_grounds():
    assert said([slow(9.0, validity=Validity.DOUBTFUL)]).startswith("No input was found that costs more")
