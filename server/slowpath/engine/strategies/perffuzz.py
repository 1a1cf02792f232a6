"""PerfFuzz as it was published, as a baseline: Lemieux, Padhye, Sen, Song, "PerfFuzz: automatically generating
pathological inputs" (ISSTA 2018), over our counters. It has a part only where it's asked for by name.

An input is kept when it raises any counter's maximum (one is the sum of all, the path length) or when a counter enters
a new class of AFL's hit counts. Who holds a maximum is favoured; the queue is gone round, the others are passed over
99 times in 100. From the chosen one as many inputs are made by `havoc` as afl-fuzz would (`_energy`), then by splicing,
as its authors ran it (without the deterministic stages). Nothing here knows the format.

In two points it's better off than the original. What it makes is judged before it's run, so that it spends no run and
no place in its queue on invalid inputs, and blanks and line ends that it got wrong are forgiven: measured with 8 CPU-s
on five targets, its best valid input costs as much as without that, or up to 470 times more. And it starts from
saturated random inputs beside the samples, while size is what havoc is worst at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random

import numpy as np

from slowpath.engine.candidate import FULL, SMALL, Candidate, Outcome
from slowpath.engine.generated import laid_out
from slowpath.engine.moves.havoc import havoc, splice
from slowpath.engine.space import SMALL_BYTES
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.model.origin import Origin, input_id

PASSED_OVER = 99
HAVOC_RUNS, LEAST_RUNS, SPLICE_RUNS, SPLICINGS = 256, 16, 32, 15
MOST_SCORE = 1600
LEAST_LONGEST = 500
MOST_BYTES = 64 << 20
LAUNCH_COUNT = 300_000
"""What a run costs before the program's own work, in counts: AFL reckons with the time of the whole run."""
SLOW_FROM = ((50_000_000, 10), (20_000_000, 5), (10_000_000, 2))
"""From such an average cost of a run on, in counts, afl-fuzz makes so many times fewer of an input."""
BUCKETS = np.array([1, 2, 3, 4, 8, 16, 32, 128], dtype=np.uint64)


@dataclass
class _Entry:
    """An input of the queue. `cost` is what a run of it takes, `reached` how many counters it moves; both 0 where it
    wasn't run here (a sample). `depth` is how many mutations it's away from a seed, `handicap` how many rounds of the
    queue it came late."""

    data: bytes
    cost: int = 0
    reached: int = 0
    depth: int = 0
    handicap: int = 0
    fuzzed: bool = False


class PerfFuzz:
    """Proposes seeds, then what havoc makes of favoured inputs."""

    id = "perffuzz"
    batch = 32

    def __init__(self, context: StrategyContext) -> None:
        self._context = context
        self._rng = Random(repr((context.seed, self.id)))
        self._queue: list[_Entry] = [_Entry(data) for data in context.samples]
        self._places: dict[str, int] = {input_id(entry.data): place for place, entry in enumerate(self._queue)}
        self._maxima: np.ndarray | None = None
        self._holders: np.ndarray | None = None
        self._classes: np.ndarray | None = None
        self._bytes = sum(map(len, context.samples))
        self._round = 0
        self._finds = 0
        self._longest = max([LEAST_LONGEST, *map(len, context.samples)])
        self._has_small = context.space.sites(SMALL)[0].level == SMALL
        self._proposals = self._all()

    def propose(self) -> Candidate | None:
        return next(self._proposals, None)

    def _all(self) -> Iterator[Candidate]:
        yield from self._seeds()
        for self._round in count():
            if not self._queue:
                return
            for place in count():
                if place >= len(self._queue):
                    break
                if not self._queue[place].data:
                    continue
                if not self._is_favoured(place) and self._rng.randrange(100) < PASSED_OVER:
                    continue
                yield from self._fuzzed(self._queue[place])

    def _seeds(self) -> Iterator[Candidate]:
        for site in self._context.space.full:
            try:
                seed = self._context.space.build(site, (), self.id)
            except CannotGenerate:
                continue
            self._longest = max(self._longest, len(seed.data))
            yield seed

    def _is_favoured(self, place: int) -> bool:
        """Who holds a maximum; and the samples once, whose counters aren't known."""
        entry = self._queue[place]
        if not entry.cost:
            return not entry.fuzzed
        return self._holders is not None and bool((self._holders == place).any())

    def _fuzzed(self, entry: _Entry) -> Iterator[Candidate]:
        """Havoc on the input, then on what splicing with others of the queue makes of it; longer while it finds."""
        score, data, entry.fuzzed = self._energy(entry), entry.data, True
        most, finds, made = max(LEAST_RUNS, HAVOC_RUNS * score // self._slowness // 100), self._finds, 0
        doubled = score
        while made < most:
            yield self._candidate(data, data)
            made += 1
            if self._finds != finds and doubled <= MOST_SCORE:
                doubled, most, finds = 2 * doubled, 2 * most, self._finds
        for _ in range(SPLICINGS if len(self._queue) > 1 else 0):
            spliced = splice(data, self._rng.choice(self._queue).data, self._rng)
            for _ in range(max(LEAST_RUNS, SPLICE_RUNS * score // self._slowness // 100) if spliced else 0):
                yield self._candidate(data, spliced or data)

    def _candidate(self, parent: bytes, data: bytes) -> Candidate:
        parent_id = input_id(parent)
        made, instance = laid_out(self._context.space.format, havoc(data, self._rng, self._longest))
        level = SMALL if self._has_small and len(made) <= SMALL_BYTES else FULL
        origin = Origin(self.id, f"havoc on #{parent_id[:6]}", parent=parent_id)
        return Candidate(made, instance, origin, level, self.id)

    @property
    def _slowness(self) -> int:
        costs = [entry.cost for entry in self._queue if entry.cost]
        average = sum(costs) // max(1, len(costs))
        return next((factor for least, factor in SLOW_FROM if average > least), 1)

    def _energy(self, entry: _Entry) -> int:
        """`calculate_score` of afl-fuzz: more for what runs fast, reaches much, came late and lies deep."""
        known = [other for other in self._queue if other.cost]
        score = 100.0
        if entry.cost:
            cost = sum(other.cost for other in known) / len(known)
            reached = sum(other.reached for other in known) / len(known)
            score = (
                _first(((10, 0.1), (25, 0.25), (50, 0.5), (75, 0.75)), lambda bound: entry.cost * bound > cost)
                or _first(((300, 4), (200, 3), (150, 2)), lambda bound: entry.cost * bound < cost)
                or 100.0
            )
            score *= (
                _first(((3, 0.3), (2, 0.5), (1.5, 0.75)), lambda bound: entry.reached * bound > reached)
                or _first(((0.25, 3), (0.5, 2), (0.75, 1.5)), lambda bound: entry.reached * bound < reached)
                or 1.0
            )
        if entry.handicap:
            late = 4 if entry.handicap >= 4 else 1
            score *= 4 if late == 4 else 2
            entry.handicap -= late
        score *= _first(((5, 26), (4, 14), (3, 8), (2, 4)), lambda bound: entry.depth >= bound) or 1.0
        return int(min(score, MOST_SCORE))

    def observe(self, outcome: Outcome) -> None:
        counters = outcome.execution.counters
        if counters is None or not outcome.execution.verdict.can_be_slow_input or outcome.execution.cut:
            return
        values = np.frombuffer(counters, dtype=np.uint64)
        values = np.append(values, values.sum())
        classes = np.searchsorted(BUCKETS, values, side="right").astype(np.uint64)
        if self._maxima is None or self._holders is None or self._classes is None:
            self._maxima = np.zeros(len(values), np.uint64)
            self._holders = np.full(len(values), -1, np.int64)
            self._classes = np.zeros(len(values), np.uint64)
        bits = np.uint64(1) << classes
        raised, entered = values > self._maxima, ((self._classes & bits) == 0) & (classes > 0)
        self._classes |= bits
        if raised.any() or entered.any():
            self._maxima[raised] = values[raised]
            self._holders[raised] = len(self._queue)
            self._keep(outcome, int((values > 0).sum()))

    def _keep(self, outcome: Outcome, reached: int) -> None:
        parent = self._places.get(outcome.candidate.origin.parent)
        depth = self._queue[parent].depth + 1 if parent is not None else 0
        self._places[outcome.candidate.id] = len(self._queue)
        self._bytes += len(outcome.candidate.data)
        self._queue.append(_Entry(outcome.candidate.data, LAUNCH_COUNT + outcome.count, reached, depth, self._round))
        self._finds += 1
        if self._bytes > MOST_BYTES:
            self._forget_beaten()

    def _forget_beaten(self) -> None:
        """Lets go of the bytes of those that hold no maximum, oldest first, until half of the room is free; afl-fuzz
        has them on a disk."""
        for place, entry in enumerate(self._queue):
            if self._bytes <= MOST_BYTES // 2:
                return
            if entry.data and not self._is_favoured(place):
                self._bytes -= len(entry.data)
                entry.data = b""


def _first(table, holds) -> float:
    """The value of the first row whose bound holds, 0.0 where none does."""
    return next((value for value, bound in table if holds(bound)), 0.0)
