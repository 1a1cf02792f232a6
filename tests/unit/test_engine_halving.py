"""Sequences by halves: what the automaton makes, and that the search for one finds a rule that doubles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.catalogue import TargetFacts
from slowpath.engine.campaign import run_campaign
from slowpath.engine.corpus import Corpus
from slowpath.engine.shapes.halving import final_states
from slowpath.engine.shapes.scene import Scene
from slowpath.engine.shapes.terms import UnknownTerm, depends_on_place, evaluate, from_json, to_json
from slowpath.engine.shapes.wording import described
from slowpath.engine.space import Space
from slowpath.engine.strategies.halving import Halving
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget, CampaignSpec
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.execution import RunLimits
from slowpath.model.origin import input_id

THUE_MORSE = ("halves", ("turns", 0, 1, 1, 0), "lo", "hi")
PERIOD_DOUBLING = ("halves", ("turns", 0, 1, 0, 0), 0, 1)


def _by_recursion(begin: int, end: int, state: int, turns: list[int], made: list[int]) -> None:
    if end - begin == 1:
        made[begin] = state
    elif end > begin:
        middle = begin + (end - begin) // 2
        _by_recursion(begin, middle, turns[2 * state], turns, made)
        _by_recursion(middle, end, turns[2 * state + 1], turns, made)


@given(
    st.integers(0, 70),
    st.integers(1, 5).flatmap(
        lambda states: st.lists(st.integers(0, states - 1), min_size=2 * states, max_size=2 * states)
    ),
)
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


@pytest.mark.parametrize(
    "term",
    [
        ("halves", ("turns", 0, 1), "lo", "hi"),
        ("halves", ("turns",)),
        ("halves", 3, 1),
        ("halves", ("ways", 0, 0), 1),
        ("halves", ("turns", 0, "hi"), 1),
    ],
)
def test_refuses_turns_that_are_none(term: tuple) -> None:
    with pytest.raises(UnknownTerm):
        evaluate(term, Scene.of(8, 0, 9))


EXECUTIONS = 1500


def _searched(hits: Any, fake_executor: Any) -> CampaignView:
    fmt = from_text("n: int 1..4096\na: int[n] 1..1000\n")
    spec = CampaignSpec(
        "solution.cpp",
        "cpp",
        b"",
        fmt,
        (("1.in", b"2\n1 2\n"),),
        Budget(executions=EXECUTIONS),
        limits=RunLimits(cpu_s=10.0),
        strategies=("saturation", "halving"),
    )
    view = CampaignView()
    for event in run_campaign(
        spec, fake_executor(fmt, hits, 2), campaign_id="c", keep_input=input_id, clock=lambda: 0.0, stop=lambda: False
    ):
        view = fold(view, event)
    return view


def _alternations(instance: Any) -> list[int]:
    """How often the one of two halves sums up to more that did not one level above."""
    sums = np.concatenate(([0], np.cumsum(instance["a"])))
    begins, ends = np.array([0]), np.array([len(sums) - 1])
    dear, is_left = 0, True
    while len(begins):
        middles = begins + (ends - begins) // 2
        more = 2 * sums[middles] - sums[begins] - sums[ends]
        dear += int((ends - begins)[more > 0 if is_left else more < 0].sum())
        begins, ends = np.concatenate((begins, middles)), np.concatenate((middles, ends))
        begins, ends = begins[ends - begins > 1], ends[ends - begins > 1]
        is_left = not is_left
    return [1, dear]


def test_the_search_finds_a_rule_that_holds_at_full_size(fake_executor: Any) -> None:
    view = _searched(_alternations, fake_executor)
    best = view.slow_inputs[0]
    assert "by halves" in best.origin.label
    assert best.cost.count > 0.8 * 12 * 4096


def test_the_search_ends_where_nothing_is_divided(fake_executor: Any) -> None:
    view = _searched(lambda instance: [1, len(instance["a"])], fake_executor)
    assert view.executions < EXECUTIONS


def test_no_input_is_proposed_again_where_automata_make_few() -> None:
    fmt = from_text("n: int 1..4096\na: int[n] 7..8\n")
    strategy = Halving(StrategyContext(Space(fmt, boundaries(fmt), TargetFacts(), 1), Corpus(), 1))
    made = [candidate.data for _ in range(60) if (candidate := strategy.propose()) is not None]
    assert len(set(made)) == len(made)


def test_the_same_seed_gives_the_same_search(fake_executor: Any) -> None:
    one, other = (_searched(_alternations, fake_executor) for _ in range(2))
    assert [slow.id for slow in one.slow_inputs] == [slow.id for slow in other.slow_inputs]
