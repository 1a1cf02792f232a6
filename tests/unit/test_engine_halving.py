"""Sequences by halves: what the automaton makes, and that the search for one finds a rule that doubles."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.engine.shapes.halving import final_states
from slowpath.engine.shapes.terms import Scene, UnknownTerm, depends_on_place, evaluate, from_json, to_json
from slowpath.engine.shapes.wording import described

THUE_MORSE = ("halves", ("turns", 0, 1, 1, 0), "lo", "hi")
PERIOD_DOUBLING = ("halves", ("turns", 0, 1, 0, 0), 0, 1)


def _by_recursion(begin: int, end: int, state: int, turns: list[int], made: list[int]) -> None:
    if end - begin == 1:
        made[begin] = state
    elif end > begin:
        middle = begin + (end - begin) // 2
        _by_recursion(begin, middle, turns[2 * state], turns, made)
        _by_recursion(middle, end, turns[2 * state + 1], turns, made)


@given(st.integers(0, 70), st.integers(1, 5).flatmap(
    lambda states: st.lists(st.integers(0, states - 1), min_size=2 * states, max_size=2 * states)))
def test_goes_down_to_each_place_as_recursion_does(length: int, turns: list[int]) -> None:
    made = [0] * length
    _by_recursion(0, length, 0, turns, made)
    assert final_states(length, turns, len(turns) // 2, np.arange(length)).tolist() == made


def test_makes_the_morphic_words_of_a_power_of_two_places() -> None:
    assert evaluate(THUE_MORSE, Scene.of(64, 0, 1)).tolist() == [place.bit_count() % 2 for place in range(64)]
    doubling = [(~place & place + 1).bit_length() % 2 == 0 for place in range(63)]
    assert evaluate(PERIOD_DOUBLING, Scene.of(64, 0, 1)).tolist()[:63] == list(map(int, doubling))


def test_is_the_same_after_a_way_through_json_and_can_be_said() -> None:
    assert from_json(to_json(THUE_MORSE)) == THUE_MORSE
    assert depends_on_place(THUE_MORSE)
    assert described(THUE_MORSE) == "by halves, the minimum, the maximum"


@pytest.mark.parametrize("term", [("halves", ("turns", 0, 1), "lo", "hi"), ("halves", ("turns",)), ("halves", 3, 1),
                                  ("halves", ("ways", 0, 0), 1), ("halves", ("turns", 0, "hi"), 1)])
def test_refuses_turns_that_are_none(term: tuple) -> None:
    with pytest.raises(UnknownTerm):
        evaluate(term, Scene.of(8, 0, 9))
