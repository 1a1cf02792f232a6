"""Runs one tool (a compiler, gcov, valgrind) to its end.

Theory of operation. The tool starts in a session of its own with closed stdin (or the given input) and both outputs
piped. At the time limit, or when the caller is interrupted, its whole session is killed, so that a compiler's
children don't outlive it. Nothing of our environment but what the caller gives reaches the tool.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from slowpath.errors import OutOfTime

_BASE_ENVIRONMENT = {"LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}


@dataclass(frozen=True)
class ToolResult:
    """How the tool ended. `returncode` is negative (minus the signal) when a signal ended it."""

    returncode: int
    stdout: bytes
    stderr: bytes
    timed_out: bool = False


_at_work: set[subprocess.Popen] = set()
"""The tools of this process, whatever thread waits for them."""
_ended: weakref.WeakSet[subprocess.Popen] = weakref.WeakSet()
"""Those that `end_tools` ended."""


def end_tools() -> None:
    """Ends every tool of this process: whoever waits for one has `OutOfTime` raised."""
    for tool in tuple(_at_work):
        _ended.add(tool)
        _kill_session(tool)


def tool_environment(search_path: str = "") -> dict[str, str]:
    """The least environment in which compilers work: messages in English, temporary files where they belong."""
    return {**_BASE_ENVIRONMENT, "PATH": search_path or os.defpath}


def run_tool(
    argv: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    timeout_s: float,
    input: bytes = b"",
    environment: Mapping[str, str] | None = None,
) -> ToolResult:
    """Runs `argv` and returns what it said.

    Raises `FileNotFoundError` or `PermissionError` when the tool itself can't be started, `OutOfTime` where
    `end_tools` ended it.
    """
    started = subprocess.Popen(
        [os.fspath(part) for part in argv],
        cwd=cwd,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env=dict(environment) if environment is not None else tool_environment(),
    )
    _at_work.add(started)
    try:
        stdout, stderr = started.communicate(input, timeout=timeout_s)
        if started in _ended:
            raise OutOfTime
        return ToolResult(started.returncode, stdout, stderr)
    except subprocess.TimeoutExpired:
        _kill_session(started)
        stdout, stderr = started.communicate()
        return ToolResult(started.returncode, stdout, stderr, timed_out=True)
    except BaseException:
        _kill_session(started)
        started.communicate()
        raise
    finally:
        _at_work.discard(started)


def _kill_session(process: subprocess.Popen) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
