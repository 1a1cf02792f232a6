"""The catalogue at medium size: hundreds of patterns compared in about a second, cheap ones telling of dear ones.

A quadratic pattern stands out at a thousand elements as it does at the largest size, at a millionth of the cost.
What is promoted to full size, and in what order, is decided by `promotion`, by what it is foreseen to cost there: the
best are tried at a quarter of the size too, which tells the power of the size by which their cost grows. Where single
constructions of several parts each cost more than a random input, the best ones are joined as soon as they are known:
most inputs that are slow by two or three parts are slow by each of them a little.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from contextlib import suppress
from itertools import count as counter
from itertools import islice

from slowpath.analysis.growth_formula import power_between
from slowpath.catalogue import Genome
from slowpath.engine.batching import Batched, Batching
from slowpath.engine.candidate import MEDIUM, Candidate, Outcome
from slowpath.engine.lower_formats import size_of
from slowpath.engine.space import MEDIUM_BYTES, Site
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate

OTHER_SITES = 60
MOST_AT_ONCE = 8
WORTH_JOINING = 1.1
POOR, POOR_EVERY = 0.05, 6
FORESEEN, SHARE_OF_SIZE, LEAST_SIZE = 12, 4, 64
"""So many of the best are tried smaller too, where that leaves enough elements, and as far below full size."""


class Patterns(Batched):
    """Every genome of the first site, and of each further site the first `OTHER_SITES`, in turn. Which is next
    seldom hangs on the last few, so several are run at once where they are cheap."""

    id = "pattern"

    def __init__(self, context: StrategyContext) -> None:
        self._batching = Batching(MOST_AT_ONCE, 1)
        self._context = context
        self._sites = context.space.sites(MEDIUM)
        self._queue = self._points()
        self._proposed: dict[str, tuple[int, Genome]] = {}
        self._best: dict[int, int] = {}
        self._counts: dict[int, list[int]] = {}
        self._singles: dict[int, dict[str, tuple[int, str]]] = {}
        self._joined: list[tuple[int, Genome]] = []
        self._tried: set[tuple[int, Genome]] = set()
        self._foreseen: set[tuple[int, Genome]] = set()
        self._smaller: dict[str, tuple[int, Genome]] = {}
        self._lower: dict[int, Site | None] = {}

    @property
    def smaller_runs(self) -> int:
        """How many inputs were made only to foresee how the cost of others grows: their runs are cheap."""
        return len(self._smaller)

    def _points(self) -> Iterator[tuple[int, Genome]]:
        """(site, genome), the first site and the others by turns as long as both last; those that turn out to cost
        little have every sixth turn."""
        queues = {0: self._sites[0].catalogue.genomes()}
        for place, site in enumerate(self._sites[1:], 1):
            queues[place] = islice(site.catalogue.genomes(), OTHER_SITES)
        for turn in counter():
            if not queues:
                return
            for place in list(queues):
                if turn >= POOR_EVERY and turn % POOR_EVERY and len(queues) > 1 and self._is_poor(place):
                    continue
                genome = next(queues[place], None)
                if genome is None:
                    del queues[place]
                else:
                    yield place, genome

    def propose(self) -> Candidate | None:
        smaller = self._made_smaller()
        if smaller is not None:
            return smaller
        point = self._joined.pop() if self._joined else next(self._queue, None)
        while point in self._tried:
            point = next(self._queue, None)
        if point is None:
            return None
        self._tried.add(point)
        candidate = self._context.space.build(self._sites[point[0]], point[1], self.id)
        self._proposed.setdefault(candidate.id, point)
        return candidate

    def observe(self, outcome: Outcome) -> None:
        self._batching.observe(outcome)
        if (seen := self._smaller.get(outcome.candidate.id)) is not None:
            self._foresee(outcome, *seen)
        elif outcome.execution.verdict.can_be_slow_input:
            point = self._proposed[outcome.candidate.id]
            self._context.score(outcome.count, *point)
            if self._context.corpus.has_feedback:
                self._learn(outcome.count, *point)

    def _made_smaller(self) -> Candidate | None:
        """One of the best, smaller, of which nobody knows yet how its cost grows."""
        plain = self._context.plain()
        best = [*self._context.elite[:FORESEEN], *((plain,) if plain else ())]
        for scored in best if self._context.corpus.has_feedback else ():
            point = scored.site, scored.genome
            site = self._lower_site(scored.site)
            if site is None or point in self._foreseen:
                continue
            self._foreseen.add(point)
            with suppress(CannotGenerate):
                made = self._context.space.build(site, site.catalogue.known(scored.genome), self.id)
                self._smaller[made.id] = point
                return made
        return None

    def _lower_site(self, place: int) -> Site | None:
        if place not in self._lower:
            medium, full = self._sites[place], self._context.space.full[place].boundary
            size = size_of(medium.boundary) // SHARE_OF_SIZE
            is_far = size_of(full) >= SHARE_OF_SIZE * size_of(medium.boundary)
            self._lower[place] = (
                self._context.space.reduced(full, MEDIUM, size, MEDIUM_BYTES)
                if medium.level == MEDIUM and size >= LEAST_SIZE and is_far
                else None
            )
        return self._lower[place]

    def _foresee(self, outcome: Outcome, site: int, genome: Genome) -> None:
        lower = self._lower[site]
        counts = [scored.count for scored in self._context.elite if (scored.site, scored.genome) == (site, genome)]
        if lower is None or not counts or outcome.execution.cut or not outcome.execution.verdict.can_be_slow_input:
            return
        sizes = size_of(lower.boundary), size_of(self._sites[site].boundary)
        if sizes[0] < sizes[1]:
            self._context.powers[site, genome] = power_between(sizes[0], outcome.count, sizes[1], max(1, counts[0]))

    def _learn(self, count: int, site: int, genome: Genome) -> None:
        """Joins the best single constructions of all parts when one of them became better. Most parts decide nothing,
        so the median of single constructions is what an input costs without any."""
        self._best[site] = max(self._best.get(site, 0), count)
        if len(genome) != 1:
            return
        slot, choice = genome[0]
        counts, best = self._counts.setdefault(site, []), self._singles.setdefault(site, {})
        insort(counts, count)
        if count <= best.get(slot, (0, ""))[0]:
            return
        best[slot] = count, choice
        least = WORTH_JOINING * counts[len(counts) // 2]
        dearest = sorted((-count, slot, choice) for slot, (count, choice) in best.items() if count >= least)
        together = self._sites[site].catalogue.joined((slot, choice) for _, slot, choice in dearest)
        if len(together) > 1 and (site, together) not in self._tried:
            self._joined = [(site, together)]

    def _is_poor(self, site: int) -> bool:
        """Whether nothing at that site comes near to what other sites cost."""
        return self._best.get(site, 0) < POOR * max(self._best.values(), default=0)
