"""Random valid inputs, as a baseline: what a stress test tries. It has a part only where it's asked for by name.

Most inputs are of the largest sizes, where slowness shows (STAB section 3.1 saturates sizes for that reason); of those
in between the sizes are drawn as well, evenly on a logarithmic scale.
"""

from __future__ import annotations

from itertools import count

from slowpath.engine.batching import Batched, Batching
from slowpath.engine.candidate import Candidate, Outcome
from slowpath.engine.space import Site, rng_seed
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.plan import Plan
from slowpath.model.origin import Origin

SMALLER_EVERY = 4
MOST_AT_ONCE = 16


class RandomValid(Batched):
    """Goes round the boundaries; every fourth input has random sizes up to the boundary's."""

    id = "random-valid"

    def __init__(self, context: StrategyContext) -> None:
        self._batching = Batching(MOST_AT_ONCE, 1)
        self._space = context.space
        self._rng = context.rng(self.id)
        self._trials = count()

    def propose(self) -> Candidate | None:
        trial = next(self._trials)
        site = self._space.full[trial // SMALLER_EVERY % len(self._space.full)]
        if trial % SMALLER_EVERY != SMALLER_EVERY - 1:
            return self._space.build(site, (), self.id, trial)
        return self._smaller(site, trial)

    def _smaller(self, site: Site, trial: int) -> Candidate:
        sizes = {
            name: max(1, round(size ** self._rng.random())) if size > 0 else size
            for name, size in site.boundary.sizes.items()
        }
        seed = rng_seed(self._space.seed, self.id, trial)
        return self._space.from_plan(
            site,
            Plan(sizes=sizes, cases=site.boundary.cases),
            seed,
            Origin(self.id, "random sizes and content"),
            self.id,
        )

    def observe(self, outcome: Outcome) -> None:
        self._batching.observe(outcome)
