"""This machine's cores, and one of them for a unit alone.

A unit that owns its core holds the lock of that core's file while it lives, so that no other unit of this machine has
it, whichever run or node it belongs to; the kernel gives it back when the process dies, however it does. Where the
system can't bind a process to a core (macOS) units share, and their rows say so.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

POLL_S = 0.2


def cores() -> list[int]:
    """The numbers of the cores that this process may use."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else list(range(os.cpu_count() or 1))


@contextlib.contextmanager
def own_core(locks: Path) -> Iterator[int | None]:
    """A core that nobody else has while this is entered; all that is started here runs on it alone. Waits for one.
    None where the system can't do that. `locks` is where the files of the locks are, the same for all units."""
    if not hasattr(os, "sched_setaffinity"):
        yield None
        return
    before = cores()
    core, lock = _taken(locks, before)
    os.sched_setaffinity(0, {core})
    try:
        yield core
    finally:
        os.sched_setaffinity(0, before)
        os.close(lock)


def _taken(locks: Path, wanted: list[int]) -> tuple[int, int]:
    """A free core and the file that holds its lock."""
    while True:
        for core in wanted:
            lock = os.open(locks / f"slowpath-core-{core}-{os.getuid()}", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(lock)
            else:
                return core, lock
        time.sleep(POLL_S)
