"""Which strategies make inputs that satisfy constraints, and how many of theirs do (WEDGE section 4.4)."""

from __future__ import annotations

from collections import Counter

import numpy as np

from slowpath.model.constraint import SatisfyingShare

KNOWN_SETS = 4096
"""So many sets of satisfied constraints are counted, by strategy; of more the rarer half counts no longer."""


class Shares:
    """Counts the sets of constraints that inputs satisfy, so that it may be asked later of any of them."""

    def __init__(self) -> None:
        self._times: Counter[tuple[str, bytes]] = Counter()

    def add(self, strategy: str, satisfied: np.ndarray) -> None:
        """Takes a valid input of a strategy into account; `satisfied` is a mask over the probes."""
        self._times[strategy, np.packbits(satisfied).tobytes()] += 1
        if len(self._times) > KNOWN_SETS:
            self._times = Counter(dict(self._times.most_common(KNOWN_SETS // 2)))

    def of(self, shown: np.ndarray) -> tuple[SatisfyingShare, ...]:
        """Per strategy, how many of its valid inputs satisfy one of the constraints in this mask. Runs before a factor
        was fitted count by the factor of their time."""
        bits = np.packbits(shown)
        satisfying: Counter[str] = Counter()
        valid: Counter[str] = Counter()
        for (strategy, mask), times in self._times.items():
            valid[strategy] += times
            satisfying[strategy] += times * bool((np.frombuffer(mask, dtype=np.uint8) & bits).any())
        return tuple(SatisfyingShare(strategy, satisfying[strategy], valid[strategy]) for strategy in sorted(valid))
