"""What a small run did beyond reading its input: the program's own counters, the largest of them before all others.

At a few hundred elements most of what a run costs is to read so many bytes, and the costliest inputs are those with the
longest numbers. What grows faster than the input shows first in few lines that run more often than there are elements.
"""

from __future__ import annotations

import numpy as np

from slowpath.engine.candidate import Outcome

LARGEST_COUNTS = 8
"""How many times the largest counter counts beside the sum of all."""


def counters_of(outcome: Outcome, slots: int) -> np.ndarray | None:
    """The program's counters without the `slots` of probes; None where the run has none."""
    counters = outcome.execution.counters
    if counters is None or len(counters) <= slots:
        return None
    return np.frombuffer(counters, dtype=np.uint64)[: len(counters) - slots]


def own_work(outcome: Outcome, slots: int) -> int:
    """The sum of the counters and `LARGEST_COUNTS` times the largest; the run's count where it has none, as where it
    was cut or where time shows work that no counter sees."""
    counters = counters_of(outcome, slots)
    if counters is None or outcome.execution.cut or outcome.count > outcome.execution.count:
        return outcome.count
    return int(counters.sum()) + LARGEST_COUNTS * int(counters.max())
