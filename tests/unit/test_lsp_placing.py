"""A constraint follows the lines that it speaks of, or says which one is gone."""

from __future__ import annotations

import pytest

from slowpath.lsp.placing import PlaceGone, moved
from slowpath.model.constraint import Condition, Constraint, ConstraintOrigin, Count, Place

RULE = ConstraintOrigin("rule", "r")
COUNTED = Condition("_count", Place("after", 9, 4), "n", 2.0, Count(Place("body", 7), "k", Place("before", 5)))
CONSTRAINT = Constraint("abc", 6, "long", COUNTED, RULE, lines=(6, 7))


def test_every_place_moves_and_the_id_stays():
    found = moved(CONSTRAINT, lambda line: line + 10)
    assert found.id == "abc"
    assert (found.line, found.lines) == (16, (16, 17))
    assert found.condition == Condition(
        "_count", Place("after", 19, 4), "n", 2.0, Count(Place("body", 17), "k", Place("before", 15))
    )


@pytest.mark.parametrize("gone", [5, 6, 7, 9])
def test_a_place_that_is_gone_is_named(gone):
    with pytest.raises(PlaceGone, match=f"line {gone} was edited"):
        moved(CONSTRAINT, lambda line: None if line == gone else line)


def test_lines_that_only_support_it_may_go():
    words = Constraint("abc", 6, "long", None, RULE, lines=(2, 6))
    assert moved(words, lambda line: None if line == 2 else line).lines == (6,)
