"""Climbs over the rules that rows follow (`row_rules`) at a few hundred elements; where they end is grown to full size.

A rule is few small numbers, and most of its neighbours are rules that mean nearly the same, which can't be said of the
numbers that it makes: rows that name the one before them all change when a row is put in. So a climb of a few hundred
runs from the best of some drawn rules comes far, every other one from the best of all, shaken. What counts is the
program's own work (`own_work`), since at few elements the longest numbers cost most.
"""

from __future__ import annotations

from collections import deque

from slowpath.engine.awaited import Awaited
from slowpath.engine.batching import Batched, Batching
from slowpath.engine.candidate import FULL, Candidate, Outcome
from slowpath.engine.moves.row_rules import Rule, RuleMaker
from slowpath.engine.seen import Seen
from slowpath.engine.shaped import built, first_built
from slowpath.engine.shapes import Shape
from slowpath.engine.strategies.own_work import own_work
from slowpath.engine.strategy_context import StrategyContext

SIZE = 200
DRAWS, PATIENCE, RUNS = 48, 120, 600
"""How many rules are drawn before the best is changed, after how many in vain a climb ends, and how many it has."""
MOST_AT_ONCE = 8
SHAKES = 2
TRIES = 12
MOST_KNOWN = 20_000
LEAST_WORK = 0.6
"""What a climb must do of the most that any shape does at its size to be tried at full size."""
NEARER = 1.05
SETTLED_AFTER = 24
"""After so many runs in vain what a climb came to is grown, though it goes on."""


class RuleClimb(Batched):
    """One climb after the other."""

    id = "rule-climb"

    def __init__(self, context: StrategyContext) -> None:
        self._context = context
        self._rng = context.rng(self.id)
        self._batching = Batching(MOST_AT_ONCE)
        self._site = context.space.at_size(0, SIZE)
        self._maker = self._all_rules()
        self._known = Seen(MOST_KNOWN)
        self._awaited = Awaited[tuple[Rule, Shape]](4 * MOST_AT_ONCE)
        self._grown: deque[tuple[Shape, int]] = deque()
        self._at: tuple[int, Rule] | None = None
        self._best: tuple[int, Rule] | None = None
        self._climbs = self._runs = self._idle = self._grown_work = 0
        self.came_nearer = False
        """Whether the last turn's runs did more than all before at a few hundred elements."""

    def _all_rules(self) -> RuleMaker | None:
        """None where inputs have no rows."""
        maker = RuleMaker(self._context.parts_at(self._site), self._context.literals, self._rng)
        return maker if maker.groups else None

    def propose(self) -> Candidate | None:
        self.came_nearer = False
        if self._maker is None:
            return None
        grown = first_built(self._context.space, self._grown, self.id)
        if grown is not None:
            return grown
        if self._idle >= SETTLED_AFTER and self._runs >= DRAWS:
            self._grow(self._maker)
        if self._idle >= PATIENCE or self._runs >= RUNS:
            self._end(self._maker)
        for _ in range(TRIES):
            self._idle += 1
            rule = self._next(self._maker)
            if rule is None:
                return None
            shape = self._maker.shape_of(rule)
            if shape.id in self._known:
                continue
            self._known.add(shape.id)
            return self._awaited.add(built(self._context.space, self._site, shape, self.id), (rule, shape))
        return None

    def _next(self, maker: RuleMaker) -> Rule | None:
        """The rule to try next; None where what was proposed before decides that."""
        if self._at is not None and self._runs >= DRAWS:
            return maker.changed(self._at[1])
        if self._best is None or self._climbs % 2 == 0:
            return maker.drawn()
        rule = self._best[1]
        for _ in range(SHAKES):
            rule = maker.changed(rule)
        return rule

    def _grow(self, maker: RuleMaker) -> None:
        """What does enough, and clearly more than what the climb grew before, is to be tried at full size."""
        if self._at is None or self._site.level == FULL:
            return
        work, rule = self._at
        most = max((other for other, _ in self._context.busiest), default=0)
        if work >= LEAST_WORK * most and work > NEARER * self._grown_work:
            self._grown_work = work
            self._grown.append((maker.shape_of(rule), 0))

    def _end(self, maker: RuleMaker) -> None:
        """The next climb begins from nothing."""
        self._grow(maker)
        self._climbs += 1
        self._at, self._runs, self._idle, self._grown_work = None, 0, 0, 0

    def observe(self, outcome: Outcome) -> None:
        self._batching.observe(outcome)
        found = self._awaited.take(outcome)
        if found is None or not outcome.execution.verdict.can_be_slow_input:
            return
        rule, shape = found
        work = own_work(outcome, self._context.watch.probes)
        self._context.offer(work, shape)
        work = self._context.worth(work, self._rng)
        self._runs += 1
        if self._at is None or work > self._at[0]:
            self._idle = 0
        if self._at is None or work >= self._at[0]:
            self._at = work, rule
        if self._best is None or work > self._best[0]:
            self.came_nearer = self.came_nearer or self._best is None or work > NEARER * self._best[0]
            self._best = work, rule
