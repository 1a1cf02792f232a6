"""The contrastive pair: the best medium inputs get partners of the same values, and the pair is mined (WEDGE 3.1)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from slowpath.analysis.profile_shape import profile_shape
from slowpath.catalogue import Genome
from slowpath.engine.candidate import MEDIUM, Candidate, Outcome
from slowpath.engine.search_state import SearchState
from slowpath.engine.strategy_context import StrategyContext
from slowpath.model.campaign import CampaignEvent

PARTNERS = 6
CHEAPEST = 4
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
    runner.mine_contrast()
    yield from runner.drain()


def _again(state: SearchState, candidate: Candidate) -> Outcome | None:
    """A run of an input for its profile; None where it has nothing to tell, or gives none."""
    if state.runner.contrasts.is_settled(candidate.id):
        return None
    outcome = state.runner.evaluate(candidate, again=True)
    if outcome is None or outcome.execution.counters is None:
        return None
    return outcome if outcome.execution.verdict.can_be_slow_input else None
