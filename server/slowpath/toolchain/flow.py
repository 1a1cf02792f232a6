"""From counters to line hits, exactly as gcov counts them.

A compiler puts counters only on the arcs off a spanning tree of each function's flow graph; the others follow,
since what flows into a block flows out of it (Knuth's instrumentation, 1973). Every arc's count is thus a fixed linear
form of the counters. This module solves for those forms once per build, and a profile is then one sparse product.

A line's hits are: the arcs that enter its blocks from elsewhere, plus the cycles that run within the line (a whole loop
on one line counts its rounds). Cycles are found by taking the smallest arc of one after another, which isn't linear, so
lines with a cycle keep their arcs' counts and finish in Python; they are few. Where several functions begin on
one line (template instances, two lambdas), gcov counts each apart and adds; so does this.

Cost: building is about linear in the graph's size; a profile takes about 0.1 ms for a small program.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from slowpath.toolchain.flow_solving import Form, Solved, form_sum, solve
from slowpath.toolchain.gcno import Function, Notes

_MOST_CYCLES = 2000


@dataclass
class _Line:
    """What is gathered of one line of one function group: its blocks and the blocks' own counts."""

    exists: bool = False
    counts: list[Form] = field(default_factory=list)
    blocks: list[tuple[int, int]] = field(default_factory=list)


@dataclass(frozen=True)
class _Cyclic:
    """A line with cycles: the rows that hold its arcs' counts, and its cycles as indices among those rows."""

    line_row: int
    first: int
    cycles: tuple[tuple[int, ...], ...]


class LineMap:
    """Maps the counters of one build to the hits of one file's lines (`ProfileMap`). `included` are the maps of the
    other files that `elsewhere` tells of."""

    def __init__(
        self,
        lines: Sequence[int],
        rows: Sequence[Form],
        cyclic: Sequence[_Cyclic],
        blocks: Form,
        counters: int,
        included: Mapping[str, LineMap] | None = None,
    ) -> None:
        self._included = dict(included or {})
        self.lines = tuple(lines)
        self._cyclic = tuple(cyclic)
        self._slots, self._factors, self._starts, self._rows = _compressed(rows)
        self._row_count = len(rows)
        self._weights = np.zeros(counters, np.int64)
        for slot, factor in blocks.items():
            self._weights[slot] = factor

    def hits(self, counters: NDArray[np.uint64]) -> dict[int, int]:
        """Hits of every executable line (1-based), zeros included."""
        signed = counters.view(np.int64)
        values = np.zeros(self._row_count, np.int64)
        if len(self._starts):
            values[self._rows] = np.add.reduceat(signed[self._slots] * self._factors, self._starts)
        counts = values.tolist()
        for cyclic in self._cyclic:
            counts[cyclic.line_row] += _rounds(counts, cyclic)
        hits: dict[int, int] = {}
        for line, count in zip(self.lines, counts, strict=False):
            hits[line] = hits.get(line, 0) + (count if count > 0 else 0)
        return hits

    def elsewhere(self, counters: NDArray[np.uint64]) -> dict[str, dict[int, int]]:
        """Hits of every executable line of each file that the program includes, by the file's path."""
        return {path: hits for path, lines in self._included.items() if (hits := lines.hits(counters))}

    def blocks(self, counters: NDArray[np.uint64]) -> int:
        """How many basic blocks of the whole translation unit ran."""
        return max(0, int(self._weights @ counters.view(np.int64)))


def line_map(
    notes: Notes,
    path: str,
    described: Iterable[tuple[int, int, int, int]],
    last_line: int = 1 << 31,
    included: Iterable[str] = (),
) -> LineMap:
    """The map for the lines of `path` (as the compiler was given it), up to `last_line`, and of files that it includes.

    `described` are the (ident, lineno_checksum, cfg_checksum, slots) of the target's functions in slot order.
    clang files a header's global objects under the main file by the header's line number, hence `last_line`.
    Raises `ValueError` when the target and the notes are not of one build.
    """
    first_slots, counters = _slots_of(notes, described)
    solved = [solve(function, first_slots.get(_key(function))) for function in notes.functions]
    every_line = notes.version < (8, 0)
    grouped = _grouped_functions(notes.functions)

    def of_file(name: str, last: int, others: Mapping[str, LineMap]) -> LineMap:
        tables: dict[object, dict[int, _Line]] = defaultdict(dict)
        for number, each in enumerate(solved):
            if not each.function.artificial:
                _gather(each, number, name, tables, number in grouped, every_line)
        return _joined(tables, solved, every_line, counters, last, others)

    return of_file(path, last_line, {name: of_file(name, 1 << 31, {}) for name in included})


def _key(function: Function) -> tuple[int, int, int]:
    return function.ident, function.lineno_checksum, function.cfg_checksum


def _slots_of(notes: Notes, described: Iterable[tuple[int, int, int, int]]) -> tuple[dict, int]:
    known = {_key(function): function.counters for function in notes.functions}
    first_slots: dict[tuple[int, int, int], int] = {}
    at = 0
    for ident, lineno_checksum, cfg_checksum, slots in described:
        key = (ident, lineno_checksum, cfg_checksum)
        if known.get(key, slots) != slots:
            raise ValueError(f"function {ident:#x} has {slots} counters, {known[key]} in its .gcno file")
        if key in known:
            first_slots[key] = at
        at += slots
    return first_slots, at


def _grouped_functions(functions: Sequence[Function]) -> set[int]:
    """The functions that share their first line with another one."""
    starts = Counter((f.path, f.start_line) for f in functions if not f.artificial)
    return {n for n, f in enumerate(functions) if not f.artificial and starts[f.path, f.start_line] > 1}


def _gather(
    solved: Solved, number: int, path: str, tables: dict[object, dict[int, _Line]], grouped: bool, every_line: bool
) -> None:
    """Adds one function's blocks to the lines of `path`.

    GCC's gcov files a block under the last line of each of its locations (so twice under one line, where a block
    enters a header's code and comes back), clang's under every line as often as it is named. Only clang's files
    the entry and the exit.
    """
    function = solved.function
    for block, locations in function.locations:
        last: _Line | None = None
        for location in locations:
            for number_of_line in sorted(location.lines):
                last = None
                if location.path != path:
                    continue
                apart = grouped and function.path == path and function.start_line <= number_of_line <= function.end_line
                last = tables[number if apart else "file"].setdefault(number_of_line, _Line())
                last.exists = True
                last.counts.append(solved.blocks[block])
                if every_line:
                    last.blocks.append((number, block))
            if last is not None and not every_line and 0 < block < function.blocks - 1:
                last.blocks.append((number, block))


def _joined(
    tables: Mapping[object, Mapping[int, _Line]],
    solved: Sequence[Solved],
    every_line: bool,
    counters: int,
    last_line: int,
    included: Mapping[str, LineMap],
) -> LineMap:
    lines: list[int] = []
    rows: list[Form] = []
    cyclic_arcs: list[tuple[int, list[Form], tuple[tuple[int, ...], ...]]] = []
    for table in tables.values():
        for number, line in sorted(table.items()):
            if number > last_line:
                continue
            lines.append(number)
            if not line.blocks:
                rows.append(form_sum(line.counts))
                continue
            rows.append(_entries(line, solved, every_line))
            arcs, cycles = _cycles(line, solved)
            if cycles:
                cyclic_arcs.append((len(rows) - 1, arcs, cycles))
    cyclic = []
    for row, arcs, cycles in cyclic_arcs:
        cyclic.append(_Cyclic(row, len(rows), cycles))
        rows.extend(arcs)
    # A block without a line holds no code: a compiler puts one where loops meet, or not, as their neighbours have it.
    blocks = form_sum(
        each.blocks[number]
        for each in solved
        for number in {number for number, _ in each.function.locations}
        if number >= 2 and number not in each.function.foreign
    )
    return LineMap(lines, rows, cyclic, blocks, counters, included)


def _entries(line: _Line, solved: Sequence[Solved], every_line: bool) -> Form:
    """How often the line is entered from blocks that aren't filed under it."""
    here = set(line.blocks)
    forms: list[Form] = []
    for number, block in line.blocks:
        each = solved[number]
        if every_line and block == 0:
            forms.extend(each.arcs[i] for i in each.leaving[block])
            continue
        forms.extend(each.arcs[i] for i in each.entering[block] if (number, each.function.arcs[i].source) not in here)
    return form_sum(forms)


def _cycles(line: _Line, solved: Sequence[Solved]) -> tuple[list[Form], tuple[tuple[int, ...], ...]]:
    """The arcs within the line and its elementary cycles over them, in the order in which gcov finds them."""
    here = set(line.blocks)
    arcs: list[Form] = []
    out: dict[tuple[int, int], list[tuple[int, tuple[int, int]]]] = defaultdict(list)
    for number, block in dict.fromkeys(line.blocks):
        each = solved[number]
        for index in sorted(each.leaving[block], key=lambda i: each.function.arcs[i].target):
            target = (number, each.function.arcs[index].target)
            if target in here:
                out[number, block].append((len(arcs), target))
                arcs.append(each.arcs[index])
    cycles: list[tuple[int, ...]] = []
    for start in dict.fromkeys(line.blocks):
        _cycles_from(start, out, cycles)
    return arcs, tuple(cycles)


def _cycles_from(start: tuple[int, int], out: Mapping[tuple[int, int], list], cycles: list[tuple[int, ...]]) -> None:
    """Appends the cycles through `start` whose other blocks come after it, depth first."""
    if len(cycles) >= _MOST_CYCLES:
        return
    useful = _reaching(start, out)
    path: list[int] = []
    blocks = {start}
    stack = [iter(out.get(start, ()))]
    trail = [start]
    while stack:
        step = next(stack[-1], None)
        if step is None:
            stack.pop()
            blocks.discard(trail.pop())
            if path:
                path.pop()
            continue
        arc, target = step
        if target == start:
            cycles.append((*path, arc))
            if len(cycles) >= _MOST_CYCLES:
                return
        elif target > start and target not in blocks and target in useful:
            path.append(arc)
            blocks.add(target)
            trail.append(target)
            stack.append(iter(out.get(target, ())))


def _reaching(start: tuple[int, int], out: Mapping[tuple[int, int], list]) -> set[tuple[int, int]]:
    """The blocks after `start` from which `start` can be reached without a block before it."""
    into: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for source, steps in out.items():
        for _, target in steps:
            if source >= start and target >= start:
                into[target].append(source)
    reached, todo = {start}, [start]
    while todo:
        for source in into[todo.pop()]:
            if source not in reached:
                reached.add(source)
                todo.append(source)
    return reached


def _rounds(counts: Sequence[int], line: _Cyclic) -> int:
    """How many rounds run within the line: each cycle takes away its smallest arc's count."""
    left: dict[int, int] = {}
    total = 0
    for cycle in line.cycles:
        smallest = min(left.get(arc, counts[line.first + arc]) for arc in cycle)
        if smallest > 0:
            total += smallest
            for arc in cycle:
                left[arc] = left.get(arc, counts[line.first + arc]) - smallest
    return total


def _compressed(rows: Sequence[Form]) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.intp], NDArray[np.intp]]:
    """The rows as (slots, factors, where each row starts, numbers of the rows that aren't empty)."""
    slots: list[int] = []
    factors: list[int] = []
    starts: list[int] = []
    numbers: list[int] = []
    for number, row in enumerate(rows):
        if row:
            numbers.append(number)
            starts.append(len(slots))
            slots.extend(row)
            factors.extend(row.values())
    return (
        np.array(slots, np.intp),
        np.array(factors, np.int64),
        np.array(starts, np.intp),
        np.array(numbers, np.intp),
    )
