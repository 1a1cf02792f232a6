"""The contrastive pair: the best medium inputs get partners of the same values, and the pair is mined (WEDGE 3.1)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from slowpath.analysis.profile_shape import profile_shape
from slowpath.catalogue import Genome
from slowpath.engine.board import Board
from slowpath.engine.candidate import MEDIUM, Candidate, Outcome
from slowpath.engine.hunt import Hunt
from slowpath.model.campaign import CampaignEvent

PARTNERS = 6
CHEAPEST = 4
SHARE = 0.05
"""What it may take of a budget in seconds: where each run is dear, the best input and one to compare it with do."""


def contrast(hunt: Hunt, board: Board) -> Iterator[CampaignEvent]:
    """Gives the best medium inputs partners of the same values, or random ones, and mines the pair."""
    runner = hunt.runner
    sites = board.space.sites(MEDIUM)
    given = 0
    plain: list[tuple[int, Genome]] = [(place, ()) for place in range(min(2, len(sites)))]
    plain += [(scored.site, scored.genome) for scored in board.elite[-CHEAPEST:]]
    best = [(scored.site, scored.genome) for scored in board.elite[: 3 * PARTNERS]]
    points, end = [*plain, *best], math.inf
    if not hunt.meter.counted:
        points, end = [*best[:1], *plain, *best[1:]], hunt.meter.share + SHARE
    for place, genome in points:
        if given >= PARTNERS or hunt.is_over or hunt.meter.share > end:
            break
        outcome = _again(hunt, board.space.build(sites[place], genome, "contrast"))
        if outcome is None:
            continue
        shape = profile_shape(hunt.executor.profile(outcome.execution).hits)
        if (place, genome) in plain:
            # Random inputs and the cheapest patterns (sorted, where reversed is dear) are partners themselves.
            runner.contrasts.add(outcome)
        elif runner.contrasts.deserves_partners(outcome.candidate.id, shape, outcome.count):
            runner.contrasts.add(outcome)
            if not hunt.is_over and runner.run_partners(outcome):
                runner.contrasts.gave_partners(shape, outcome.count)
                given += 1
        yield from runner.drain()
    runner.mine_contrast()
    yield from runner.drain()


def _again(hunt: Hunt, candidate: Candidate) -> Outcome | None:
    """A run of an input for its profile; None where it has nothing to tell, or gives none."""
    if hunt.runner.contrasts.is_settled(candidate.id):
        return None
    outcome = hunt.runner.evaluate(candidate, again=True)
    if outcome is None or outcome.execution.counters is None:
        return None
    return outcome if outcome.execution.verdict.can_be_slow_input else None
