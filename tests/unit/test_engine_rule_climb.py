"""Rules that rows follow: whatever is drawn or changed makes valid inputs of any size, and a climb comes far."""

from __future__ import annotations

from array import array

import numpy as np
import pytest

from slowpath.catalogue import TargetFacts
from slowpath.engine.candidate import Outcome
from slowpath.engine.corpus import Corpus
from slowpath.engine.moves.row_rules import BACK, BEGIN, BESIDE, HI, VALUE, Cell, Rule, RuleMaker
from slowpath.engine.shaped import built
from slowpath.engine.shapes.parts import views_of
from slowpath.engine.shapes.scene import Scene
from slowpath.engine.shapes.shape import Shape
from slowpath.engine.shapes.terms import depends_on_place, evaluate
from slowpath.engine.space import Space
from slowpath.engine.strategies.rule_climb import SIZE, RuleClimb
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict

BOOK = "n: int 1..5000\nrows[n]: a: int 0..n; b: int 0..n\n"
FORMATS = {
    "rows that name rows": BOOK,
    "kinds of rows": "q: int 1..500\nops: queries[q]\n  add: v: int 0..q; x: int 1..10^9\n  cut: v: int 0..q\n",
    "arrays and a number": "n: int 1..500; k: int 1..500\na: int[n] 1..n\nb: int[n] 0..1\n",
    "huge numbers": "n: int 1..500\na: int[n] -10^18..10^18\n",
    "a word": 's: word 1..500 of "LR"\n',
    "edges": "n: int 2..100; m: int 1..200\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n\n",
}


def space_of(text):
    fmt = from_text(text)
    return Space(fmt, boundaries(fmt), TargetFacts(), seed=1, has_catalogue=False)


def maker_of(space, seed=0):
    instance = generate(space.format, Plan(sizes=dict(space.full[0].boundary.sizes)), np.random.default_rng(seed))
    return RuleMaker(views_of(space.format, instance)[0].parts, (7, 100), np.random.default_rng(seed))


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_drawn_or_changed_makes_valid_inputs_and_is_the_same_after_a_way_through_json(name):
    space = space_of(FORMATS[name])
    maker = maker_of(space)
    rules = [maker.drawn() for _ in range(30)]
    for place in range(90):
        rules.append(maker.changed(rules[place]))
    made = 0
    for rule in rules:
        shape = maker.shape_of(rule)
        assert Shape.from_json(shape.to_json()) == shape
        assert shape.label
        try:
            candidate = built(space, space.full[0], shape, "rule-climb")
        except CannotGenerate:
            continue
        made += 1
        assert not violations(space.format, candidate.instance, 1)
    assert made > 0.8 * len(rules)


def test_a_row_names_rows_so_far_back_whatever_phase_and_turn_it_is_in():
    space = space_of(BOOK)
    maker = maker_of(space)
    rule = Rule(
        ((24,),),
        ((((Cell(BACK, 1), Cell(BACK, 5)), (Cell(BACK, 2), Cell(BESIDE, -1))), ((Cell(BEGIN, 3), Cell(HI, 0, 2)),)),),
        (),
    )
    made = built(space, space.full[0], maker.shape_of(rule), "rule-climb").instance
    count = made["n"]
    places = np.arange(count)
    first = np.where(places % 2, places - 2, places - 1)
    assert (made["a"][2 : count // 2] == first[2 : count // 2]).all()
    assert (made["b"][6 : count // 2] == np.where(places % 2, first - 1, places - 5)[6 : count // 2]).all()
    assert (made["a"][count // 2 :] == count // 2 - 3).all()
    assert made["b"][count // 2 :][:3].tolist() == [count, count - 2, count - 4]


def test_places_in_the_whole_are_those_of_inner_turns():
    term = ("segments", ("interleave", "place", ("-", "place", 3)), 4, ("interleave", "begin", "place"))
    assert evaluate(term, Scene.of(10, 0, 100)).tolist() == [0, -2, 2, 0, 4, 5, 4, 7, 4, 9]
    assert depends_on_place("place") and depends_on_place("begin")


def test_single_numbers_are_a_bound_or_a_value():
    space = space_of(FORMATS["arrays and a number"])
    maker = maker_of(space)
    rule = maker.drawn()
    fixed = Rule(rule.cuts, rule.phases, (Cell(VALUE, 17),))
    assert built(space, space.full[0], maker.shape_of(fixed), "rule-climb").instance["k"] == 17


def outcome_of(candidate, work):
    counters = array("Q", [len(candidate.data), work])
    count = sum(counters)
    return Outcome(candidate, Execution(Verdict.OK, count, 0, 0, 0, counters=counters), count, 0, 1, 0.5)


def searched(cost, turns, seed):
    """The most work of an input of a few hundred rows after so many turns, and all that was made."""
    space = space_of(BOOK)
    strategy, made, most = RuleClimb(StrategyContext(space, Corpus(), seed=seed)), [], 0
    for _ in range(turns):
        batch = []
        while len(batch) < strategy.batch and (proposal := strategy.propose()) is not None:
            batch.append(proposal)
        for proposal in batch:
            work = cost(proposal.instance)
            most = max(most, work if proposal.instance["n"] <= SIZE else 0)
            strategy.observe(outcome_of(proposal, work))
        made += batch
    return most, made


def named_at_distance(instance):
    """How many rows name by turns the second and the seventh row before, and the row before."""
    places = np.arange(instance["n"])
    wanted = places - np.where(places % 2, 7, 2)
    return 1 + int((instance["a"] == wanted).sum() * (1 + (instance["b"] == places - 1).sum()))


def test_a_climb_finds_rows_that_name_rows_by_turns():
    reached = sorted(searched(named_at_distance, 150, seed)[0] for seed in range(3))
    assert reached[1] > 0.8 * SIZE * SIZE


def test_what_a_climb_ends_with_is_grown_to_full_size():
    _, made = searched(named_at_distance, 150, 0)
    assert any(candidate.level == "full" and candidate.instance["n"] == 5000 for candidate in made)


def test_the_same_seed_makes_the_same():
    first, second = (searched(named_at_distance, 30, 3)[1] for _ in range(2))
    assert [candidate.id for candidate in first] == [candidate.id for candidate in second]
