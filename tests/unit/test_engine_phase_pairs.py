"""Scripts of two phases are put together from what fills and what uses it."""

from __future__ import annotations

from array import array
from dataclasses import replace

import numpy as np
import pytest

from slowpath.catalogue import TargetFacts
from slowpath.engine.candidate import Outcome
from slowpath.engine.corpus import Corpus
from slowpath.engine.shapes.inventing import Inventor
from slowpath.engine.shapes.parts import views_of
from slowpath.engine.shapes.rows import SimpleRows
from slowpath.engine.shapes.scene import Scene
from slowpath.engine.shapes.scripts import groups_of
from slowpath.engine.shapes.terms import evaluate
from slowpath.engine.space import Space
from slowpath.engine.strategies.own_work import LARGEST_COUNTS, own_work
from slowpath.engine.strategies.phase_pairs import PhasePairs
from slowpath.engine.strategy_context import BUSIEST, StrategyContext
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict

TABLE = "n: int 1..10000\nrows[n]: t: int 1..3; x: int 1..2000\n"


def outcome_of(candidate, counters, count=None):
    count = sum(counters) if count is None else count
    return Outcome(candidate, Execution(Verdict.OK, count, 0, 0, 0, counters=array("Q", counters)), count, 0, 1, 0.5)


def searched(cost, turns, seed=0):
    """The work of the busiest shape after so many turns, and all that was made."""
    fmt = from_text(TABLE)
    space = Space(fmt, boundaries(fmt), TargetFacts(), seed=1, has_catalogue=False)
    context = StrategyContext(space, Corpus(), seed=seed)
    strategy, made = PhasePairs(context), []
    for _ in range(turns):
        batch = []
        while len(batch) < strategy.batch and (proposal := strategy.propose()) is not None:
            batch.append(proposal)
        for proposal in batch:
            strategy.observe(outcome_of(proposal, cost(proposal.instance)))
        made += batch
    assert all(not violations(fmt, candidate.instance, 1) for candidate in made)
    return context.busiest[0][0], made


def looked_through(instance):
    """Who joins while another leaves stays in a list without end, which is looked through for numbers that aren't in
    it; nobody joins a full house of five."""
    there, members, looked, joined = set(), set(), 0, 0
    for t, x in zip(instance["t"].tolist(), instance["x"].tolist(), strict=True):
        if t == 1 and len(members) < 5:
            joined += x not in there
            there.add(x)
            members.add(x)
        elif t == 2:
            members.discard(x)
        elif t == 3 and x not in there:
            looked += len(there)
    return [len(instance["t"]), joined, looked]


def test_a_fill_that_costs_nothing_is_found_by_what_it_counts():
    reached = sorted(searched(looked_through, 150, seed)[0] for seed in range(3))
    # Half of the lines fill: 100 lines ask 50 each, where others come to five.
    assert reached[1] > 0.8 * 100 * 50 * (1 + LARGEST_COUNTS)


def test_the_same_seed_makes_the_same():
    first, second = (searched(looked_through, 40)[1] for _ in range(2))
    assert [candidate.id for candidate in first] == [candidate.id for candidate in second]


def test_work_leaves_out_reading_and_what_probes_say():
    assert own_work(outcome_of(None, [3, 10, 1000], 50_000), slots=1) == 13 + 10 * LARGEST_COUNTS


def test_work_that_no_counter_sees_is_believed():
    outcome = replace(outcome_of(None, [3, 10], 13), count=9_000_000)
    assert own_work(outcome, slots=0) == 9_000_000


@pytest.mark.parametrize(
    "text",
    [
        TABLE,
        "n: int 1..500; k: int 1..500\na: int[n] 1..n\nb: int[n] 0..1\n",
        "n: int 2..100; m: int 1..200\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n\n",
    ],
)
def test_rows_are_terms(text):
    fmt = from_text(text)
    parts = views_of(fmt, generate(fmt, Plan(sizes=dict(boundaries(fmt)[0].sizes)), np.random.default_rng(0)))[0].parts
    inventor = Inventor((7, 384), ("n",), np.random.default_rng(3))
    for group in groups_of(parts):
        rows = SimpleRows(group, inventor)
        for _ in range(200):
            for column, term in zip(group, rows.drawn(), strict=True):
                values = evaluate(term, Scene.of(50, column.lo, column.hi, {"n": 50}))
                assert len(values) == 50
                assert (
                    not column.tells_kinds
                    or {column.lo, column.hi}.issuperset(np.clip(values, column.lo, column.hi))
                    or column.hi - column.lo > 1
                )


def test_some_rows_are_about_all_there_is_and_some_about_the_least():
    fmt = from_text("n: int 1..500\nrows[n]: t: int 1..2; l: int 1..n; r: int l..n; x: int 1..10^6\n")
    parts = views_of(fmt, generate(fmt, Plan(sizes=dict(boundaries(fmt)[0].sizes)), np.random.default_rng(0)))[0].parts
    group = groups_of(parts)[0]
    rows = SimpleRows(group, Inventor((), ("n",), np.random.default_rng(0)))
    drawn = [dict(zip((column.name for column in group), rows.drawn(), strict=True)) for _ in range(600)]
    whole = [row for row in drawn if (row["l"], row["r"]) == ("lo", "hi")]
    assert len(whole) > len(drawn) / 12
    assert {row["x"] for row in whole} >= {("+", "lo", 1), ("+", "lo", 2), ("+", "lo", 3)}


def test_the_board_keeps_one_shape_for_each_work():
    fmt = from_text(TABLE)
    context = StrategyContext(Space(fmt, boundaries(fmt), TargetFacts(), seed=1, has_catalogue=False), Corpus(), seed=0)
    for work in (*range(40), *range(40)):
        context.offer(work, None)
    assert [work for work, _ in context.busiest] == list(range(39, 39 - BUSIEST, -1))
