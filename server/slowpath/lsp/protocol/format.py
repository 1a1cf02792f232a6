"""The input format of a program."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from slowpath.lsp.protocol.errors import ErrorState

FORMAT_OPEN = "slowpath/format/open"  # FormatParams -> FormatResult
FORMAT_BOUNDS = "slowpath/format/bounds"  # FormatParams -> FormatBounds
FORMAT_SETTLE = "slowpath/format/settle"  # SettleParams -> SettleResult
FORMAT_SENTENCES = "slowpath/format/sentences"  # FormatParams -> FormatSentences
STATEMENT_SAVE = "slowpath/statement/save"  # StatementParams -> StatementResult
COMMAND_EDIT_FORMAT = "slowpath.server.editInputFormat"  # workspace/executeCommand [uri]: show it, written if new
COMMAND_SET_BOUNDS = "slowpath.server.setBounds"  # workspace/executeCommand [uri, variable, bounds, ...]: write them


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


SettleAction = Annotated[str, ("take", "dismiss", "accept")]


@dataclass(frozen=True)
class SettleParams:
    """Settle what the format of the solution at `uri` leaves open: take a `line` of format for the doubt of this
    `kind`, `text` and `quote`, dismiss it as not about the input, or accept the format as it is (all are settled)."""

    uri: str
    action: SettleAction
    kind: str = ""
    text: str = ""
    quote: str = ""
    line: str = ""


@dataclass(frozen=True)
class SettleResult:
    """The format's file. `restarted` says that the search began anew, since nothing is left to settle by a click."""

    path: str
    restarted: bool = False
    error: ErrorState | None = None


@dataclass(frozen=True)
class BoundsRow:
    """A variable whose bounds no source gives, and usual ones to choose from, as a format has them ("1..10^5").
    `is_size` says that it is how many there are of something."""

    variable: str
    is_size: bool
    offered: list[str]


@dataclass(frozen=True)
class FormatBounds:
    """The variables whose bounds are assumed, sizes first. `error` is set where the solution can't be read."""

    rows: list[BoundsRow] = field(default_factory=list)
    error: ErrorState | None = None


Mark = Annotated[str, ("used", "other", "unclear")]


@dataclass(frozen=True)
class SentenceRow:
    """A sentence of the statement in its `line` (1-based), from `begin` to `end` (UTF-16 columns, from 0).

    `mark` says what became of it: the format says it (`says`, in its lines `format_lines`, 1-based), it is about
    something else or was settled, or the format leaves it open, for the reason `why`.
    """

    line: int
    begin: int
    end: int
    mark: Mark
    says: list[str]
    why: str
    format_lines: list[int]


@dataclass(frozen=True)
class FormatSentences:
    """The files of the statement and of the format, and the statement's sentences in order. `error` is set, and the
    rest empty, where there is no statement or no format."""

    statement: str
    format: str
    rows: list[SentenceRow] = field(default_factory=list)
    error: ErrorState | None = None


@dataclass(frozen=True)
class StatementParams:
    """A statement for the solution at `uri`: HTML or plain text."""

    uri: str
    text: str


@dataclass(frozen=True)
class StatementResult:
    """Where the statement is kept now, "" with an error."""

    path: str
    error: ErrorState | None = None
