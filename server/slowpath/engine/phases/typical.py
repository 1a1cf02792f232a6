"""The rows beside typical inputs of their size: at a few points of the search for who watches, and at its end for all.

These runs aren't executions of the budget: like confirmations they measure what was found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from slowpath.engine.search_state import SearchState
from slowpath.engine.typical import TypicalInputs
from slowpath.model.campaign import CampaignEvent, SlowInputFound

SHARE = 0.02
"""Of a budget in seconds, each time."""
LEAST_S = 0.5
LAST_S = 2.0
LEFT_SHARE = 0.3
"""What the last time may take of what is left until all must have ended."""


def typical_so_far(state: SearchState, inputs: TypicalInputs) -> Iterator[CampaignEvent]:
    """What is known by now, for who watches; where executions are counted, it waits."""
    if not state.meter.counted:
        yield from _measured(state, inputs, max(LEAST_S, SHARE * (state.spec.budget.seconds or 0.0)))


def typical(state: SearchState, inputs: TypicalInputs) -> Iterator[CampaignEvent]:
    """What can be known of all rows, once the search is over."""
    allowed_s = max(LAST_S, SHARE * (state.spec.budget.seconds or 0.0))
    yield from _measured(state, inputs, min(allowed_s, LEFT_SHARE * state.deadline.left_s))


def _measured(state: SearchState, inputs: TypicalInputs, allowed_s: float) -> Iterator[CampaignEvent]:
    """Measures what inputs of the rows' sizes cost, slowest row first, and tells of the rows again."""
    ends_s = state.meter.elapsed_s + allowed_s

    def is_spent() -> bool:
        return state.is_closing or (not state.meter.counted and state.meter.elapsed_s >= ends_s)

    with state.within(allowed_s):
        for slow in state.findings.ranked():
            data = state.read_input(slow.id) if slow.typical is None and not is_spent() else None
            cost = inputs.of(data, is_spent) if data is not None else None
            if cost is not None:
                state.findings.revise(replace(state.findings.rows[slow.id], typical=cost))
                state.runner.tell(SlowInputFound(state.findings.rows[slow.id]))
    yield from state.runner.drain()
