"""Counts a process's user-level instructions by Linux's perf_event_open, called through ctypes.

Theory of operation. A disabled counter is opened on the calling thread with `inherit` and `enable_on_exec`: it doesn't
count this process, its copy in a child starts when the child becomes the program, and the counts of ended
children are added to the opener's. One measurement at a time per thread.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from slowpath.sandbox.counted_run import run_counted

_SYSTEM_CALL = {"x86_64": 298, "aarch64": 241, "riscv64": 241, "ppc64le": 319, "i686": 336}
_HARDWARE = 0
_INSTRUCTIONS = 1
_DISABLED, _INHERIT, _EXCLUDE_KERNEL, _EXCLUDE_HV, _ENABLE_ON_EXEC = 1 << 0, 1 << 1, 1 << 5, 1 << 6, 1 << 12
_ATTRIBUTE_BYTES = 112
_CLOSE_ON_EXEC = 1 << 3


def instructions(argv: Sequence[str], data: bytes, *, timeout_s: float, cwd: Path | None = None,
                 environment: Mapping[str, str] | None = None) -> int | None:
    """User-level instructions of one run of `argv` on `data`, its start-up included; None when it can't be told, or the
    program failed."""
    counter = _open_counter()
    if counter is None:
        return None
    try:
        if run_counted(argv, data, cwd=cwd, timeout_s=timeout_s, environment=environment) != 0:
            return None
        return int(struct.unpack("=Q", os.read(counter, 8))[0]) or None
    finally:
        os.close(counter)


@lru_cache(maxsize=1)
def can_count_instructions() -> bool:
    """True when this machine's hardware, kernel and rights allow it."""
    counter = _open_counter()
    if counter is None:
        return False
    os.close(counter)
    return True


def _open_counter() -> int | None:
    number = _SYSTEM_CALL.get(platform.machine())
    if not sys.platform.startswith("linux") or number is None:
        return None
    flags = _DISABLED | _INHERIT | _EXCLUDE_KERNEL | _EXCLUDE_HV | _ENABLE_ON_EXEC
    attribute = struct.pack("=IIQQQQQ", _HARDWARE, _ATTRIBUTE_BYTES, _INSTRUCTIONS, 0, 0, 0, flags)
    buffer = ctypes.create_string_buffer(attribute, _ATTRIBUTE_BYTES)
    call = ctypes.CDLL(None, use_errno=True).syscall
    descriptor = call(ctypes.c_long(number), buffer, ctypes.c_int(0), ctypes.c_int(-1), ctypes.c_int(-1),
                      ctypes.c_ulong(_CLOSE_ON_EXEC))
    return int(descriptor) if descriptor >= 0 else None
