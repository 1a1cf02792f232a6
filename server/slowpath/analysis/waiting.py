"""Runs that sleep or wait: much wall time in which they compute nothing.

A program's time is what it computes, so waiting makes no input slow; but it takes the search's time, and most judges
end a run whose wall time is a few times the limit. So it is said, once, with the first input on which it was seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.model.campaign import Warned
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict

WAITS = "waits"
"""The code of the warning."""
LEAST_IDLE_NS = 200_000_000
"""Less than that is no matter: a cold disk, a machine that is busy."""
SHARE = 0.5
"""The part of its wall time that a run which waits does so, at least."""


def waits(execution: Execution) -> bool:
    """Whether a run slept or waited by itself for most of its wall time; that others had the cores is none of it."""
    return execution.idle_ns >= max(LEAST_IDLE_NS, SHARE * execution.wall_ns)


def waited(execution: Execution) -> str:
    """`waited for 1.2 of 1.4 s, and computed for 0.01 s`."""
    idle_s, wall_s, cpu_s = (ns / 1e9 for ns in (execution.idle_ns, execution.wall_ns, execution.cpu_ns))
    return f"waited for {idle_s:.2g} of {wall_s:.2g} s, and computed for {cpu_s:.2g} s"


class WaitingTold:
    """Says of the first run that waits that it does."""

    def __init__(self) -> None:
        self._is_told = False

    def of(self, execution: Execution, where: str, size: int) -> Iterator[Warned]:
        """What is to be told of a run on the input `where`, of `size` bytes."""
        if self._is_told or not waits(execution):
            return
        self._is_told = True
        ended = ", and was ended" if execution.verdict is Verdict.IDLENESS_LIMIT else ""
        yield Warned(
            WAITS,
            f"The program sleeps or waits: on {where} ({size:,} bytes) it {waited(execution)}{ended}. Only what it"
            " computes counts as slow here; most judges also limit the wall time.",
            "Look for a sleep, or for a lock, a thread or a file that it waits for.",
        )
