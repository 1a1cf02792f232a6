"""Genomes bred at medium size: the constructions of two good ones joined, one construction changed or left out.

The static list of the catalogue tries single parts and pairs; an input that needs three parts to be right (a text,
a pattern and the pattern's length) is found here, since each part alone already costs a little more.
"""

from __future__ import annotations

from slowpath.catalogue import Genome
from slowpath.engine.awaited import Awaited
from slowpath.engine.batching import Batched, Batching
from slowpath.engine.candidate import MEDIUM, Candidate, Outcome
from slowpath.engine.seen import Seen
from slowpath.engine.strategy_context import StrategyContext

PARENTS = 14
ATTEMPTS = 20
MOST_AT_ONCE, MOST_KNOWN = 8, 20_000


class Combination(Batched):
    """A small evolutionary search over genomes; its good ones join the elite, from which they are promoted."""

    id = "combination"

    def __init__(self, context: StrategyContext) -> None:
        self._context = context
        self._rng = context.rng(self.id)
        self._sites = context.space.sites(MEDIUM)
        self._tried = Seen(MOST_KNOWN)
        self._awaited = Awaited[tuple[int, Genome]]()
        self._batching = Batching(MOST_AT_ONCE)

    def propose(self) -> Candidate | None:
        if not self._context.elite:
            return None
        for _ in range(ATTEMPTS):
            point = self._bred()
            said = repr(point)
            if said not in self._tried:
                self._tried.add(said)
                return self._awaited.add(self._context.space.build(self._sites[point[0]], point[1], self.id), point)
        return None

    def _bred(self) -> tuple[int, Genome]:
        rng, elite = self._rng, self._context.elite
        ranks = rng.integers(0, min(PARENTS, len(elite)), size=2)
        mother, father = elite[int(ranks[0])], elite[int(ranks[1])]
        catalogue = self._sites[mother.site].catalogue
        genes = dict(mother.genome)
        if rng.random() < 0.5 and father.genome != mother.genome:
            genes.update(father.genome)
        else:
            slot = catalogue.slots[int(rng.integers(len(catalogue.slots)))] if catalogue.slots else None
            if slot is not None:
                genes[slot.name] = slot.choices[int(rng.integers(len(slot.choices)))].name
        if len(genes) > 1 and rng.random() < 0.2:
            del genes[list(genes)[int(rng.integers(len(genes)))]]
        return mother.site, catalogue.known(genes.items())

    def observe(self, outcome: Outcome) -> None:
        self._batching.observe(outcome)
        point = self._awaited.take(outcome)
        if point is not None and outcome.execution.verdict.can_be_slow_input:
            self._context.score(outcome.count, *point)
