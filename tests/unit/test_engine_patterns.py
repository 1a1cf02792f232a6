"""Known patterns compared at medium size, and polishing at full size: several at once where runs are short."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from slowpath.catalogue import TargetFacts
from slowpath.engine.candidate import FULL, Outcome
from slowpath.engine.corpus import Corpus
from slowpath.engine.phases.patterns import opening
from slowpath.engine.space import Space
from slowpath.engine.strategies.aimed import Aimed
from slowpath.engine.strategies.patterns import Patterns
from slowpath.engine.strategies.refinement import Refinement
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.model.execution import Execution
from slowpath.model.origin import Origin
from slowpath.model.verdict import Verdict


@pytest.fixture
def context() -> StrategyContext:
    fmt = from_text("n: int 1..5000\na: int[n] 1..1000\n")
    return StrategyContext(Space(fmt, boundaries(fmt), TargetFacts(), seed=1), Corpus(), seed=1)


def told(strategy, candidate, count: int) -> None:
    strategy.observe(Outcome(candidate, Execution(Verdict.OK, count, 1, 1, 1), count, 0, 1, 1.0))


def test_each_genome_of_a_batch_has_the_count_of_its_own_input(context):
    patterns = Patterns(context)
    candidates = [patterns.propose() for _ in range(8)]
    counts = {candidate.id: 10 + turn for turn, candidate in enumerate(candidates)}
    for candidate in candidates:
        told(patterns, candidate, counts[candidate.id])
    assert len(context.elite) == 8
    for scored in context.elite:
        made = context.space.build(context.space.medium[scored.site], scored.genome, Patterns.id)
        assert counts[made.id] == scored.count


@pytest.mark.parametrize(("count", "at_once"), [(1000, 8), (200_000_000, 2)])
@pytest.mark.parametrize("kind", [Patterns, Refinement])
def test_short_runs_are_made_several_at_once_and_long_ones_side_by_side(context, kind, count, at_once):
    start = context.space.build(context.space.full[0], (), "saturation")
    context.corpus.consider(
        context.space.from_instance(start.instance, Origin("saturation", "all"), FULL, "saturation"), 1, None
    )
    strategy = kind(context)
    assert strategy.batch == 2
    for _ in range(30):
        told(strategy, strategy.propose(), count)
    assert strategy.batch == at_once


class Opening(Aimed):
    """Always has something left to be tried first."""

    is_opening = True

    def __init__(self):
        pass


@pytest.mark.parametrize(("counted", "turns"), [(False, 2), (True, 10)])
def test_what_comes_before_all_patterns_leaves_them_their_seconds(counted, turns):
    meter, aimed = SimpleNamespace(counted=counted, share=0.0), Opening()

    def turn(_):
        meter.share += 0.1
        yield "turn"

    class State(SimpleNamespace):
        is_over = property(lambda self: self.meter.share > 0.95)

    strategy = {"aimed": aimed}
    state = State(
        watch=SimpleNamespace(constraints=()), meter=meter, turn=turn, strategy=lambda name, _: strategy.get(name)
    )
    assert len([*opening(state, None)]) == turns
