"""The JSON objects that commands print, one a line. Schemas: `slowpath/schemas/`; documented in docs/cli.md.

Pure: values in, dictionaries out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from slowpath import pipeline, wire
from slowpath.errors import CompileFailed, SlowpathError
from slowpath.model.breaking import BreakingInput
from slowpath.model.campaign import (
    BaselineMeasured,
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
from slowpath.model.campaign_view import CampaignView
from slowpath.model.constraint import CheckerVerdict, ConstraintState
from slowpath.model.cost import Cost
from slowpath.model.growth import Growth, GrowthPoint
from slowpath.model.reading import Difference
from slowpath.model.slow_input import Fault, MinimisedInput, SlowInput
from slowpath.model.validity import Doubt

if TYPE_CHECKING:
    pass

SHOWN_BYTES = 2000

_EVENT_WORDS: Mapping[type, str] = {
    CampaignStarted: "started",
    PhaseEntered: "phase",
    BaselineMeasured: "baseline",
    SampleFailed: "sample_failed",
    SlowInputFound: "slow_input",
    SlowInputDropped: "dropped",
    ContrastMined: "contrast",
    Progressed: "progress",
    Warned: "warning",
    Paused: "paused",
    Resumed: "resumed",
    Ended: "ended",
    ConstraintMeasured: "constraint",
    GuidanceMeasured: "guidance",
    FaultFound: "fault",
    FormatDoubted: "doubted",
    FormatReplaced: "format_replaced",
    ValidityAsked: "validity_asked",
}


def event_object(event: CampaignEvent) -> dict[str, Any]:
    """A campaign event as the object that `find --json` prints while it runs."""
    word = {"event": _EVENT_WORDS[type(event)]}
    if isinstance(event, SlowInputFound):
        return {
            **word,
            **slow_input_object(event.slow_input),
            "executions": event.executions,
            "elapsed_s": event.elapsed_s,
        }
    if isinstance(event, FaultFound):
        return {**word, **fault_object(event.fault), "executions": event.executions, "elapsed_s": event.elapsed_s}
    if isinstance(event, BaselineMeasured):
        return {**word, **baseline_object(event), "executions": event.executions, "elapsed_s": event.elapsed_s}
    if isinstance(event, ContrastMined):
        return {**word, **wire.encode(event.contrast), "executions": event.executions, "elapsed_s": event.elapsed_s}
    if isinstance(event, ValidityAsked):
        return {**word, **wire.encode(event), "differences": [difference_object(each) for each in event.differences]}
    if isinstance(event, ConstraintMeasured):
        return {**word, **constraint_object(event.state), "executions": event.executions, "elapsed_s": event.elapsed_s}
    return {**word, **wire.encode(event)}


def difference_object(difference: Difference) -> dict[str, Any]:
    """An input on which a language model's format, validator and generator disagree."""
    return {
        "made": difference.made,
        "accepted_by": list(difference.accepted_by),
        "refused": [wire.encode(each) for each in difference.refused],
        "alike": difference.alike,
        "settled": difference.settled,
        "input": difference.data[:SHOWN_BYTES].decode("utf-8", "replace"),
    }


def constraint_object(state: ConstraintState) -> dict[str, Any]:
    """A constraint with its evidence; `checker` is null until the gate has judged it."""
    constraint, evidence = state.constraint, state.evidence
    return {
        "id": constraint.id,
        "line": constraint.line,
        "sentence": constraint.sentence,
        "predicate": constraint.predicate,
        "origin": constraint.proposer,
        "why": constraint.why,
        "status": state.status,
        "hot": state.hot,
        "reason": state.reason,
        "same_as": state.same_as,
        "conversation": constraint.origin.conversation,
        "evidence": {
            "satisfying": evidence.satisfying,
            "violating": evidence.violating,
            "ratio": evidence.ratio,
            "cost_ratio": evidence.cost_ratio,
            "median_ratio": evidence.median_ratio,
            "sized_ratio": evidence.sized_ratio,
            "p": evidence.p,
        },
        "checker": checker_object(state.checker) if state.checker is not None else None,
    }


def checker_object(verdict: CheckerVerdict) -> dict[str, Any]:
    """What the fidelity gate found."""
    return {
        "compiles": verdict.compiles,
        "outputs_equal": verdict.outputs_equal,
        "fires_on_slow": verdict.fires_on_slow,
        "fires_on_fast": verdict.fires_on_fast,
        "compared": verdict.compared,
        "faithful": verdict.is_faithful,
        "reason": verdict.reason,
    }


def constraints_object(view: CampaignView) -> dict[str, Any]:
    """The last object of `constraints --json`: all that are shown, what was found refuted, and what came to neither."""
    shown = [constraint_object(state) for state in view.shown_constraints]
    refuted = [constraint_object(state) for state in view.constraints if state.status == "refuted"]
    others = [
        constraint_object(state) for state in view.constraints if not state.is_shown and state.status != "refuted"
    ]
    return {
        "event": "finished",
        "outcome": view.state,
        "constraints": shown,
        "refuted": refuted,
        "others": others,
        "shares": [
            {"strategy": share.strategy, "satisfying": share.satisfying, "valid": share.valid} for share in view.shares
        ],
        "executions": view.executions,
        "elapsed_s": view.elapsed_s,
        "contrast": wire.encode(view.contrast) if view.contrast else None,
        "warnings": [{"code": w.code, "message": w.message, "remedy": w.remedy} for w in view.warnings],
    }


def cost_object(cost: Cost) -> dict[str, Any]:
    """A cost; `instructions` only where real ones were counted, `at_least` only when the run was cut, `count_spread`
    only where repeated runs count differently."""
    made: dict[str, Any] = {
        "count": cost.count,
        "cpu_s": cost.cpu_s,
        "cpu_s_spread": cost.cpu_s_spread,
        "peak_rss_bytes": cost.peak_rss_bytes,
    }
    if cost.instructions is not None:
        made["instructions"] = cost.instructions
    if cost.at_least:
        made["at_least"] = True
    if cost.count_spread:
        made["count_spread"] = cost.count_spread
    return made


def baseline_object(baseline: BaselineMeasured) -> dict[str, Any]:
    """The input that ratios refer to."""
    return {
        "input_id": baseline.input_id,
        "label": baseline.label,
        "size": baseline.size,
        "cost": cost_object(baseline.cost),
        "from_samples": baseline.from_samples,
    }


def slow_input_object(slow: SlowInput, files: Mapping[str, str] | None = None) -> dict[str, Any]:
    """A slow input; `files` (`path`, `replay`, and `minimised` for its twin) once its bytes are files."""
    files = files or {}
    made = {
        "id": slow.id,
        "size": slow.size,
        "cost": cost_object(slow.cost),
        "ratio": slow.ratio,
        "origin": slow.origin.label,
        "strategy": slow.origin.strategy,
        "verdict": slow.verdict.value,
        **validity_object(slow),
        "instrument": slow.instrument,
        "shape": slow.shape,
        "sizes": dict(slow.sizes),
    }
    if slow.typical is not None:
        made["typical"] = typical_object(slow)
    if slow.growth is not None:
        made["growth"] = growth_object(slow.growth)
    if slow.minimised is not None:
        made["minimised"] = minimised_object(slow.minimised, files.get("minimised", ""))
    path, replay = files.get("path"), files.get("replay")
    return {**({"path": path} if path else {}), **made, **({"replay": replay} if replay else {})}


def typical_object(slow: SlowInput) -> dict[str, Any]:
    """What random valid inputs of its size cost; `times` is null where those were cut."""
    typical = slow.typical
    assert typical is not None
    return {
        "draws": typical.draws,
        "count": typical.count,
        "least": typical.least,
        "most": typical.most,
        **({"at_least": True} if typical.at_least else {}),
        "times": slow.times_typical,
        "only_large": slow.is_only_large,
    }


def validity_object(found: SlowInput | Fault | BreakingInput) -> dict[str, Any]:
    """What is known of an input's validity."""
    return {"validity": found.validity.value, "doubts": [doubt_object(doubt) for doubt in found.doubts]}


def doubt_object(doubt: Doubt) -> dict[str, Any]:
    """One reason why inputs of the format may be invalid; `line` is 0 where it is about no line of the statement."""
    return {"kind": doubt.kind, "text": doubt.text, "line": doubt.line, "quote": doubt.quote}


def growth_object(growth: Growth) -> dict[str, Any]:
    """How the cost grows; `predicted_s` is null where no run was long enough to tell the time of a step."""
    return {
        "variable": growth.variable,
        "points": [_point_object(point) for point in growth.points],
        "model": growth.model,
        "formula": growth.formula,
        "exponent": growth.exponent,
        "low": growth.low,
        "high": growth.high,
        "largest_n": growth.largest_n,
        "predicted": growth.predicted,
        "predicted_low": growth.predicted_low,
        "predicted_high": growth.predicted_high,
        "predicted_s": growth.predicted_s or None,
        "remark": growth.remark,
        "lines": [
            {
                "line": line.line,
                "model": line.model,
                "formula": line.formula,
                "exponent": line.exponent,
                "low": line.low,
                "high": line.high,
                "hits": line.hits,
            }
            for line in growth.lines
        ],
    }


def _point_object(point: GrowthPoint) -> dict[str, Any]:
    return {"n": point.n, "count": point.count, **({"at_least": True} if point.at_least else {})}


def minimised_object(twin: MinimisedInput, path: str = "") -> dict[str, Any]:
    """A small input that is slow for the same reason; with `path` once it is a file."""
    return {
        **({"path": path} if path else {}),
        "id": twin.id,
        "size": twin.size,
        "sizes": dict(twin.sizes),
        "count": twin.count,
        "cpu_s": twin.cpu_s,
        "typical": twin.typical,
        "ratio": twin.ratio,
    }


def fault_object(fault: Fault, path: str = "", replay: str = "") -> dict[str, Any]:
    """A valid input on which the program fails; with `path` and `replay` once its bytes are files."""
    made = {
        "id": fault.id,
        "size": fault.size,
        "origin": fault.origin.label,
        "strategy": fault.origin.strategy,
        "verdict": fault.verdict.value,
        "reason": fault.reason,
        "detail": fault.detail,
        **validity_object(fault),
    }
    return {**({"path": path} if path else {}), **made, **({"replay": replay} if replay else {})}


def finished_object(
    view: CampaignView,
    slow_inputs: list[dict[str, Any]],
    format_text: str,
    time_to_first_s: float | None,
    faults: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:
    """The last object of `find --json`. `slow_inputs` is slowest first, doubtful ones behind all others."""
    return {
        "event": "finished",
        "outcome": view.state,
        **told_object(view),
        "baseline": baseline_object(view.baseline) if view.baseline else None,
        "slow_inputs": slow_inputs,
        "faults": list(faults),
        "format": format_text,
        "doubts": [doubt_object(doubt) for doubt in view.doubts],
        "executions": view.executions,
        "executions_per_s": view.executions_per_s,
        "grounds": view.message if view.state in ("finished", "stopped") else "",
        "time_to_first_s": time_to_first_s,
        "elapsed_s": view.elapsed_s,
        "contrast": wire.encode(view.contrast) if view.contrast else None,
        "warnings": [{"code": w.code, "message": w.message, "remedy": w.remedy} for w in view.warnings],
        "failed_samples": [
            {"name": f.name, "verdict": f.verdict.value, "detail": f.detail} for f in view.failed_samples
        ],
    }


def told_object(view: CampaignView) -> dict[str, Any]:
    """What it came to in a sentence or two, and the limit that times are held against."""
    told = pipeline.told(view)
    return {
        "found": told.kind,
        "said": told.text,
        "limit_s": view.limit_s,
        "limit_assumed": view.time_limit_s is None and view.assumed_limit_s is not None,
    }


def error_object(error: SlowpathError) -> dict[str, Any]:
    """A failure of ours. Compiler messages come with it, lines and columns 1-based."""
    made: dict[str, Any] = {"event": "error", "code": error.code, "message": error.message, "remedy": error.remedy}
    if isinstance(error, CompileFailed):
        made["messages"] = [wire.encode(message) for message in error.messages]
    return made
