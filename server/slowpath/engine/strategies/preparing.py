"""Rules that prepare, climbed by what some row costs after them: a climb on rules with the end held fast.

Where one part of an input prepares and another pays, a change of either alone gains nothing: a row that pays costs no
more than others as long as nothing is prepared, and what prepares costs nothing by itself. With a paying row held fast
behind it each step of the preparing part shows. Which row pays isn't known, so a few stand there by turns
(`paying_rows`), others in each climb. Where such a climb ends the rows are tried one by one, and from the one that pays
most it goes on with nothing held: lengths, more phases, other rows at the end.
"""

from __future__ import annotations

from collections import deque

from slowpath.engine.moves.paying_rows import Paying, PayingRows, paid
from slowpath.engine.moves.row_rules import Rule, RuleMaker
from slowpath.engine.shapes import Shape
from slowpath.engine.strategies.rule_climb import Pace, RuleClimb
from slowpath.engine.strategy_context import StrategyContext

HAND = 4
HELD, FREE = Pace(40, 80, 400), Pace(0, 120, 600)
HOPELESS = 0.5
"""What does less of the most that was done, with the row that pays most, isn't climbed on."""


class Preparing(RuleClimb):
    """Two climbs by turns: with a hand of paying rows held fast, then with nothing held."""

    id = "preparing"

    def __init__(self, context: StrategyContext) -> None:
        super().__init__(context)
        self._payers = PayingRows(self._maker, self._rng) if self._maker is not None else None
        self._hand: tuple[Paying, ...] = ()
        self._alone: deque[Rule] = deque()
        """What is still to be tried with one paying row each."""
        self._is_choosing = self._has_waited = False
        self._begin()

    def _begin(self) -> None:
        """A climb with another hand."""
        self._hand = self._payers.deal(HAND) if self._payers is not None else ()
        self._restart(HELD)

    def _restart(self, pace: Pace) -> None:
        """Who still waits to be told of belongs to the climb before."""
        super()._restart(pace)
        self._awaited.clear()

    def _shape_of(self, maker: RuleMaker, rule: Rule) -> Shape:
        return maker.shape_of(paid(rule, self._hand) if self._hand else rule)

    def _next(self, maker: RuleMaker) -> Rule | None:
        if self._alone:
            return self._alone.popleft()
        if self._is_choosing:
            return self._chosen(maker)
        return maker.changed(self._at[1]) if self._at is not None and self._runs >= self._pace.draws else maker.drawn()

    def _chosen(self, maker: RuleMaker) -> Rule | None:
        """The first step from the row that pays most; None ends the batch, so that it's known which one that is."""
        if not self._has_waited:
            self._has_waited = True
            return None
        self._is_choosing = self._has_waited = False
        if self._at is None or (self._best is not None and self._at[0] < HOPELESS * self._best[0]):
            self._begin()
            return maker.drawn()
        return maker.changed(self._at[1])

    def _grow(self, maker: RuleMaker) -> None:
        if not self._hand:
            super()._grow(maker)

    def _end(self, maker: RuleMaker) -> None:
        if not self._hand or self._at is None:
            super()._end(maker)
            self._begin()
            return
        prepared = self._at[1]
        self._alone.extend(paid(prepared, (one,)) for one in self._hand)
        self._hand, self._is_choosing = (), True
        self._restart(FREE)
