"""What runs and the making of inputs cost the search, in counts of the program's work.

Where the budget is in seconds, a turn costs the CPU time that it took. Where it's in executions, thinking spends none
of it and nothing is told by a clock, so that shares repeat: a turn costs what its runs come to by their counts, and
something for inputs that were made in vain.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from slowpath.engine.candidate import Outcome

COST_PER_RUN = 1_500_000
COST_PER_S = 1_500_000_000
COST_PER_BYTE = 100
COST_PER_CASE = 60_000
LAUNCH_S = 0.00015
"""What forking the program once takes beside the run's own CPU time; measured."""
COST_IN_VAIN = 1_000_000
"""What it takes to make an input that isn't run."""


def run_cost(outcome: Outcome) -> float:
    """What a run cost in counts, with its launch and the handling of its bytes; a cut run costs its whole cap."""
    candidate = outcome.candidate
    cases = sum(
        len(value)
        for value in (candidate.instance or {}).values()
        if isinstance(value, list) and value and isinstance(value[0], dict)
    )
    fixed = COST_PER_RUN + COST_PER_BYTE * len(candidate.data) + COST_PER_CASE * cases
    return fixed + (COST_PER_S * outcome.cap_s if outcome.execution.cut else outcome.count)


def turn_cost(outcomes: Sequence[Outcome], proposed: int) -> float:
    """What a turn cost without looking at a clock; `proposed` inputs were made for it."""
    return math.fsum((*map(run_cost, outcomes), COST_IN_VAIN * max(0, proposed - len(outcomes))))


def timed_turn_cost(outcomes: Sequence[Outcome], took_s: float) -> float:
    """What a turn cost by the clock: `took_s` of our own CPU time, and the runs'."""
    return COST_PER_S * (took_s + math.fsum(map(_ran_s, outcomes)))


def _ran_s(outcome: Outcome) -> float:
    return LAUNCH_S + (outcome.cap_s if outcome.execution.cut else outcome.execution.cpu_ns / 1e9)
