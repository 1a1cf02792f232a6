"""Feedback search on inputs of a few dozen elements: thousands of runs a second, and shapes that can be read.

Structural mutation with per-counter maxima (PerfFuzz, ISSTA 2018) reaches 99% of the worst at 30 elements and
0.3% at 20,000: so it works where it works, and `generalisation` carries its winners to full size.
"""

from __future__ import annotations

from itertools import islice

from slowpath.engine.board import Board
from slowpath.engine.candidate import SMALL, Candidate, Outcome
from slowpath.engine.space import SMALL_BYTES
from slowpath.inputs.mutate import crossover, mutate
from slowpath.model.origin import Origin

SEEDS = 40
MOST_MUTATIONS = 4


class SmallWorld:
    """Seeds from the catalogue at small size first, then mutants and crossings of the corpus."""

    id = "small-world"
    batch = 1

    def __init__(self, board: Board) -> None:
        self._board = board
        self._rng = board.rng(self.id)
        sites = board.space.sites(SMALL)
        self._seeds = iter([(site, genome) for site in sites
                            for genome in islice(site.catalogue.genomes(), SEEDS // len(sites) + 1)])

    def propose(self) -> Candidate | None:
        seed = next(self._seeds, None)
        if seed is not None:
            return self._board.space.build(*seed, self.id)
        level = self._board.space.sites(SMALL)[0].level
        parent = self._board.corpus.choose(level, self._rng)
        if parent is None or parent.candidate.instance is None:
            return None
        return self._child(parent.candidate, level)

    def _child(self, parent: Candidate, level: str) -> Candidate | None:
        fmt, rng = self._board.space.format, self._rng
        assert parent.instance is not None
        instance, labels = parent.instance, []
        other = self._board.corpus.choose(level, rng) if rng.random() < 0.15 else None
        if other is not None and other.candidate.instance is not None:
            instance, label = crossover(fmt, instance, other.candidate.instance, rng)
            labels.append(label)
        for _ in range(1 + min(MOST_MUTATIONS - 1, int(rng.geometric(0.6)) - 1)):
            instance, label = mutate(fmt, instance, rng)
            labels.append(label)
        origin = Origin(self.id, f"{', '.join(labels)} of #{parent.id[:6]}", parent=parent.id)
        child = self._board.space.from_instance(instance, origin, level, self.id)
        return child if len(child.data) <= max(2 * SMALL_BYTES, 2 * len(parent.data)) else None

    def observe(self, outcome: Outcome) -> None:
        return
