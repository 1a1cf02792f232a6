"""The JSON objects that `slowpath break --json` prints. Schema: `slowpath/schemas/break.json`; see docs/cli.md.

Pure: values in, dictionaries out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from slowpath import wire
from slowpath.commands.json_objects import validity_object
from slowpath.model.breaking import (
    BreakEvent,
    BreakFound,
    BreakingInput,
    BreakStarted,
    BreakView,
    Classification,
    Complaint,
    Difference,
    Divergence,
    ReferenceJudged,
)
from slowpath.model.campaign import Ended, PhaseEntered, Progressed, Warned
from slowpath.pipeline.break_files import BreakFiles

SHOWN_BYTES = 4096
"""Of an output, in an object; the whole lies in its file."""

_EVENT_WORDS: Mapping[type, str] = {
    BreakStarted: "started",
    PhaseEntered: "phase",
    ReferenceJudged: "reference",
    BreakFound: "breaking",
    Progressed: "progress",
    Warned: "warning",
    Ended: "ended",
}


def event_object(event: BreakEvent) -> dict[str, Any]:
    """An event as the object that is printed while the search runs."""
    word = {"event": _EVENT_WORDS[type(event)]}
    if isinstance(event, BreakFound):
        return {**word, **breaking_object(event.breaking), "executions": event.executions, "elapsed_s": event.elapsed_s}
    return {**word, **wire.encode(event)}


def breaking_object(breaking: BreakingInput) -> dict[str, Any]:
    """A breaking input without its bytes; what isn't known is null."""
    return {
        "id": breaking.id,
        "size": breaking.size,
        "sizes": dict(breaking.sizes),
        "verdict": breaking.failing.value,
        "reason": breaking.why,
        "judged_by": breaking.judged_by,
        "origin": breaking.origin.label,
        "strategy": breaking.origin.strategy,
        "minimised_from": breaking.minimised_from,
        "doubt": breaking.doubt,
        **validity_object(breaking),
        **_category(breaking.classification),
        "difference": _difference(breaking.difference),
        "complaint": _complaint(breaking.complaint),
        "divergence": _divergence(breaking.divergence),
    }


def _category(found: Classification | None) -> dict[str, Any]:
    if found is None:
        return {"category": None, "confidence": None, "evidence": [], "classified_by": None, "other_categories": []}
    return {
        "category": found.category.value,
        "confidence": found.confidence,
        "evidence": list(found.evidence),
        "classified_by": found.origin,
        "other_categories": [{"category": other.value, "confidence": share} for other, share in found.others],
    }


def _difference(found: Difference | None) -> dict[str, Any] | None:
    return (
        None
        if found is None
        else {"token": found.token, "line": found.line, "expected": found.expected, "actual": found.actual}
    )


def _complaint(found: Complaint | None) -> dict[str, Any] | None:
    return None if found is None else {"kind": found.kind, "line": found.line, "message": found.message}


def _divergence(found: Divergence | None) -> dict[str, Any] | None:
    return (
        None
        if found is None
        else {
            "line": found.line,
            "accepted_line": found.accepted_line,
            "hits": found.hits,
            "accepted_hits": found.accepted_hits,
            "values": [{"name": name, "value": value, "accepted_value": other} for name, value, other in found.values],
        }
    )


NOTHING_FOUND: Mapping[str, Any] = {
    "id": None,
    "size": None,
    "sizes": {},
    "verdict": None,
    "reason": "",
    "judged_by": "",
    "origin": None,
    "strategy": None,
    "minimised_from": "",
    "doubt": "",
    "validity": None,
    "doubts": [],
    **_category(None),
    "difference": None,
    "complaint": None,
    "divergence": None,
}


def finished_object(
    view: BreakView,
    files: BreakFiles | None,
    read: Callable[[str], bytes | None],
    format_text: str,
    time_s: float | None,
) -> dict[str, Any]:
    """The last object. `found` says that it is sure and a judge would see it: what only a sanitizer sees comes
    with verdict UB and `found` false, what isn't sure with `doubtful`. `time_s` is from the command's start to
    the first that a judge would see."""
    breaking = view.breaking
    about = breaking_object(breaking) if breaking is not None else dict(NOTHING_FOUND)
    return {
        "event": "finished",
        "outcome": view.state,
        "found": breaking is not None and breaking.is_break,
        "doubtful": breaking is not None and not breaking.is_sure,
        "compared": view.compared,
        **_paths(files),
        **about,
        "expected": shown(read(breaking.expected)) if breaking is not None and breaking.expected else None,
        "actual": shown(read(breaking.actual)) if breaking is not None and breaking.actual else None,
        "time_s": time_s,
        "first_found_s": view.first_found_s,
        "elapsed_s": view.elapsed_s,
        "executions": view.executions,
        "executions_per_s": view.executions_per_s,
        "references": [
            {"name": each.name, "role": each.role.value, "usable": each.usable, "reason": each.reason}
            for each in view.references
        ],
        "format": format_text,
        "assumed": list(view.assumed),
        "warnings": [{"code": w.code, "message": w.message, "remedy": w.remedy} for w in view.warnings],
    }


def _paths(files: BreakFiles | None) -> dict[str, str | None]:
    if files is None:
        return {"input": None, "replay": None, "expected_path": None, "actual_path": None, "other_path": None}
    return {
        "input": str(files.input),
        "replay": str(files.replay),
        "expected_path": str(files.expected) if files.expected is not None else None,
        "actual_path": str(files.actual) if files.actual is not None else None,
        "other_path": str(files.other) if files.other is not None else None,
    }


def shown(output: bytes | None) -> str | None:
    """The beginning of an output as text."""
    return None if output is None else output[:SHOWN_BYTES].decode("utf-8", "replace")
