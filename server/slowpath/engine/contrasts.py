"""Which inputs the contrastive pair is mined from, and when a newly mined pair replaces the last.

The pool is bounded: samples, and for each generated input that proved slow *partners* with the same values in
another order, random and ascending, so that a pair can differ in nothing but order.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.analysis.contrast import ENOUGH_RATIO, TELLING, ContrastMiner, quality
from slowpath.analysis.contrast import Candidate as ContrastCandidate
from slowpath.engine.candidate import Outcome
from slowpath.model.contrast import Contrast
from slowpath.model.ports import Executor

POOL = 28
LARGEST_BYTES = 100_000
BETTER = 1.05
DEARER = 1.5


@dataclass(frozen=True)
class MinedPair:
    """A pair that was mined here: the inputs' bytes, and the slots of probes in their runs (None without any)."""

    contrast: Contrast
    fast: bytes
    slow: bytes
    fast_slots: np.ndarray | None
    slow_slots: np.ndarray | None


class ContrastPool:
    """Keeps candidates and mines the pair among them; only an improvement by 5% is reported, or a pair beside which the
    work of the last one is nothing.

    `slots_of` reads the slots of probes off a run's counters.
    """

    def __init__(
        self, executor: Executor, slots_of: Callable[[array | None], np.ndarray | None] = lambda _: None
    ) -> None:
        self._executor = executor
        self._slots_of = slots_of
        self._slots: dict[str, np.ndarray | None] = {}
        self._miner = ContrastMiner()
        self._pool: dict[str, ContrastCandidate] = {}
        self._standing = (-99, 0.0)
        self._told_work = 0
        self._changed = False
        self._weighed: dict[str, int] = {}
        self._known: dict[str, tuple[str, int]] = {}

    def deserves_partners(self, input_id: str, shape: str, count: int) -> bool:
        """Whether no input of that profile shape had partners yet, or only ones that cost clearly less."""
        self._known[input_id] = shape, count
        return self._is_news(shape, count)

    def is_settled(self, input_id: str) -> bool:
        """Whether another run of the input would tell nothing: it's in the pool, or its like had partners."""
        return input_id in self._pool or (input_id in self._known and not self._is_news(*self._known[input_id]))

    def _is_news(self, shape: str, count: int) -> bool:
        return count > DEARER * self._weighed.get(shape, 0)

    def gave_partners(self, shape: str, count: int) -> None:
        """Takes note of an input of that shape and count whose values stand in the pool in other orders."""
        self._weighed[shape] = max(count, self._weighed.get(shape, 0))

    def resume(self, contrast: Contrast) -> None:
        """A pair that an earlier process of the campaign reported: only a better one is news."""
        self._standing, self._told_work = standing(contrast), contrast.slow_work

    def add(self, outcome: Outcome) -> None:
        """Takes the input into the pool unless it's too long; the least costly generated one leaves a full pool."""
        candidate, execution = outcome.candidate, outcome.execution
        if len(candidate.data) > LARGEST_BYTES or candidate.id in self._pool or execution.counters is None:
            return
        profile = self._executor.profile(execution)
        self._pool[candidate.id] = ContrastCandidate(
            candidate.id,
            candidate.origin.label,
            candidate.data,
            execution.count,
            dict(profile.hits),
            execution.cut,
            profile.approximate,
            execution.cpu_ns,
            outcome.count,
        )
        self._slots[candidate.id] = self._slots_of(execution.counters)
        self._changed = True
        if len(self._pool) > POOL:
            middle = sorted(self._pool.values(), key=lambda each: (each.work, each.id))[len(self._pool) // 2]
            del self._pool[middle.id], self._slots[middle.id]

    def improved(self) -> MinedPair | None:
        """The best pair now, if it's better than the one reported before."""
        if not self._changed:
            return None
        self._changed = False
        contrast = self._miner.mine(self._pool.values())
        if contrast is None:
            return None
        is_outgrown = TELLING * contrast.slow_work > self._told_work
        if not is_outgrown and standing(contrast) <= (self._standing[0], BETTER * self._standing[1]):
            return None
        self._standing, self._told_work = standing(contrast), contrast.slow_work
        fast, slow = contrast.fast_id, contrast.slow_id
        return MinedPair(contrast, self._pool[fast].data, self._pool[slow].data, self._slots[fast], self._slots[slow])

    def tells_apart(self) -> bool:
        """Whether inputs of like size are there of which one costs clearly more than the other."""
        contrast = self._miner.mine(self._pool.values())
        return contrast is not None and contrast.difference >= ENOUGH_RATIO and not contrast.weaknesses

    def cheapest(self, most: int) -> list[bytes]:
        """The inputs of the pool that cost least."""
        ranked = sorted(self._pool.values(), key=lambda candidate: (candidate.work, candidate.id))
        return [candidate.data for candidate in ranked[:most]]


def standing(contrast: Contrast) -> tuple[int, float]:
    """What decides whether a pair is better than the last: fewer weaknesses first, then its quality."""
    return -len(contrast.weaknesses), quality(contrast)


def reordered(instance: dict[str, Any], order: Callable[[np.ndarray], np.ndarray]) -> dict[str, Any]:
    """The instance with the values of each one-dimensional array in another order, columns each on their own.

    It may break relations and structures: the caller validates.
    """
    made: dict[str, Any] = {}
    for name, value in instance.items():
        if isinstance(value, np.ndarray) and value.ndim == 1:
            made[name] = order(value)
        elif isinstance(value, str) and len(value) > 1:
            made[name] = "".join(order(np.array(list(value))).tolist())
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            made[name] = [reordered(case, order) for case in value]
        else:
            made[name] = value
    return made
