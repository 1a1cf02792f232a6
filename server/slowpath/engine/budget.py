"""How much of a campaign's budget is spent. Executions are runs of the search build; confirmations on the clean
build aren't counted, since how many of them are made depends on how long they take."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from slowpath.model.campaign import Budget

AFTER_SHARE, AFTER_S = 0.08, 0.7
"""What the search leaves for a closer look at what it found: a part of its time, and some seconds."""
LEAST_SHARE = 0.25


class BudgetMeter:
    """Counts executions and reads the clock. `spent_*` is what an earlier process of the campaign used up.

    `counted` is true when the budget is in executions alone: then no decision may depend on the clock. `ends_s` is
    when, by the clock, all must have ended, what comes after the search too: so the search ends a part of its time
    before that, though it has at least a quarter of what was asked for.
    """

    def __init__(
        self,
        budget: Budget,
        clock: Callable[[], float],
        spent_executions: int = 0,
        spent_s: float = 0.0,
        ends_s: float = math.inf,
    ) -> None:
        if budget.seconds is not None and ends_s < math.inf:
            left_s = spent_s + ends_s - clock() - AFTER_SHARE * budget.seconds - AFTER_S
            budget = replace(budget, seconds=min(budget.seconds, max(LEAST_SHARE * budget.seconds, left_s)))
        self._budget = budget
        self._clock = clock
        self._began = clock()
        self._spent_s = spent_s
        self._executions_here = 0
        self._spent_executions = spent_executions
        self.counted = budget.seconds is None and budget.executions is not None

    @property
    def executions(self) -> int:
        """Executions of the whole campaign."""
        return self._spent_executions + self._executions_here

    @property
    def elapsed_s(self) -> float:
        """Seconds of the whole campaign, pauses excluded."""
        return self._spent_s + self._clock() - self._began

    @property
    def executions_per_s(self) -> float:
        """Executions of this process by its own seconds."""
        return self._executions_here / max(1e-3, self._clock() - self._began)

    @property
    def is_spent(self) -> bool:
        """Whether no further execution may start. A budget without any limit is never spent."""
        budget = self._budget
        return (budget.executions is not None and self.executions >= budget.executions) or (
            budget.seconds is not None and self.elapsed_s >= budget.seconds
        )

    def leaves(self, planned: int) -> bool:
        """Whether one more execution may start after as many as are planned already."""
        most = self._budget.executions
        return not self.is_spent and (most is None or self.executions + planned < most)

    @property
    def share(self) -> float:
        """The spent share of the budget, 0..1; by executions where the budget counts them."""
        budget = self._budget
        shares = [0.0]
        if budget.executions:
            shares.append(self.executions / budget.executions)
        if budget.seconds:
            shares.append(self.elapsed_s / budget.seconds)
        return min(1.0, max(shares))

    def part(self, executions: int) -> float:
        """The share of the budget that so many executions are, 0.0 where it is in seconds too."""
        return executions / self._budget.executions if self.counted and self._budget.executions else 0.0

    @property
    def total_s(self) -> float:
        """The seconds of the whole budget, infinite where it doesn't limit them."""
        return float("inf") if self._budget.seconds is None else self._budget.seconds

    @property
    def remaining_s(self) -> float:
        """Seconds left, infinite where the budget doesn't limit them."""
        return float("inf") if self._budget.seconds is None else max(0.0, self._budget.seconds - self.elapsed_s)

    def spend(self) -> None:
        """One execution was made."""
        self._executions_here += 1
