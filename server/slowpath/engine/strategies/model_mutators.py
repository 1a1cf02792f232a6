"""Mutators that a model wrote with the constraints before it (WEDGE section 3.3), as one strategy among the others.

A mutator is run on a parent of the corpus with several seeds at once, since a run of the sandbox costs more than a
call. What it makes is laid out in the format, parsed and validated like any other proposal, and its replay holds the
bytes. Mutators that make nothing new several times in a row rest until all others do.

What a mutator knows of the constraints is known before anything was run, so it comes first: a mutator has a generator
inside (its prompt asks for one), which makes inputs from scratch where the text that it's given can't be parsed. A few
of them open the search.
"""

from __future__ import annotations

from collections import Counter, deque

from slowpath.engine.candidate import FULL, SMALL, Candidate, Outcome
from slowpath.engine.generated import laid_out
from slowpath.engine.space import SMALL_BYTES
from slowpath.engine.strategy_context import StrategyContext
from slowpath.model.generator import MutatorProgram
from slowpath.model.origin import Origin

SEEDS_AT_ONCE = 8
LONG_PARENT = 1 << 15
LARGEST_PARENT = 4 << 20
PARENTS = 6
MOST_IDLE = 6
ATTEMPTS = 4
FROM_SCRATCH = 8
"""Inputs that each mutator's generator makes before anything else is tried."""
_SEED_RANGE = 1 << 31


_Made = tuple[MutatorProgram, Candidate | None, int, bytes]
"""A mutator, what it was given (None: nothing), its seed, and its output."""


class ModelMutators:
    """Proposes what the mutators of the context make of the corpus."""

    id = "model-mutator"
    batch = 1

    def __init__(self, context: StrategyContext) -> None:
        self._context = context
        self._rng = context.rng(self.id)
        self._queue: deque[_Made] = deque()
        self._opened: deque[_Made] = deque()
        self._made: set[str] = set()
        self._idle: Counter[str] = Counter()
        self._turn = 0
        self._unopened = deque(context.mutators)

    @property
    def is_opening(self) -> bool:
        """Whether there is something left to be tried before anything else."""
        self._open()
        return bool(self._opened)

    def _open(self) -> None:
        """Runs the generators that are left until one gives something."""
        while not self._opened and self._unopened:
            program = self._unopened.popleft()
            outputs = self._run(program, b"", FROM_SCRATCH)
            self._opened.extend((program, None, seed, output) for seed, output in outputs)

    def propose(self) -> Candidate | None:
        for _ in range(ATTEMPTS):
            while self._opened or self._queue:
                made = (self._opened or self._queue).popleft()
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
        working = [each for each in self._context.mutators if self._idle[each.id] < MOST_IDLE]
        if not working:
            self._idle.clear()
            return False
        parent = self._parent()
        if parent is None:
            return False
        self._turn += 1
        program = working[self._turn % len(working)]
        self._idle[program.id] += 1
        outputs = self._run(program, parent.data, 1 if len(parent.data) > LONG_PARENT else SEEDS_AT_ONCE)
        self._queue.extend((program, parent, seed, output) for seed, output in outputs)
        return True

    def _run(self, program: MutatorProgram, text: bytes, count: int) -> list[tuple[int, bytes]]:
        """What a mutator makes of a text with seeds of its own; nothing where it fails."""
        seeds = [int(seed) for seed in self._rng.integers(1, _SEED_RANGE, size=count)]
        assert self._context.runner is not None
        run = self._context.runner.mutate(program.source, [text], [(0, seed) for seed in seeds])
        return [(seed, output) for seed, output in zip(seeds, run.outputs, strict=False) if output is not None]

    def _parent(self) -> Candidate | None:
        """The costliest inputs at full size mostly, else one that the small world bred."""
        best = [
            entry.candidate
            for entry in self._context.corpus.best(FULL, PARENTS)
            if len(entry.candidate.data) <= LARGEST_PARENT
        ]
        if best and self._rng.random() < 0.75:
            return best[min(int(self._rng.geometric(0.5)) - 1, len(best) - 1)]
        small = self._context.corpus.choose(SMALL, self._rng)
        if small is not None:
            return small.candidate
        return best[0] if best else None

    def _candidate(self, program: MutatorProgram, parent: Candidate | None, seed: int, output: bytes) -> Candidate:
        data, instance = laid_out(self._context.space.format, output)
        level = parent.level if parent is not None and len(data) <= 2 * SMALL_BYTES else FULL
        # The bytes themselves go into a replay: the recipe only says where they come from.
        recipe = {"kind": "mutator", "mutator": program.id, "rng_seed": seed}
        words = f"of #{parent.id[:6]}" if parent is not None else "from scratch"
        origin = Origin(
            self.id, f"{program.label} {words}", parent=parent.id if parent is not None else "", recipe=recipe
        )
        return Candidate(data, instance, origin, level, self.id)

    def observe(self, outcome: Outcome) -> None:
        return
