"""Rows that are dear only after others: constant ones, dealt in small hands, to stand behind what may prepare them.

A plan made from the last one, a guest that isn't there, the pot that everybody waits for: what a state makes dear is
mostly one row again and again, of numbers at a bound, or of the row that came last. Which one is it can't be known
before the state is there, and the state shows in no cost before the row is. So a hand of such rows stands by turns
behind whatever comes first (`paid`): the one that pays tells what prepares for it, and the others cost little.
"""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np

from slowpath.engine.moves.row_rules import BEGIN, HI, LO, PARTS, VALUE, Cell, Row, Rule, RuleMaker
from slowpath.engine.shapes.scripts import Column
from slowpath.inputs.mutators.order import below

Paying = tuple[Row, ...]
"""A row for each group of columns."""

MOST_CARDS = 256
"""More rows than that aren't gone through one by one."""
OTHERWISE = 0.25
"""How often one number of a row is another than a bound."""


class PayingRows:
    """All rows of bounds and last rows, in an order drawn anew whenever all were dealt."""

    def __init__(self, maker: RuleMaker, rng: np.random.Generator) -> None:
        self._maker, self._rng = maker, rng
        self._choices = [[self._cells(column) for column in group] for group in maker.groups]
        self._count = prod(len(cells) for group in self._choices for cells in group)
        self._deck: list[Paying] = []

    def _cells(self, column: Column) -> tuple[Cell, ...]:
        if column.tells_kinds:
            return tuple(Cell(VALUE, value) for value in range(column.lo, column.hi + 1))
        return (Cell(LO), Cell(HI), Cell(BEGIN)) if self._maker.names_rows(column) else (Cell(LO), Cell(HI))

    def deal(self, many: int) -> tuple[Paying, ...]:
        """The next rows; now and then a number of one is another."""
        return tuple(self._otherwise(self._next()) for _ in range(many))

    def _next(self) -> Paying:
        if self._count > MOST_CARDS:
            return tuple(tuple(cells[below(len(cells), self._rng)] for cells in group) for group in self._choices)
        if not self._deck:
            cards = list(product(*(list(product(*group)) for group in self._choices)))
            self._deck = [cards[int(at)] for at in self._rng.permutation(len(cards))]
        return self._deck.pop()

    def _otherwise(self, paying: Paying) -> Paying:
        if self._rng.random() >= OTHERWISE:
            return paying
        which = below(len(paying), self._rng)
        turn = below(len(paying[which]), self._rng)
        row = list(paying[which])
        row[turn] = self._maker.constant(self._maker.groups[which], turn)
        return (*paying[:which], tuple(row), *paying[which + 1 :])


def paid(rule: Rule, hand: tuple[Paying, ...]) -> Rule:
    """The rule in the first half of all rows, and the rows of a hand by turns behind."""
    cuts, phases = [], []
    for which, (own, rows) in enumerate(zip(rule.cuts, rule.phases, strict=True)):
        halved = tuple(sorted({max(1, cut // 2) for cut in own if cut > 0}))
        cuts.append((*halved, PARTS // 2))
        phases.append((*rows[: len(halved) + 1], tuple(paying[which] for paying in hand)))
    return Rule(tuple(cuts), tuple(phases), rule.singles)
