"""Rules that rows follow by turns: each number is a constant, goes on in steps, or names a row so far back.

Rows often speak of rows before them: a plan made from an earlier plan, a sauce mixed of two others. Such a row means
"from the one before and from the tenth before", whatever its numbers are, and a worst case says the same few words
again and again. A *rule* says for each group of columns (`scripts.groups_of`) one phase or a few, for each phase one
row or a few by turns, and for each number of a row a *cell*: a bound or a value, perhaps with a step from round to
round; the row itself or the first of the phase, less a distance; the number beside it. So it is few small numbers,
which a climb can change one by one, and as a shape (`RuleMaker.shape_of`) it is an input of any size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from slowpath.engine.shapes import Shape
from slowpath.engine.shapes.parts import Part
from slowpath.engine.shapes.scripts import Column, Phases, groups_of, with_phases
from slowpath.engine.shapes.terms import Term
from slowpath.inputs.mutators.order import below

LO, HI, VALUE, BACK, BEGIN, BESIDE = "lo", "hi", "value", "back", "begin", "beside"
PARTS = 48
"""Cuts are so many parts of the length; those below 0 so far from the end."""
MOST_PHASES, MOST_TURNS = 3, 4
FARTHEST_BACK = 12
LARGEST = 1 << 40


@dataclass(frozen=True)
class Cell:
    """One number of a row. `number` is how far it lies from what `mode` says (down from `hi`, back from a row), `step`
    how much more it is each round."""

    mode: str
    number: int = 0
    step: int = 0


Row = tuple[Cell, ...]


@dataclass(frozen=True)
class Rule:
    """For each group its cuts and its phases, each phase the rows that it repeats; a cell for each single number."""

    cuts: tuple[tuple[int, ...], ...]
    phases: tuple[tuple[tuple[Row, ...], ...], ...]
    singles: tuple[Cell, ...]


class RuleMaker:
    """Draws and changes rules for inputs of these parts."""

    def __init__(self, parts: Sequence[Part], literals: Sequence[int], rng: np.random.Generator) -> None:
        self.groups = groups_of(parts)
        self._singles = [part for part in parts if part.kind == "scalars"]
        self._sizes = [part for part in parts if part.kind == "sizes"]
        self._lengths = {part.key: int(part.values.shape[-1]) for part in parts}
        self._literals = literals
        self._rng = rng

    # As a shape

    def shape_of(self, rule: Rule) -> Shape:
        """The shape of a rule, of largest sizes."""
        shape = Shape(tuple((part.kind, part.name, "hi") for part in self._sizes))
        for part, cell in zip(self._singles, rule.singles, strict=True):
            shape = shape.replaced(part.key, _plain(cell))
        for group, cuts, phases in zip(self.groups, rule.cuts, rule.phases, strict=True):
            rows = tuple(
                tuple(_term([row[turn] for row in phase], group, turn) for turn in range(len(group)))
                for phase in phases
            )
            shape = with_phases(shape, group, Phases(tuple(map(_cut, cuts)), rows))
        return shape

    # Drawn

    def drawn(self) -> Rule:
        """A rule of few phases and turns."""
        cuts, phases = [], []
        for group in self.groups:
            many = 1 + min(MOST_PHASES - 1, int(self._rng.geometric(0.55)) - 1)
            cuts.append(_sorted(self._cut() for _ in range(many - 1)))
            phases.append(tuple(self._phase(group) for _ in range(len(cuts[-1]) + 1)))
        return Rule(tuple(cuts), tuple(phases), tuple(map(self._single, self._singles)))

    def _phase(self, group: tuple[Column, ...]) -> tuple[Row, ...]:
        turns = min(MOST_TURNS, int(self._rng.geometric(0.6)))
        return tuple(self._row(group) for _ in range(turns))

    def _row(self, group: tuple[Column, ...]) -> Row:
        return tuple(self._cell(group, turn) for turn in range(len(group)))

    def _cut(self) -> int:
        return -1 - below(2, self._rng) if self._rng.random() < 0.15 else 1 + below(PARTS - 1, self._rng)

    def _single(self, part: Part) -> Cell:
        choice = self._rng.random()
        return Cell(LO) if choice < 0.3 else Cell(HI) if choice < 0.7 else Cell(VALUE, self._value(part.lo, part.hi))

    def _cell(self, group: tuple[Column, ...], turn: int) -> Cell:
        column, rng = group[turn], self._rng
        span = column.hi - column.lo
        if column.tells_kinds:
            return Cell(VALUE, column.lo + below(span + 1, rng))
        choice = rng.random()
        if turn and choice < 0.1:
            return Cell(BESIDE, below(5, rng) - 2)
        count = self._lengths.get(column.key, 0)
        if self.names_rows(column):
            if choice < 0.45:
                return Cell(BACK, below(FARTHEST_BACK, rng) if rng.random() < 0.8 else self._some(count))
            if choice < 0.55:
                return Cell(BEGIN, below(3, rng))
        if choice > 0.9:
            return Cell(VALUE, self._value(column.lo, column.hi))
        step = self._some(max(2, 2 * span // max(1, count))) if choice > 0.7 else 0
        away = below(4, rng) if rng.random() < 0.2 else self._some(span) if rng.random() < 0.15 else 0
        return Cell(LO if below(2, rng) else HI, away, step)

    def names_rows(self, column: Column) -> bool:
        """Whether a column's numbers may be those of rows, as there are about as many."""
        count = self._lengths.get(column.key, 0)
        return count <= 2 * (column.hi - column.lo) + 2 <= 4 * count + 6

    def constant(self, group: tuple[Column, ...], turn: int) -> Cell:
        """A number that is the same in each round."""
        return replace(self._cell(group, turn), step=0)

    def _some(self, most: int) -> int:
        """A number from 1 to `most`, small ones as often as large ones."""
        return min(most, int(2 ** (self._rng.random() * np.log2(max(2, most)))))

    def _value(self, lo: int, hi: int) -> int:
        """A number between bounds: that of the program's text, near 0, in the middle, of any magnitude."""
        choice, rng = below(4, self._rng), self._rng
        if choice == 0 and self._literals:
            made = int(self._literals[below(len(self._literals), rng)]) + below(3, rng) - 1
        else:
            made = (lo + self._some(hi - lo), below(5, rng) - 1, (lo + hi) // 2, hi - self._some(hi - lo))[choice]
        return max(lo, min(hi, made))

    # Changed

    def changed(self, rule: Rule) -> Rule:
        """A rule with one thing changed, seldom a few."""
        for _ in range(min(3, int(self._rng.geometric(0.65)))):
            rule = self._changed(rule)
        return rule

    def _changed(self, rule: Rule) -> Rule:
        rng = self._rng
        if self._singles and rng.random() < 0.15:
            at = below(len(self._singles), rng)
            return replace(rule, singles=_put(rule.singles, at, self._moved_single(rule.singles[at], at)))
        which = below(len(self.groups), rng)
        cuts, phases = self._other(rule.cuts[which], rule.phases[which], self.groups[which])
        return replace(rule, cuts=_put(rule.cuts, which, cuts), phases=_put(rule.phases, which, phases))

    def _moved_single(self, cell: Cell, at: int) -> Cell:
        return (
            replace(cell, number=self._stepped(cell.number)) if below(2, self._rng) else self._single(self._singles[at])
        )

    def _other(
        self, cuts: tuple[int, ...], phases: tuple[tuple[Row, ...], ...], group: tuple[Column, ...]
    ) -> tuple[tuple[int, ...], tuple[tuple[Row, ...], ...]]:
        """Other cuts or other phases of a group."""
        rng = self._rng
        at, choice = below(len(phases), rng), rng.random()
        rows = phases[at]
        turn = below(len(rows), rng)
        if choice < 0.48:
            return cuts, _put(phases, at, _put(rows, turn, self._other_row(rows, turn, group)))
        if choice < 0.6:
            # The same number in all rows of the phase.
            of = below(len(group), rng)
            cell = self._cell(group, of)
            return cuts, _put(phases, at, tuple(_put(row, of, cell) for row in rows))
        if choice < 0.7 and len(rows) < MOST_TURNS:
            fresh = rows[turn] if rng.random() < 0.3 else self._other_row(rows, turn, group)
            put = below(len(rows) + 1, rng)
            return cuts, _put(phases, at, (*rows[:put], fresh, *rows[put:]))
        if choice < 0.76 and len(rows) > 1:
            return cuts, _put(phases, at, (*rows[:turn], *rows[turn + 1 :]))
        if choice < 0.86 and len(phases) < MOST_PHASES:
            made = _sorted((*cuts, self._cut()))
            fresh_rows = self._phase(group) if below(2, rng) else _put(rows, turn, self._other_row(rows, turn, group))
            put = at + below(2, rng)
            return (made, (*phases[:put], fresh_rows, *phases[put:])) if len(made) > len(cuts) else (cuts, phases)
        if choice < 0.9 and cuts:
            drop = below(len(cuts), rng)
            return (*cuts[:drop], *cuts[drop + 1 :]), (*phases[:at], *phases[at + 1 :])
        if cuts:
            moved = self._moved_cut(cuts[below(len(cuts), rng)]) if rng.random() < 0.8 else self._cut()
            made = _sorted(_put(cuts, below(len(cuts), rng), moved))
            return (made, phases) if len(made) == len(cuts) else (cuts, phases)
        return cuts, _put(phases, at, rows[::-1])

    def _moved_cut(self, cut: int) -> int:
        step = (1 << below(4, self._rng)) * (1 - 2 * below(2, self._rng))
        return min(-1, cut + step) if cut < 0 else max(1, min(PARTS - 1, cut + step))

    def _other_row(self, rows: Sequence[Row], turn: int, group: tuple[Column, ...]) -> Row:
        """The row with one cell drawn anew, moved, or as another row has it."""
        rng, row = self._rng, rows[turn]
        at, choice = below(len(group), rng), rng.random()
        if choice < 0.4 and not group[at].tells_kinds:
            cell = row[at]
            return _put(
                row,
                at,
                replace(cell, step=self._stepped(cell.step))
                if cell.step and below(2, rng)
                else replace(cell, number=self._stepped(cell.number)),
            )
        if choice < 0.5 and len(rows) > 1:
            return _put(row, at, rows[below(len(rows), rng)][at])
        return _put(row, at, self._cell(group, at))

    def _stepped(self, value: int) -> int:
        """Another number: a step of any size up or down, or twice or half of it."""
        choice = below(8, self._rng)
        if choice < 2 and value:
            return (2 * value, value // 2)[choice]
        step = 1 << below(max(3, abs(value).bit_length()), self._rng)
        return max(-LARGEST, min(LARGEST, value + (step if below(2, self._rng) else -step)))


def _plain(cell: Cell) -> Term:
    """A cell without a step, of a single number."""
    if cell.mode == VALUE:
        return cell.number
    return _away(cell.mode, cell.number if cell.mode == LO else -cell.number)


def _away(term: Term, by: int) -> Term:
    return term if not by else ("+", term, by) if by > 0 else ("-", term, -by)


def _term(cells: Sequence[Cell], group: tuple[Column, ...], turn: int) -> Term:
    """What one column of a phase says, by turns."""
    terms = [_of_cell(cell, group, turn) for cell in cells]
    return ("interleave", *terms) if len(set(terms)) > 1 else terms[0]


def _of_cell(cell: Cell, group: tuple[Column, ...], turn: int) -> Term:
    if cell.mode in (BACK, BEGIN):
        return _away("place" if cell.mode == BACK else "begin", -cell.number)
    if cell.mode == BESIDE:
        return _away(("column", group[turn - 1].name), cell.number)
    if not cell.step:
        return _plain(cell)
    step = -cell.step if cell.mode == HI else cell.step
    return ("+" if step > 0 else "-", _plain(cell), ("*", abs(step), "i") if abs(step) != 1 else "i")


def _cut(cut: int) -> Term:
    return ("-", "n", -cut) if cut < 0 else ("//", ("*", cut, "n"), PARTS)


def _sorted(cuts: Iterable[int]) -> tuple[int, ...]:
    """Cuts in their order, each once; those from the end last."""
    return tuple(sorted(set(cuts), key=lambda cut: (cut < 0, cut)))


def _put(items: tuple, at: int, new: object) -> tuple:
    return (*items[:at], new, *items[at + 1 :])
