"""Mutation at full size, of the costliest inputs: polishing what patterns and growth have found.

One run here may cost as much as hundreds of small ones; the scheduler gives it a share by what it yields. Where runs
are short several are made at once, since changing to and fro between search and program takes longer than they do.
"""

from __future__ import annotations

from slowpath.engine.batching import Batched, Batching
from slowpath.engine.candidate import FULL, Candidate, Outcome
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.mutators.mutate import crossover, mutate
from slowpath.model.origin import Origin

PARENTS = 6
MOST_AT_ONCE = 8


class Refinement(Batched):
    """Mutants and crossings of the costliest inputs at full size."""

    id = "mutation"

    def __init__(self, context: StrategyContext) -> None:
        self._batching = Batching(MOST_AT_ONCE, 1)
        self._context = context
        self._rng = context.rng(self.id)

    def propose(self) -> Candidate | None:
        fmt, rng = self._context.space.format, self._rng
        parents = [entry for entry in self._context.corpus.best(FULL, PARENTS) if entry.candidate.instance is not None]
        if not parents:
            return None
        parent = parents[min(int(rng.geometric(0.5)) - 1, len(parents) - 1)].candidate
        assert parent.instance is not None
        if len(parents) > 1 and rng.random() < 0.2:
            other = parents[int(rng.integers(len(parents)))].candidate
            assert other.instance is not None
            instance, label = crossover(fmt, parent.instance, other.instance, rng)
            label = f"{label} with #{other.id[:6]}"
        else:
            instance, label = mutate(fmt, parent.instance, rng)
        origin = Origin(self.id, f"{label} of #{parent.id[:6]}", parent=parent.id)
        return self._context.space.from_instance(instance, origin, FULL, self.id)

    def observe(self, outcome: Outcome) -> None:
        self._batching.observe(outcome)
