"""From the model's view of a search for a breaking input to the state that crosses the wire. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from slowpath.lsp import words
from slowpath.lsp.asked_states import asked_state, in_words
from slowpath.lsp.protocol import (
    BreakingState,
    BreakState,
    CategoryState,
    DifferenceState,
    DivergenceState,
    LineRemark,
    ReferenceState,
    ValueRow,
)
from slowpath.lsp.states import error, spent_share
from slowpath.lsp.tracking import LineTracker
from slowpath.model.asking import AskedRound
from slowpath.model.breaking import BreakingInput, BreakView, Classification, Complaint, Difference, Divergence

MOST_SHOWN_BYTES = 600
MOST_SHOWN_LINES = 24
REMEDIES = {
    "no-reference": "Find a breaking input against a solution that is right, or simple and slow.",
    "any-answer": "Put the problem's checker beside the statement (checker.cpp, check.py).",
    "tokens-spent": "Raise slowpath.llm.maxTokens.",
}
"""What the editor's user can do about a warning whose own remedy is an option of the command line."""


def break_state(
    view: BreakView,
    break_id: str,
    uri: str,
    path: Path,
    seed: int,
    tracker: LineTracker,
    held: Mapping[str, bytes],
    asked: Sequence[AskedRound] = (),
    earlier: Sequence[BreakingInput] = (),
) -> BreakState:
    """The whole state of a search, ready to draw. `held` are the bytes that its events name, `asked` the rounds of a
    language model so far, `earlier` what searches before it came to."""
    breaking, doing = view.breaking, view.message or view.phase
    return BreakState(
        break_id=break_id,
        uri=uri,
        file_name=path.name,
        state=view.state,
        phase=f"{doing.rstrip('.')} ({in_words(asked)})" if asked else doing,
        elapsed_s=view.elapsed_s,
        progress=spent_share(view),
        executions=view.executions,
        executions_per_s=view.executions_per_s,
        seed=seed,
        references=[ReferenceState(each.name, each.role.value, each.usable, each.reason) for each in view.references],
        breaking=breaking_state(breaking, tracker, held) if breaking is not None else None,
        first_found_s=view.first_found_s,
        warnings=[
            f"{warning.message} {REMEDIES.get(warning.code, warning.remedy)}".strip() for warning in view.warnings
        ],
        assumed=list(view.assumed),
        stale=tracker.stale,
        asked=asked_state(asked),
        earlier=[breaking_state(each, tracker, held) for each in earlier],
        error=error(view),
        compared=view.compared,
    )


def breaking_state(found: BreakingInput, tracker: LineTracker, held: Mapping[str, bytes]) -> BreakingState:
    """A breaking input, with its lines where they are now and, where all of it is short, with what there is to read."""
    texts = {name: shown(held.get(name)) for name in found.named}
    short = texts if None not in texts.values() else {}
    return BreakingState(
        input_id=found.id,
        size=found.size,
        sizes=sizes_text(found),
        origin=found.origin.label,
        failing=found.failing.value,
        reason=found.why,
        judged_by=found.judged_by,
        expected_id=found.expected,
        actual_id=found.actual,
        input_text=short.get(found.id),
        expected_text=short.get(found.expected),
        actual_text=short.get(found.actual),
        difference=_difference(found.difference),
        complaint=_complaint(found.complaint, tracker),
        divergence=_divergence(found.divergence, tracker),
        category=_category(found.classification),
        is_minimised=bool(found.minimised_from),
        is_sure=found.is_sure,
        doubts=doubts_of(found),
        other_text=short.get(found.other),
    )


def doubts_of(found: BreakingInput) -> list[str]:
    """Why it may be invalid, or no failure, in sentences."""
    quotes = [words.isolated(" ".join(doubt.quote.split())) for doubt in found.doubts]
    about_input = [
        f"{doubt.text} [{quote}]" if quote else doubt.text for doubt, quote in zip(found.doubts, quotes, strict=True)
    ]
    return [*([f"{words.heading(found.doubt)}."] if found.doubt else []), *about_input]


def sizes_text(found: BreakingInput) -> str:
    """How small it is, in a few words: "n = 3, m = 2"."""
    return ", ".join(f"{name} = {value:,}" for name, value in found.sizes)


def shown(data: bytes | None) -> str | None:
    """Bytes as text where they are few enough to stand in the panel, else None."""
    if data is None or len(data) > MOST_SHOWN_BYTES or data.count(b"\n") > MOST_SHOWN_LINES:
        return None
    return data.decode("utf-8", "replace")


def _difference(difference: Difference | None) -> DifferenceState | None:
    if difference is None:
        return None
    return DifferenceState(difference.token, difference.line, difference.expected, difference.actual)


def _complaint(complaint: Complaint | None, tracker: LineTracker) -> LineRemark | None:
    if complaint is None:
        return None
    now = tracker.lsp_line(complaint.line) if complaint.line is not None else None
    return LineRemark(complaint.kind, complaint.message, complaint.line, now)


def _divergence(divergence: Divergence | None, tracker: LineTracker) -> DivergenceState | None:
    if divergence is None:
        return None
    return DivergenceState(
        divergence.line,
        tracker.lsp_line(divergence.line),
        divergence.accepted_line,
        divergence.hits,
        divergence.accepted_hits,
        [ValueRow(*row) for row in divergence.values],
    )


def _category(found: Classification | None) -> CategoryState | None:
    if found is None:
        return None
    return CategoryState(found.category.value, found.confidence, list(found.evidence), found.origin)
