"""Inputs built row by row against the program's state, each row chosen by what it makes the rest cost.

Whole inputs that are changed here and there don't come to what hangs on chance that falls alike in each run (the coins
of a skip list), nor on a state that many rows must prepare: what is best at a row is known only where all before it
stand. So rows are added at the end, some ways to go on are tried on each beginning, and the best is taken. What a
beginning is worth isn't what it costs itself: the rest of the input is filled with the row that costs most on it, so
that a row which makes all later ones dearer shows at once (a rollout, as in Tesauro and Galperin, 1996). Inputs are
compared at one length, about twice that of the beginning, which grows along: small runs lead, and full size is
reached by filling up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from slowpath.engine.candidate import FULL, MEDIUM, SMALL, Candidate, Outcome
from slowpath.engine.moves.row_moves import Move, Mover
from slowpath.engine.moves.rows_grown import Grown, Track, cut, put_into, tracks_of, written
from slowpath.engine.space import SMALL_BYTES
from slowpath.engine.strategies.own_work import own_work
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.printing import print_input
from slowpath.inputs.validating.validate import violations
from slowpath.model.origin import Origin

LEAST_ROWS = 100
"""So many rows there must be room for."""
FIRST_LENGTH = 48
GROWTH = 1.25
"""How much longer the input becomes where its beginning fills more than half of it, and how much longer a beginning
must be before full size is tried again."""
FURTHER = 2.0
"""How much longer it becomes where nothing helps any more."""
MOST_TAIL = 5
"""How many times as long as the beginning it may become so: longer ones are dear and tell little."""
MOST_LENGTH = 4000
LEAST_TRIED = 16
"""Beginnings of so many rows aren't tried at full size."""
FIRST, HABITS, DRAWN = 8, 4, 3
MOST_AT_ONCE = 8
PATIENCE = 12
"""So many rounds in which nothing helps, before it's tried at a larger length."""
WORTH_FULL = 0.5
"""Full size is tried where so much of what the costliest input costs is expected at the least."""
TRIES = 6
FULLEST = 0.75
"""The part of an input that may be grown; what is left shows what it's worth."""
FROM_BEST = 0.5
"""How often a part of the best is grown on."""
LET_GO, LOSS = 6, 0.95
"""After so many rounds in which nothing helped the best of what was tried is taken, where it loses no more."""
MOST_IN_VAIN = 4_000_000
"""So many elements may be checked of inputs that aren't valid, one after the other, before a way is given up."""
HOPELESS = 0.5
"""What does less of what another did at the same length isn't grown on where it gets stuck."""


@dataclass(frozen=True)
class _Told:
    """What became of an input: the program's own work, and what it costs; 0 for what failed, less for no run."""

    work: int = -1
    count: int = -1


Ask = list[tuple[Grown, int]]
Search = Generator[Ask, list[_Told], None]


@dataclass
class _Growth:
    """One way to grow inputs: what it asks, and the best so far with the work that it does for each row."""

    track: Track
    instance: dict[str, Any]
    search: Search | None = None
    ask: Ask = field(default_factory=list)
    worth: float = 0.0
    best: Grown | None = None
    by_length: dict[int, float] = field(default_factory=dict)
    """The most work for each row, by how many bits the number of rows has."""
    in_vain: int = 0
    """How many elements were checked since the last input that was valid."""


@dataclass
class _Stand:
    """How far an input has come: what it did at a length, for how many rounds nothing helped, and the best of what was
    tried since."""

    grown: Grown
    told: _Told
    length: int
    idle: int = 0
    spare: tuple[_Told, Move] | None = None

    def goes_on(self, mover: Mover, moves: list[Move], told: list[_Told]) -> bool:
        """Takes the move that helps most; after some rounds one that hardly harms. Whether one was taken."""
        mover.failed([move for move, one in zip(moves, told, strict=True) if one.work < self.told.work])
        at = max(range(len(moves)), key=lambda turn: told[turn].work)
        if self.spare is None or told[at].work > self.spare[0].work:
            self.spare = told[at], moves[at]
        work, move = self.spare[0].work, self.spare[1]
        helps = work > self.told.work
        self.idle = 0 if helps else self.idle + 1
        if not helps and not (self.idle == LET_GO and move.came and work > LOSS * self.told.work):
            return False
        mover.helped(len(self.grown.rows), move)
        self.told, self.grown, self.spare = self.spare[0], move.grown, None
        return True


class RowByRow:
    """Grows an input of each way to mean numbers, by turns."""

    id = "row-by-row"
    batch = MOST_AT_ONCE

    def __init__(self, context: StrategyContext) -> None:
        self._context = context
        self._rng = context.rng(self.id)
        self._growths: list[_Growth] | None = None
        self._current: _Growth | None = None
        self._turn = 0
        self._asked: list[str] = []
        self._told: dict[str, _Told] = {}
        self._queue: deque[Candidate] = deque()
        self._is_ending = False
        self.came_nearer = False
        """Whether a row was found that promises more at full size than all that is known."""

    def _begun(self) -> Iterator[_Growth]:
        space = self._context.space
        boundary = space.full[0].boundary
        if space.is_resized:
            return
        best = next(iter(self._context.corpus.best(FULL, 1)), None)
        instance = best.candidate.instance if best is not None else None
        if instance is None:
            plan = Plan(sizes=dict(boundary.sizes), cases=boundary.cases)
            instance = generate(space.full[0].format, plan, np.random.default_rng(space.seed))
        for track in tracks_of(space.format, boundary.sizes, instance):
            for way in (track, track.in_order()):
                if way is not None and way.most >= LEAST_ROWS:
                    growth = _Growth(way, instance)
                    growth.search = self._grown(growth)
                    growth.ask = next(growth.search)
                    yield growth

    def propose(self) -> Candidate | None:
        if self._growths is None:
            self._growths = list(self._begun()) if self._context.corpus.has_feedback else []
        if not self._growths:
            return None
        if not self._queue:
            if self._asked and not self._told and not self._is_ending:
                # What was asked is run only where the batch ends here.
                self._is_ending = True
                return None
            self._is_ending = False
            self._advance()
        return self._queue.popleft() if self._queue else None

    def observe(self, outcome: Outcome) -> None:
        is_fine = outcome.execution.verdict.can_be_slow_input
        self._told[outcome.candidate.id] = (
            _Told(own_work(outcome, self._context.watch.probes), outcome.count) if is_fine else _Told(0, 0)
        )

    def _advance(self) -> None:
        """Tells the input that grew last what became of its rows, and asks the next."""
        self.came_nearer = False
        assert self._growths
        for _ in range(TRIES):
            growth = self._current
            if growth is not None and growth.in_vain <= MOST_IN_VAIN:
                told = [self._told.get(asked, _Told()) for asked in self._asked]
                assert growth.search is not None
                growth.ask = growth.search.send(told)
            self._told, self._turn = {}, self._turn + 1
            self._queue.clear()
            self._asked = []
            self._growths = [one for one in self._growths if one.in_vain <= MOST_IN_VAIN]
            if not self._growths:
                return
            growth = self._current = self._growths[self._turn % len(self._growths)]
            for grown, length in growth.ask:
                if growth.in_vain > MOST_IN_VAIN:
                    break
                candidate = self._candidate(growth, grown, length)
                self._asked.append(candidate.id if candidate is not None else "")
                if candidate is not None:
                    self._queue.append(candidate)
            if self._queue:
                return

    def _candidate(self, growth: _Growth, grown: Grown, length: int) -> Candidate | None:
        space, track = self._context.space, growth.track
        rows = written(track, grown, length)
        instance = put_into(growth.instance, track, rows)
        if violations(space.format, instance, 1):
            growth.in_vain += sum(len(part) for part in instance.values() if isinstance(part, np.ndarray | list | str))
            return None
        growth.in_vain = 0
        data = print_input(space.format, instance)
        level = FULL if length >= track.most else SMALL if len(data) <= SMALL_BYTES else MEDIUM
        origin = Origin(self.id, f"{len(grown.rows)} rows built one by one, then {length - len(grown.rows)} alike")
        return Candidate(data, instance, origin, level, self.id, is_validated=True)

    # One input

    def _grown(self, growth: _Growth) -> Search:
        """Grows one input after the other, each from no rows."""
        while True:
            yield from self._one(growth, min(growth.track.most, MOST_LENGTH))
            best = next(iter(self._context.corpus.best(FULL, 1)), None)
            if best is not None and best.candidate.instance is not None:
                growth.instance = best.candidate.instance

    def _one(self, growth: _Growth, most: int) -> Search:
        mover = Mover(growth.track, self._context.literals, self._rng)
        stand = yield from self._start(growth, mover, most)
        tried = max(LEAST_TRIED, len(stand.grown.rows))
        while (room := int(FULLEST * stand.length) - len(stand.grown.rows)) > 0:
            moves = mover.habitual(stand.grown, HABITS, room)
            moves += [mover.drawn(stand.grown, room) for _ in range(DRAWN)]
            del moves[MOST_AT_ONCE:]
            told = yield [(move.grown, stand.length) for move in moves]
            if stand.goes_on(mover, moves, told):
                self._note(growth, stand)
            if len(stand.grown.rows) > GROWTH * tried:
                tried = len(stand.grown.rows)
                yield from self._at_full_size(growth, stand)
            if stand.idle >= PATIENCE:
                usual = growth.by_length.get(stand.length.bit_length(), 0.0)
                longer = int(FURTHER * stand.length)
                if (
                    longer > min(most, MOST_TAIL * max(FIRST_LENGTH, len(stand.grown.rows)))
                    or stand.told.work < HOPELESS * usual * stand.length
                ):
                    break
                yield from self._lengthened(stand, longer)
            elif 2 * len(stand.grown.rows) > stand.length and stand.length < most:
                yield from self._lengthened(stand, min(most, int(GROWTH * stand.length)))
        yield from self._at_full_size(growth, stand)

    def _start(self, growth: _Growth, mover: Mover, most: int) -> Generator[Ask, list[_Told], _Stand]:
        """The first rows of the best, or none and the row that does most of a few."""
        length = min(most, FIRST_LENGTH)
        if growth.best is not None and len(growth.best.rows) > 1 and self._rng.random() < FROM_BEST:
            grown = cut(growth.track, growth.best, 1 + int(self._rng.integers(len(growth.best.rows))))
            mover.recalled(grown)
            stand = _Stand(grown, _Told(), length)
            yield from self._lengthened(stand, max(length, min(most, 2 * len(grown.rows))))
            return stand
        starts = [mover.first() for _ in range(FIRST)]
        told = yield [(start, length) for start in starts]
        at = max(range(FIRST), key=lambda turn: told[turn].work)
        return _Stand(starts[at], told[at], length)

    def _lengthened(self, stand: _Stand, length: int) -> Search:
        """What the input does at another length; where it isn't run again that's taken to be what it did."""
        (now,) = yield [(stand.grown, length)]
        stand.told = now if now.work >= 0 else stand.told
        stand.length, stand.idle, stand.spare = length, 0, None

    def _at_full_size(self, growth: _Growth, stand: _Stand) -> Search:
        best = next(iter(self._context.corpus.best(FULL, 1)), None)
        if best is None or stand.told.count * growth.track.most > WORTH_FULL * best.count * stand.length:
            yield [(stand.grown, growth.track.most)]

    def _note(self, growth: _Growth, stand: _Stand) -> None:
        bits, per_row = stand.length.bit_length(), stand.told.work / stand.length
        growth.by_length[bits] = max(per_row, growth.by_length.get(bits, 0.0))
        if per_row <= growth.worth:
            return
        growth.worth, growth.best = per_row, stand.grown
        best = next(iter(self._context.corpus.best(FULL, 1)), None)
        self.came_nearer = self.came_nearer or (
            best is not None and stand.told.count * growth.track.most > best.count * stand.length
        )
