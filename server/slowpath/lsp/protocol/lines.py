"""What is known of a line."""

from __future__ import annotations

from dataclasses import dataclass

LINE_EXPLAIN = "slowpath/line/explain"  # LineParams -> Explanation
COMMAND_EXPLAIN = "slowpath.server.explainLine"  # workspace/executeCommand [uri, lsp_line]: show an `Explanation`


@dataclass(frozen=True)
class LineParams:
    """One line of an open solution, 0-based."""

    uri: str
    lsp_line: int


@dataclass(frozen=True)
class Explanation:
    """All that is known of a line, as Markdown; `title` names it in a tab."""

    title: str
    markdown: str
