"""What a breaking input says of the program's lines, as diagnostics."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types
from pygls.workspace import TextDocument

from slowpath.analysis.failures import line_of_reason
from slowpath.lsp import convert, words
from slowpath.lsp.break_states import sizes_text
from slowpath.lsp.live_break import LiveBreak
from slowpath.model.breaking import BreakingInput, Divergence, Failing

CODE = "breaking-input"
NAMES = {
    Failing.WRONG_ANSWER: "wrong answer",
    Failing.TIME_LIMIT: "time limit exceeded",
    Failing.MEMORY_LIMIT: "memory limit exceeded",
    Failing.RUNTIME_ERROR: "run-time error",
    Failing.OUTPUT_LIMIT: "output limit exceeded",
    Failing.UNSTEADY: "an answer that changes from run to run",
    Failing.UNDEFINED: "undefined behaviour",
}
_MOST_VALUES = 4


def line_remarks(search: LiveBreak) -> list[tuple[int, str]]:
    """What is said at which line of now (0-based); nothing about lines that were edited since. Of a line at which a
    sanitizer complains no more is said: that is the reason."""
    found = search.view.breaking
    if found is None or not found.is_sure:
        return []
    said: list[tuple[int | None, str]] = []
    crashed = line_of_reason(found.reason) if found.failing is Failing.RUNTIME_ERROR else None
    if crashed is not None:
        said.append((crashed, f"{words.heading(found.why)}, on {where(found)}."))
    if found.complaint is not None and found.complaint.line != crashed:
        said.append((found.complaint.line, f"{words.heading(found.complaint.message)}, on {where(found)}."))
    if found.divergence is not None and (found.complaint is None or found.complaint.line != found.divergence.line):
        said.append((found.divergence.line, diverging(found, found.divergence)))
    stale = " Found before the last edit." if search.tracker.stale else ""
    placed = ((search.tracker.lsp_line(line) if line is not None else None, text) for line, text in said)
    return [(lsp_line, text + stale) for lsp_line, text in placed if lsp_line is not None]


def about_all(search: LiveBreak) -> str:
    """What is said of the whole program; "" where no input breaks it."""
    found = search.view.breaking
    if found is None or not found.is_sure:
        return ""
    stale = " Found before the last edit." if search.tracker.stale else ""
    reason = f": {words.clause(found.why)}" if found.reason else ""
    return f"{words.heading(NAMES[found.failing])} on {where(found)}{reason}.{stale}"


def where(found: BreakingInput) -> str:
    """The input in a few words."""
    sizes = sizes_text(found)
    return f"a valid input with {sizes}" if sizes else f"a valid input of {words.count(found.size)} bytes"


def diverging(found: BreakingInput, divergence: Divergence) -> str:
    """Where the program leaves the accepted version, with the variables whose values differ. Where both go the same
    way, it's the first line that ran of those that were changed."""
    theirs = divergence.accepted_line
    ran, right = _times(divergence.hits), _times(divergence.accepted_hits)
    if theirs is None:
        how = f"first goes another way than the accepted version here: this line runs {ran}, and isn't there"
    elif divergence.hits == divergence.accepted_hits:
        how = f"first differs from the accepted version here (its line {theirs})"
    else:
        how = (
            f"first goes another way than the accepted version here: this line runs {ran}, the accepted one's line"
            f" {theirs} {right}"
        )
    differing = [row for row in divergence.values if row[1] != row[2]][:_MOST_VALUES]
    values = "; ".join(
        f"{name} is {value or 'unset'} here and {other or 'unset'} there" for name, value, other in differing
    )
    return f"On {where(found)} the program {how}{'; ' + values if values else ''}."


def _times(count: int) -> str:
    return "once" if count == 1 else f"{words.count(count)} times"


def breaking_diagnostics(search: LiveBreak, document: TextDocument, entry: int) -> Iterator[types.Diagnostic]:
    """At the lines that it speaks of; where there are none, at `entry` (0-based), where the program begins."""
    remarks = line_remarks(search)
    if not remarks and (whole := about_all(search)):
        remarks = [(entry, whole)]
    for lsp_line, text in remarks:
        yield types.Diagnostic(
            convert.whole_line(document.lines, lsp_line, document.position_codec),
            text,
            types.DiagnosticSeverity.Warning,
            source="slowpath",
            code=CODE,
        )
