"""Which cores this process may use, and how other processes are held to one each.

Without effect where the system has nothing of that kind.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

MOST_SERVERS = 4
_TOPOLOGY = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"


def usable_cores() -> list[int]:
    """A number for each core that this process may use. Two hardware threads of one core count as one: runs on both
    would slow each other down, and so be measured wrongly."""
    if not hasattr(os, "sched_getaffinity"):
        return list(range(os.cpu_count() or 1))
    seen: set[str] = set()
    cores = []
    for number in sorted(os.sched_getaffinity(0)):
        siblings = str(number)
        with contextlib.suppress(OSError):
            siblings = Path(_TOPOLOGY.format(number)).read_text("ascii").strip()
        if siblings not in seen:
            seen.add(siblings)
            cores.append(number)
    return cores


def usual_servers() -> int:
    """How many servers to run side by side where nobody says: with many cores one is left to the driver."""
    cores = len(usable_cores())
    return min(cores, 2) if cores <= 3 else min(cores - 1, MOST_SERVERS)


@contextlib.contextmanager
def each_on_its_core(processes: Sequence[int], cores: Sequence[int]) -> Iterator[None]:
    """Holds each process, and what it starts, to a core of its own; lets them go at the end.

    Which core comes first depends on this process's id, so that several campaigns don't all crowd the first one.
    """
    if len(processes) < 2 or len(cores) < len(processes) or not hasattr(os, "sched_setaffinity"):
        yield
        return
    first = os.getpid()
    for place, process in enumerate(processes):
        _hold(process, {cores[(first + place) % len(cores)]})
    try:
        yield
    finally:
        everywhere = os.sched_getaffinity(0)
        for process in processes:
            _hold(process, everywhere)


def _hold(process: int, cores: set[int]) -> None:
    """The process may have died: who runs something in it next will see that."""
    with contextlib.suppress(OSError):
        os.sched_setaffinity(process, cores)
