"""What a window shows of a campaign: the view that is the fold of its events."""

from __future__ import annotations

from dataclasses import dataclass, replace

from slowpath.model.campaign import (
    BaselineMeasured,
    Budget,
    CampaignEvent,
    CampaignStarted,
    ConstraintMeasured,
    ContrastMined,
    Ended,
    FaultFound,
    FormatDoubted,
    FormatReplaced,
    GuidanceMeasured,
    Paused,
    PhaseEntered,
    Progressed,
    Resumed,
    SampleFailed,
    SlowInputDropped,
    SlowInputFound,
    ValidityAsked,
    Warned,
)
from slowpath.model.constraint import ConstraintState, SatisfyingShare
from slowpath.model.contrast import Contrast
from slowpath.model.slow_input import Fault, SlowInput, doubted, judged, ranked
from slowpath.model.validity import Doubt, Validity


@dataclass(frozen=True)
class TrendPoint:
    """The best count when it last rose, for the plot of cost against time."""

    executions: int
    elapsed_s: float
    count: int
    strategy: str


@dataclass(frozen=True)
class CampaignView:
    """What a window shows of a campaign: the fold of its events.

    `state` is preparing, running, paused, finished, stopped or failed. `slow_inputs` is sorted slowest
    first, doubtful ones last. `time_to_first_s` is when the first sure input with ratio >= 10 was confirmed, None until
    then. `doubts` are all that is known to speak against the format.
    """

    campaign_id: str = ""
    path: str = ""
    state: str = "preparing"
    phase: str = ""
    message: str = ""
    remedy: str = ""
    code: str = ""
    budget: Budget = Budget()
    time_limit_s: float | None = None
    elapsed_s: float = 0.0
    executions: int = 0
    executions_per_s: float = 0.0
    valid: int = 0
    generated: int = 0
    shapes: int = 0
    baseline: BaselineMeasured | None = None
    slow_inputs: tuple[SlowInput, ...] = ()
    contrast: Contrast | None = None
    trend: tuple[TrendPoint, ...] = ()
    warnings: tuple[Warned, ...] = ()
    failed_samples: tuple[SampleFailed, ...] = ()
    time_to_first_s: float | None = None
    assumed: tuple[str, ...] = ()
    constraints: tuple[ConstraintState, ...] = ()
    shares: tuple[SatisfyingShare, ...] = ()
    faults: tuple[Fault, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    assumed_limit_s: float | None = None

    @property
    def limit_s(self) -> float | None:
        """What times are shown against: the problem's limit, else the one that settings assume."""
        return self.time_limit_s if self.time_limit_s is not None else self.assumed_limit_s

    @property
    def slow_for_their_size(self) -> tuple[SlowInput, ...]:
        """The sure inputs that cost more than a typical one of their size, as far as that was measured."""
        return tuple(slow for slow in self.sure_inputs if not slow.is_only_large)

    @property
    def sure_inputs(self) -> tuple[SlowInput, ...]:
        """The slow inputs that nothing speaks against, slowest first: what was found."""
        return tuple(slow for slow in self.slow_inputs if slow.validity.is_sure)

    @property
    def shown_constraints(self) -> tuple[ConstraintState, ...]:
        """Those for which something speaks and against which nothing does, by line."""
        return tuple(
            sorted(
                (state for state in self.constraints if state.is_shown),
                key=lambda state: (state.constraint.line, state.constraint.id),
            )
        )

    @property
    def format_share(self) -> float:
        """The share of made inputs that keep to the format, 1.0 before any was made. It says nothing of validity."""
        return self.valid / self.generated if self.generated else 1.0


FIRST_RATIO = 10.0


def fold(view: CampaignView, event: CampaignEvent) -> CampaignView:
    """The view after `event`. Pure; events that come twice change nothing."""
    view = replace(
        view, executions=max(view.executions, event.executions), elapsed_s=max(view.elapsed_s, event.elapsed_s)
    )
    match event:
        case CampaignStarted():
            return replace(
                view,
                campaign_id=event.campaign_id,
                path=event.path,
                budget=event.budget,
                time_limit_s=event.time_limit_s,
                assumed=event.assumed,
                doubts=event.doubts,
                assumed_limit_s=event.assumed_limit_s,
                state="running",
            )
        case FormatDoubted():
            return _doubted(view, event)
        case FormatReplaced():
            view = replace(view, assumed=event.assumed, doubts=event.doubts)
            return replace(view, slow_inputs=ranked(map(judged, view.slow_inputs))) if event.is_judged else view
        case ValidityAsked():
            return view
        case PhaseEntered():
            return replace(view, phase=event.phase, message=event.message)
        case BaselineMeasured():
            return replace(view, baseline=event)
        case SampleFailed():
            return replace(
                view, failed_samples=(*(old for old in view.failed_samples if old.name != event.name), event)
            )
        case SlowInputFound():
            return _with_slow_input(view, event)
        case SlowInputDropped():
            return replace(view, slow_inputs=tuple(s for s in view.slow_inputs if s.id != event.input_id))
        case FaultFound():
            fault = doubted(event.fault, view.doubts)
            return replace(view, faults=(*(old for old in view.faults if not _is_same(old, fault)), fault))
        case ContrastMined():
            return replace(view, contrast=event.contrast)
        case ConstraintMeasured():
            return _with_constraint(view, event.state)
        case GuidanceMeasured():
            return replace(view, shares=event.shares)
        case Progressed():
            return _with_progress(view, event)
        case Warned():
            return replace(
                view,
                warnings=(
                    *(old for old in view.warnings if (old.code, old.message) != (event.code, event.message)),
                    event,
                ),
            )
        case Paused():
            return replace(view, state="paused")
        case Resumed():
            return replace(view, state="running")
        case Ended():
            return replace(view, state=event.outcome, code=event.code, message=event.message, remedy=event.remedy)
    raise AssertionError(event)


def _with_slow_input(view: CampaignView, event: SlowInputFound) -> CampaignView:
    found = doubted(event.slow_input, view.doubts)
    others = tuple(s for s in view.slow_inputs if s.id != found.id)
    first = view.time_to_first_s
    if first is None and found.ratio >= FIRST_RATIO and found.validity.is_sure:
        first = event.elapsed_s
    return replace(view, slow_inputs=ranked((*others, found)), time_to_first_s=first)


def _doubted(view: CampaignView, event: FormatDoubted) -> CampaignView:
    """What was found before is doubted as well."""
    is_confirmed = any(slow.validity is Validity.CONFIRMED for slow in view.slow_inputs)
    return replace(
        view,
        doubts=tuple(dict.fromkeys((*view.doubts, *event.doubts))),
        slow_inputs=ranked(doubted(slow, event.doubts) for slow in view.slow_inputs),
        faults=tuple(doubted(fault, event.doubts) for fault in view.faults),
        time_to_first_s=view.time_to_first_s if is_confirmed else None,
    )


def _is_same(old: Fault, new: Fault) -> bool:
    return (old.verdict, old.reason) == (new.verdict, new.reason)


def _with_constraint(view: CampaignView, state: ConstraintState) -> CampaignView:
    """In the place of what was known of it before, or at the end."""
    known = [old.constraint.id for old in view.constraints]
    if state.constraint.id not in known:
        return replace(view, constraints=(*view.constraints, state))
    place = known.index(state.constraint.id)
    return replace(view, constraints=(*view.constraints[:place], state, *view.constraints[place + 1 :]))


def _with_progress(view: CampaignView, event: Progressed) -> CampaignView:
    trend = view.trend
    if event.best_count > (trend[-1].count if trend else 0):
        trend = (*trend, TrendPoint(event.executions, event.elapsed_s, event.best_count, event.strategy))
    return replace(
        view,
        valid=event.valid,
        generated=event.generated,
        trend=trend,
        shapes=max(view.shapes, event.shapes),
        executions_per_s=event.executions_per_s,
    )
