"""Shapes that are worst at full size are tried at other sizes, cheaply first."""

from __future__ import annotations

from array import array

from slowpath.catalogue import TargetFacts
from slowpath.engine.candidate import FULL, MEDIUM, Outcome
from slowpath.engine.corpus import Corpus
from slowpath.engine.shaped import built
from slowpath.engine.shapes import Shape
from slowpath.engine.space import Space
from slowpath.engine.strategies.other_sizes import OtherSizes, resized
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict

ARRAY = "n: int 1..50000\na: int[n] 1..10^9\n"
GRID = "h: int 1..300; w: int 1..300\ng: int[h][w] 0..9\n"


def searched(text, shape, cost, turns=40):
    """What the strategy makes of one costly shape at full size, and the context."""
    fmt = from_text(text)
    space = Space(fmt, boundaries(fmt), TargetFacts(), seed=1, has_catalogue=False)
    context = StrategyContext(space, Corpus(), seed=5)
    strategy, made = OtherSizes(context), []
    assert strategy.propose() is None

    def tell(candidate):
        count = cost(candidate.instance)
        context.corpus.consider(candidate, count, array("Q", [count]))
        return Outcome(candidate, Execution(Verdict.OK, count, 0, 0, 0), count, 0, 1, 0.5)

    tell(built(space, space.full[0], shape, "shape-climb"))
    for _ in range(turns):
        batch = []
        while len(batch) < strategy.batch and (proposal := strategy.propose()) is not None:
            batch.append(proposal)
        for proposal in batch:
            strategy.observe(tell(proposal))
        made += batch
    assert all(not violations(fmt, candidate.instance, 1) for candidate in made)
    return made, context


def test_a_length_with_many_divisors_is_found():
    def cost(instance):
        return 1 + sum(instance["n"] - block for block in range(1, instance["n"]) if instance["n"] % block == 0)

    made, context = searched(ARRAY, Shape((("arrays", "a", "lo"),)), cost)
    assert (
        context.corpus.best(FULL)[0].candidate.instance["n"] == 45_360
    )  # 100 divisors, as many as 50,400 has at last.
    assert {candidate.level for candidate in made} == {MEDIUM, FULL}


def test_sizes_that_share_a_budget_are_tried_each_for_itself():
    def cost(instance):
        return 1 + instance["h"] * abs(instance["h"] - instance["w"])

    made, context = searched(GRID, Shape((("matrices", "g", "lo"),)), cost)
    best = context.corpus.best(FULL)[0].candidate.instance
    assert best["h"] == 300
    assert best["w"] <= 75
    assert any(candidate.instance["h"] == candidate.instance["w"] < 300 for candidate in made)


def test_few_runs_at_full_size_where_the_largest_size_is_worst():
    made, _ = searched(ARRAY, Shape((("arrays", "a", "lo"),)), lambda instance: instance["n"] ** 2)
    assert 0 < sum(candidate.level == FULL for candidate in made) <= 8


def test_a_shape_is_looked_at_once_whatever_its_sizes_are():
    shape = Shape((("arrays", "a", "lo"),))
    made, _ = searched(ARRAY, shape, lambda instance: 10**6 - instance["n"])
    assert len(made) <= len(list(resized(shape, {"n": 50_000}))) + 8
