"""Runs a program once under a tool that counts its instructions, with nothing of what it prints kept.

Theory of operation. The tool starts in a session of its own with a judge's stack, reads the input from a file and
writes to /dev/null, so that a program that prints gigabytes or never reads costs nothing here. `/bin/sh` sets the limit
of CPU time before it becomes the tool. At the wall limit, or when the caller is interrupted, the whole session is
killed.
"""

from __future__ import annotations

import contextlib
import math
import os
import secrets
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from slowpath.sandbox.bounded import TOKEN_NAME
from slowpath.sandbox.jail import Before, Confinement, chosen_jail, nothing_before
from slowpath.sandbox.leftovers import kill_all_with, nothing_left
from slowpath.sandbox.process import tool_environment

STACK_KIB = 256 << 10
_LIMITED = 'ulimit -c 0; ulimit -s "$1" 2>/dev/null; ulimit -t "$2"; shift 2; exec "$@"'


def run_counted(
    argv: Sequence[str | Path],
    data: bytes,
    *,
    cwd: Path | None,
    timeout_s: float,
    environment: Mapping[str, str] | None = None,
    search_path: str = "",
    allowed: Confinement | None = None,
    before: Before = nothing_before,
) -> int | None:
    """The exit code of `argv` (minus the signal that ended it); None when the time was up or it can't be started.

    It may touch what `allowed` says, `cwd` too, beside the files that `argv` names. `before` is called right
    before it is started, by the thread that starts it.
    """
    token = secrets.token_hex(16)
    allowed = allowed or Confinement()
    jail = chosen_jail(allowed.mode)
    command = [
        "/bin/sh",
        "-c",
        _LIMITED,
        "sh",
        str(STACK_KIB),
        str(math.ceil(timeout_s) + 1),
        *(os.fspath(part) for part in argv),
    ]
    with tempfile.TemporaryFile() as given:
        given.write(data)
        given.seek(0)
        variables = {**tool_environment(search_path), **(environment or {}), TOKEN_NAME: token}

        def popen(argv: Sequence[str], descriptors: Sequence[int], more: Mapping[str, str]) -> subprocess.Popen:
            return subprocess.Popen(
                argv,
                cwd=cwd,
                stdin=given,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                pass_fds=descriptors,
                env={**variables, **more},
            )

        with nothing_left(token):
            try:
                started = jail.start(command, allowed, popen, before=before).process
            except OSError:
                return None
            try:
                return jail.returncode(started.wait(timeout_s))
            except subprocess.TimeoutExpired:
                return None
            finally:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(started.pid, signal.SIGKILL)
                started.wait()
                kill_all_with(token)
