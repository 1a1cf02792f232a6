"""Simple rows of scripts: what one phase does, drawn from few terms, so that pairs of them can be gone through.

A phase that fills something and one that uses what is there are each simple: one kind of operation or two by turns, on
numbers that rise, fall, stay, or come in pairs, or bursts of one and of the other, or on all there is, by a little. Of
such rows there are a few hundred and of pairs of them not too many to try, where `Scripter` draws from far more.
"""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.engine.shapes.inventing import Inventor
from slowpath.engine.shapes.scripts import Column
from slowpath.engine.shapes.terms import Term

WIDTHS: tuple[Term, ...] = (2, 3, 8, 16, 32, ("sqrt", "n"), ("//", "n", 4))
_RISING: Term = ("+", "lo", "i")
_FALLING: Term = ("-", "hi", "i")


class SimpleRows:
    """Draws rows for one group of columns."""

    def __init__(self, group: Sequence[Column], inventor: Inventor) -> None:
        self._group = group
        self._inventor = inventor
        self._below = inventor.below

    def drawn(self) -> tuple[Term, ...]:
        """One term a column."""
        row: list[Term] = []
        numbers: list[int] = []
        ends = self._ends()
        for turn, column in enumerate(self._group):
            if column.tells_kinds:
                row.append(self._kinds(column))
                continue
            if len(numbers) < len(ends):
                row.append(ends[len(numbers)])
            elif ends and self._below(3) == 0:
                row.append(self._least())
            elif numbers and self._below(3) == 0:
                row.append(self._beside(numbers[self._below(len(numbers))]))
            else:
                row.append(self._numbers(column))
            numbers.append(turn)
        return tuple(row)

    def _ends(self) -> tuple[Term, ...]:
        """What the first two of several columns of numbers have where they are the ends of all there is, seldom of the
        first or last place alone; mostly nothing."""
        many = sum(not column.tells_kinds for column in self._group)
        if many < 2 or self._below(3):
            return ()
        return (("lo", "hi"), ("lo", "hi"), ("lo", "lo"), ("hi", "hi"))[self._below(4)]

    def _kinds(self, column: Column) -> Term:
        """One kind, or two by turns or in bursts."""
        span = column.hi - column.lo + 1
        first, then = (column.lo + self._below(span) for _ in range(2))
        choice = self._below(8)
        if choice < 3 or first == then:
            return first
        if choice < 7:
            return ("values", first, then)
        return self._bursts(first, then)

    def _bursts(self, first: Term, then: Term) -> Term:
        """So many of one, as many of the other; or fewer of one than of the other."""
        width = WIDTHS[self._below(len(WIDTHS))]
        if self._below(2):
            return ("blocks", width, ("interleave", first, then))
        many = 3 + self._below(16)
        return ("tiles", many, ("segments", first, 1 + self._below(many - 1), then))

    def _beside(self, turn: int) -> Term:
        """What another column of the row has, or so many more."""
        column: Term = ("column", self._group[turn].name)
        choice = self._below(4)
        return column if choice < 2 else (("+", column, 1), ("-", column, 1))[choice - 2]

    def _numbers(self, column: Column) -> Term:
        choice = self._below(18)
        if choice >= 16:
            return self._least()
        if choice < 4:
            return ("lo", "hi")[choice % 2]
        if choice < 8:
            return (_RISING, _FALLING, ("fitted", "i"), ("fitted", "j"))[choice - 4]
        if choice < 9:
            return ("random", "lo", "hi", self._below(1000))
        if choice < 11:
            return ("blocks", 2, (_RISING, _FALLING)[self._below(2)])
        if choice < 12:
            ends: tuple[Term, ...] = ("lo", "hi", _RISING, _FALLING, ("+", "lo", ("+", "i", 1)))
            first, then = (ends[self._below(len(ends))] for _ in range(2))
            return ("interleave", first, then)
        if choice < 14:
            return self._bursts(*(("lo", "hi"), ("hi", "lo"))[self._below(2)])
        return self._constant(column)

    def _least(self) -> Term:
        """A number just above the least, or by turns with another or the largest: what is rounded down, divided or
        rooted again and again comes to rest among these."""
        near: Term = ("+", "lo", 1 + self._below(3))
        return (near, near, ("interleave", "lo", near), ("interleave", "lo", "hi"))[self._below(4)]

    def _constant(self, column: Column) -> Term:
        """A number of the program's text, or one off, where it may stand; else one of the inventor's."""
        literals = [number for number in self._inventor.literals if column.lo < number < column.hi]
        if literals and self._below(4):
            return literals[self._below(len(literals))] + self._below(3) - 1
        return self._inventor.constant()
