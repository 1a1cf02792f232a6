"""Small winners grown step by step: twice as large, climbed there for a while, and so on up to full size.

Some worst inputs follow no formula over indices: what a treap with known priorities or a heap makes slow is found by
search alone, and search dies at large sizes. But an input of twice the size that begins as two copies of a good one, in
one of several ways (`inputs.enlarge`), is nearly good, and a short climb mends it. Ways that made the best input of a
step are tried more often at the next ones. Most ascents begin anew at small inputs that owe nothing to the
corpus, of a few elements or of one, since a winner among small inputs may be a dead end for larger ones.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from slowpath.engine.batching import Batched, Batching
from slowpath.engine.candidate import FULL, MEDIUM, SMALL, Candidate, Outcome
from slowpath.engine.lower_formats import lowered
from slowpath.engine.run_cost import run_cost
from slowpath.engine.space import SMALL_BYTES, Site
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.inputs.mutators.enlarge import Way, any_way, enlarged
from slowpath.inputs.mutators.mutate import crossover, mutate
from slowpath.inputs.mutators.order import below
from slowpath.model.format import InputFormat
from slowpath.model.origin import Origin

PARENTS = 6
GROWTHS = 20
CLIMBS = 160
PATIENCE = 48
FIRST_CLIMBS = 400
FIRST_PATIENCE = 160
FIRST_SIZES = (None, 4, 16, 1)
"""The sizes at which ascents begin, by turns; None is that of the small winners, who are the parents then."""
RUNG_COST = 500_000_000
TOP_COST = 1_500_000_000
LEAST_TRIED = 6
DOUBLED_FROM, DOUBLED_UP_TO = 16, 1024
"""Sizes between which each rung is twice the one below; by half as much below them, by four times above."""
GENTLE_RUNGS = 10
"""Steps from small to full size where runs become dear soon."""
REMEMBERED_WAYS = 8
MOST_MUTATIONS = 3
TRIES = 10
MOST_AT_ONCE = 24


@dataclass(frozen=True)
class Rung:
    """One size of the ladder: its level, the sizes of the variables there, and the format that mutants obey."""

    size: int
    level: str
    sizes: dict[str, int]
    format: InputFormat


class Ladder(Batched):
    """Ascends again and again, over the boundaries by turns."""

    id = "ladder"

    def __init__(self, context: StrategyContext) -> None:
        self._batching = Batching(MOST_AT_ONCE)
        self._context = context
        self._sites = context.space.smaller()
        self._small_size = max(max(site.boundary.sizes.values(), default=1) for site in self._sites)
        self._rng = context.rng(self.id)
        self._ascents = 0
        self._rungs: list[Rung] = []
        self._at = 0
        self._parents: list[tuple[float, Candidate]] = []
        self._found: list[tuple[float, Candidate]] = []
        self._ways: dict[str, Way] = {}
        self._good_ways: deque[Way] = deque(maxlen=REMEMBERED_WAYS)
        self._proposed = self._tried = self._idle = self._untold = 0
        self._cost = 0.0
        self._was_cut = False

    def propose(self) -> Candidate | None:
        if self._sites[0].level == FULL:
            return None
        if not self._rungs:
            self._begin()
        elif self._is_done():
            if self._untold:
                # What became of the batch decides with whom to go on.
                self._untold = 0
                return None
            self._ascend()
        if not self._rungs:
            return None
        for _ in range(TRIES):
            made = self._made()
            if made is not None:
                self._proposed += 1
                self._untold += 1
                return made
        # Nothing valid comes of these parents: the next call goes on from another rung.
        self._proposed = GROWTHS + FIRST_CLIMBS
        return None

    # The way up

    def _begin(self) -> None:
        """A new ascent, from the small winners or from random inputs, over the next boundary."""
        space = self._context.space
        place = self._ascents % len(space.full)
        first = FIRST_SIZES[self._ascents % len(FIRST_SIZES)]
        self._ascents += 1
        site = (
            self._sites[place]
            if first is None or (space.is_resized and first > self._small_size)
            else space.reduced(space.full[place].boundary, SMALL, first, SMALL_BYTES)
        )
        self._rungs = list(self._rungs_of(place, max(site.boundary.sizes.values(), default=1)))
        self._at = 0
        elites = self._context.corpus.elites(SMALL, PARENTS) if first is None else []
        self._parents = [
            (self._fitness(entry.count), entry.candidate) for entry in elites if entry.candidate.instance is not None
        ]
        if not self._parents:
            self._parents = [(0.0, made) for made in self._random(site)]
        if not self._parents:
            self._rungs = []
        self._reset()

    def _rungs_of(self, place: int, size: int) -> Iterator[Rung]:
        space = self._context.space
        boundary = space.full[place].boundary
        largest = max(boundary.sizes.values(), default=1)
        step = 1 + max(0, largest - self._small_size) // GENTLE_RUNGS
        while size < largest:
            sizes = lowered(boundary.sizes, size)
            yield Rung(size, SMALL if self._is_small(size) else MEDIUM, sizes, space.bounded(size))
            if space.is_resized:
                # Where each element more takes twice the time, twice the size is out of reach.
                size += step
            elif size < DOUBLED_FROM:
                size += 1 + size // 2
            else:
                size *= 2 if size < DOUBLED_UP_TO else 4
        yield Rung(largest, FULL, dict(boundary.sizes), space.format)

    def _is_small(self, size: int) -> bool:
        return size <= (1 if self._context.space.is_resized else 2) * self._small_size

    def _random(self, site: Site) -> list[Candidate]:
        made = []
        for trial in range(PARENTS):
            try:
                made.append(self._context.space.build(site, (), self.id, PARENTS * self._ascents + trial))
            except CannotGenerate:
                continue
        return made

    def _is_done(self) -> bool:
        """Whether this rung has had its share."""
        is_top = self._at == len(self._rungs) - 1
        if self._proposed >= GROWTHS + (FIRST_CLIMBS if self._at == 0 else CLIMBS):
            return True
        if self._tried < LEAST_TRIED:
            return False
        patience = FIRST_PATIENCE if self._at == 0 else PATIENCE
        return self._was_cut or self._idle >= patience or self._cost >= (TOP_COST if is_top else RUNG_COST)

    def _ascend(self) -> None:
        """The next rung, with the best of this one as parents; the top one where runs are cut already."""
        if self._found:
            self._parents = self._found[:PARENTS]
            way = self._ways.get(self._parents[0][1].id)
            if way is not None:
                self._good_ways.append(way)
        last = len(self._rungs) - 1
        if self._at == last or (not self._found and self._at > 0):
            self._rungs = []
            self._begin()
            return
        self._at = last if self._was_cut else self._at + 1
        self._reset()

    def _reset(self) -> None:
        self._found, self._ways = [], {}
        self._proposed = self._tried = self._idle = self._untold = 0
        self._cost, self._was_cut = 0.0, False

    # One rung

    def _made(self) -> Candidate | None:
        if self._proposed < GROWTHS or not self._found:
            return self._grown()
        return self._climbed()

    def _grown(self) -> Candidate | None:
        """A parent of the rung below, grown; on the first rung, where parents are of its size, as often a mutant."""
        rng, rung = self._rng, self._rungs[self._at]
        parent = self._chosen(self._parents)
        assert parent.instance is not None
        way = (
            self._good_ways[below(len(self._good_ways), rng)]
            if self._good_ways and rng.random() < 0.5
            else any_way(rng)
        )
        try:
            instance = enlarged(rung.format, parent.instance, rung.sizes, way, rng)
        except CannotGenerate:
            return None
        label = f"grown to {rung.size} ({way})"
        if instance is parent.instance:
            instance, label = mutate(rung.format, instance, rng)
        made = self._candidate(instance, label, parent)
        self._ways[made.id] = way
        return made

    def _climbed(self) -> Candidate | None:
        rng, fmt = self._rng, self._rungs[self._at].format
        parent = self._chosen(self._found)
        assert parent.instance is not None
        instance, labels = parent.instance, []
        other = self._chosen(self._found)
        if other.id != parent.id and rng.random() < 0.2:
            assert other.instance is not None
            instance, label = crossover(fmt, instance, other.instance, rng)
            labels.append(label)
        for _ in range(1 + min(MOST_MUTATIONS - 1, int(rng.geometric(0.6)) - 1)):
            instance, label = mutate(fmt, instance, rng)
            labels.append(label)
        made = self._candidate(instance, ", ".join(labels), parent)
        if parent.id in self._ways:
            self._ways[made.id] = self._ways[parent.id]
        return made if made.data != parent.data else None

    def _chosen(self, ranked: list[tuple[float, Candidate]]) -> Candidate:
        return ranked[min(int(self._rng.geometric(0.4)), len(ranked)) - 1][1]

    def _candidate(self, instance: dict, label: str, parent: Candidate) -> Candidate:
        origin = Origin(self.id, f"{label} of #{parent.id[:6]}", parent=parent.id)
        return self._context.space.from_instance(instance, origin, self._rungs[self._at].level, self.id)

    def observe(self, outcome: Outcome) -> None:
        self._batching.observe(outcome)
        self._untold = 0
        self._tried += 1
        self._cost += run_cost(outcome)
        if not outcome.execution.verdict.can_be_slow_input:
            return
        fitness = self._fitness(outcome.count)
        is_better = not self._found or fitness > self._found[0][0]
        self._idle = 0 if is_better else self._idle + 1
        self._was_cut = self._was_cut or outcome.execution.cut
        # Among equals the latest stands first: a climb drifts over plateaus.
        place = sum(other > fitness for other, _ in self._found)
        self._found.insert(place, (fitness, outcome.candidate))
        del self._found[PARENTS:]

    def _fitness(self, count: int) -> float:
        return float(count) if self._context.corpus.has_feedback else float(self._rng.random())
