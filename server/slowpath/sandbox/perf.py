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
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from slowpath.sandbox.counted_run import run_counted
from slowpath.sandbox.jail import OFF, Confinement

_SYSTEM_CALL = {"x86_64": 298, "aarch64": 241, "riscv64": 241, "ppc64le": 319, "i686": 336}
_HARDWARE = 0
_INSTRUCTIONS = 1
_DISABLED, _INHERIT, _EXCLUDE_KERNEL, _EXCLUDE_HV, _ENABLE_ON_EXEC = 1 << 0, 1 << 1, 1 << 5, 1 << 6, 1 << 12
_ATTRIBUTE_BYTES = 112
_CLOSE_ON_EXEC = 1 << 3
_NOTHING = ("/bin/sh", "-c", ":")
_START_S = 20.0


def instructions(
    argv: Sequence[str],
    data: bytes,
    *,
    timeout_s: float,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    allowed: Confinement | None = None,
) -> int | None:
    """User-level instructions of one run of `argv` on `data`, its start-up included but not that of its jail; None when
    it can't be told, or the program failed."""
    counted = _counted(argv, data, timeout_s, cwd, environment, allowed)
    return None if counted is None else max(1, counted - _of_jail(allowed or Confinement(), cwd))


@lru_cache(maxsize=32)
def _of_jail(allowed: Confinement, cwd: Path | None) -> int:
    """What it takes to start a program in its jail."""
    jailed, free = (
        _counted(_NOTHING, b"", _START_S, cwd, None, each) for each in (allowed, replace(allowed, mode=OFF))
    )
    return 0 if jailed is None or free is None else max(0, jailed - free)


def _counted(
    argv: Sequence[str],
    data: bytes,
    timeout_s: float,
    cwd: Path | None,
    environment: Mapping[str, str] | None,
    allowed: Confinement | None,
) -> int | None:
    opened: list[int | None] = []
    try:
        code = run_counted(
            argv,
            data,
            cwd=cwd,
            timeout_s=timeout_s,
            environment=environment,
            allowed=allowed,
            before=lambda: opened.append(_open_counter()),
        )
        counter = opened[0] if opened else None
        return int(struct.unpack("=Q", os.read(counter, 8))[0]) or None if code == 0 and counter is not None else None
    finally:
        for counter in opened:
            if counter is not None:
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
    descriptor = call(
        ctypes.c_long(number),
        buffer,
        ctypes.c_int(0),
        ctypes.c_int(-1),
        ctypes.c_int(-1),
        ctypes.c_ulong(_CLOSE_ON_EXEC),
    )
    return int(descriptor) if descriptor >= 0 else None
