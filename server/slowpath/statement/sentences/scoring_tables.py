"""Tables of scoring groups: which group a row speaks of, and what stands in its columns.

The head names the columns. A column whose head is a name, or ends in a comparison, holds that variable's bounds: under
"n" the cell "<= 100" says that n <= 100, under "n <=" the cell "100" does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from slowpath.model.patterns import late_regex

_SCORED = late_regex(
    r"\b(?:sub-?tasks?|(?:test ?)?groups?|points?|scores?|grupp\w*|delproblem\w*|po[äa]ng\w*|punkte?)\b", re.I
)
_NUMBER = late_regex(r"\W*(?:(?:group|subtask|grupp|gruppe|task)\s*)?\#?(\d{1,2})\W*", re.I)
_OPERATOR = r"(?:<=?|>=?|=)"
_NAME = late_regex(r"(?:[A-Za-z]|[A-Za-z]_\{?\w{1,5}\}?|\|[A-Za-z]\||[A-Z][a-z]?)")
_RULE = late_regex(r"(?:\s|\|?[\s:|-]+$|\\(?:hline|toprule|midrule|bottomrule|cline\{[^{}]*\}))*$")


class ScoringTable:
    """The table whose rows are read one after another. Cells are plain text, "" where one is empty."""

    def __init__(self) -> None:
        self._head: tuple[str, ...] = ()

    def leave_unless_rule(self, row: str) -> None:
        """Hears of a row that has no cells: anything but a rule ends the table."""
        if self._head and not _RULE.match(row):
            self._head = ()

    def read(self, cells: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        """The group of a row, "" where the table isn't one of groups or this is its head, and the cells with what the
        head says of them."""
        cells = tuple(cell.strip() for cell in cells)
        if not self._head:
            self._head = cells
            return "", cells
        number = _NUMBER.fullmatch(cells[0]) if cells else None
        if number is None or not any(map(_SCORED.search, self._head)):
            return "", cells
        return number[1], tuple(map(_headed, cells, (*self._head, *("" for _ in cells))))


def _headed(cell: str, head: str) -> str:
    """A cell with the words of its head where these say of what it is a bound."""
    if _NAME.fullmatch(head) and re.match(_OPERATOR, cell):
        return f"{head} {cell}"
    ends = re.fullmatch(rf"(.*\S)\s*{_OPERATOR}", head)
    return f"{head} {cell}" if ends and _NAME.fullmatch(ends[1].strip()) and re.match(r"-?\d", cell) else cell
