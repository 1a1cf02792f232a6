"""Runs candidates on the clean build: under which limits, how often, and how much of the time that may take."""

from __future__ import annotations

from dataclasses import dataclass, replace

from slowpath.engine.budget import BudgetMeter
from slowpath.engine.candidate import Outcome, ranking_count
from slowpath.model.campaign import CampaignSpec
from slowpath.model.execution import Confirmation, RunLimits
from slowpath.model.ports import Executor
from slowpath.model.verdict import Verdict

CONFIRM_RUNS = 5
SHORT_RUN_NS = 20_000_000
CONFIRM_SHARE = 0.25
CONFIRM_GRACE_S = 0.6
LONG_START_S = 0.02
SEARCH_SLOWDOWN = 1.5
CLEAN_SLOWDOWN = 2
"""How many times the search's run a clean one may take, beyond what it takes to start."""
CONFIRM_LIMIT_FACTOR, CLEARLY_OVER = 2.0, 1.1
CONFIRM_LIMIT_S, SHORTEST_CONFIRM_LIMIT_S = 5.0, 2.0
MOST_PACE = 1.5
"""By how much longer than it computes a run is taken to last at most, on a machine that has more to do."""


@dataclass(frozen=True)
class ConfirmLimits:
    """Limits of the clean build's runs, and the problem's own time limit, which decides between OK and TLE."""

    limits: RunLimits
    time_limit_s: float | None


def confirm_limits(spec: CampaignSpec) -> RunLimits:
    """A clean run is cut at twice the problem's time limit: that far it's measured, beyond it's too slow anyway; and at
    twice what a run of the search may take, where that doesn't reach the time limit."""
    wanted_s = CONFIRM_LIMIT_S if spec.time_limit_s is None else CONFIRM_LIMIT_FACTOR * spec.time_limit_s
    wanted_s = min(wanted_s, CLEAN_SLOWDOWN * spec.limits.cpu_s)
    return replace(spec.limits, cpu_s=wanted_s, wall_s=max(spec.limits.wall_s, 4 * wanted_s))


class Confirmer:
    """Confirms what a search found; each input once, but for one that was run to its end since."""

    def __init__(self, executor: Executor, limits: ConfirmLimits, meter: BudgetMeter) -> None:
        self._executor = executor
        self._limits = limits
        self._meter = meter
        self._counted = meter.counted
        self._confirming_s = 0.0
        self._confirmations: dict[str, Confirmation] = {}

    @property
    def takes_too_long(self) -> bool:
        """Whether confirming has taken more than its share of the time."""
        return self._confirming_s > CONFIRM_GRACE_S + CONFIRM_SHARE * self._meter.elapsed_s

    def whole(self, outcome: Outcome, confirmation: Confirmation) -> Outcome:
        """The input's run to its end, where the search's short cap cut it and the clean build answered: a count
        that is only a lower bound would rank it below what was cut later. The outcome itself where time is short."""
        expected_s = SEARCH_SLOWDOWN * confirmation.cpu_s
        if self._counted or not outcome.execution.cut or confirmation.cut or expected_s > self._meter.remaining_s / 2:
            return outcome
        self._meter.spend()
        execution = self._executor.run(outcome.candidate.data, self._limits.limits)
        if execution.cut or execution.verdict is not Verdict.OK:
            return outcome
        return replace(outcome, execution=execution, count=ranking_count(execution, self._counted))

    def confirmed(self, outcome: Outcome, start_s: float) -> Confirmation:
        """The clean build's runs of the input; those of an input that was only searched again under a longer cap
        are kept. `start_s` is what a run takes before there is work to do."""
        known = self._confirmations.get(outcome.candidate.id)
        if known is None:
            began_s = self._meter.elapsed_s
            known = self._executor.confirm(
                outcome.candidate.data, self._limits_for(outcome), runs=self._runs(outcome.execution.cpu_ns, start_s)
            )
            self._confirming_s += self._meter.elapsed_s - began_s
            self._confirmations[outcome.candidate.id] = known
        return known

    def _limits_for(self, outcome: Outcome) -> RunLimits:
        """The clean run's limits. What the search's own run was cut at is to be told soon: it may take a part of what
        is left, but clearly more than the time limit; where nobody knows that, twice what the search's run took. Where
        too little is left for a run beyond the limit, a part of it shows at least how long the input takes."""
        limits, limit_s, left_s = self._limits.limits, self._limits.time_limit_s, self._meter.remaining_s
        if self._counted or not outcome.execution.cut:
            return limits
        if limit_s is None:
            enough_s = max(SHORTEST_CONFIRM_LIMIT_S, 2 * outcome.cap_s)
        elif CLEARLY_OVER * limit_s * _pace(outcome) <= left_s:
            enough_s = max(CLEARLY_OVER * limit_s, CONFIRM_SHARE * left_s)
        else:
            enough_s = max(CONFIRM_SHARE * left_s, min(2 * outcome.cap_s, left_s / 2))
        return replace(limits, cpu_s=min(limits.cpu_s, enough_s))

    def _runs(self, cpu_ns: int, start_s: float) -> int:
        """How often a confirmation repeats: five times where runs are short, as WEDGE section 4.1 averages. A long run
        is confirmed by one, since most of what is confirmed is soon beaten: what is left at the end is timed again
        (`phases.finalists`)."""
        return CONFIRM_RUNS if cpu_ns < SHORT_RUN_NS and start_s < LONG_START_S else 1


def _pace(outcome: Outcome) -> float:
    """How many times as long as it computes a run lasts at the moment, by the search's own."""
    execution = outcome.execution
    return min(MOST_PACE, max(1.0, execution.wall_ns / max(1, execution.cpu_ns)))
