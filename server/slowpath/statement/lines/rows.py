"""A described line of the input as a value, whether prose or a layout block describes it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from slowpath.statement.sentences.statement import Sentence


@dataclass(frozen=True)
class Entry:
    """One name on a line; `length` the expression of a list's length, None for a single token; `sentence` says
    it, where that isn't the sentence of the line."""

    name: str
    length: str | None = None
    string: bool = False
    sentence: Sentence | None = None


@dataclass(frozen=True)
class Row:
    """One described kind of line. `count` None: once; else an expression, such lines in a row. `case` says
    that it stands inside each test case."""

    entries: tuple[Entry, ...]
    count: str | None = None
    case: bool = False
    sentence: Sentence | None = None

    @property
    def is_ragged(self) -> bool:
        """Whether a name on the line counts others on it: "k_i, then k_i integers"."""
        text = self.sentence.text if self.sentence is not None else ""
        return "..." in text or any(
            re.search(
                rf"\b{re.escape(entry.name)}(?:_\w+)? (?:[\w-]+ ){{0,2}}(?:integers|numbers|values|strings|words)"
                r"\b",
                text,
            )
            for entry in self.entries
            if entry.name
        )
