"""Reads what a program that isn't ours left behind, as what it is: bytes of a file, of whatever length and kind."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def read_left(path: Path, most_bytes: int) -> bytes | None:
    """At most so many bytes of the file, None where there is none. A link isn't followed, which could lead to a file
    that the program itself may not read, and nothing is waited for, as at the end of a pipe."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        with os.fdopen(os.dup(descriptor), "rb") as file:
            return file.read(most_bytes)
    finally:
        os.close(descriptor)
