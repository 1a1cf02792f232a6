"""The search: all strategies by turns until the budget is spent or nothing new can be proposed."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.engine.phases.contrast import contrast
from slowpath.engine.phases.finish import tell_shares
from slowpath.engine.phases.scaling import grow_best
from slowpath.engine.phases.typical import typical_so_far
from slowpath.engine.scheduler import Scheduler
from slowpath.engine.search_state import SearchState
from slowpath.engine.strategies import AT_FULL_SIZE, GUIDED, SHARES
from slowpath.engine.strategy_context import StrategyContext
from slowpath.engine.typical import TypicalInputs
from slowpath.model.campaign import CampaignEvent

MOST_IDLE_TURNS = 4000
SETTLE_AT = (0.5, 0.8, 0.93)
AIMED_FACTOR = 36.0
"""How much larger the guided strategies' shares are where the search is to be about one constraint: most of the
budget."""


def search(state: SearchState, context: StrategyContext, usual: TypicalInputs) -> Iterator[CampaignEvent]:
    """All strategies by turns; in between, at fixed shares of the budget, what waits is confirmed and held against
    typical inputs of its size."""
    if state.is_over:
        return
    strategies = [
        (strategy, SHARES[name][1] * (AIMED_FACTOR if state.spec.aimed and name in GUIDED else 1.0))
        for name in SHARES
        if (strategy := state.strategy(name, context)) is not None
    ]
    if not strategies:
        return
    yield from state.enter("mutation", "Searching: changing inputs, growing small slow ones, refining large ones.")
    rationed = frozenset(AT_FULL_SIZE if context.space.is_resized or context.is_dear() else ())
    scheduler, idle, settled = Scheduler(strategies, state.has_feedback, rationed), 0, 0
    totals = state.runner.totals
    while not state.is_over and idle < MOST_IDLE_TURNS:
        strategy = scheduler.next()
        began_s, generated = state.work_clock(), totals.generated
        candidates = state.proposals(strategy)
        outcomes = state.run_for(strategy, candidates)
        took_s = None if state.meter.counted else state.work_clock() - began_s
        scheduler.account(strategy, outcomes, len(candidates), took_s)
        # New inputs that validators refuse take seconds, but no executions: a budget in these would never be spent.
        is_refused = not state.meter.counted and totals.generated > generated
        idle = 0 if outcomes or is_refused else idle + 1
        state.runner.beat()
        yield from state.runner.drain()
        yield from state.rechecks()
        if settled < len(SETTLE_AT) and state.meter.share >= SETTLE_AT[settled]:
            settled += 1
            yield from _settle(state, context)
            yield from typical_so_far(state, usual)
            if settled == 1:
                yield from grow_best(state, context.space)


def _settle(state: SearchState, context: StrategyContext) -> Iterator[CampaignEvent]:
    for event in state.findings.settle():
        state.runner.tell(event)
        yield from state.runner.drain()
    yield from contrast(state, context)
    tell_shares(state)
    yield from state.runner.drain()
