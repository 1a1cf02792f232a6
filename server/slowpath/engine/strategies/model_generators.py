"""Generators that a model wrote (STAB section 3.3), as one strategy among the others.

Each generator is run once at full size, then once at small size where it can scale (small inputs are what the small
world breeds from), then with further seeds, those of the costliest generator first, as long as seeds change anything.
What a generator makes is parsed and validated like any other proposal.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass

from slowpath.engine.candidate import FULL, SMALL, Candidate, Outcome
from slowpath.engine.generated import laid_out, recipe_of
from slowpath.engine.space import SMALL_BYTES, SMALL_SIZE
from slowpath.engine.strategy_context import StrategyContext
from slowpath.model.generator import GeneratorProgram
from slowpath.model.origin import Origin

FIRST_SEED = 1
MOST_SEEDS = 12
MOST_INPUTS = 10


@dataclass(frozen=True)
class _Call:
    """One call of a generator, and which of the inputs that it returns."""

    program: GeneratorProgram
    seed: int
    size: int
    index: int
    level: str


class ModelGenerators:
    """Proposes what the generators of the context make."""

    id = "model-generator"
    batch = 1

    def __init__(self, context: StrategyContext) -> None:
        self._context = context
        self._queue: deque[_Call] = deque()
        self._best: Counter[str] = Counter()
        self._seeds: Counter[str] = Counter()
        self._made: set[str] = set()
        self._last: _Call | None = None
        self._kept: tuple[tuple[str, int, int], tuple[bytes, ...]] | None = None
        for program in context.generators:
            self._queue.append(_Call(program, FIRST_SEED, program.full_size, 0, FULL))
            self._seeds[program.id] = FIRST_SEED
        self._queue.extend(self._small_calls())

    def _small_calls(self) -> list[_Call]:
        """The same at a few dozen elements, where that is another input."""
        if self._context.space.sites(SMALL)[0].level == FULL:
            return []
        return [
            _Call(program, FIRST_SEED, SMALL_SIZE, 0, SMALL)
            for program in self._context.generators
            if program.takes_size and program.full_size > 2 * SMALL_SIZE
        ]

    def propose(self) -> Candidate | None:
        while self._queue or self._refill():
            call = self._queue.popleft()
            candidate = self._candidate(call)
            if candidate is not None and candidate.id not in self._made:
                self._made.add(candidate.id)
                self._last = call
                return candidate
            if candidate is not None and call.level == FULL and call.index == 0:
                # A seed that changes nothing says that none will.
                self._seeds[call.program.id] = MOST_SEEDS
        return None

    def _refill(self) -> bool:
        """Queues the next seed of the costliest generator that has one left."""
        left = [
            program
            for program in self._context.generators
            if program.takes_seed and self._seeds[program.id] < MOST_SEEDS
        ]
        if not left:
            return False
        chosen = max(left, key=lambda program: self._best[program.id] / 2 ** self._seeds[program.id])
        self._seeds[chosen.id] += 1
        self._queue.append(_Call(chosen, self._seeds[chosen.id], chosen.full_size, 0, FULL))
        return True

    def _candidate(self, call: _Call) -> Candidate | None:
        """The input of a call; further inputs of the same run are queued behind it."""
        outputs = self._outputs(call)
        if call.index >= len(outputs) or (call.level == SMALL and len(outputs[0]) > 2 * SMALL_BYTES):
            return None
        if call.index == 0 and call.level == FULL:
            self._queue.extendleft(
                reversed(
                    [
                        _Call(call.program, call.seed, call.size, index, call.level)
                        for index in range(1, min(MOST_INPUTS, len(outputs)))
                    ]
                )
            )
        data, instance = laid_out(self._context.space.format, outputs[call.index])
        origin = Origin(
            self.id, _label(call, len(outputs)), recipe=recipe_of(call.program, call.seed, call.size, call.index)
        )
        return Candidate(data, instance, origin, call.level, self.id)

    def _outputs(self, call: _Call) -> tuple[bytes, ...]:
        """What the generator returns; the last run is kept, since a run may give several inputs."""
        key = (call.program.id, call.seed, call.size)
        if self._kept is None or self._kept[0] != key:
            assert self._context.runner is not None
            self._kept = key, self._context.runner.run(call.program.source, call.seed, call.size).outputs
        return self._kept[1]

    def observe(self, outcome: Outcome) -> None:
        if self._last is not None and outcome.candidate.level == FULL and outcome.execution.verdict.can_be_slow_input:
            program_id = self._last.program.id
            self._best[program_id] = max(self._best[program_id], outcome.count)


def _label(call: _Call, count: int) -> str:
    """What the user reads: the generator, and what tells its inputs apart."""
    remarks = [f"test {call.index + 1}"] if count > 1 else []
    if call.program.takes_seed:
        remarks.append(f"seed {call.seed}")
    if call.level != FULL:
        remarks.append(f"{call.level} size")
    return f"{call.program.label} ({', '.join(remarks)})" if remarks else call.program.label
