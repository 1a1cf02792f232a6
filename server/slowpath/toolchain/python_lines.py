"""What the counter slots of a Python target mean: hits per line, and the blocks that make up the cost."""

from __future__ import annotations

import json
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from slowpath.errors import TargetBroken
from slowpath.model.constraint import RejectedCondition
from slowpath.toolchain.language import Bound


def bound(counters: int, description: bytes) -> Bound:
    """What the counters of a Python target mean. Raises `TargetBroken` when the description doesn't fit them."""
    try:
        said = json.loads(description)
        probed = tuple(map(str, said["probed"]))
        unprobed = tuple(RejectedCondition(name, reason) for name, reason in said["unprobed"])
    except (ValueError, KeyError, TypeError) as error:
        raise TargetBroken(f"The Python target's description can't be read: {error}.", "Try again.") from error
    return Bound(PythonLineMap(counters - len(probed), description), probed, unprobed, said.get("quick", False) is True)


class PythonLineMap:
    """Implements `toolchain.language.ProfileMap` from the description that `runtime/python_target.py` sends.

    Slots come first, then two correction rows with a slot per executable line: events to take back and events to
    add (see `runtime/python_instrument.py`).
    """

    def __init__(self, counters: int, description: bytes) -> None:
        """Raises `TargetBroken` when the description doesn't fit the counters."""
        try:
            said = json.loads(description)
            self._slots = int(said["slots"])
            self._lines = [int(line) for line, _ in said["lines"]]
            self._weights = np.asarray(said["weights"], np.int64)
            self._events = np.zeros((len(self._lines), self._slots), np.int64)
            for row, (_, pairs) in enumerate(said["lines"]):
                for slot, events in pairs:
                    self._events[row, slot] += events
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise TargetBroken(f"The Python target's description can't be read: {error}.", "Try again.") from error
        if counters != self._slots + 2 * len(self._lines) or len(self._weights) != self._slots:
            raise TargetBroken("The Python target's counters don't fit its description.", "Try again.")

    def hits(self, counters: NDArray[np.uint64]) -> Mapping[int, int]:
        """Hits of every executable line (1-based), zeros included."""
        values = counters.astype(np.int64)
        count = len(self._lines)
        back = values[self._slots : self._slots + count]
        more = values[self._slots + count :]
        hits = np.maximum(self._events @ values[: self._slots] - back + more, 0)
        return dict(zip(self._lines, hits.tolist(), strict=True))

    def elsewhere(self, counters: NDArray[np.uint64]) -> Mapping[str, Mapping[int, int]]:
        """Nothing: the program's file alone carries counters."""
        return {}

    def blocks(self, counters: NDArray[np.uint64]) -> int:
        """The syntax nodes that ran: block counts by the blocks' sizes."""
        return int(counters[: self._slots].astype(np.int64) @ self._weights)
