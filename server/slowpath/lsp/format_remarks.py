"""Diagnostics of a written format, and from a text's places to the editor's."""

from __future__ import annotations

from lsprotocol import types
from pygls.workspace import TextDocument

from slowpath.model.format_text import FormatRemark, FormatStudy, Span

SOURCE = "slowpath"
_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "hint": types.DiagnosticSeverity.Hint,
}


def diagnostics_of(document: TextDocument, study: FormatStudy) -> list[types.Diagnostic]:
    """Every remark at its place."""
    return [_diagnostic(document, remark) for remark in study.remarks]


def _diagnostic(document: TextDocument, remark: FormatRemark) -> types.Diagnostic:
    return types.Diagnostic(
        range_of(document, remark.at), remark.message, _SEVERITIES[remark.severity], source=SOURCE, code=remark.code
    )


def range_of(document: TextDocument, span: Span) -> types.Range:
    """A span as a range of the document; what lies behind a line's end is its end."""
    lines = document.lines
    text = lines[span.line - 1].rstrip("\r\n") if 1 <= span.line <= len(lines) else ""
    units = document.position_codec.client_num_units
    return types.Range(
        types.Position(max(0, span.line - 1), units(text[: span.column - 1])),
        types.Position(max(0, span.line - 1), units(text[: span.end - 1])),
    )


def place_of(document: TextDocument, position: types.Position) -> tuple[int, int]:
    """A position as a 1-based line and column in characters."""
    lines = document.lines
    text = lines[position.line].rstrip("\r\n") if position.line < len(lines) else ""
    units = document.position_codec.client_num_units
    column = next((column for column in range(len(text)) if units(text[:column]) >= position.character), len(text))
    return position.line + 1, column + 1
