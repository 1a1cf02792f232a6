"""What a small run did beyond reading its input: the program's own counters, the largest of them before all others.

At a few hundred elements most of what a run costs is to read so many bytes, and the costliest inputs are those with the
longest numbers. What grows faster than the input shows first in few lines that run more often than there are elements.
"""

from __future__ import annotations

import numpy as np

from slowpath.engine.candidate import Outcome

LARGEST_COUNTS = 8
"""How many times the largest counter counts beside the sum of all."""


def own_work(outcome: Outcome, slots: int) -> int:
    """The sum of the program's counters, those but the `slots` of probes, and `LARGEST_COUNTS` times the largest; the
    run's count where it has none, as where it was cut or where time shows work that no counter sees."""
    run = outcome.execution
    counters = run.counters
    if counters is None or len(counters) <= slots or run.cut or outcome.count > run.count:
        return outcome.count
    own = np.frombuffer(counters, dtype=np.uint64)[: len(counters) - slots]
    return int(own.sum()) + LARGEST_COUNTS * int(own.max())
