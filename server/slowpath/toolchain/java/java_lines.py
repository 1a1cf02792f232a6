"""What the counters of a Java program mean: hits per line, and the blocks' weights that make up the cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from slowpath.errors import TargetBroken
from slowpath.toolchain.java.class_counters import Block


class JavaLineMap:
    """Implements `toolchain.language.ProfileMap`.

    A line was hit as often as the one of its blocks that ran most often: of a loop's line that is its condition, and a
    block that an exception leaves counts to its end. What javac writes twice (`finally`) is thus taken once.
    """

    def __init__(self, counters: int, blocks: Sequence[Block]) -> None:
        """Raises `TargetBroken` when the blocks don't fit the counters."""
        if counters != len(blocks):
            raise TargetBroken("The Java target's counters don't fit its description.", "Try again.")
        pairs = sorted((line, slot) for slot, block in enumerate(blocks) for line in block.lines)
        self._weights = np.asarray([block.weight for block in blocks], np.int64)
        self._slots = np.asarray([slot for _, slot in pairs], np.intp)
        self._lines = sorted({line for line, _ in pairs})
        self._firsts = np.searchsorted(np.asarray([line for line, _ in pairs]), self._lines)

    def hits(self, counters: NDArray[np.uint64]) -> Mapping[int, int]:
        """Hits of every executable line (1-based), zeros included."""
        if not self._lines:
            return {}
        most = np.maximum.reduceat(counters.astype(np.int64)[self._slots], self._firsts)
        return dict(zip(self._lines, most.tolist(), strict=True))

    def elsewhere(self, counters: NDArray[np.uint64]) -> Mapping[str, Mapping[int, int]]:
        """Nothing: a Java program is one file."""
        return {}

    def blocks(self, counters: NDArray[np.uint64]) -> int:
        """The machine instructions of the blocks that ran, about."""
        return int(counters.astype(np.int64) @ self._weights)
