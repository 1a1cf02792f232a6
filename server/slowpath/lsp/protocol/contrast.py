"""The contrasting pair, line by line."""

from __future__ import annotations

from dataclasses import dataclass, field

CONTRAST_CHANGED = "slowpath/contrast/changed"  # notification, server to client: ContrastState


@dataclass(frozen=True)
class LineState:
    """One executable line. `lsp_line` is 0-based and already shifted for edits since the run. `growth` is how often it
    runs as a formula of the size ("n^2.00"), "" while nobody knows."""

    lsp_line: int
    fast: int
    slow: int
    ratio: float
    share: float
    hot: bool
    growth: str = ""


@dataclass(frozen=True)
class ContrastState:
    """The per-line contrast to draw on a document; no lines means: clear it.

    `stale` is true when the text has changed since the run in more than trailing blanks: what is left is
    shown greyed, never as fresh (an edit above may change what runs below). `document_version` is the
    version that `lsp_line` refers to.
    """

    uri: str
    document_version: int | None
    stale: bool
    fast_label: str
    slow_label: str
    fast_count: int
    slow_count: int
    weaknesses: list[str]
    lines: list[LineState] = field(default_factory=list)
