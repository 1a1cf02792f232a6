"""The input format of a program."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.lsp.protocol.errors import ErrorState

FORMAT_OPEN = "slowpath/format/open"            # FormatParams -> FormatResult
COMMAND_EDIT_FORMAT = "slowpath.server.editInputFormat"  # workspace/executeCommand [uri]: show it, written if new
COMMAND_SET_BOUNDS = "slowpath.server.setBounds"  # workspace/executeCommand [uri, variable, bounds]: write them


@dataclass(frozen=True)
class FormatParams:
    """The input format of the solution at `uri`."""

    uri: str


@dataclass(frozen=True)
class FormatResult:
    """The format's file and text; `saved` is false while there is no such file, and the text is the inferred one.

    `unknown` says in a sentence why the text is a mere skeleton, "" where the format is known. `error` is set, and the
    rest empty, where the solution can't be read.
    """

    path: str
    text: str
    saved: bool
    unknown: str = ""
    error: ErrorState | None = None
