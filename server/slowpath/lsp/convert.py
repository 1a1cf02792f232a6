"""From 1-based lines and columns to the editor's 0-based ones, in this one place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import PositionCodec

from slowpath.errors import CompileMessage, SlowpathError
from slowpath.lsp.protocol import ErrorState

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}


def whole_line(lines: Sequence[str], lsp_line: int, codec: PositionCodec) -> types.Range:
    """The range of a line's text without its indentation; an empty range at the end for a line that isn't there."""
    if not 0 <= lsp_line < len(lines):
        lsp_line = max(0, min(lsp_line, len(lines) - 1))
    text = lines[lsp_line].rstrip() if lines else ""
    indentation = len(text) - len(text.lstrip())
    return types.Range(
        types.Position(lsp_line, codec.client_num_units(text[:indentation])),
        types.Position(lsp_line, codec.client_num_units(text)),
    )


def place_of(message: CompileMessage, line: int, lines: Sequence[str], codec: PositionCodec) -> types.Range:
    """Where a compiler's message belongs, its line being at the 0-based `line` now: from its column to the end of
    the token, else the whole line.

    Compilers count columns in bytes of UTF-8. Some count a tab as the columns that it fills, so that with a
    tab before it the place is unknown, and the whole line is marked.
    """
    text = lines[line].rstrip("\r\n") if 0 <= line < len(lines) else ""
    encoded = text.encode("utf-8")
    if message.column < 1 or message.column > len(encoded) or b"\t" in encoded[: message.column]:
        return whole_line(lines, line, codec)
    start = len(encoded[: message.column - 1].decode("utf-8", "ignore"))
    end = start + 1
    while end < len(text) and _in_word(text[start]) and _in_word(text[end]):
        end += 1
    return types.Range(
        types.Position(line, codec.client_num_units(text[:start])),
        types.Position(line, codec.client_num_units(text[:end])),
    )


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def severity_of(message: CompileMessage) -> types.DiagnosticSeverity:
    """A compiler's word as the editor's."""
    return _SEVERITIES.get(message.severity, types.DiagnosticSeverity.Information)


def error_state(error: SlowpathError) -> ErrorState:
    """A failure as the wire's value."""
    return ErrorState(error.code, error.message, error.remedy)


def path_of(uri: str) -> Path | None:
    """The absolute path of a document on disk; None for an untitled or virtual one."""
    if not uri.startswith("file:"):
        return None
    path = to_fs_path(uri)
    return Path(path).absolute() if path else None


def uri_of(path: Path) -> str:
    """The document at `path`."""
    return from_fs_path(str(path)) or path.as_uri()
