"""The catalogue at medium size: hundreds of patterns compared in about a second, cheap ones telling of dear ones.

A quadratic pattern stands out at a thousand elements as it does at the largest size, at a millionth of the cost.
What is promoted to full size, and in what order, is decided by `promotion`. Where single constructions of several parts
each cost more than a random input, the best ones are joined as soon as they are known: most inputs that are slow by
two or three parts are slow by each of them a little.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from itertools import count as counter
from itertools import islice

from slowpath.catalogue import Genome
from slowpath.engine.batching import Batched, Batching
from slowpath.engine.candidate import MEDIUM, Candidate, Outcome
from slowpath.engine.strategy_context import StrategyContext

OTHER_SITES = 60
MOST_AT_ONCE = 8
WORTH_JOINING = 1.1
POOR, POOR_EVERY = 0.05, 6


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
        if outcome.execution.verdict.can_be_slow_input:
            point = self._proposed[outcome.candidate.id]
            self._context.score(outcome.count, *point)
            if self._context.corpus.has_feedback:
                self._learn(outcome.count, *point)

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
