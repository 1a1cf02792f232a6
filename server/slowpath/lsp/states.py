"""From the model's campaign and contrast to the states that cross the wire. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from slowpath import pipeline
from slowpath.lsp.evidence import by_evidence, checker_text, evidence_text, origin_text
from slowpath.lsp.protocol import (
    CampaignState,
    ConstraintRow,
    ContrastState,
    DoubtRow,
    ErrorState,
    FaultRow,
    LineState,
    ShareRow,
    TrendRow,
)
from slowpath.lsp.protocol.rows import row_of
from slowpath.lsp.tracking import LineTracker
from slowpath.lsp.words import clause
from slowpath.model.breaking import BreakView
from slowpath.model.campaign_view import CampaignView, TrendPoint
from slowpath.model.constraint import ConstraintState
from slowpath.model.contrast import Contrast
from slowpath.model.slow_input import Fault
from slowpath.model.validity import Doubt

MOST_TREND_ROWS = 400
MOST_CONSTRAINT_ROWS = 40


def campaign_state(
    view: CampaignView,
    campaign_id: str,
    uri: str,
    path: Path,
    contrast: Contrast | None,
    owned: bool,
    format_changed: bool = False,
) -> CampaignState:
    """The whole state of a campaign, ready to draw."""
    baseline, outcome = view.baseline, pipeline.told(view)
    shown = {state.constraint.id for state in view.shown_constraints}
    return CampaignState(
        campaign_id=campaign_id,
        uri=uri,
        file_name=path.name,
        state=view.state,
        phase=view.message or ("" if view.state == "finished" else view.phase),
        elapsed_s=view.elapsed_s,
        progress=spent_share(view),
        executions=view.executions,
        executions_per_s=view.executions_per_s,
        doubts=[doubt_row(doubt) for doubt in view.doubts],
        baseline_label=baseline.label if baseline else "",
        baseline_count=baseline.cost.count if baseline else 0,
        time_limit_s=view.time_limit_s,
        rows=[row_of(slow, rank, view, shown) for rank, slow in enumerate(view.slow_inputs, 1)],
        trend=[TrendRow(p.executions, p.elapsed_s, p.count, p.strategy) for p in thinned(view.trend)],
        warnings=warnings(view),
        error=error(view),
        contrast_slow_id=contrast.slow_id if contrast else "",
        contrast_fast_id=contrast.fast_id if contrast else "",
        owned=owned,
        assumed=list(view.assumed),
        format_changed=format_changed,
        faults=[fault_row(fault) for fault in view.faults],
        limit_s=view.limit_s,
        limit=pipeline.limit_text(view),
        limit_assumed=view.time_limit_s is None and view.assumed_limit_s is not None,
        said=outcome.text,
        found=outcome.kind,
        without_statement=any(doubt.kind == "no-statement" for doubt in view.doubts),
    )


def doubt_row(doubt: Doubt) -> DoubtRow:
    """One reason for doubt."""
    return DoubtRow(doubt.kind, doubt.text, doubt.line, doubt.quote, doubt.proposal)


def fault_row(fault: Fault) -> FaultRow:
    """One line of the list of faults."""
    return FaultRow(
        fault.id,
        fault.size,
        fault.origin.label,
        fault.verdict.value,
        pipeline.fault_words(fault),
        fault.detail,
        fault.validity.value,
    )


def constraint_rows(
    view: CampaignView, lsp_line: Callable[[int], int | None], dismissed: Collection[str], aimed: str
) -> list[ConstraintRow]:
    """The constraints that something speaks for, by line; of very many those with the best evidence."""
    best = sorted(view.shown_constraints, key=by_evidence)[:MOST_CONSTRAINT_ROWS]
    return [
        constraint_row(
            state, lsp_line(state.constraint.line), state.constraint.id in dismissed, state.constraint.id == aimed
        )
        for state in sorted(best, key=lambda state: (state.constraint.line, by_evidence(state)))
    ]


def constraint_row(state: ConstraintState, lsp_line: int | None, dismissed: bool, aimed: bool) -> ConstraintRow:
    """One line of the list of constraints."""
    constraint, evidence = state.constraint, state.evidence
    return ConstraintRow(
        constraint_id=constraint.id,
        line=constraint.line,
        lsp_line=lsp_line,
        sentence=constraint.sentence,
        predicate=constraint.predicate,
        status=state.status,
        origin=origin_text(constraint),
        conversation=constraint.origin.conversation,
        satisfying=evidence.satisfying,
        violating=evidence.violating,
        ratio=evidence.ratio,
        p=evidence.p,
        evidence=evidence_text(state),
        checker=checker_kind(state),
        note=checker_text(state),
        dismissed=dismissed,
        aimed=aimed,
    )


def checker_kind(state: ConstraintState) -> str:
    """How it stands with its checker, in one word."""
    if state.constraint.condition is None:
        return "none"
    if state.checker is None:
        return "unjudged"
    return "faithful" if state.checker.is_faithful else "refused"


def share_rows(view: CampaignView) -> list[ShareRow]:
    """What share of each strategy's inputs satisfies a constraint."""
    return [
        ShareRow(share.strategy, share.satisfying, share.valid)
        for share in sorted(view.shares, key=lambda share: share.strategy)
    ]


def spent_share(view: CampaignView | BreakView) -> float:
    """How much of the budget is spent, 0..1; 1 when the search finished."""
    if view.state == "finished":
        return 1.0
    shares = [
        spent / whole
        for spent, whole in ((view.elapsed_s, view.budget.seconds), (view.executions, view.budget.executions))
        if whole
    ]
    return min(1.0, max(shares, default=0.0))


def thinned(trend: tuple[TrendPoint, ...]) -> tuple[TrendPoint, ...]:
    """At most `MOST_TREND_ROWS` points, evenly chosen, the last one always among them."""
    if len(trend) <= MOST_TREND_ROWS:
        return trend
    step = len(trend) / (MOST_TREND_ROWS - 1)
    return (*(trend[int(at * step)] for at in range(MOST_TREND_ROWS - 1)), trend[-1])


def warnings(view: CampaignView) -> list[str]:
    """What the user should know, one sentence or two each, failed samples first."""
    failed = [
        f"Sample {one.name} gives {one.verdict.value}{': ' if one.detail else ''}{clause(one.detail)}."
        for one in view.failed_samples
    ]
    return failed + [f"{warning.message} {warning.remedy}".strip() for warning in view.warnings]


def error(view: CampaignView | BreakView) -> ErrorState | None:
    """The failure of a failed search, else None."""
    return ErrorState(view.code, view.message, view.remedy) if view.state == "failed" else None


def contrast_state(uri: str, version: int | None, contrast: Contrast | None, tracker: LineTracker) -> ContrastState:
    """The contrast at the lines' places of now; without a contrast the state that clears the document."""
    if contrast is None:
        return cleared(uri, version)
    lines = []
    for line in contrast.lines:
        lsp_line = tracker.lsp_line(line.line)
        if lsp_line is not None:
            lines.append(LineState(lsp_line, line.fast, line.slow, line.ratio, line.share, line.hot, line.growth))
    return ContrastState(
        uri,
        version,
        tracker.stale,
        contrast.fast_label,
        contrast.slow_label,
        contrast.fast_count,
        contrast.slow_count,
        list(contrast.weaknesses),
        lines,
    )


def cleared(uri: str, version: int | None) -> ContrastState:
    """Nothing to draw."""
    return ContrastState(uri, version, False, "", "", 0, 0, [], [])
