"""What a run costs the search, in counts of the program's work: never by a clock, so that shares of time repeat."""

from __future__ import annotations

from slowpath.engine.candidate import Outcome

COST_PER_RUN = 1_500_000
COST_PER_CAP_S = 1_500_000_000
COST_PER_BYTE = 100
COST_PER_CASE = 60_000


def run_cost(outcome: Outcome) -> float:
    """What a run cost in counts, with its launch and the handling of its bytes; a cut run costs its whole cap."""
    candidate = outcome.candidate
    cases = sum(len(value) for value in (candidate.instance or {}).values()
                if isinstance(value, list) and value and isinstance(value[0], dict))
    fixed = COST_PER_RUN + COST_PER_BYTE * len(candidate.data) + COST_PER_CASE * cases
    return fixed + (COST_PER_CAP_S * outcome.cap_s if outcome.execution.cut else outcome.count)
