"""Mutators that a model wrote with the constraints before it (WEDGE section 3.3), as one strategy among the others.

A mutator is run on a parent of the corpus with several seeds at once, since a run of the sandbox costs more than a
call. What it makes is laid out in the format, parsed and validated like any other proposal, and its replay holds the
bytes. Mutators that make nothing new several times in a row rest until all others do.
"""

from __future__ import annotations

from collections import Counter, deque

from slowpath.engine.board import Board
from slowpath.engine.candidate import FULL, SMALL, Candidate, Outcome
from slowpath.engine.generated import laid_out
from slowpath.engine.space import SMALL_BYTES
from slowpath.model.generator import MutatorProgram
from slowpath.model.origin import Origin

SEEDS_AT_ONCE = 8
LONG_PARENT = 1 << 15
LARGEST_PARENT = 4 << 20
PARENTS = 6
MOST_IDLE = 6
ATTEMPTS = 4
_SEED_RANGE = 1 << 31


class ModelMutators:
    """Proposes what the mutators on the board make of the corpus."""

    id = "model-mutator"
    batch = 1

    def __init__(self, board: Board) -> None:
        self._board = board
        self._rng = board.rng(self.id)
        self._queue: deque[tuple[MutatorProgram, Candidate, int, bytes]] = deque()
        self._made: set[str] = set()
        self._idle: Counter[str] = Counter()
        self._turn = 0

    def propose(self) -> Candidate | None:
        for _ in range(ATTEMPTS):
            while self._queue:
                made = self._queue.popleft()
                candidate = self._candidate(*made)
                if candidate.id not in self._made:
                    self._made.add(candidate.id)
                    self._idle[made[0].id] = 0
                    return candidate
            if not self._refill():
                return None
        return None

    def _refill(self) -> bool:
        """Runs the next mutator on a parent; False where there is none, or no parent."""
        working = [each for each in self._board.mutators if self._idle[each.id] < MOST_IDLE]
        if not working:
            self._idle.clear()
            return False
        parent = self._parent()
        if parent is None:
            return False
        self._turn += 1
        program = working[self._turn % len(working)]
        self._idle[program.id] += 1
        count = 1 if len(parent.data) > LONG_PARENT else SEEDS_AT_ONCE
        seeds = [int(seed) for seed in self._rng.integers(1, _SEED_RANGE, size=count)]
        assert self._board.runner is not None
        run = self._board.runner.mutate(program.source, [parent.data], [(0, seed) for seed in seeds])
        self._queue.extend((program, parent, seed, output) for seed, output in zip(seeds, run.outputs, strict=False)
                           if output is not None)
        return True

    def _parent(self) -> Candidate | None:
        """The costliest inputs at full size mostly, else one that the small world bred."""
        best = [entry.candidate for entry in self._board.corpus.best(FULL, PARENTS)
                if len(entry.candidate.data) <= LARGEST_PARENT]
        if best and self._rng.random() < 0.75:
            return best[min(int(self._rng.geometric(0.5)) - 1, len(best) - 1)]
        small = self._board.corpus.choose(SMALL, self._rng)
        if small is not None:
            return small.candidate
        return best[0] if best else None

    def _candidate(self, program: MutatorProgram, parent: Candidate, seed: int, output: bytes) -> Candidate:
        data, instance = laid_out(self._board.space.format, output)
        level = parent.level if len(data) <= 2 * SMALL_BYTES else FULL
        # The bytes themselves go into a replay: the recipe only says where they come from.
        recipe = {"kind": "mutator", "mutator": program.id, "rng_seed": seed}
        origin = Origin(self.id, f"{program.label} of #{parent.id[:6]}", parent=parent.id, recipe=recipe)
        return Candidate(data, instance, origin, level, self.id)

    def observe(self, outcome: Outcome) -> None:
        return
