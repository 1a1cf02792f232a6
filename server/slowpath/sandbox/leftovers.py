"""Finds and kills processes that carry a run token in their environment.

Used when a server was killed or died: its runs die with it (PR_SET_PDEATHSIG), but what they had started may not,
and such processes belong to no session or group that we know. Every one of them still has the token in the
environment that it was started with, which Linux shows under /proc. Elsewhere this finds nothing.
"""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

_PROC = Path("/proc")


def processes_with(token: str) -> list[int]:
    """Ids of the living processes (not zombies) whose environment holds `token`."""
    wanted = token.encode()
    found = []
    for entry in _PROC.iterdir() if _PROC.is_dir() else ():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            environment = (entry / "environ").read_bytes()
        except OSError:
            continue
        if wanted in environment:
            found.append(int(entry.name))
    return found


def kill_all_with(token: str, patience_s: float = 5.0) -> bool:
    """Kills until none is left. False when some still were after `patience_s`."""
    end = time.monotonic() + patience_s
    while found := processes_with(token):
        for pid in found:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                continue
        if time.monotonic() > end:
            return False
    return True
