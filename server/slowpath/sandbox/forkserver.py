"""Drives a target over the forkserver wire (`wire.md`). Knows no language.

Theory of operation. `ForkServer` makes five descriptors (a socket pair's end, shared memory, input, output,
errors), starts the target in a session of its own and waits for its hello. `run` rewrites the input file in
place, sends one request and reads one response: two system calls beyond the input's own, so that Python isn't
what limits the rate. Counters are read where the run left them, without a copy, and are valid until the next run.

The server enforces the limits. If it doesn't answer in time or dies, the driver kills all that belongs to it and starts
another one, once per run. An interrupted run (KeyboardInterrupt in the middle) leaves a server that is out of
step, so it is killed as well. Closing, or dying, ends the server: it sees end of file on its socket.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import secrets
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from slowpath.errors import TargetBroken
from slowpath.model.execution import RunLimits
from slowpath.model.verdict import Verdict
from slowpath.sandbox import wire
from slowpath.sandbox.leftovers import kill_all_with
from slowpath.sandbox.open_input import InputPipe, cut_when_waiting

_STACK_BYTES = 256 << 20
_GRACE_S = 3.0
_TAIL_BYTES = 4096
_NANO = 1_000_000_000
_starting = threading.Lock()


@dataclass(frozen=True)
class Launch:
    """How to start a target. `environment` is added to a minimal one; `name` is the word for messages."""

    argv: tuple[str, ...]
    cwd: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    name: str = "the program"


@dataclass(frozen=True)
class Run:
    """How one run ended. Times in ns; `counted` says that the counters are this run's.

    `cut` means that a limit ended it. `extra` is cost that the counters don't see (see wire.md).
    """

    verdict: Verdict
    exit_code: int | None
    signal: int | None
    cpu_ns: int
    wall_ns: int
    peak_rss_bytes: int
    cut: bool
    counted: bool
    threads: bool
    processes: bool
    stack_overflow: bool
    extra: int
    input_read_bytes: int
    output_bytes: int
    output: bytes | None
    stderr_tail: bytes
    waiting: bool = False


class ForkServer:
    """One target's server. Not thread-safe. Raises `TargetBroken` from the constructor and from `run`.

    With `open_ended` the input of a run has no end, as when somebody types it: a run that wants more is cut there,
    and `Run.waiting` says so. Such an input is at most `LARGEST_OPEN_INPUT` bytes long.
    """

    counters: int
    description: bytes

    def __init__(self, launch: Launch, *, start_timeout_s: float = 10.0, open_ended: bool = False) -> None:
        self._launch = launch
        self._start_timeout_s = start_timeout_s
        self._open_ended = open_ended
        self._server: _Server | None = None
        self._restart()

    @property
    def counter_view(self) -> NDArray[np.uint64]:
        """The counters of the last run, in place: read or copy them before the next one."""
        assert self._server is not None, "closed"
        return self._server.counters

    @property
    def pid(self) -> int:
        """The server's process id."""
        assert self._server is not None, "closed"
        return self._server.process.pid

    def run(self, data: bytes, limits: RunLimits, *, keep_output: bool = False) -> Run:
        """Runs the target on `data`. The program's failure is in the verdict."""
        for _ in range(2):
            if self._server is None:
                self._restart()
            assert self._server is not None
            try:
                return self._server.run(data, limits, keep_output)
            except _ServerGone as gone:
                reason = str(gone)
                self._drop()
            except BaseException:
                self._drop()
                raise
        raise TargetBroken(f"{self._launch.name} can't be driven: {reason}, twice on one input.",
                           "Check whether it ends processes other than its own or replaces itself by another "
                           "program; `slowpath doctor` shows what this machine allows.")

    def close(self) -> None:
        """Ends the server and whatever it started. Idempotent."""
        if self._server is not None:
            server, self._server = self._server, None
            server.close()

    def __enter__(self) -> ForkServer:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _restart(self) -> None:
        self._server = _Server(self._launch, self._start_timeout_s, self._open_ended)
        self.counters = len(self._server.counters)
        self.description = self._server.description

    def _drop(self) -> None:
        if self._server is not None:
            server, self._server = self._server, None
            server.kill()


class _ServerGone(Exception):
    """The server died or doesn't answer."""


class _Server:
    """One server process with its descriptors."""

    def __init__(self, launch: Launch, start_timeout_s: float, open_ended: bool) -> None:
        self._name = launch.name
        self._token = f"slowpath-{secrets.token_hex(8)}"
        self._pipe = InputPipe() if open_ended else None
        self._files = _Files(self._pipe)
        self._run_id = 0
        self._input_bytes = 0
        self._patience_s = 0.0
        self._mapped: mmap.mmap | None = None
        self.counters: NDArray[np.uint64] = np.zeros(0, np.uint64)
        self.description = b""
        self._closed = False
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket = ours
        try:
            with theirs:
                self.process = self._start(launch, theirs.fileno())
        except BaseException:
            ours.close()
            self._files.close()
            raise
        self._finalizer = weakref.finalize(self, _end, self.process, ours, self._files, self._token)
        try:
            self._shake_hands(start_timeout_s)
        except BaseException:
            self.kill()
            raise

    def _start(self, launch: Launch, control: int) -> subprocess.Popen:
        files = self._files
        channels = wire.Channels(control, files.shared, files.input, files.output, files.errors)
        environment = {"PATH": os.defpath, "LANG": "C.UTF-8", **launch.environment,
                       wire.WIRE_VARIABLE: channels.variable(), wire.TOKEN_VARIABLE: self._token}
        try:
            with _starting, _large_stack():
                return subprocess.Popen(
                    launch.argv, cwd=launch.cwd, env=environment, stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL, stderr=files.errors, start_new_session=True,
                    pass_fds=(control, files.shared, files.input, files.output, files.errors))
        except OSError as error:
            raise TargetBroken(f"{launch.name} can't be started: {error.strerror or error}.",
                               "Delete the build cache (`slowpath doctor` shows where it is) and try again."
                               ) from error

    def _shake_hands(self, timeout_s: float) -> None:
        self._be_patient(timeout_s)
        try:
            hello = self._read(wire.HELLO.size)
            magic, version, _, counters, length = wire.HELLO.unpack(hello)
            self.description = self._read(length) if magic == wire.HELLO_MAGIC else b""
        except _ServerGone as gone:
            raise self._broken_start(str(gone)) from gone
        if magic != wire.HELLO_MAGIC or version != wire.VERSION:
            raise TargetBroken(f"{self._name} speaks another forkserver wire (version {version}).", "Rebuild it.")
        self._mapped = mmap.mmap(self._files.shared, wire.COUNTERS_OFFSET + 8 * counters)
        self.counters = np.frombuffer(self._mapped, np.uint64, counters, wire.COUNTERS_OFFSET)

    def _broken_start(self, reason: str) -> TargetBroken:
        said = os.pread(self._files.errors, _TAIL_BYTES, 0).decode("utf-8", "replace").strip()
        return TargetBroken(f"{self._name} doesn't reach main: {reason}." + (f" It said: {said}" if said else ""),
                            "Look at what it does before main (global objects' constructors, imports, "
                            "libraries it can't load).")

    def run(self, data: bytes, limits: RunLimits, keep_output: bool) -> Run:
        if self._pipe is not None:
            self._pipe.fill(data)
        else:
            self._write_input(data)
        self._run_id += 1
        wall_ns = int(limits.wall_s * _NANO)
        self._be_patient(limits.wall_s + _GRACE_S)
        request = wire.REQUEST.pack(wire.REQUEST_MAGIC, wire.OP_RUN, self._run_id, int(limits.cpu_s * _NANO),
                                    wall_ns, limits.memory_bytes or 0, limits.output_bytes, len(data), 0)
        try:
            self._socket.sendall(request)
        except OSError as error:
            raise _ServerGone("its forkserver is gone") from error
        waiting = self._pipe is not None and cut_when_waiting(self.process.pid, self._pipe, self._socket)
        response = wire.RESPONSE.unpack(self._read(wire.RESPONSE.size))
        if response[0] != wire.RESPONSE_MAGIC or response[2] != self._run_id:
            raise _ServerGone("its forkserver is out of step")
        run = self._described(response, limits, keep_output)
        return replace(run, verdict=Verdict.TIME_LIMIT, cut=True, waiting=True) if waiting else run

    def _described(self, response: tuple, limits: RunLimits, keep_output: bool) -> Run:
        (_, how, _, exit_code, signal_number, user_ns, sys_ns, run_wall_ns, peak_rss_bytes, output_bytes,
         stderr_bytes, input_read_bytes, flags, _, extra, *_) = response
        cpu_ns = user_ns + sys_ns
        verdict, cut = _verdict(how, exit_code, signal_number, cpu_ns, peak_rss_bytes, output_bytes, flags, limits)
        return Run(
            verdict=verdict, exit_code=exit_code if exit_code >= 0 else None, signal=signal_number or None,
            cpu_ns=cpu_ns, wall_ns=run_wall_ns, peak_rss_bytes=peak_rss_bytes, cut=cut,
            counted=bool(flags & wire.RUN_COUNTED), threads=bool(flags & wire.RUN_THREADS),
            processes=bool(flags & wire.RUN_PROCESSES), extra=extra,
            stack_overflow=bool(flags & wire.RUN_STACK_OVERFLOW), input_read_bytes=input_read_bytes,
            output_bytes=output_bytes,
            output=_read_file(self._files.output, 0, output_bytes) if keep_output else None,
            stderr_tail=_read_file(self._files.errors, max(0, stderr_bytes - _TAIL_BYTES), _TAIL_BYTES)
            if stderr_bytes else b"")

    def _write_input(self, data: bytes) -> None:
        if len(data) != self._input_bytes:
            os.ftruncate(self._files.input, len(data))
            self._input_bytes = len(data)
        done = os.pwrite(self._files.input, data, 0) if data else 0
        while done < len(data):
            done += os.pwrite(self._files.input, data[done:], done)

    def _be_patient(self, seconds: float) -> None:
        """The kernel's own receive timeout: cheaper than a poll before every read."""
        if seconds != self._patience_s:
            self._patience_s = seconds
            whole = int(seconds)
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO,
                                    struct.pack("@ll", whole, int((seconds - whole) * 1_000_000)))

    def _read(self, size: int) -> bytes:
        parts = []
        while size:
            try:
                part = self._socket.recv(size)
            except BlockingIOError:
                raise _ServerGone("its forkserver doesn't answer") from None
            except OSError as error:
                raise _ServerGone(f"its forkserver is gone ({error.strerror})") from error
            if not part:
                raise _ServerGone("its forkserver ended" + self._status())
            parts.append(part)
            size -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _status(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self.process.wait(1.0)
            return f" (signal {-code})" if code < 0 else f" (exit code {code})"
        return ""

    def close(self) -> None:
        """Ends the server in peace: it leaves nothing behind between runs, so no sweep is needed."""
        self._socket.close()
        try:
            self.process.wait(2.0)
        except subprocess.TimeoutExpired:
            self.kill()
            return
        self._release()

    def kill(self) -> None:
        """Ends the server by force, and everything that carries its token."""
        self._release()

    def _release(self) -> None:
        self.counters = np.zeros(0, np.uint64)
        self._mapped = None
        self._finalizer()


def _end(process: subprocess.Popen, control: socket.socket, files: _Files, token: str) -> None:
    control.close()
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
    process.wait()
    if process.returncode != 0:
        kill_all_with(token)
    files.close()


class _Files:
    """The four files that driver and server share: in memory where the system can, else unlinked ones on disk.
    The input may be a pipe instead."""

    def __init__(self, pipe: InputPipe | None) -> None:
        self.shared, self.output, self.errors = (_anonymous_file(name) for name in ("shared", "output", "errors"))
        self._pipe = pipe
        self.input = pipe.reading if pipe is not None else _anonymous_file("input")
        self._open = True

    def close(self) -> None:
        if self._open:
            self._open = False
            for descriptor in (self.shared, self.output, self.errors):
                os.close(descriptor)
            if self._pipe is not None:
                self._pipe.close()
            else:
                os.close(self.input)


def _anonymous_file(name: str) -> int:
    if hasattr(os, "memfd_create"):
        with contextlib.suppress(OSError):
            return os.memfd_create(f"slowpath-{name}")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _read_file(descriptor: int, start: int, length: int) -> bytes:
    parts = []
    while length > 0 and (part := os.pread(descriptor, length, start)):
        parts.append(part)
        start += len(part)
        length -= len(part)
    return b"".join(parts)


def _verdict(how: int, exit_code: int, signal_number: int, cpu_ns: int, peak_rss_bytes: int, output_bytes: int,
             flags: int, limits: RunLimits) -> tuple[Verdict, bool]:
    """The verdict, and whether a limit cut the run (its counts are then lower bounds)."""
    if how in (wire.END_CPU, wire.END_WALL) or signal_number == signal.SIGXCPU:
        return Verdict.TIME_LIMIT, True
    if signal_number == signal.SIGXFSZ or output_bytes >= limits.output_bytes:
        return Verdict.OUTPUT_LIMIT, True
    if exit_code != 0:
        full = limits.memory_bytes is not None and peak_rss_bytes >= 0.9 * limits.memory_bytes
        starved = flags & wire.RUN_ALLOCATION_FAILED or (full and not flags & wire.RUN_STACK_OVERFLOW)
        return (Verdict.MEMORY_LIMIT, True) if starved else (Verdict.RUNTIME_ERROR, False)
    return (Verdict.TIME_LIMIT if cpu_ns > limits.cpu_s * _NANO else Verdict.OK), False


@contextlib.contextmanager
def _large_stack() -> Iterator[None]:
    """Lets the process started inside have a judge's stack (256 MiB, or the most that is allowed).

    A program's recursion is as deep as its input is long; the usual 8 MiB would make it crash where no judge would.
    The limit is inherited at the start, so it is raised in this process for that moment.
    """
    if sys.platform == "win32":
        yield
        return
    import resource
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    wanted = _STACK_BYTES if hard == resource.RLIM_INFINITY else min(_STACK_BYTES, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        yield
        return
    resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_STACK, (soft, hard))
