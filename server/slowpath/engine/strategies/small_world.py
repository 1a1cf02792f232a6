"""Feedback search on inputs of a few dozen elements: thousands of runs a second, and shapes that can be read.

Structural mutation with per-counter maxima (PerfFuzz, ISSTA 2018) reaches 99% of the worst at 30 elements and 0.3% at
20,000: so it works where it works, and `generalisation` carries its winners to full size. Its inputs have several
sizes, from a few elements on, since a shape shows in how it grows; the format that mutants obey has no larger ones
(`Space.bounded`), or doubling by doubling all would end at full size.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from slowpath.catalogue import Genome
from slowpath.engine.batching import Batched, Batching
from slowpath.engine.candidate import FULL, SMALL, Candidate, Outcome
from slowpath.engine.space import SMALL_BYTES, Site
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.mutators.mutate import crossover, mutate
from slowpath.model.origin import Origin

SEEDS = 40
RANDOM_SEEDS = 3
SEED_SIZES = (2, 4, 8, 16)
MOST_MUTATIONS = 4
MOST_AT_ONCE = 32
MOST_BYTES = 2 * SMALL_BYTES
TRIES = 8


class SmallWorld(Batched):
    """Random inputs of small sizes and seeds from the catalogue first, then mutants and crossings of the corpus."""

    id = "small-world"

    def __init__(self, context: StrategyContext) -> None:
        self._context = context
        self._rng = context.rng(self.id)
        self._batching = Batching(MOST_AT_ONCE)
        space = context.space
        self._sites = space.smaller()
        self._level = self._sites[0].level
        is_cut = self._level != FULL
        largest = max((size for site in self._sites for size in site.boundary.sizes.values()), default=1)
        self._format = space.for_small(largest) if is_cut else space.format
        self._seed_sizes = sorted({min(size, largest) for size in SEED_SIZES})
        self._seeds = chain(self._random_seeds() if is_cut else (), self._catalogued_seeds())

    def _random_seeds(self) -> Iterator[tuple[Site, Genome, int]]:
        space = self._context.space
        sites = [
            space.reduced(site.boundary, SMALL, size, SMALL_BYTES) for site in space.full for size in self._seed_sizes
        ]
        yield from (
            (site, (), trial) for trial in range(RANDOM_SEEDS) for site in (*sites, *self._sites) if site.level == SMALL
        )

    def _catalogued_seeds(self) -> Iterator[tuple[Site, Genome, int]]:
        sites = self._sites
        yield from (
            (site, genome, 0) for site in sites for genome in islice(site.catalogue.genomes(), SEEDS // len(sites) + 1)
        )

    def propose(self) -> Candidate | None:
        seed = next(self._seeds, None)
        if seed is not None:
            site, genome, trial = seed
            return self._context.space.build(site, genome, self.id, trial)
        for _ in range(TRIES):
            parent = self._context.corpus.choose(self._level, self._rng)
            if parent is None:
                return None
            child = self._child(parent.candidate)
            if child is not None:
                return child
        return None

    def _child(self, parent: Candidate) -> Candidate | None:
        """A mutant; None where it's as the parent, or too long."""
        fmt, rng, instance, labels = self._format, self._rng, parent.instance, []
        if instance is None:
            return None
        other = self._context.corpus.choose(self._level, rng) if rng.random() < 0.15 else None
        if other is not None and other.candidate.instance is not None:
            instance, label = crossover(fmt, instance, other.candidate.instance, rng)
            labels.append(label)
        for _ in range(1 + min(MOST_MUTATIONS - 1, int(rng.geometric(0.6)) - 1)):
            instance, label = mutate(fmt, instance, rng)
            labels.append(label)
        origin = Origin(self.id, f"{', '.join(labels)} of #{parent.id[:6]}", parent=parent.id)
        child = self._context.space.from_instance(instance, origin, self._level, self.id)
        is_fit = child.data != parent.data and len(child.data) <= max(MOST_BYTES, 2 * len(parent.data))
        return child if is_fit else None

    def observe(self, outcome: Outcome) -> None:
        self._batching.observe(outcome)
