"""From the model's campaign and contrast to the states that cross the wire. Pure."""

from __future__ import annotations

from pathlib import Path

from slowpath.lsp.protocol import CampaignState, ContrastState, ErrorState, LineState, Row, TrendRow
from slowpath.lsp.tracking import LineTracker
from slowpath.model.campaign import CampaignView, TrendPoint
from slowpath.model.contrast import Contrast
from slowpath.model.slow_input import SlowInput

MOST_TREND_ROWS = 400


def campaign_state(view: CampaignView, campaign_id: str, uri: str, path: Path, contrast: Contrast | None,
                   owned: bool, format_changed: bool = False) -> CampaignState:
    """The whole state of a campaign, ready to draw."""
    baseline = view.baseline
    return CampaignState(
        campaign_id=campaign_id, uri=uri, file_name=path.name, state=view.state,
        phase=view.message or view.phase, elapsed_s=view.elapsed_s, progress=spent_share(view),
        executions=view.executions, executions_per_s=view.executions_per_s, valid_share=view.valid_share,
        baseline_label=baseline.label if baseline else "", baseline_count=baseline.cost.count if baseline else 0,
        time_limit_s=view.time_limit_s,
        rows=[row(slow, rank, view.time_limit_s) for rank, slow in enumerate(view.slow_inputs, 1)],
        trend=[TrendRow(p.executions, p.elapsed_s, p.count, p.strategy) for p in thinned(view.trend)],
        warnings=warnings(view), error=error(view),
        contrast_slow_id=contrast.slow_id if contrast else "", contrast_fast_id=contrast.fast_id if contrast else "",
        owned=owned, assumed=list(view.assumed), format_changed=format_changed)


def row(slow: SlowInput, rank: int, time_limit_s: float | None) -> Row:
    """One line of the table. A run longer than the problem's limit is TLE, whatever limit we ran it under."""
    over = time_limit_s is not None and slow.cost.cpu_s > time_limit_s and slow.verdict.value == "OK"
    return Row(input_id=slow.id, rank=rank, size=slow.size, count=slow.cost.count, cpu_s=slow.cost.cpu_s,
               cpu_s_spread=slow.cost.cpu_s_spread, instructions=slow.cost.instructions,
               peak_rss_bytes=slow.cost.peak_rss_bytes, ratio=slow.ratio, origin=slow.origin.label,
               verdict="TLE" if over else slow.verdict.value, valid=slow.valid, at_least=slow.cost.at_least)


def spent_share(view: CampaignView) -> float:
    """How much of the budget is spent, 0..1; 1 when the campaign finished."""
    if view.state == "finished":
        return 1.0
    shares = [spent / whole for spent, whole in ((view.elapsed_s, view.budget.seconds),
                                                 (view.executions, view.budget.executions)) if whole]
    return min(1.0, max(shares, default=0.0))


def thinned(trend: tuple[TrendPoint, ...]) -> tuple[TrendPoint, ...]:
    """At most `MOST_TREND_ROWS` points, evenly chosen, the last one always among them."""
    if len(trend) <= MOST_TREND_ROWS:
        return trend
    step = len(trend) / (MOST_TREND_ROWS - 1)
    return (*(trend[int(at * step)] for at in range(MOST_TREND_ROWS - 1)), trend[-1])


def warnings(view: CampaignView) -> list[str]:
    """What the user should know, one sentence or two each, failed samples first."""
    failed = [f"Sample {sample.name}: {sample.verdict.value}. {sample.detail}".strip()
              for sample in view.failed_samples]
    return failed + [f"{warning.message} {warning.remedy}".strip() for warning in view.warnings]


def error(view: CampaignView) -> ErrorState | None:
    """The failure of a failed campaign, else None."""
    return ErrorState(view.code, view.message, view.remedy) if view.state == "failed" else None


def contrast_state(uri: str, version: int | None, contrast: Contrast | None, tracker: LineTracker) -> ContrastState:
    """The contrast at the lines' places of now; without a contrast the state that clears the document."""
    if contrast is None:
        return cleared(uri, version)
    lines = []
    for line in contrast.lines:
        lsp_line = tracker.lsp_line(line.line)
        if lsp_line is not None:
            lines.append(LineState(lsp_line, line.fast, line.slow, line.ratio, line.share, line.hot))
    return ContrastState(uri, version, tracker.stale, contrast.fast_label, contrast.slow_label, contrast.fast_count,
                         contrast.slow_count, list(contrast.weaknesses), lines)


def cleared(uri: str, version: int | None) -> ContrastState:
    """Nothing to draw."""
    return ContrastState(uri, version, False, "", "", 0, 0, [], [])
