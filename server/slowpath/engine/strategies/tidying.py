"""Small winners made tidy, until their phases can be read.

What feedback search finds among small inputs is often nearly the worst of its size, but nobody sees why: labels by
chance, rows in any order, some of no use. A climb from such a winner lets it go to what takes fewer bits to describe
(`shapes.phase_reading`) while it costs as much; an input that costs more may take more bits. What is left over shows
the phases, and often costs more than what the climb began with, since what is said by few numbers is changed as a
whole. The readings of its phases, and what is read of its parts otherwise, are compared at medium size, and the best
are built as large as the format allows.

To prefer what has a short description is Rissanen's minimum description length, as in `shapes.bits`. Describing takes a
tenth of a millisecond, so that what is untidy needn't be run.
"""

from __future__ import annotations

from collections import deque
from itertools import islice
from math import log2

from slowpath.engine.batching import Batched, Batching
from slowpath.engine.candidate import FULL, MEDIUM, SMALL, Candidate, Outcome
from slowpath.engine.corpus import Entry
from slowpath.engine.moves.tidy_moves import TidyMoves
from slowpath.engine.seen import Seen
from slowpath.engine.shaped import built
from slowpath.engine.shapes import Shape, fit
from slowpath.engine.shapes.parts import views_of
from slowpath.engine.shapes.phase_reading import phase_readings
from slowpath.engine.space import SMALL_BYTES
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.model.origin import Origin

MOST_AT_ONCE = 16
MOST_BYTES = 2 * SMALL_BYTES
WINNERS = 12
MOST_KNOWN = 20_000
RUNS, PATIENCE = 700, 250
BITS_A_DOUBLING = 1500.0
"""What a doubling of the cost may take: a percent is worth twenty bits, a row or two."""
UNTIDY_BITS = 25.0
"""What takes so much more to describe than the best isn't run."""
TRIES = 40
MOST_MOVES = 3
READ, FITTED = 12, 4
MOST_PROMOTED = 2
PROMOTED_SHARE = 0.7


class Tidying(Batched):
    """One winner after the other: its climb, then what is read of where it ends."""

    id = "tidying"

    def __init__(self, context: StrategyContext) -> None:
        self._context = context
        self._rng = context.rng(self.id)
        self._batching = Batching(MOST_AT_ONCE)
        self._moves = TidyMoves(context.space.format, self._rng)
        self._is_small = context.space.smaller()[0].level != FULL and self._moves.can_move
        self._begun = Seen(MOST_KNOWN)
        self._tried = Seen(MOST_KNOWN)
        self._best: Candidate | None = None
        self._count = self._runs = self._idle = 0
        self._bits = 0.0
        self._waiting: dict[str, float] = {}
        self._readings: deque[tuple[Shape, str, int]] = deque()
        self._read: list[tuple[int, Shape]] = []
        self._shapes: dict[str, Shape] = {}
        self._is_batch_open = False
        self._parent = ""

    def propose(self) -> Candidate | None:
        if not self._is_small:
            return None
        made = self._next_reading()
        if made is not None:
            return made
        if self._is_batch_open:
            # What became of the readings decides which are promoted.
            self._is_batch_open = False
            return None
        self._shapes.clear()
        if self._read:
            self._promote()
            return self._next_reading()
        if self._best is None and not self._begin():
            return None
        if self._runs >= RUNS or self._idle >= PATIENCE:
            self._finish()
            return self._next_reading()
        return self._moved()

    # The climb

    def _begin(self) -> bool:
        """From the costliest winner that none began with; false where there is none."""
        for entry in self._context.corpus.elites(SMALL, WINNERS):
            if self._can_begin(entry):
                self._begun.add(entry.candidate.id)
                assert entry.candidate.instance is not None
                self._best, self._count = entry.candidate, max(1, entry.count)
                self._bits = self._moves.bits(entry.candidate.instance)
                self._runs = self._idle = 0
                self._waiting.clear()
                return True
        return False

    def _can_begin(self, entry: Entry) -> bool:
        made = entry.candidate
        return (
            made.instance is not None
            and len(made.data) <= MOST_BYTES
            and made.id not in self._begun
            and made.strategy != self.id
            and bool(self._moves.groups(made.instance))
        )

    def _moved(self) -> Candidate | None:
        """The best so far after one move or a few, where that isn't much harder to describe."""
        assert self._best is not None
        for _ in range(TRIES):
            instance, labels = self._best.instance, []
            assert instance is not None
            for _ in range(min(MOST_MOVES, int(self._rng.geometric(0.7)))):
                moved = self._moves.moved(instance)
                if moved is not None:
                    instance, label = moved
                    labels.append(label)
            bits = self._moves.bits(instance) if labels else 0.0
            if not labels or bits > self._bits + UNTIDY_BITS:
                continue
            origin = Origin(self.id, f"{', '.join(labels)} of #{self._best.id[:6]}", parent=self._best.id)
            made = self._context.space.from_instance(instance, origin, SMALL, self.id)
            if len(made.data) <= MOST_BYTES and made.data not in self._tried:
                self._tried.add(made.data)
                self._waiting[made.id] = bits
                return made
        self._idle += TRIES
        return None

    def observe(self, outcome: Outcome) -> None:
        self._batching.observe(outcome)
        made = outcome.candidate
        worth = outcome.count if self._context.corpus.has_feedback else int(self._rng.integers(1 << 30))
        shape = self._shapes.pop(made.id, None)
        if shape is not None and made.level == MEDIUM and outcome.execution.verdict.can_be_slow_input:
            self._read.append((worth, shape))
        bits = self._waiting.pop(made.id, None)
        if bits is None or self._best is None:
            return
        self._runs += 1
        self._idle += 1
        if not outcome.execution.verdict.can_be_slow_input:
            return
        better = self._bits - bits + BITS_A_DOUBLING * log2(max(1, worth) / self._count)
        if better >= 0.0:
            # Among equals the latest is gone on from, which drifts.
            self._best, self._count, self._bits = made, max(1, worth), bits
            self._idle = 0 if better > 1.0 else self._idle

    # What is read of it

    def _finish(self) -> None:
        """The readings of where the climb ended, to be compared at medium size."""
        assert self._best is not None and self._best.instance is not None
        fmt, instance = self._context.space.format, self._best.instance
        readings = [shape for view in views_of(fmt, instance)[:2] for shape in phase_readings(view)]
        fitted = [one.shape for one in fit(fmt, [instance], FITTED, frozenset(self._context.literals))]
        for shape in dict.fromkeys((*islice(readings, READ), *fitted)):
            self._readings.append((shape, MEDIUM, 0))
        self._parent, self._best = self._best.id, None

    def _promote(self) -> None:
        """The best readings as large as the format allows."""
        self._read.sort(key=lambda one: -one[0])
        least = PROMOTED_SHARE * self._context.best_medium()
        for worth, shape in self._read[:MOST_PROMOTED]:
            if worth >= least:
                self._readings.append((shape, FULL, 0))
        self._read = []

    def _next_reading(self) -> Candidate | None:
        while self._readings:
            shape, level, place = self._readings.popleft()
            try:
                made = built(self._context.space, self._context.space.sites(level)[place], shape, self.id, self._parent)
            except CannotGenerate:
                continue
            if made.data in self._tried:
                continue
            self._tried.add(made.data)
            self._shapes[made.id] = shape
            self._is_batch_open = True
            return made
        return None
