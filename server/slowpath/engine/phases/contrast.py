"""The contrastive pair: the best medium inputs get partners of the same values, or, where these tell nothing, a smaller
one of their kind, and the pair is mined (WEDGE 3.1)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress

from slowpath.analysis.profile_shape import profile_shape
from slowpath.catalogue import Genome
from slowpath.engine.candidate import MEDIUM, Candidate, Outcome
from slowpath.engine.lower_formats import size_of
from slowpath.engine.search_state import SearchState
from slowpath.engine.space import MEDIUM_BYTES
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.model.campaign import CampaignEvent

PARTNERS = 6
CHEAPEST = 4
SMALLER = 3
"""Where order and values make no difference, the best input is held against one of its kind of so much smaller size."""
SHARE = 0.05
"""What it may take of a budget in seconds: where each run is dear, the best input and one to compare it with do."""


def contrast(state: SearchState, context: StrategyContext) -> Iterator[CampaignEvent]:
    """Gives the best medium inputs partners of the same values, or random ones, and mines the pair."""
    runner = state.runner
    sites = context.space.sites(MEDIUM)
    given = 0
    plain: list[tuple[int, Genome]] = [(place, ()) for place in range(min(2, len(sites)))]
    plain += [(scored.site, scored.genome) for scored in context.elite[-CHEAPEST:]]
    best = [(scored.site, scored.genome) for scored in context.elite[: 3 * PARTNERS]]
    points, end = [*plain, *best], math.inf
    if not state.meter.counted:
        points, end = [*best[:1], *plain, *best[1:]], state.meter.share + SHARE
    for place, genome in points:
        if given >= PARTNERS or state.is_over or state.meter.share > end:
            break
        outcome = _again(state, context.space.build(sites[place], genome, "contrast"))
        if outcome is None:
            continue
        shape = profile_shape(state.executor.profile(outcome.execution).hits)
        if (place, genome) in plain:
            # Random inputs and the cheapest patterns (sorted, where reversed is dear) are partners themselves.
            runner.contrasts.add(outcome)
        elif runner.contrasts.deserves_partners(outcome.candidate.id, shape, outcome.count):
            runner.contrasts.add(outcome)
            if not state.is_over and runner.run_partners(outcome):
                runner.contrasts.gave_partners(shape, outcome.count)
                given += 1
        yield from runner.drain()
    if best and not (state.is_over or runner.contrasts.tells_apart()):
        _add_smaller(state, context, *best[0])
    runner.mine_contrast()
    yield from runner.drain()


def _add_smaller(state: SearchState, context: StrategyContext, place: int, genome: Genome) -> None:
    """Takes an input made in the same way, but smaller, into the pool: its counts say which lines grow faster."""
    space = context.space
    size = size_of(space.sites(MEDIUM)[place].boundary) // SMALLER
    if size < SMALLER:
        return
    site = space.reduced(space.full[place].boundary, MEDIUM, size, MEDIUM_BYTES)
    with suppress(CannotGenerate):
        outcome = _again(state, space.build(site, site.catalogue.known(genome), "contrast"))
        if outcome is not None:
            state.runner.contrasts.add(outcome)


def _again(state: SearchState, candidate: Candidate) -> Outcome | None:
    """A run of an input for its profile; None where it has nothing to tell, or gives none."""
    if state.runner.contrasts.is_settled(candidate.id):
        return None
    outcome = state.runner.evaluate(candidate, again=True)
    if outcome is None or outcome.execution.counters is None:
        return None
    return outcome if outcome.execution.verdict.can_be_slow_input else None
