"""Runs somebody's small program (a validator) on one input under limits, and leaves nothing of it behind.

Theory of operation. Limits are set by `/bin/sh` before it becomes the program: unlike a hook between fork and exec
that is safe in a process with threads. Input and outputs are unnamed files rather than pipes, so that a child
that outlives the program can't hold anybody up. The program starts in a session of its own and with a token in its
environment; whatever has the session or the token is killed when it has ended.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from slowpath.sandbox.jail import Confinement, chosen_jail
from slowpath.sandbox.leftovers import kill_all_with, nothing_left
from slowpath.sandbox.process import tool_environment

_LIMITED = (
    'ulimit -c 0; ulimit -t "$1"; ulimit -f "$2"; ulimit -v "$3" 2>/dev/null; '
    '[ -z "$4" ] || ulimit -s "$4" 2>/dev/null; shift 4; exec "$@"'
)
_BLOCK = 512
SAID_BYTES = 4096
TOKEN_NAME = "SLOWPATH_BOUNDED_RUN"


@dataclass(frozen=True)
class BoundedLimits:
    """Limits of one run: seconds of CPU and wall time, bytes of address space, of each file written and of the stack
    (None: as usual on the machine)."""

    cpu_s: int = 10
    wall_s: float = 60.0
    memory_bytes: int = 2 << 30
    output_bytes: int = 1 << 20
    stack_bytes: int | None = None


@dataclass(frozen=True)
class BoundedRun:
    """How it ended. `returncode` is minus the signal where one ended it, `said` the start of what it wrote,
    standard error first; `is_full` that it wrote as much as it may."""

    returncode: int
    said: str
    timed_out: bool = False
    is_full: bool = False


def run_bounded(
    argv: Sequence[str | Path],
    data: bytes,
    *,
    cwd: Path,
    limits: BoundedLimits | None = None,
    search_path: str = "",
    allowed: Confinement | None = None,
) -> BoundedRun:
    """Runs `argv` in `cwd`, which it may write to, with `data` as standard input; `allowed` is what else it may touch
    beside the files that `argv` names. Raises `OSError` when it can't be started."""
    limits = limits or BoundedLimits()
    token = secrets.token_hex(16)
    command = [
        "/bin/sh",
        "-c",
        _LIMITED,
        "sh",
        str(limits.cpu_s),
        str(limits.output_bytes // _BLOCK),
        str(limits.memory_bytes >> 10),
        "" if limits.stack_bytes is None else str(limits.stack_bytes >> 10),
        *(os.fspath(part) for part in argv),
    ]
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        given.write(data)
        given.seek(0)
        allowed = allowed or Confinement()
        jail = chosen_jail(allowed.mode)

        def popen(argv: Sequence[str], descriptors: Sequence[int], variables: Mapping[str, str]) -> subprocess.Popen:
            return subprocess.Popen(
                argv,
                cwd=cwd,
                stdin=given,
                stdout=output,
                stderr=errors,
                start_new_session=True,
                pass_fds=descriptors,
                env={**tool_environment(search_path), **variables, TOKEN_NAME: token},
            )

        with nothing_left(token):
            started = jail.start(command, replace(allowed, writable=(*allowed.writable, cwd)), popen).process
            try:
                timed_out = _waited(started, limits.wall_s)
            finally:
                _end(started, token)
        is_full = any(os.fstat(file.fileno()).st_size >= limits.output_bytes for file in (output, errors))
        code = jail.returncode(started.returncode, _said(errors))
        return BoundedRun(code, _said(errors, output), timed_out, is_full)


def _waited(process: subprocess.Popen, wall_s: float) -> bool:
    """Whether the time ran out before the program ended."""
    ending = _ending_of(process.pid)
    try:
        if ending is None:
            process.wait(wall_s)
            return False
        poll = select.poll()
        poll.register(ending, select.POLLIN)
        return not poll.poll(1000 * wall_s)
    except subprocess.TimeoutExpired:
        return True
    finally:
        if ending is not None:
            os.close(ending)


def _ending_of(pid: int) -> int | None:
    """A descriptor that is readable once the process has ended, None where there are none: `Popen.wait` with a limit
    looks again and again, after up to 50 ms."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def _end(process: subprocess.Popen, token: str) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kill_all_with(token, first=process.pid)


def _said(*files: IO[bytes]) -> str:
    parts = []
    for file in files:
        file.seek(0)
        parts.append(file.read(SAID_BYTES).decode("utf-8", "replace").strip())
    return "\n".join(part for part in parts if part)
