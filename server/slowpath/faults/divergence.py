"""Where a program leaves its right version on one input: the first line whose count differs, with the variables there.

Counts have no order in time, so lines are taken in the order in which control first comes to them as far as the text
shows it: from `main`, or from the top of a script, down, into each function where it is first called. That is exact
for straight code and near enough elsewhere: what matters is that a function's lines come after the call.

Where all counts agree (a sum that overflows, another constant), it is the first changed line that ran. Variables are
read on the last pass on which both versions come by, or just before where only one of them does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from slowpath.analysis.cues import code_rows
from slowpath.analysis.source import FunctionPlace, functions_of, tree_of
from slowpath.analysis.source_difference import SourceDifference
from slowpath.model.breaking import Divergence
from slowpath.model.languages import LANGUAGE_FACTS
from slowpath.model.patterns import late_regex
from slowpath.model.ports import ValueReader
from slowpath.model.problem import Solution

MOST_READS = 3
"""How many times each program is stopped to read its variables: a debugger takes a second or two."""
MOST_PASSES = 5000
MOST_VALUES = 12
LINES_AFTER = 2
_HEADER = late_regex(r"\s*\}?\s*(?:for|while|do)\b")
"""Lines at which a debugger stops once for a whole loop, however often they're counted."""

Values = tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Meeting:
    """A line of the program with its counterpart, and the pass on which both are stopped there."""

    line: int
    other_line: int
    pass_number: int


def divergence(
    program: Solution,
    other: Solution,
    difference: SourceDifference,
    hits: Mapping[int, int],
    other_hits: Mapping[int, int],
    data: bytes,
    open_values: Callable[[Solution], ValueReader | None],
    stop: Callable[[], bool] = lambda: False,
) -> Divergence | None:
    """The first place at which the two go different ways on `data`, None where nothing of either difference ran.

    `hits` and `other_hits` are the counts of lines of the two versions on `data`. Once `stop` says so no variables are
    read any more.
    """
    order = [line for line in lines_in_order(program.source, program.language) if line in hits]
    found = _first(order, difference, hits, other_hits)
    if found is None:
        return None
    line, other_line = found
    headers = _headers(program)
    meetings = list(_meetings(line, order, difference, hits, other_hits, headers))
    values = _read(program, other, meetings[:MOST_READS], data, open_values, stop)
    return Divergence(line, other_line, hits.get(line, 0), other_hits.get(other_line or 0, 0), values)


def values_at(
    program: Solution, line: int, hits: Mapping[int, int], data: bytes, reader: ValueReader
) -> tuple[tuple[str, str], ...]:
    """The variables when control came to a line for the last time on `data`, those that the line names first; none
    where they can't be read."""
    passes = hits.get(line, 0)
    if not _is_stopped_at(line, passes, _headers(program)):
        return ()
    named = set(re.findall(r"\w+", code_rows(program.source, program.language)[line - 1]))
    return tuple(sorted(reader.read(data, line, passes) or (), key=lambda row: row[0] not in named))


def _headers(program: Solution) -> set[int]:
    """Lines at which only the first pass can be asked for."""
    rows = code_rows(program.source, program.language)
    stops_once = LANGUAGE_FACTS[program.language].loops_stop_once
    return {number for number, row in enumerate(rows, 1) if stops_once and _HEADER.match(row)}


def _is_stopped_at(line: int, passes: int, headers: Container[int]) -> bool:
    return passes == 1 or (line not in headers and 1 < passes <= MOST_PASSES)


def lines_in_order(source: bytes, language: str) -> list[int]:
    """The lines of a program in the order in which control first comes to them, as far as its text shows it; those of
    functions that nobody calls last."""
    root = tree_of(source, language)
    rows = code_rows(source, language)
    functions = functions_of(root) if root is not None else []
    walk = _Walk(rows, functions)
    begins_in = LANGUAGE_FACTS[language].begins_in
    entries = [place for place in functions if begins_in and place.name in (begins_in, "")]
    if not begins_in:
        walk.through(line for line in range(1, len(rows) + 1) if walk.owner(line) is None)
    for place in (*entries, *functions):
        walk.into(place)
    return walk.lines


class _Walk:
    """Goes through lines, and into each function where it's first named."""

    def __init__(self, rows: Sequence[str], functions: Sequence[FunctionPlace]) -> None:
        self._rows = rows
        self._functions = functions
        self._by_name: dict[str, FunctionPlace] = {}
        for place in functions:
            self._by_name.setdefault(place.name, place)
        self._entered: set[tuple[int, int]] = set()
        self._owners: dict[int, FunctionPlace] = {}
        for place in sorted(functions, key=lambda place: place.first_line - place.last_line):
            self._owners.update(dict.fromkeys(range(place.first_line, place.last_line + 1), place))
        self.lines: list[int] = []

    def owner(self, line: int) -> FunctionPlace | None:
        """The innermost function in which a line stands."""
        return self._owners.get(line)

    def into(self, place: FunctionPlace) -> None:
        if (place.first_line, place.last_line) in self._entered:
            return
        self._entered.add((place.first_line, place.last_line))
        self.through(line for line in range(place.first_line, place.last_line + 1) if self.owner(line) == place)

    def through(self, lines: Iterator[int]) -> None:
        # A stack rather than recursion: chains of calls may be long.
        open_ones = [lines]
        while open_ones:
            line = next(open_ones[-1], None)
            if line is None:
                open_ones.pop()
                continue
            self.lines.append(line)
            for place in self._called(line):
                self._entered.add((place.first_line, place.last_line))
                inside = [each for each in range(place.first_line, place.last_line + 1) if self.owner(each) == place]
                open_ones.append(iter(inside))

    def _called(self, line: int) -> list[FunctionPlace]:
        """The functions called in a line that weren't entered yet, the last one first: the first is gone through
        first."""
        row = self._rows[line - 1] if line <= len(self._rows) else ""
        names = dict.fromkeys(match[1] for match in re.finditer(r"(\w+)\s*\(", row))
        places = [self._by_name[name] for name in names if name in self._by_name]
        return [
            place
            for place in reversed(places)
            if (place.first_line, place.last_line) not in self._entered and place.first_line != line
        ]


def _first(
    order: Sequence[int], difference: SourceDifference, hits: Mapping[int, int], other_hits: Mapping[int, int]
) -> tuple[int, int | None] | None:
    """The first line whose count differs, else the first changed one that ran, else the one after code that is only
    in the other version."""
    counterparts = difference.counterparts
    for line in order:
        other = counterparts.get(line)
        if other is not None and other in other_hits and hits[line] != other_hits[other]:
            return line, other
    changed = {line for edit in difference.edits for line in edit.lines}
    for line in order:
        if line in changed and hits[line]:
            return line, counterparts.get(line)
    back = {other: line for line, other in counterparts.items()}
    for edit in difference.edits:
        ran = any(other_hits.get(other) for other in edit.other_lines)
        after = min((other for other in back if edit.other_lines and other > edit.other_lines[-1]), default=None)
        if ran and after is not None and hits.get(back[after]):
            return back[after], after
    return None


def _meetings(
    line: int,
    order: Sequence[int],
    difference: SourceDifference,
    hits: Mapping[int, int],
    other_hits: Mapping[int, int],
    headers: Container[int],
) -> Iterator[Meeting]:
    """Where both versions can be stopped to compare them: at the line, just before it, or just after, the last pass
    that both make before the first. `headers` are lines at which only the first pass can be asked for."""
    place = order.index(line) if line in order else 0
    before = list(reversed(order[:place]))
    after = order[place + 1 :]
    shared = [each for each in (line, *after) if _passes(each, difference, hits, other_hits)][: 1 + LINES_AFTER]
    if line not in shared:
        shared = [each for each in before if _passes(each, difference, hits, other_hits)][:1] + shared
    for last in (True, False):
        for each in shared:
            passes = _passes(each, difference, hits, other_hits)
            if last and _is_stopped_at(each, passes, headers):
                yield Meeting(each, difference.counterparts[each], passes)
            elif not last and passes > 1:
                yield Meeting(each, difference.counterparts[each], 1)


def _passes(line: int, difference: SourceDifference, hits: Mapping[int, int], other_hits: Mapping[int, int]) -> int:
    """How often both versions come by a line; 0 where one has no such line."""
    other = difference.counterparts.get(line)
    return min(hits.get(line, 0), other_hits.get(other, 0)) if other is not None else 0


def _read(
    program: Solution,
    other: Solution,
    meetings: Sequence[Meeting],
    data: bytes,
    open_values: Callable[[Solution], ValueReader | None],
    stop: Callable[[], bool],
) -> Values:
    """The variables at the first meeting at which any of them differs, those first; of the first one that can be read
    where none does."""
    best: Values = ()
    with ExitStack() as stack:
        readers = []
        for solution in (program, other):
            reader = open_values(solution) if meetings and not stop() else None
            if reader is None:
                return ()
            readers.append(stack.enter_context(reader))
        for meeting in meetings:
            if stop():
                break
            mine = readers[0].read(data, meeting.line, meeting.pass_number)
            others = readers[1].read(data, meeting.other_line, meeting.pass_number) if mine is not None else None
            if mine is None or others is None:
                continue
            values = _side_by_side(mine, others)
            if any(value != accepted for _, value, accepted in values):
                return values
            best = best or values
    return best


def _side_by_side(mine: Sequence[tuple[str, str]], others: Sequence[tuple[str, str]]) -> Values:
    known, theirs = dict(mine), dict(others)
    names = [*known, *(name for name in theirs if name not in known)]
    rows = [(name, known.get(name, ""), theirs.get(name, "")) for name in names]
    # Those that both have and that differ come first, then those that only one has.
    return tuple(sorted(rows, key=lambda row: (row[1] == row[2], not (row[1] and row[2])))[:MOST_VALUES])
