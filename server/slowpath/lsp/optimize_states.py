"""From the model's view of a search for a faster version to the state that crosses the wire. Pure."""

from __future__ import annotations

from pathlib import Path

from slowpath.lsp.protocol import (
    ChangeRow,
    ErrorState,
    FasterState,
    InputSpeedRow,
    OptimizeState,
    RefusedRow,
)
from slowpath.model.optimizing import OptimizeView
from slowpath.model.origin import input_id
from slowpath.model.rewrite import ProvenRewrite

REMEDIES = {"no-slow-input": "Find slow inputs first, or give it more time."}
"""What the editor's user can do about a warning whose own remedy is an option of the command line."""


def optimize_state(view: OptimizeView, optimize_id: str, uri: str, path: Path, best: ProvenRewrite | None,
                   stale: bool) -> OptimizeState:
    """The whole state of a search, ready to draw."""
    error = ErrorState(view.code, view.message, view.remedy) if view.state == "failed" else None
    return OptimizeState(
        optimize_id=optimize_id, uri=uri, file_name=path.name, state=view.state, phase=view.phase,
        faster=faster_state(best) if best is not None else None,
        refused=[RefusedRow(each.origin, each.reason, each.input_id) for each in view.refused],
        warnings=[f"{each.message} {REMEDIES.get(each.code, each.remedy)}".strip() for each in view.warnings],
        stale=stale, error=error)


def faster_state(proven: ProvenRewrite) -> FasterState:
    """A version that agreed with the program on all that was tried."""
    speed, before, after = proven.speed, proven.growth_before, proven.growth_after
    return FasterState(
        source_id=input_id(proven.source), origin=proven.origin,
        changes=[ChangeRow(step.rule, step.line, step.title, step.reason) for step in proven.steps],
        inputs_agreed=proven.inputs_agreed,
        per_input=[InputSpeedRow(each.name, each.size, each.before_s, each.after_s, each.ratio, each.low, each.high,
                                 each.at_least) for each in speed.per_input],
        geomean=speed.geomean, low=speed.low, high=speed.high, memory_reduction=speed.memory_reduction,
        growth_before=before.formula if before is not None else "",
        growth_after=after.formula if after is not None else "", tests=len(proven.tests))
