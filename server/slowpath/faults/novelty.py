"""Which inputs show something new of how two programs run: new counts in either, or a new difference between both.

Counts are put into AFL's classes (1, 2, 3, 4-7, 8-15, 16-31, 32-127, 128 and more) and each class of each counter is
news once. What differs is the delta of NEZHA (Petsios et al., S&P 2017): how many counters each program hit on one
input. Where this pair is new, one of them took another path while the other didn't, which is where they may be about to
answer differently. Both are kept for each class of size (the bit length of the input's bytes), since what is news on
ten elements is none on a thousand.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from slowpath.model.execution import Execution

_FIRST_OF_CLASS = np.array([1, 2, 3, 4, 8, 16, 32, 128], dtype=np.uint64)
MOST_PAIRS = 100_000


class Novelty:
    """What was seen so far, by program and class of size."""

    def __init__(self) -> None:
        self._classes: dict[tuple[int, int], np.ndarray] = {}
        self._pairs: set[tuple[int, ...]] = set()

    def observe(self, data: bytes, executions: Sequence[Execution | None]) -> int:
        """How much news the runs of one input bring: classes of counters, and the pair of how many each hit. Runs
        without counters say nothing."""
        size = len(data).bit_length()
        hits, fresh = [size], 0
        for number, execution in enumerate(executions):
            if execution is None or execution.counters is None:
                hits.append(-1)
                continue
            counters = np.frombuffer(execution.counters, dtype=np.uint64)
            fresh += self._news(number, size, counters)
            hits.append(int(np.count_nonzero(counters)))
        pair = tuple(hits)
        if len(hits) > 2 and pair not in self._pairs and len(self._pairs) < MOST_PAIRS:
            self._pairs.add(pair)
            fresh += 1
        return fresh

    def _news(self, number: int, size: int, counters: np.ndarray) -> int:
        """How many classes of counters are new for one program."""
        classes = np.left_shift(1, np.searchsorted(_FIRST_OF_CLASS, counters, side="right")).astype(np.uint16)
        classes[counters == 0] = 0
        seen = self._classes.get((number, size))
        if seen is None or seen.size != classes.size:
            seen = self._classes[number, size] = np.zeros(classes.size, dtype=np.uint16)
        fresh = classes & ~seen
        seen |= classes
        return int(np.count_nonzero(fresh))
