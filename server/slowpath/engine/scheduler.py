"""Who has the next turn: strategies share the search's time in proportion to what they lately yielded for their time.

A bandit in a sliding window. Yield is how many times costlier an input is than the best before, in doublings: whole at
full size, little of it at smaller ones, where inputs are means to an end; there is something for new counters, and for
coming nearer to a constraint or to another aim that no cost shows yet. Yield and time both fade with the time that all
strategies take together, and each begins with some of both on credit, so that what was good once is let go, what was
idle is tried again, and in a search where nothing yields any more all are equal. A strategy's weight is its yield for
its time in proportion to the best one's, and never under a floor.

Turns are given by stride scheduling (Waldspurger and Weihl, 1995): each turn moves a strategy ahead by its time over
its weight, and the one that is farthest back is next. None starves, and the past claims nothing: a strategy that
becomes better has more turns from then on, not those that it missed. Against Exp3 and UCB spoke that strategies' turns
differ by four orders of magnitude in time, and that what they yield falls as the search goes on. What a strategy takes
to think belongs to its time where the budget is in seconds (`run_cost`). Where it's in executions time is reckoned from
deterministic counts, never from a clock, so that the same seed gives the same turns.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Protocol, runtime_checkable

from slowpath.engine.candidate import FULL, Outcome
from slowpath.engine.run_cost import COST_PER_S, timed_turn_cost, turn_cost
from slowpath.engine.strategies.strategy import Strategy

IDLE_COST = 300_000
REST_AFTER_NOTHING = 40_000_000
HALF_LIFE_COST = 3_000_000_000
CREDIT_YIELD = 0.5
CREDIT_COST = 750_000_000
LEAST_WEIGHT = 0.15
MOST_YIELD = 4.0
RECORD_YIELD = 0.05
BELOW_FULL = 0.03
NOVELTY_YIELD = 0.0001
NEARER_YIELD = 0.05
RATION = 0.2
RATION_BEFORE = 300_000_000
"""What those on ration are taken to have had before the first turn: theirs comes once the others found something."""


@runtime_checkable
class WorksBeside(Protocol):
    """A strategy whose proposals take time outside of our process, beside the runs that the search makes of them."""

    def taken_beside_s(self) -> float:
        """What they took since it was last asked, in seconds."""
        ...


@runtime_checkable
class ComesNearer(Protocol):
    """A strategy that works towards something for many turns before an input shows it."""

    @property
    def came_nearer(self) -> bool:
        """Whether the last turn's runs brought it nearer."""
        ...


@dataclass
class _Turns:
    strategy: Strategy
    share: float
    ahead: float = 0.0
    gained: float = 0.0
    cost: float = 0.0
    resting_until: float = 0.0

    @property
    def rate(self) -> float:
        """What it yields for its time."""
        return (self.gained + CREDIT_YIELD) / (self.cost + CREDIT_COST)


class Scheduler:
    """Stride scheduling over strategies, by what they yield. Without `has_feedback` by their shares alone."""

    def __init__(
        self,
        strategies: list[tuple[Strategy, float]],
        has_feedback: bool = True,
        rationed: frozenset[str] = frozenset(),
    ) -> None:
        """Those that are `rationed` have at most a part of the time together, whatever they yield."""
        self._turns = [_Turns(strategy, share) for strategy, share in strategies]
        self._beside = {strategy.id: strategy for strategy, _ in strategies if isinstance(strategy, WorksBeside)}
        self._rationed = rationed
        self._on_ration = float(RATION_BEFORE)
        self._has_feedback = has_feedback
        self._total = 0.0
        self._best: dict[tuple[str, int], int] = {}

    def next(self) -> Strategy:
        """The strategy whose turn it is; those that had nothing rest a while, unless all do."""
        is_eaten = self._on_ration > RATION * self._total
        allowed = [turns for turns in self._turns if not (is_eaten and turns.strategy.id in self._rationed)]
        awake = [turns for turns in allowed if turns.resting_until <= self._total] or self._turns
        return min(awake, key=lambda turns: turns.ahead).strategy

    def account(
        self, strategy: Strategy, outcomes: Sequence[Outcome], proposed: int, took_s: float | None = None
    ) -> None:
        """Books what the turn cost and yielded. `proposed` is how many inputs the strategy had to try; those that were
        invalid or no new ones took time as well. `took_s` is the CPU time that proposing and observing took, None where
        no clock may decide. To have come nearer to its aim is a yield before cost shows any."""
        mine = next(turns for turns in self._turns if turns.strategy is strategy)
        beside = self._beside.get(strategy.id)
        beside_s = beside.taken_beside_s() if beside is not None else 0.0
        own = turn_cost(outcomes, proposed) if took_s is None else timed_turn_cost(outcomes, took_s)
        cost = own + COST_PER_S * beside_s or float(IDLE_COST)
        self._total += cost
        if strategy.id in self._rationed:
            self._on_ration += cost
        fade = 0.5 ** (cost / HALF_LIFE_COST)
        for turns in self._turns:
            turns.gained *= fade
            turns.cost *= fade
        mine.cost += cost
        came_nearer = bool(outcomes) and isinstance(strategy, ComesNearer) and strategy.came_nearer
        mine.gained += math.fsum(map(self._yield_of, outcomes)) + NEARER_YIELD * came_nearer
        mine.ahead += cost / self._weight(mine)
        if not proposed:
            self._rest(mine)

    def _weight(self, turns: _Turns) -> float:
        if not self._has_feedback:
            return turns.share
        best = max(other.rate for other in self._turns)
        return turns.share * max(LEAST_WEIGHT, turns.rate / best)

    def _rest(self, idle: _Turns) -> None:
        """Lets a strategy without proposals rest, without a claim on the turns of the meantime."""
        idle.resting_until = self._total + REST_AFTER_NOTHING
        idle.ahead = max(idle.ahead, math.fsum(turns.ahead for turns in self._turns) / len(self._turns))

    def _yield_of(self, outcome: Outcome) -> float:
        if not outcome.execution.verdict.can_be_slow_input:
            return 0.0
        candidate = outcome.candidate
        # A smaller input that costs more than all of full size is no means to an end: larger ones like it are near.
        is_full = candidate.level == FULL or 0 < self._best.get((FULL, 0), 0) < outcome.count
        key = (FULL, 0) if is_full else (candidate.level, len(candidate.data).bit_length())
        best = self._best.get(key, 0)
        gained = NOVELTY_YIELD * (outcome.novelty > 0)
        if outcome.count > best:
            self._best[key] = outcome.count
            rise = min(MOST_YIELD, log2(outcome.count / best)) if best else 0.0
            gained += RECORD_YIELD + rise if is_full else BELOW_FULL * rise
        return gained
