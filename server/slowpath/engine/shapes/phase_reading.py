"""Phases read from a small input: columns of the same rows, cut at the same places, rise or fall evenly in between.

Read each for itself (`fit`), columns find cuts of their own where one phase happens to go over into the next, and a cut
that is one off in one of them takes all others along when it grows. Here the rows are cut as rows, by dynamic
programming, so that the whole takes the fewest bits. Then the numbers are named, cuts and values each in few ways: by
the bounds, by the input's numbers, by the part of the length. `row_bits` is the length of that description, which says
how tidy an input is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import log2

import numpy as np

from slowpath.engine.shapes.naming import PARTS
from slowpath.engine.shapes.parts import Part, View
from slowpath.engine.shapes.scripts import Column, Phases, groups_of, with_phases
from slowpath.engine.shapes.shape import Shape
from slowpath.engine.shapes.terms import Term

MOST_ROWS = 128
MOST_PHASES = 6
MOST_TURNS = 2
KEPT_CUTS, KEPT_ROWS = 64, 1 << 12
_NEAR = 3
_SMALL = 4
_LITERAL_BITS = 1.0


@dataclass(frozen=True)
class Run:
    """Rows from `start` to before `end`, in which each column is one progression, or `turns` of them by turns."""

    start: int
    end: int
    turns: int


def row_bits(view: View) -> float:
    """What it takes to write the rows of all groups down as phases."""
    return sum(cut_into_runs(*_values_of(view, group))[0] for group in _readable_groups(view))


def phase_readings(view: View) -> Iterator[Shape]:
    """Shapes whose phases are those of the input, the likeliest meanings of its numbers first; none where a group has
    too many phases, or a part has no rows."""
    groups = _readable_groups(view)
    known = {column.key for group in groups for column in group}
    if not groups or any(part.key not in known and part.kind not in ("sizes", "scalars") for part in view.parts):
        return
    runs = [cut_into_runs(*_values_of(view, group))[1] for group in groups]
    if any(len(of_group) > MOST_PHASES for of_group in runs) or all(len(of_group) == 1 for of_group in runs):
        return
    seen: set[Shape] = set()
    for is_part, of_end, is_hi in product((False, True), (False, True), (True, False)):
        shape = Shape(
            tuple(
                (part.kind, part.name, _number(part, view, is_hi))
                for part in view.parts
                if part.kind in ("sizes", "scalars")
            )
        )
        for group, of_group in zip(groups, runs, strict=True):
            shape = with_phases(shape, group, _phases(view, group, of_group, is_part, of_end))
        if shape not in seen:
            seen.add(shape)
            yield shape


def _readable_groups(view: View) -> list[tuple[Column, ...]]:
    """The groups whose columns are equally long; of parts of few rows."""
    made = []
    for group in groups_of(view.parts):
        lengths = {part.values.shape[-1] for column in group if (part := view.part(column.key)) is not None}
        if len(lengths) == 1 and 2 <= min(lengths) <= MOST_ROWS:
            made.append(group)
    return made


def _values_of(view: View, group: Sequence[Column]) -> tuple[np.ndarray, list[tuple[int, int]]]:
    """The values, one row a column, and the bounds of each."""
    rows = []
    for column in group:
        part = view.part(column.key)
        assert part is not None
        rows.append(part.values[column.end - 1] if column.end else part.values)
    return np.stack(rows), [(column.lo, column.hi) for column in group]


# Cutting


def cut_into_runs(values: np.ndarray, bounds: Sequence[tuple[int, int]]) -> tuple[float, tuple[Run, ...]]:
    """The runs that take the fewest bits, and those bits. The last few are kept: whoever changes rows asks of the same
    ones again and again."""
    return _cut_into_runs(tuple(map(tuple, values.tolist())), tuple(bounds))


@lru_cache(KEPT_CUTS)
def _cut_into_runs(
    columns: tuple[tuple[int, ...], ...], bounds: tuple[tuple[int, int], ...]
) -> tuple[float, tuple[Run, ...]]:
    """From the last row to the first, where the rest is cut best already: linear in the rows."""
    count = len(columns[0])
    first_bits = [_first_bits(row, bounds) for row in zip(*columns, strict=True)]
    by_turns = [_Turns(turns, *_steps_of(columns, turns), count) for turns in range(1, MOST_TURNS + 1)]
    best: list[float] = [0.0] * (count + 1)
    chosen: list[tuple[int, int]] = [(count, 1)] * (count + 1)
    cut_bits = log2(1 + count)
    for at in range(count - 1, -1, -1):
        fewest, end_of_fewest = _LITERAL_BITS + first_bits[at] + best[at + 1], (at + 1, 1)
        for of in by_turns:
            turns = of.turns
            nearest = at + 2 * turns
            if nearest > count:
                break
            # A run ends no farther than one that begins a row later, and here if the rows behind go on otherwise.
            if (nearest < count and of.breaks[at]) or best[nearest] < best[of.end]:
                of.end = nearest
            firsts = first_bits[at] if turns == 1 else sum(first_bits[at : nearest - turns])
            bits = cut_bits + firsts + of.bits[at] + 2.0 * (turns - 1) + best[of.end]
            if bits < fewest:
                fewest, end_of_fewest = bits, (of.end, turns)
        best[at], chosen[at] = fewest, end_of_fewest
    runs, at = [], 0
    while at < count:
        end, turns = chosen[at]
        runs.append(Run(at, end, turns))
        at = end
    return best[0], tuple(runs)


@dataclass
class _Turns:
    """Runs of so many progressions by turns: for each place what the steps of one that begins there take, and whether
    it can't go on beyond its first steps; `end` is the best end of those that begin at the place looked at."""

    turns: int
    bits: list[float]
    breaks: list[bool]
    end: int


def _steps_of(columns: Sequence[Sequence[int]], turns: int) -> tuple[list[float], list[bool]]:
    """What the steps at each place take, and at which places other steps follow."""
    steps = [[after - value for value, after in zip(column, column[turns:], strict=False)] for column in columns]
    bits = [list(map(_step_bits, own)) for own in steps]
    shifted = [own[turn : len(own) - turns + 1 + turn] for own in bits for turn in range(turns)]
    taken = [sum(own, 0.0) for own in zip(*shifted, strict=True)]
    rows = list(zip(*steps, strict=True))
    return taken, [row != after for row, after in zip(rows, rows[turns:], strict=False)]


@lru_cache(KEPT_ROWS)
def _first_bits(row: Sequence[int], bounds: Sequence[tuple[int, int]]) -> float:
    """What it takes to write one row: less for bounds, which huge numbers may lie beyond, and for what is near another
    column's."""
    bits = 0.0
    for place, (value, (lo, hi)) in enumerate(zip(row, bounds, strict=True)):
        whole = log2(2 + hi - lo)
        near = 2.0 + log2(1 + min(abs(value - lo), abs(hi - value)))
        beside = min((2.0 + log2(1 + abs(value - other)) for other in row[:place]), default=whole)
        bits += min(whole, near, beside)
    return bits


@lru_cache(KEPT_ROWS)
def _step_bits(step: int) -> float:
    return 1.0 if step == 0 else 1.0 + 2.0 * log2(1 + abs(step))


# Naming


def _number(part: Part, view: View, is_hi: bool) -> Term:
    """A size, or a number that may bound what rows name: the largest, or the part that it is of the largest size."""
    value, largest = int(part.values[0]), max(view.sizes.values())
    if part.kind == "sizes" or is_hi:
        return "hi"
    if value <= _SMALL or value > largest:
        return value
    return ("//", "n", max(1, round(largest / value)))


def _phases(view: View, group: Sequence[Column], runs: Sequence[Run], is_part: bool, of_end: bool) -> Phases:
    values, _ = _values_of(view, group)
    count = values.shape[1]
    cuts = [_cut(run.start, count, view.sizes, is_part) for run in runs[1:]]
    rows = []
    for run, cut in zip(runs, [0, *cuts], strict=True):
        own = values[:, run.start : run.end]
        rows.append(
            tuple(
                _column(own[turn], run.turns, _Where(column, cut, run.start, view.sizes), of_end)
                for turn, column in enumerate(group)
            )
        )
    return Phases(tuple(cuts), tuple(rows))


def _cut(place: int, count: int, sizes: Mapping[str, int], is_part: bool) -> Term:
    """A place where a phase begins, by the input's numbers or as a part of the length."""
    if place <= _SMALL:
        return place
    if count - place <= _SMALL:
        return ("-", "n", count - place)
    for times, (name, size) in () if is_part else product((1, 2, 3), sizes.items()):
        if size > _SMALL and size != count:
            word: Term = ("size", name) if times == 1 else ("*", times, ("size", name))
            for away, base in ((place - times * size, word), (place - count + times * size, ("-", "n", word))):
                if abs(away) <= _NEAR:
                    return _off(base, away)
    part, whole = min(((1, 8), (1, 6), (5, 6), (7, 8), *PARTS), key=lambda one: abs(place - one[0] * count / one[1]))
    if abs(place - part * count / whole) > 1:
        part, whole = round(24 * place / count), 24
    return ("//", "n", whole) if part == 1 else ("//", ("*", part, "n"), whole)


def _off(word: Term, by: int) -> Term:
    return word if not by else ("+", word, by) if by > 0 else ("-", word, -by)


@dataclass(frozen=True)
class _Where:
    """A column, where a phase of it begins, and the input's numbers."""

    column: Column
    cut: Term
    start: int
    sizes: Mapping[str, int]


def _column(values: np.ndarray, turns: int, where: _Where, of_end: bool) -> Term:
    parts = [_progression(values[turn::turns], where, of_end) for turn in range(turns)]
    return parts[0] if turns == 1 else ("interleave", *parts)


def _progression(values: np.ndarray, where: _Where, of_end: bool) -> Term:
    """A progression by its first element, or by its last one."""
    step = int(values[1] - values[0]) if len(values) > 1 else 0
    if not step:
        return _value(int(values[0]), where)
    run: Term = "j" if of_end else "i"
    if abs(step) > 1:
        run = ("*", abs(step), run)
    return ("+" if (step > 0) != of_end else "-", _value(int(values[-1] if of_end else values[0]), where), run)


def _value(value: int, where: _Where) -> Term:
    """An element by the nearer bound, by how many rows come before, by another number, or as the number that it is."""
    lo, hi, start = where.column.lo, where.column.hi, where.start
    if hi - value <= _NEAR and hi - value < value - lo:
        return _off("hi", value - hi)
    if value - lo <= _NEAR:
        return _off("lo", value - lo)
    if start > _SMALL and abs(value - lo - start) <= _NEAR:
        return _off(("+", "lo", where.cut), value - lo - start)
    for name, size in where.sizes.items():
        if size > _SMALL and abs(value - size) <= _NEAR:
            return _off(("size", name), value - size)
    return value
