"""Finds and kills processes that carry a run token in their environment.

Used when a server was killed or died: its runs die with it (PR_SET_PDEATHSIG), but what they had started may not,
and such processes belong to no session or group that we know. Every one of them still has the token in the
environment that it was started with, which Linux shows under /proc. Elsewhere this finds nothing.

Reading every process's environment takes longer than most small runs. Ids are given out in ascending order, so whoever
knows the first process of a run looks at those after it only, unless ids began anew since then.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PROC = Path("/proc")
_LOOKS_S = (0.0, 0.02, 0.1)
"""A process that is just becoming another program shows no environment."""


@contextmanager
def nothing_left(token: str) -> Iterator[None]:
    """Ends what was started inside, which has the token, where it is left with an exception: an alarm strikes anywhere,
    and before a process is known nobody else ends it."""
    try:
        yield
    except BaseException:
        for pause_s in _LOOKS_S:
            time.sleep(pause_s)
            kill_all_with(token)
        raise


def processes_with(token: str, first: int = 0) -> list[int]:
    """Ids of the living processes (not zombies) whose environment holds `token`; `first` is one that began no later
    than they did."""
    wanted, own = token.encode(), os.getpid()
    begins = first if first and _last_id() >= first else 0
    found = []
    for name in os.listdir(_PROC) if _PROC.is_dir() else ():
        if not name.isdigit() or int(name) < begins or int(name) == own:
            continue
        try:
            environment = (_PROC / name / "environ").read_bytes()
        except OSError:
            continue
        if wanted in environment:
            found.append(int(name))
    return found


def _last_id() -> int:
    """The id that was given out last, 0 when it can't be told."""
    try:
        return int((_PROC / "loadavg").read_bytes().split()[-1])
    except (OSError, ValueError, IndexError):
        return 0


def kill_all_with(token: str, patience_s: float = 5.0, *, first: int = 0) -> bool:
    """Kills until none is left; `first` is as for `processes_with`. False when some still were after `patience_s`."""
    end = time.monotonic() + patience_s
    while found := processes_with(token, first):
        for pid in found:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                continue
        if time.monotonic() > end:
            return False
    return True
