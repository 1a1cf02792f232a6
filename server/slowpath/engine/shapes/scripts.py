"""Shapes in phases: parts that stand beside each other change at the same places, as operations and what they're about.

What makes a data structure slow is mostly said so: first this kind of operation on rising numbers, then that kind on
the lowest of them, or both by turns. The parts of one shape are drawn and changed each for itself (`breeding`), so that
a change of all columns at one row would have to be found in each of them by chance; here it's one step. A script is
nothing but a shape: for each group of parts, `segments` with the same cuts in every part. Nothing here knows of any
data structure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from slowpath.engine.shapes.breeding import MOST_NODES, nodes
from slowpath.engine.shapes.inventing import Inventor
from slowpath.engine.shapes.parts import Part
from slowpath.engine.shapes.shape import Shape
from slowpath.engine.shapes.terms import Term

FEW = 10
"""A part with at most so many values tells kinds apart: its values are drawn for themselves."""
MOST_PHASES = 4
_CUTS: tuple[tuple[int, int], ...] = ((1, 2), (1, 2), (1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (1, 10), (9, 10))
_SEQUENCES = ("arrays", "words")
_ENDS = ("u", "v")


@dataclass(frozen=True)
class Column:
    """A part of a group, or one end of its edges: where its term stands, and the values that it may have."""

    key: tuple[str, str]
    lo: int
    hi: int
    end: int = 0

    @property
    def name(self) -> str:
        """What others call it that hang on it."""
        return _ENDS[self.end - 1] if self.end else self.key[1]

    @property
    def tells_kinds(self) -> bool:
        """Whether it has few values."""
        return self.hi - self.lo < FEW


@dataclass(frozen=True)
class Phases:
    """What one group of a script does: `rows[k]` are the terms of its columns up to the k-th cut."""

    cuts: tuple[Term, ...]
    rows: tuple[tuple[Term, ...], ...]


def groups_of(parts: Sequence[Part]) -> list[tuple[Column, ...]]:
    """The parts that are cut together: the columns of the same rows, arrays as long as each other, both ends of edges;
    any other sequence for itself."""
    groups: dict[object, list[Column]] = {}
    for part in parts:
        if part.kind == "edges":
            groups[part.key] = [Column(part.key, part.lo, part.hi, end) for end in (1, 2)]
        elif part.kind == "tags" or (part.kind in _SEQUENCES and part.values.size > 1):
            together = part.rows or (("length", part.values.size) if part.kind == "arrays" else part.key)
            groups.setdefault(together, []).append(Column(part.key, part.lo, part.hi))
    return [tuple(group) for group in groups.values()]


def phases_of(shape: Shape, group: tuple[Column, ...]) -> Phases:
    """What a shape says of a group; one phase where its parts aren't cut together."""
    terms = [_term_of(shape, column) for column in group]
    cuts = {term[2::2] for term in terms if isinstance(term, tuple) and term[0] == "segments"}
    if len(cuts) == 1 and all(isinstance(term, tuple) and term[0] == "segments" for term in terms):
        columns = [term[1::2] for term in terms if isinstance(term, tuple)]
        return Phases(next(iter(cuts)), tuple(zip(*columns, strict=True)))
    return Phases((), (tuple(terms),))


def _term_of(shape: Shape, column: Column) -> Term:
    term = shape.term(column.key)
    if column.end:
        return term[column.end] if isinstance(term, tuple) and term[0] == "edges" else ("random", "lo", "hi", 0)
    return term if term is not None else ("random", "lo", "hi", 0)


def with_phases(shape: Shape, group: tuple[Column, ...], phases: Phases) -> Shape:
    """The shape with other phases of a group."""
    terms = []
    for turn in range(len(group)):
        made: list[Term] = [phases.rows[0][turn]]
        for cut, row in zip(phases.cuts, phases.rows[1:], strict=True):
            made += [cut, row[turn]]
        terms.append(("segments", *made) if phases.cuts else made[0])
    if group[0].end:
        return shape.replaced(group[0].key, ("edges", *terms))
    for column, term in zip(group, terms, strict=True):
        shape = shape.replaced(column.key, term)
    return shape


class Scripter:
    """Draws and changes scripts of the given parts."""

    def __init__(self, parts: Sequence[Part], inventor: Inventor) -> None:
        self.groups = groups_of(parts)
        self._singles = [part for part in parts if part.kind == "scalars"]
        self._sizes = [part for part in parts if part.kind == "sizes"]
        self._inventor = inventor
        self._below = inventor.below

    def drawn(self) -> Shape:
        """A script of largest sizes, with one to three phases a group."""
        shape = Shape(tuple((part.kind, part.name, "hi") for part in self._sizes))
        for part in self._singles:
            shape = shape.replaced(part.key, self._inventor.of_part(part))
        for group in self.groups:
            many = 1 + self._below(3)
            rows = tuple(self._row(group) for _ in range(many))
            shape = with_phases(shape, group, Phases(self._cuts(many - 1), rows))
        return shape

    def simplest(self) -> Iterator[Shape]:
        """Two halves of one kind each, numbers rising or falling, and two kinds by turns, at one place or at both ends:
        what a fill and what follows it comes to, before anything is drawn."""
        base = Shape(tuple((part.kind, part.name, "hi") for part in self._sizes))
        for group in self.groups:
            kinds = [column for column in group if column.tells_kinds]
            if len(kinds) != 1 or len(group) == 1:
                continue

            def row(kind: Term, numbers: Term, columns: tuple[Column, ...] = group) -> tuple[Term, ...]:
                return tuple(kind if column.tells_kinds else numbers for column in columns)

            span = range(kinds[0].lo, kinds[0].hi + 1)
            for first, then in ((a, b) for a in span for b in span if a != b):
                for word in ("i", "j"):
                    rows = (row(first, ("+", "lo", "i")), row(then, ("+", "lo", word)))
                    yield with_phases(base, group, Phases((("//", "n", 2),), rows))
                turns: Term = ("values", first, then)
                for numbers in ("lo", "hi", ("interleave", "lo", "hi")):
                    yield with_phases(base, group, Phases((), (row(turns, numbers),)))

    def mutated(self, shape: Shape) -> Shape:
        """A script with one step changed: a term of a phase, the phases themselves, or a number beside them."""
        if self._singles and self._below(6) == 0:
            part = self._singles[self._below(len(self._singles))]
            return shape.replaced(part.key, self._inventor.of_part(part))
        if self._sizes and self._below(24) == 0:
            part = self._sizes[self._below(len(self._sizes))]
            return shape.replaced(part.key, self._inventor.of_part(part))
        group = self.groups[self._below(len(self.groups))]
        phases = phases_of(shape, group)
        changed = self._changed(phases, group)
        fits = all(nodes(term) <= MOST_NODES for row in changed.rows for term in row)
        return with_phases(shape, group, changed) if fits else shape

    def crossed(self, a: Shape, b: Shape) -> Shape:
        """`a` with what `b` does in one group, or in one phase of it."""
        group = self.groups[self._below(len(self.groups))]
        mine, theirs = phases_of(a, group), phases_of(b, group)
        if self._below(2):
            return with_phases(a, group, theirs)
        at, from_ = self._below(len(mine.rows)), self._below(len(theirs.rows))
        return with_phases(a, group, replace(mine, rows=_put(mine.rows, at, theirs.rows[from_])))

    # One step

    def _changed(self, phases: Phases, group: tuple[Column, ...]) -> Phases:
        at, choice = self._below(len(phases.rows)), self._below(20)
        cuts, rows = phases.cuts, phases.rows
        if choice < 11:
            turn = self._below(len(group))
            made = self._value(group, turn) if self._below(4) else self._wrapped(rows[at][turn], group, turn)
            return replace(phases, rows=_put(rows, at, _put(rows[at], turn, made)))
        if choice < 13 and cuts:
            return replace(phases, cuts=_put(cuts, self._below(len(cuts)), self._cut()))
        if choice < 16 and len(rows) < MOST_PHASES:
            # A new phase before or behind this one: the same with one term changed, or another altogether.
            turn = self._below(len(group))
            fresh = _put(rows[at], turn, self._value(group, turn)) if self._below(2) else self._row(group)
            put = at + self._below(2)
            return Phases(
                self._cuts(len(rows)) if len(cuts) != 1 or self._below(2) else (("//", "n", 3), *cuts),
                (*rows[:put], fresh, *rows[put:]),
            )
        if choice < 17 and cuts:
            return Phases(cuts[1:] if at == 0 else (*cuts[: at - 1], *cuts[at:]), (*rows[:at], *rows[at + 1 :]))
        if choice < 18 and cuts:
            return replace(phases, rows=rows[::-1])
        other = self._row(group) if choice < 19 else rows[self._below(len(rows))]
        if other == rows[at]:
            other = self._row(group)
        # By turns with another row.
        mixed = tuple(
            ("interleave", mine, theirs) if mine != theirs else mine
            for mine, theirs in zip(rows[at], other, strict=True)
        )
        return replace(phases, rows=_put(rows, at, mixed))

    def _cuts(self, many: int) -> tuple[Term, ...]:
        """Cuts that leave phases of like length, or one drawn."""
        if many == 1:
            return (self._cut(),)
        return tuple(
            ("//", ("*", turn, "n"), many + 1) if turn > 1 else ("//", "n", many + 1) for turn in range(1, many + 1)
        )

    def _cut(self) -> Term:
        choice = self._below(14)
        if choice >= 12:
            # Tables and arrays that grow double at powers of two.
            power: Term = ("power", "n")
            return (power, ("//", power, 2), ("+", power, 1), ("-", power, 1))[self._below(4)]
        if choice < 9:
            part, whole = _CUTS[choice]
            return ("//", "n", whole) if part == 1 else ("//", ("*", part, "n"), whole)
        share: Term = ("//", ("*", 1 + self._below(15), "n"), 16)
        return (share, ("-", "n", ("sqrt", "n")), self._inventor.cut())[choice - 9]

    def _row(self, group: tuple[Column, ...]) -> tuple[Term, ...]:
        return tuple(self._value(group, turn) for turn in range(len(group)))

    def _value(self, group: tuple[Column, ...], turn: int) -> Term:
        column = group[turn]
        if column.tells_kinds and self._below(8):
            span = column.hi - column.lo + 1
            if self._below(3):
                return column.lo + self._below(span)
            return ("values", *(column.lo + self._below(span) for _ in range(2 + self._below(2))))
        if turn and not group[turn - 1].tells_kinds and self._below(4) == 0:
            away = self._below(4)
            beside: Term = ("column", group[self._below(turn)].name)
            return (("+", "-")[self._below(2)], beside, away) if away else beside
        return self._numbers()

    def _numbers(self, depth: int = 0) -> Term:
        """Numbers from somewhere on, up or down."""
        choice = self._below(16 if depth < 1 else 11)
        if choice < 3:
            return self._somewhere()
        if choice < 6:
            return ("+", self._somewhere(), self._run("i"))
        if choice < 8:
            return ("-", self._somewhere(), self._run("i"))
        if choice < 9:
            return (("-", "hi", self._run("j")), ("+", "lo", self._run("j")))[self._below(2)]
        if choice < 10:
            return ("fitted", ("i", "j")[self._below(2)])
        if choice < 11:
            return ("random", "lo", "hi", self._below(1000))
        inner = self._numbers(depth + 1)
        if choice < 13:
            return ("interleave", inner, self._numbers(depth + 1))
        width: Term = (2, 3, ("sqrt", "n"), ("//", "n", 2 + self._below(3)))[self._below(4)]
        return (("blocks", width, inner), ("tiles", width, inner), ("wrap", inner))[choice - 13]

    def _run(self, word: str) -> Term:
        return word if self._below(4) else ("*", 2 + self._below(2), word)

    def _somewhere(self) -> Term:
        """A bound, between both, or as far from a bound as a part of some size."""
        choice = self._below(8)
        if choice < 5:
            return ("lo", "lo", "hi", "hi", ("//", ("+", "lo", "hi"), 2))[choice]
        if choice < 7 and self._inventor.sizes:
            sizes = self._inventor.sizes
            share: Term = ("size", str(sizes[self._below(len(sizes))]))
            parts = 1 + self._below(4)
            share = share if parts == 1 else ("//", share, parts)
            return (("+", "lo", share), ("-", "hi", share), share)[self._below(3)]
        return self._inventor.constant()

    def _wrapped(self, old: Term, group: tuple[Column, ...], turn: int) -> Term:
        ways: tuple[Term, ...] = (
            ("interleave", old, self._value(group, turn)),
            ("reverse", old),
            ("blocks", 2, old),
            ("+", old, 1),
            ("-", old, 1),
            ("except", old, (0, ("-", "n", 1))[self._below(2)], self._value(group, turn)),
        )
        return ways[self._below(len(ways))]


def _put(items: tuple, at: int, new: object) -> tuple:
    return (*items[:at], new, *items[at + 1 :])
