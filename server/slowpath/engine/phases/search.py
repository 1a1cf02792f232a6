"""The search: all strategies by turns until the budget is spent or nothing new can be proposed."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.engine.board import Board
from slowpath.engine.hunt import Hunt
from slowpath.engine.phases.contrast import contrast
from slowpath.engine.phases.finish import tell_shares
from slowpath.engine.phases.growing import grow_best
from slowpath.engine.phases.typical import typical_so_far
from slowpath.engine.scheduler import Scheduler
from slowpath.engine.strategies import AT_FULL_SIZE, GUIDED, SHARES
from slowpath.engine.typical import TypicalInputs
from slowpath.model.campaign import CampaignEvent

MOST_IDLE_TURNS = 4000
SETTLE_AT = (0.5, 0.8, 0.93)
AIMED_FACTOR = 36.0
"""How much larger the guided strategies' shares are where the search is to be about one constraint: most of the
budget."""


def search(hunt: Hunt, board: Board, usual: TypicalInputs) -> Iterator[CampaignEvent]:
    """All strategies by turns; in between, at fixed shares of the budget, what waits is confirmed and held against
    typical inputs of its size."""
    if hunt.is_over:
        return
    strategies = [
        (strategy, SHARES[name][1] * (AIMED_FACTOR if hunt.spec.aimed and name in GUIDED else 1.0))
        for name in SHARES
        if (strategy := hunt.strategy(name, board)) is not None
    ]
    if not strategies:
        return
    yield from hunt.enter("mutation", "Searching: changing inputs, growing small slow ones, refining large ones.")
    rationed = frozenset(AT_FULL_SIZE if board.space.is_resized else ())
    scheduler, idle, settled = Scheduler(strategies, hunt.has_feedback, rationed), 0, 0
    while not hunt.is_over and idle < MOST_IDLE_TURNS:
        strategy = scheduler.next()
        began_s = hunt.work_clock()
        candidates = hunt.proposals(strategy)
        outcomes = hunt.run_for(strategy, candidates)
        took_s = None if hunt.meter.counted else hunt.work_clock() - began_s
        scheduler.account(strategy, outcomes, len(candidates), took_s)
        idle = 0 if outcomes else idle + 1
        hunt.runner.beat()
        yield from hunt.runner.drain()
        yield from hunt.rechecks()
        if settled < len(SETTLE_AT) and hunt.meter.share >= SETTLE_AT[settled]:
            settled += 1
            yield from _settle(hunt, board)
            yield from typical_so_far(hunt, usual)
            if settled == 1:
                yield from grow_best(hunt, board.space)


def _settle(hunt: Hunt, board: Board) -> Iterator[CampaignEvent]:
    for event in hunt.findings.settle():
        hunt.runner.tell(event)
        yield from hunt.runner.drain()
    yield from contrast(hunt, board)
    tell_shares(hunt)
    yield from hunt.runner.drain()
