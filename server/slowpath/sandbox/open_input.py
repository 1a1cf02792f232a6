"""An input without an end, and how one sees that a run waits for more of it.

Theory of operation. Instead of a file the target's INPUT is a pipe whose writing end stays open here. A run that
has taken all of it and wants more sleeps in `read`; nobody is told, so the driver looks: the pipe is empty and the
run sleeps, twice in a row. It then sends the run SIGXCPU, as the server does at a limit: the run stores its
counters, which are those up to the place where it waits, and dies. Nothing here depends on how fast the machine is:
a run that was merely put aside by the scheduler is runnable, not asleep. Where /proc doesn't show states, runs end
at their limits.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import struct
import time
from pathlib import Path

LARGEST_OPEN_INPUT = 32 << 10
"""Bytes; less than any pipe holds, so that filling it never blocks."""

_LOOK_MS = 0.4
_PROC = Path("/proc")


class InputPipe:
    """The pipe; both ends stay open here, so that what a run left can be thrown away."""

    def __init__(self) -> None:
        self.reading, self._writing = os.pipe()

    def fill(self, data: bytes) -> None:
        """Replaces what is in it. Raises `ValueError` for more than `LARGEST_OPEN_INPUT`."""
        if len(data) > LARGEST_OPEN_INPUT:
            raise ValueError(f"an open input of {len(data)} bytes is too large")
        while left := self.left():
            os.read(self.reading, left)
        if data:
            os.write(self._writing, data)

    def left(self) -> int:
        """How many bytes nobody has taken yet."""
        import fcntl
        import termios

        return struct.unpack("i", fcntl.ioctl(self.reading, termios.FIONREAD, b"\0\0\0\0"))[0]

    def close(self) -> None:
        os.close(self.reading)
        os.close(self._writing)


def can_see_waiting() -> bool:
    """Whether this system shows that a run waits."""
    return (_PROC / "self/stat").exists()


def cut_when_waiting(server: int, pipe: InputPipe, control: socket.socket, patience_s: float) -> bool:
    """Blocks until the server answers, at most `patience_s`, or until its run waits for input: that run is cut, and
    True returned."""
    poll = select.poll()
    poll.register(control, select.POLLIN)
    asleep, ends_s = 0, time.monotonic() + patience_s
    while not poll.poll(_LOOK_MS) and time.monotonic() < ends_s:
        found = _waiting_run(server) if pipe.left() == 0 else 0
        if found and found == asleep:
            with contextlib.suppress(OSError):
                os.kill(found, signal.SIGXCPU)
            return True
        asleep = found
    return False


def _waiting_run(server: int) -> int:
    """The id of the server's run when it sleeps, and not for another reason than a pipe; else 0."""
    try:
        run = int((_PROC / f"{server}/task/{server}/children").read_bytes().split()[0])
        state = (_PROC / f"{run}/stat").read_bytes().rpartition(b")")[2].split()[0]
    except (OSError, IndexError, ValueError):
        return 0
    if state != b"S":
        return 0
    with contextlib.suppress(OSError):
        where = (_PROC / f"{run}/wchan").read_bytes()
        return run if where in (b"", b"0") or b"pipe" in where else 0
    return run
