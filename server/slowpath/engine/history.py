"""What an earlier process of the same campaign left: read off its stored events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from slowpath.model.campaign import BaselineMeasured, CampaignEvent, Ended, PhaseEntered, Progressed
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.constraint import ConstraintState
from slowpath.model.contrast import Contrast
from slowpath.model.slow_input import Fault, SlowInput
from slowpath.model.validity import Doubt


@dataclass(frozen=True)
class Past:
    """The fold of the earlier events, as far as the engine needs it. `events` is their number."""

    events: int = 0
    executions: int = 0
    elapsed_s: float = 0.0
    generated: int = 0
    valid: int = 0
    best_count: int = 0
    baseline: BaselineMeasured | None = None
    slow_inputs: tuple[SlowInput, ...] = ()
    faults: tuple[Fault, ...] = ()
    contrast: Contrast | None = None
    constraints: tuple[ConstraintState, ...] = ()
    has_searched: bool = False
    doubts: tuple[Doubt, ...] = ()


def past_of(history: Sequence[CampaignEvent]) -> Past:
    """The past that these events tell of; `Past()` for none."""
    view = CampaignView()
    best_count, has_searched = 0, False
    for event in history:
        if not isinstance(event, Ended):
            view = fold(view, event)
        if isinstance(event, Progressed):
            best_count = max(best_count, event.best_count)
        has_searched |= isinstance(event, PhaseEntered) and event.phase == "mutation"
    return Past(
        len(history),
        view.executions,
        view.elapsed_s,
        view.generated,
        view.valid,
        best_count,
        view.baseline,
        view.slow_inputs,
        view.faults,
        view.contrast,
        view.constraints,
        has_searched,
        view.doubts,
    )
