"""Genomes bred at medium size, in bounded memory."""

from __future__ import annotations

from slowpath.catalogue import TargetFacts
from slowpath.engine.corpus import Corpus
from slowpath.engine.space import Space
from slowpath.engine.strategies import combination
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text


def bred(turns):
    """What is proposed in so many turns from a few constructions of one slot."""
    fmt = from_text("n: int 1..2000\na: int[n] 1..9\n")
    space = Space(fmt, boundaries(fmt), TargetFacts(), seed=1)
    context = StrategyContext(space, Corpus(), seed=5)
    slot = space.medium[0].catalogue.slots[0]
    for choice in slot.choices[:4]:
        context.score(100, 0, ((slot.name, choice.name),))
    strategy = combination.Combination(context)
    made = [strategy.propose() for _ in range(turns)]
    return [str(candidate.origin.recipe["genome"]) for candidate in made if candidate is not None]


def test_no_genome_is_tried_twice_among_those_that_are_known():
    made = bred(300)
    assert len(made) == len(set(made)) > 30


def test_the_oldest_genomes_are_forgotten(monkeypatch):
    monkeypatch.setattr(combination, "MOST_KNOWN", 20, raising=False)
    made = bred(300)
    assert len(made) > len(set(made)) > 30
    assert all(made[at] not in made[max(0, at - 20) : at] for at in range(len(made)))
