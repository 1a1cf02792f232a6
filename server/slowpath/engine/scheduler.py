"""Who has the next turn: strategies share the search's time in proportion to what they yielded.

Each strategy has a weight; the one that used least time for its weight is next (proportional share, so that none
starves). A yield (a costlier input at full size, a counter's new maximum, coming nearer to a constraint) raises the
weight, and it decays with the time used. Time is reckoned from deterministic counts, never from a clock, so that the
same seed gives the same turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from slowpath.engine.candidate import FULL, Outcome
from slowpath.engine.strategies.strategy import Strategy

COST_PER_RUN = 1_500_000
COST_PER_CAP_S = 1_500_000_000
COST_PER_BYTE = 100
COST_PER_CASE = 60_000
IDLE_COST = 300_000
REST_AFTER_NOTHING = 40_000_000
HALF_LIFE_COST = 1_500_000_000
MOST_BONUS = 6.0
NEARER_BONUS = 0.15


@dataclass
class _Turns:
    strategy: Strategy
    share: float
    used: float = 0.0
    bonus: float = 0.0
    resting_until: float = 0.0

    @property
    def weight(self) -> float:
        return self.share * (1.0 + min(self.bonus, MOST_BONUS))


class Scheduler:
    """Proportional share over strategies with a bonus for yield."""

    def __init__(self, strategies: list[tuple[Strategy, float]]) -> None:
        self._turns = [_Turns(strategy, share) for strategy, share in strategies]
        self._total = 0.0
        self._best_count = 0

    def next(self) -> Strategy:
        """The strategy whose turn it is; those that had nothing rest a while, unless all do."""
        awake = [t for t in self._turns if t.resting_until <= self._total] or self._turns
        return min(awake, key=lambda t: t.used / t.weight).strategy

    def account(self, strategy: Strategy, outcomes: Sequence[Outcome], proposed: bool,
                came_nearer: bool = False) -> None:
        """Books what the turn cost and yielded. `proposed` is false when the strategy had nothing to try; `came_nearer`
        says that a run came nearer to a constraint than any before, which is a yield before cost shows any."""
        turns = next(t for t in self._turns if t.strategy is strategy)
        cost = sum(map(run_cost, outcomes), 0.0) or float(IDLE_COST)
        turns.used += cost
        self._total += cost
        turns.bonus *= 0.5 ** (cost / HALF_LIFE_COST)
        if not proposed:
            turns.resting_until = self._total + REST_AFTER_NOTHING
        turns.bonus += sum(map(self._yield_of, outcomes)) + NEARER_BONUS * came_nearer

    def _yield_of(self, outcome: Outcome) -> float:
        gained = 0.02 if outcome.novelty else 0.0
        if outcome.candidate.level == FULL and outcome.execution.verdict.can_be_slow_input \
                and outcome.count > self._best_count:
            gained += min(3.0, outcome.count / max(1, self._best_count) - 1.0) + 0.1
            self._best_count = outcome.count
        return gained


def run_cost(outcome: Outcome) -> float:
    """What a run cost in counts, with its launch and the handling of its bytes; a cut run costs its whole cap."""
    candidate = outcome.candidate
    cases = sum(len(value) for value in (candidate.instance or {}).values()
                if isinstance(value, list) and value and isinstance(value[0], dict))
    fixed = COST_PER_RUN + COST_PER_BYTE * len(candidate.data) + COST_PER_CASE * cases
    return fixed + (COST_PER_CAP_S * outcome.cap_s if outcome.execution.cut else outcome.count)
