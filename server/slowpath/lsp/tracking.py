"""Where the lines of a measured program are now, while its text is being edited.

Hit counts belong to the text that ran. An edit above a line shifts it; an edit of the line itself removes it,
since nothing is known of what it does now. Every line that is still shown has the text that was measured. Any
difference at all makes the numbers stale, for what stands above decides how often a line below runs; when the text
is again the one that ran, by undo or by hand, everything is fresh again. Code that we put into the text ourselves
(checkers) is looked through: `plain` gives each line without it.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence

from slowpath.lsp.lines import line_breaks, lines_of

Places = tuple[int, ...]


class LineTracker:
    """Follows each line of `measured`. Lines of the run are 1-based, those of the document 0-based (`lsp_line`).

    `plain` gives the lines of a text as they would be without our own code, None for a line that is wholly ours.
    """

    def __init__(
        self, measured: str, current: str | None = None, plain: Callable[[str], Sequence[str | None]] = lines_of
    ) -> None:
        self._plain = plain
        self._measured = [line.rstrip() for line in lines_of(measured)]
        self._places: list[Places] = []
        self._lines_at: dict[int, int] = {}
        self.stale = self.lost = False
        self.align(measured if current is None else current)

    def lsp_line(self, line: int) -> int | None:
        """Where line `line` of the run is now, or None when it was edited or isn't one."""
        places = self._places[line - 1] if 1 <= line <= len(self._places) else ()
        return places[0] if places else None

    def line_at(self, lsp_line: int) -> int | None:
        """The line of the run that stands at `lsp_line` now, or None."""
        return self._lines_at.get(lsp_line)

    def lose(self) -> None:
        """From now on edits aren't followed, and no line is known to be anywhere, until `align` finds them again."""
        if not self.lost:
            self.lost = self.stale = True
            self._places = [()] * len(self._measured)
            self._lines_at = {}

    def align(self, current: str) -> None:
        """Finds the lines again in a text whose edits weren't followed. Quadratic in the worst case."""
        self.lost = False
        lines = self._lines(current)
        theirs = [at for at, line in enumerate(lines) if line is not None]
        self._places = [()] * len(self._measured)
        if not self._is_fresh(lines):
            matcher = difflib.SequenceMatcher(None, self._measured, [lines[at] or "" for at in theirs], autojunk=False)
            for old, new, length in matcher.get_matching_blocks():
                for offset in range(length):
                    self._places[old + offset] = (theirs[new + offset],)
        self._settle(lines)

    def edit(self, start_line: int, end_line: int, text: str) -> None:
        """One change: the document's lines from `start_line` to `end_line` inclusive (0-based) became what stood
        before and after the change on them with `text` between. Call `settle` after the last of a batch."""
        added = line_breaks(text)
        self._places = [_moved(places, start_line, end_line, added) for places in self._places]

    def settle(self, current: str) -> None:
        """Decides, against the whole text after a batch of edits, which lines are still what was measured."""
        self._settle(self._lines(current))

    def _lines(self, text: str) -> list[str | None]:
        return [None if line is None else line.rstrip() for line in self._plain(text)]

    def _is_fresh(self, lines: Sequence[str | None]) -> bool:
        return [line for line in lines if line is not None] == self._measured

    def _settle(self, lines: Sequence[str | None]) -> None:
        self.stale = not self._is_fresh(lines)
        if not self.stale:
            self._places = [(at,) for at, line in enumerate(lines) if line is not None]
        last = -1
        for number, places in enumerate(self._places):
            kept = next(
                (place for place in places if last < place < len(lines) and lines[place] == self._measured[number]),
                None,
            )
            self._places[number] = () if kept is None else (kept,)
            last = last if kept is None else kept
        self._lines_at = {places[0]: number + 1 for number, places in enumerate(self._places) if places}


def _moved(places: Places, start: int, end: int, added: int) -> Places:
    """The places after a change. A line at the edge of a change may have stayed whole on either side of it."""
    if not places or places[-1] < start:
        return places
    moved: list[int] = []
    for place in places:
        if place < start:
            moved.append(place)
        elif place > end:
            moved.append(place + added - (end - start))
        else:
            if place == start:
                moved.append(start)
            if place == end:
                moved.append(start + added)
    return tuple(dict.fromkeys(moved))
