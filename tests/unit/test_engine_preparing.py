"""Rules that prepare are found by what some row costs after them."""

from __future__ import annotations

from array import array

import numpy as np
import pytest

from slowpath.catalogue import TargetFacts
from slowpath.engine.candidate import Outcome
from slowpath.engine.corpus import Corpus
from slowpath.engine.moves.paying_rows import PayingRows, paid
from slowpath.engine.moves.row_rules import HI, LO, PARTS, VALUE, Cell, RuleMaker
from slowpath.engine.shaped import built
from slowpath.engine.shapes.parts import views_of
from slowpath.engine.space import Space
from slowpath.engine.strategies.preparing import Preparing
from slowpath.engine.strategies.rule_climb import SIZE
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict

PLANS = "q: int 1..5000\nrows[q]: t: int 1..2; v: int 0..q; x: int 1..1000000\n"
FORMATS = (
    PLANS,
    "q: int 1..500\nops: queries[q]\n  add: v: int 0..q; x: int 1..10^9\n  cut: v: int 0..q\n",
    "n: int 1..500\na: int[n] -10^18..10^18\n",
    's: word 1..500 of "LR"\n',
)


def space_of(text):
    fmt = from_text(text)
    return Space(fmt, boundaries(fmt), TargetFacts(), seed=1, has_catalogue=False)


def maker_of(space, seed=0):
    instance = generate(space.format, Plan(sizes=dict(space.full[0].boundary.sizes)), np.random.default_rng(seed))
    return RuleMaker(views_of(space.format, instance)[0].parts, (7, 100), np.random.default_rng(seed))


@pytest.mark.parametrize("text", FORMATS)
def test_what_is_paid_behind_a_rule_makes_valid_inputs(text):
    space = space_of(text)
    maker = maker_of(space)
    payers = PayingRows(maker, np.random.default_rng(0))
    for _ in range(20):
        made = built(space, space.full[0], maker.shape_of(paid(maker.drawn(), payers.deal(3))), "preparing")
        assert not violations(space.format, made.instance, 1)


def test_all_rows_of_bounds_are_dealt_before_one_comes_again():
    payers = PayingRows(maker_of(space_of(PLANS)), np.random.default_rng(0))
    (dealt,) = zip(*payers.deal(12), strict=True)
    plain = {row for row in dealt if all(cell.mode != VALUE or turn == 0 for turn, cell in enumerate(row))}
    assert len(plain) > 6
    assert {row[0].number for row in dealt} == {1, 2}
    assert {row[2].mode for row in plain} >= {LO, HI}


def test_the_rows_of_a_hand_stand_by_turns_behind_the_first_half():
    space = space_of(PLANS)
    maker = maker_of(space)
    hand = (((Cell(VALUE, 1), Cell(LO), Cell(HI)),), ((Cell(VALUE, 2), Cell(HI), Cell(LO)),))
    rule = paid(maker.drawn(), hand)
    assert all(cuts[-1] == PARTS // 2 for cuts in rule.cuts)
    made = built(space, space.full[0], maker.shape_of(rule), "preparing").instance
    assert made["t"][2500:2504].tolist() == [1, 2, 1, 2]
    assert made["v"][2500:2504].tolist() == [0, 5000, 0, 5000]


def asked_of_a_chain(instance):
    """A plan made from the one before is one deeper; the second kind is asked as deep as its plan is, and is none."""
    depths, steps = [0], 0
    for t, v in zip(instance["t"].tolist(), instance["v"].tolist(), strict=True):
        depth = depths[v] if v < len(depths) else 0
        steps += 1 + (depth if t == 2 else 0)
        depths.append(depth + 1 if t == 1 else 0)
    return steps


def searched(cost, turns, seed):
    """The most work of an input of a few hundred rows after so many turns, and all that was made."""
    strategy, made, most = Preparing(StrategyContext(space_of(PLANS), Corpus(), seed=seed)), [], 0
    for _ in range(turns):
        batch = []
        while len(batch) < strategy.batch and (proposal := strategy.propose()) is not None:
            batch.append(proposal)
        for proposal in batch:
            work = cost(proposal.instance)
            most = max(most, work if proposal.instance["q"] <= SIZE else 0)
            counters = array("Q", [len(proposal.data), work])
            strategy.observe(
                Outcome(
                    proposal, Execution(Verdict.OK, sum(counters), 0, 0, 0, counters=counters), sum(counters), 0, 1, 0.5
                )
            )
        made += batch
    return most, made


def test_finds_what_prepares_and_what_pays_and_grows_both():
    found = [searched(asked_of_a_chain, 150, seed) for seed in range(3)]
    assert sorted(most for most, _ in found)[1] > 0.8 * (SIZE // 2) ** 2
    assert any(candidate.level == "full" for _, made in found for candidate in made)


def test_the_same_seed_makes_the_same():
    first, second = (searched(asked_of_a_chain, 30, 3)[1] for _ in range(2))
    assert [candidate.id for candidate in first] == [candidate.id for candidate in second]
