"""Runs one tool (a compiler, gcov, valgrind) to its end, or keeps one that answers again and again.

Theory of operation. The tool starts in a session of its own with closed stdin (or the given input) and both outputs
piped. At the time limit, or when the caller is interrupted, its whole session is killed, so that a compiler's
children don't outlive it. Nothing of our environment but what the caller gives reaches the tool.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import struct
import subprocess
import time
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from slowpath.errors import OutOfTime

_BASE_ENVIRONMENT = {"LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}
_SIZE = struct.Struct(">i")


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


class ToolGone(Exception):
    """A tool that was kept ended by itself."""


class KeptTool:
    """A tool that is started once and asked again and again. A request, and a reply, is its size (four bytes,
    big-endian) and so many bytes. It ends with its standard input, so that it doesn't outlive this process."""

    def __init__(self, argv: Sequence[str | Path], environment: Mapping[str, str]) -> None:
        """Raises `OSError` when it can't be started."""
        self._process = subprocess.Popen(
            [os.fspath(part) for part in argv],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env=dict(environment),
            bufsize=0,
        )

    def ask(self, request: bytes, timeout_s: float) -> bytes | None:
        """The reply, None where none came in time: the tool has then been ended. Raises `ToolGone`, and `OutOfTime`
        where `end_tools` ended it."""
        _at_work.add(self._process)
        try:
            return self._asked(request, time.monotonic() + timeout_s)
        except BaseException:
            self.end()
            raise
        finally:
            _at_work.discard(self._process)

    def _asked(self, request: bytes, end_s: float) -> bytes | None:
        given, said = self._process.stdin, self._process.stdout
        assert given is not None and said is not None
        wanted, received = _SIZE.size, b""
        poll = select.poll()
        poll.register(said, select.POLLIN)
        try:
            given.write(_SIZE.pack(len(request)) + request)
            while len(received) < wanted:
                if not poll.poll(max(0.0, 1000 * (end_s - time.monotonic()))):
                    self.end()
                    return None
                data = said.read(wanted - len(received))
                if not data:
                    raise BrokenPipeError
                received += data
                if wanted == _SIZE.size == len(received):
                    wanted += _SIZE.unpack(received)[0]
        except OSError as error:
            if self._process in _ended:
                raise OutOfTime from error
            raise ToolGone from error
        return received[_SIZE.size :]

    def end(self) -> None:
        """Ends it."""
        _kill_session(self._process)
        self.leave()
        self._process.wait()

    def leave(self) -> None:
        """Closes the pipes to it: that of a process of which this one is a fork."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def _kill_session(process: subprocess.Popen) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
