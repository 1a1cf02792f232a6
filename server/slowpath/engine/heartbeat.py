"""What a heartbeat of a campaign tells, and when the next one is due: by the clock, or by work done where the clock may
decide nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from slowpath.engine.budget import BudgetMeter
from slowpath.model.campaign import Progressed

PROGRESS_S = 0.15
PROGRESS_EXECUTIONS = 64
PROGRESS_COUNT = 50_000_000


@dataclass
class Totals:
    """What a heartbeat tells."""

    generated: int = 0
    valid: int = 0
    best_count: int = 0
    strategy: str = ""
    shapes: set[str] = field(default_factory=set)
    """The constructions that ran at full size."""
    gained_at: float | None = None
    """The share of the budget at which the best count was last beaten by more than a hundredth."""
    gained_after: int = 0
    """The executions by then."""


class Heartbeat:
    """Says when the next one is due, and what it tells of `totals`."""

    def __init__(self, meter: BudgetMeter, totals: Totals) -> None:
        self._meter = meter
        self._totals = totals
        self._told_s = meter.elapsed_s
        self._told_executions = meter.executions
        self._counted_since = 0

    def count(self, count: int) -> None:
        """Takes note of what a run cost."""
        self._counted_since += count

    @property
    def is_due(self) -> bool:
        """Whether one is due now."""
        if not self._meter.counted:
            return self._meter.elapsed_s - self._told_s >= PROGRESS_S
        return (
            self._meter.executions - self._told_executions >= PROGRESS_EXECUTIONS
            or self._counted_since >= PROGRESS_COUNT
        )

    def progressed(self, accepted_share: float) -> Progressed:
        """The heartbeat of now. `accepted_share` is how much of what the format allows the validators accept."""
        self._told_s, self._told_executions, self._counted_since = self._meter.elapsed_s, self._meter.executions, 0
        totals = self._totals
        return Progressed(
            self._meter.executions,
            round(totals.valid * accepted_share),
            totals.generated,
            totals.best_count,
            totals.strategy,
            self._meter.executions_per_s,
            shapes=len(totals.shapes),
        )
