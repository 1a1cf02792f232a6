"""What runs and the making of inputs cost the search, in counts of the program's work.

Where the budget is in executions nothing here is told by a clock, so that shares of time repeat: then a run is reckoned
by its count, and an input by what its strategy took for one when it was measured. Where the budget is in seconds, a
turn costs the CPU time that it took.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from slowpath.engine.candidate import Outcome

COST_PER_RUN = 1_500_000
COST_PER_S = 1_500_000_000
COST_PER_BYTE = 100
COST_PER_CASE = 60_000
LAUNCH_S = 0.00015
"""What forking the program once takes beside the run's own CPU time; measured."""
COST_PER_PROPOSAL = 750_000
COSTS_PER_PROPOSAL = {
    "lone-numbers": 75_000, "small-world": 150_000, "row-by-row": 200_000, "ladder": 200_000, "climb": 300_000,
    "mutation": 400_000, "tidying": 1_200_000, "generalisation": 3_000_000,
}
"""What it takes to make an input of those that take clearly more or less than half a millisecond for it, be it run or
not: medians of twelve programs. Reading shapes is spread over the inputs that are made of them."""


def run_cost(outcome: Outcome) -> float:
    """What a run cost in counts, with its launch and the handling of its bytes; a cut run costs its whole cap."""
    candidate = outcome.candidate
    cases = sum(len(value) for value in (candidate.instance or {}).values()
                if isinstance(value, list) and value and isinstance(value[0], dict))
    fixed = COST_PER_RUN + COST_PER_BYTE * len(candidate.data) + COST_PER_CASE * cases
    return fixed + (COST_PER_S * outcome.cap_s if outcome.execution.cut else outcome.count)


def turn_cost(strategy: str, outcomes: Iterable[Outcome], proposed: int) -> float:
    """What a turn cost without looking at a clock: its runs, and the inputs that it proposed."""
    return math.fsum(map(run_cost, outcomes)) + proposed * COSTS_PER_PROPOSAL.get(strategy, COST_PER_PROPOSAL)


def timed_turn_cost(outcomes: Iterable[Outcome], took_s: float) -> float:
    """What a turn cost by the clock: `took_s` of our own CPU time, and the runs'."""
    return COST_PER_S * (took_s + math.fsum(map(_ran_s, outcomes)))


def _ran_s(outcome: Outcome) -> float:
    return LAUNCH_S + (outcome.cap_s if outcome.execution.cut else outcome.execution.cpu_ns / 1e9)
