"""AFL++ as one strategy among the others, on request and where it's installed, with our structure-aware mutator as its
only one (AFL++, docs/custom_mutators.md).

Its feedback is another than ours: classes of hit counts per edge, in all its queue rather than the largest of each
counter, which keeps inputs that reach rare code. It runs in slices while the rest of the search waits; what it kept is
then proposed, so that it's judged and counted like anything else. What it keeps hangs on the machine's load: a
search with it doesn't repeat, whatever the budget.
"""

from __future__ import annotations

from collections import deque

from slowpath.engine.candidate import FULL, SMALL, Candidate, Outcome
from slowpath.engine.generated import laid_out
from slowpath.engine.moves.byte_mutator import ByteMutator
from slowpath.engine.moves.fuzzer_seeds import fuzzer_seeds
from slowpath.engine.space import SMALL_BYTES
from slowpath.engine.strategy_context import StrategyContext
from slowpath.model.origin import Origin

SLICE_S = 0.25
MOST_EMPTY_SLICES = 240
"""After so many slices in a row in which it kept nothing it isn't let on: its queue has stopped growing."""


class Afl:
    """Proposes what AFL++ kept."""

    id = "afl"
    batch = 8

    def __init__(self, context: StrategyContext) -> None:
        self._context = context
        self._waiting: deque[bytes] = deque()
        self._began = False
        self._empty_slices = 0
        self._beside_s = 0.0
        self._has_small = context.space.sites(SMALL)[0].level == SMALL

    def propose(self) -> Candidate | None:
        if not self._waiting and self._empty_slices < MOST_EMPTY_SLICES:
            self._waiting.extend(self._fuzzed())
            self._empty_slices = 0 if self._waiting else self._empty_slices + 1
        if not self._waiting:
            return None
        data, instance = laid_out(self._context.space.format, self._waiting.popleft())
        level = SMALL if self._has_small and len(data) <= SMALL_BYTES else FULL
        return Candidate(data, instance, Origin(self.id, "kept by AFL++"), level, self.id)

    def _fuzzed(self) -> list[bytes]:
        """What one slice brings, nothing without AFL++; the first begins with the seeds."""
        fuzzer, context = self._context.fuzzer, self._context
        if fuzzer is None:
            return []
        if not self._began:
            seeds = fuzzer_seeds(context.space.format, context.samples, context.seed, fuzzer.largest_bytes)
            if not seeds:
                return []
            fuzzer.begin(seeds, ByteMutator(context.space.format, context.seed), context.seed)
            self._began = True
        self._beside_s += SLICE_S
        return fuzzer.advance(SLICE_S)

    def taken_beside_s(self) -> float:
        """What its slices took since it was last asked. See `scheduler.WorksBeside`."""
        taken, self._beside_s = self._beside_s, 0.0
        return taken

    def observe(self, outcome: Outcome) -> None:
        return
