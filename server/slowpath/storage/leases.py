"""Who runs a campaign: a process, named so that a later one with the same number isn't mistaken for it.

On the machine of the lease the process table decides (number and start time); a holder elsewhere, on a
shared home folder or in another container, counts as alive while its last sign of life is recent.
"""

from __future__ import annotations

import os
import platform
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import psutil

SILENCE_S = 60.0
START_TOLERANCE_S = 2.0


@dataclass(frozen=True)
class Holder:
    """One process: its number, when it started (seconds since the epoch), and on which machine."""

    pid: int
    started_s: float
    machine: str

    def is_alive(self, heartbeat_s: float, now_s: float | None = None) -> bool:
        """Whether it still runs. `heartbeat_s` is its last sign of life (seconds since the epoch)."""
        if self.machine != this_machine():
            return (time.time() if now_s is None else now_s) - heartbeat_s < SILENCE_S
        try:
            process = psutil.Process(self.pid)
            return (
                abs(process.create_time() - self.started_s) <= START_TOLERANCE_S
                and process.status() != psutil.STATUS_ZOMBIE
            )
        except psutil.Error:
            return False


def this_process() -> Holder:
    """This process as a holder."""
    return Holder(os.getpid(), psutil.Process().create_time(), this_machine())


@lru_cache(maxsize=1)
def this_machine() -> str:
    """The host and, where there are such, the namespace in which process numbers mean something."""
    try:
        namespace = os.readlink("/proc/self/ns/pid")
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        namespace, boot = "", ""
    return "/".join((platform.node(), boot, namespace))
