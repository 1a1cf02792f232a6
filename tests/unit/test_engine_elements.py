"""Single elements changed one by one: what is right is left alone."""

from __future__ import annotations

import numpy as np
import pytest

from slowpath.engine.candidate import SMALL, Candidate
from slowpath.engine.strategies.elements import MOST_ELEMENTS, ElementMoves
from slowpath.inputs.printing import print_input
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.origin import Origin

ROW = from_text("n: int 1..1000\na: int[n] 0..9\n")
GOAL = [(7 * at + 1) % 10 for at in range(30)]


def candidate(values: list[int], parent: str = "") -> Candidate:
    instance = {"n": len(values), "a": np.array(values)}
    return Candidate(print_input(ROW, instance), instance, Origin("x", "x", parent=parent), SMALL, "x")


def matching(values) -> int:
    return sum(int(value) == wanted for value, wanted in zip(values, GOAL, strict=True))


def climbed(moves: int) -> int:
    climb, best = ElementMoves(ROW, np.random.default_rng(2)), candidate([0] * len(GOAL))
    for _ in range(moves):
        made = climb.moved(best)
        assert made is not None
        instance, label = made
        assert violations(ROW, instance, 1) == []
        assert label.startswith("a[")
        gained = matching(instance["a"]) - matching(best.instance["a"])
        climb.learned(gained)
        if gained > 0:
            best = candidate(list(instance["a"]), parent=best.id)
    return matching(best.instance["a"])


def test_comes_to_a_goal_of_thirty_elements_of_ten_values_each():
    assert climbed(700) >= 28


def test_leaves_alone_what_a_change_showed_to_be_right():
    climb, start = ElementMoves(ROW, np.random.default_rng(2)), candidate([0, 0, 0])
    touched = []
    for _ in range(3):
        instance, _ = climb.moved(start)
        touched += np.flatnonzero(instance["a"]).tolist()
        climb.learned(-1)
    assert sorted(touched) == [0, 1, 2]


@pytest.mark.parametrize("values", [[], [0] * (MOST_ELEMENTS + 1)], ids=["no elements", "too many"])
def test_moves_nothing_where_there_is_nothing_or_too_much_to_move(values):
    assert ElementMoves(ROW, np.random.default_rng(2)).moved(candidate(values)) is None


def test_knows_no_elements_without_arrays_of_integers():
    assert not ElementMoves(from_text("n: int 1..9\n"), np.random.default_rng(2)).can_move
