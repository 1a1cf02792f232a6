"""One server process of a target, with its descriptors: started, asked, ended. Knows no language.

Theory of operation. The process is started with some descriptors (a socket pair's end, shared memory, errors, an input
and an output for each lane) in a session of its own and says hello. `submit` rewrites the input of a free lane in place
and sends one request, `receive` reads one response: two system calls beyond the input's own, so that Python isn't what
limits the rate. Requests are answered in their order, so there may be as many under way as there are lanes: the server
goes on with the next run while the driver looks at the last. The counters of a run lie in its lane of the shared
memory, and are read there without a copy, until the lane has its next input; so does what it printed in its output.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import secrets
import signal
import socket
import struct
import subprocess
import sys
import threading
import weakref
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from slowpath.errors import TargetBroken
from slowpath.model.execution import RunLimits
from slowpath.model.verdict import Verdict
from slowpath.sandbox import wire
from slowpath.sandbox.jail import Jailed, chosen_jail, must_be_runnable
from slowpath.sandbox.leftovers import kill_all_with, nothing_left
from slowpath.sandbox.open_input import InputPipe, cut_when_waiting
from slowpath.sandbox.runs import Launch, Run, verdict_of
from slowpath.sandbox.server_files import SharedFiles, read_file

if sys.platform != "win32":
    # Imported here, not where it is used: a jail may hold the thread by then, so that Python can't read its own folder.
    import resource

_STACK_BYTES = 256 << 20
_NANO = 1_000_000_000
_KEPT_OUTPUT_BYTES = 1 << 20
"""What may stay in memory after a run; the next one throws it away in any case."""
_ASK_PERSONALITY = 0xFFFFFFFF
_NO_RANDOM_ADDRESSES = 0x0040000
_starting = threading.Lock()


class ServerGone(Exception):
    """The server died or doesn't answer."""


class ServerProcess:
    """One server process with its descriptors. `counters` are those of the run that was received last.

    With a pipe there is one lane, which the pipe feeds. Raises `TargetBroken` from the constructor, `ServerGone` later.
    """

    def __init__(self, launch: Launch, start_timeout_s: float, lanes: int, pipe: InputPipe | None = None) -> None:
        self._name = launch.name
        self._start_remedy = launch.start_remedy
        self._jail = chosen_jail(launch.allowed.mode)
        self._with_start = launch.with_start
        self._tells_waiting = launch.tells_waiting
        self._token = f"slowpath-{secrets.token_hex(8)}"
        self._files = SharedFiles(lanes, pipe)
        self._submitted = 0
        self._received = 0
        self._lanes_under_way: deque[int] = deque()
        self._input_bytes = [0] * lanes
        self._patience_s = 0.0
        self._mapped: mmap.mmap | None = None
        self._lanes: list[NDArray[np.uint64]] = [np.zeros(0, np.uint64)] * lanes
        self.counters = self._lanes[0]
        self.description = b""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket = ours
        try:
            with nothing_left(self._token), theirs:
                started = self._start(launch, theirs.fileno())
                self.process, self.pid = started.process, started.pid
        except BaseException:
            ours.close()
            self._files.close()
            raise
        self._finalizer = weakref.finalize(self, _end, started, ours, self._files, self._token)
        try:
            self._shake_hands(start_timeout_s)
        except BaseException:
            self.kill()
            raise

    def _start(self, launch: Launch, control: int) -> Jailed:
        files = self._files
        channels = wire.Channels(control, files.shared, files.outputs, files.errors, files.inputs, launch.scratch)
        environment = {
            "PATH": os.defpath,
            "LANG": "C.UTF-8",
            **launch.environment,
            **channels.variables(),
            wire.TOKEN_VARIABLE: self._token,
        }

        def popen(argv: Sequence[str], descriptors: Sequence[int], variables: Mapping[str, str]) -> subprocess.Popen:
            addresses = _fixed_addresses() if launch.fixed_addresses else contextlib.nullcontext()
            with _starting, _large_stack(), addresses:
                return subprocess.Popen(
                    argv,
                    cwd=launch.cwd,
                    env={**environment, **variables},
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=files.errors,
                    start_new_session=True,
                    pass_fds=(*channels.descriptors, *descriptors),
                )

        try:
            must_be_runnable(launch.argv[0])
            return self._jail.start(launch.argv, launch.confinement, popen, is_server=True)
        except OSError as error:
            raise TargetBroken(
                f"{launch.name} can't be started: {error.strerror or error}.",
                "Delete the build cache (`slowpath doctor` shows where it is) and try again.",
            ) from error

    def _shake_hands(self, timeout_s: float) -> None:
        self._be_patient(timeout_s)
        try:
            hello = self._read(wire.HELLO.size)
            magic, version, _, counters, length = wire.HELLO.unpack(hello)
            self.description = self._read(length) if magic == wire.HELLO_MAGIC else b""
        except ServerGone as gone:
            raise self._broken_start(str(gone)) from gone
        if magic != wire.HELLO_MAGIC or version != wire.VERSION:
            raise TargetBroken(f"{self._name} speaks another forkserver wire (version {version}).", "Rebuild it.")
        lanes, lane_bytes = len(self._lanes), wire.lane_bytes(counters)
        self._mapped = mmap.mmap(self._files.shared, wire.LANES_OFFSET + lanes * lane_bytes)
        self._lanes = [
            np.frombuffer(
                self._mapped, np.uint64, counters, wire.LANES_OFFSET + lane * lane_bytes + wire.LANE_HEADER_BYTES
            )
            for lane in range(lanes)
        ]
        self.counters = self._lanes[0]

    def _broken_start(self, reason: str) -> TargetBroken:
        said = os.pread(self._files.errors, wire.TAIL_BYTES, 0).decode("utf-8", "replace").strip()
        return TargetBroken(
            f"{self._name} doesn't reach main: {reason}." + (f" It said: {said}" if said else ""), self._start_remedy
        )

    def fileno(self) -> int:
        """The descriptor that is readable when a response is there, or the server is gone."""
        return self._socket.fileno()

    def submit(self, data: bytes, limits: RunLimits, quick: bool = False) -> None:
        """Asks for a run. No more may be under way than there are lanes."""
        self._submitted += 1
        lane = next(lane for lane in range(len(self._lanes)) if lane not in self._lanes_under_way)
        self._lanes_under_way.append(lane)
        if self._files.pipe is not None:
            self._files.pipe.fill(data)
        else:
            self._write_input(lane, data)
        request = wire.REQUEST.pack(
            wire.REQUEST_MAGIC,
            wire.OP_QUICK if quick else wire.OP_RUN,
            self._submitted,
            int(limits.cpu_s * _NANO),
            int(limits.wall_s * _NANO),
            limits.memory_bytes or 0,
            limits.output_bytes,
            len(data),
            lane,
        )
        try:
            self._socket.sendall(request)
        except OSError as error:
            raise ServerGone("its forkserver is gone") from error

    def receive(self, limits: RunLimits, patience_s: float, keep_output: bool) -> Run:
        """The outcome of the oldest run that is under way, which was asked for with `limits`."""
        self._be_patient(patience_s)
        pipe = self._files.pipe
        waiting = (
            pipe is not None and not self._tells_waiting and cut_when_waiting(self.pid, pipe, self._socket, patience_s)
        )
        response = wire.RESPONSE.unpack(self._read(wire.RESPONSE.size))
        self._received += 1
        if response[0] != wire.RESPONSE_MAGIC or response[2] != self._received:
            raise ServerGone("its forkserver is out of step")
        tail_bytes = response[13]
        tail = self._read(tail_bytes) if tail_bytes else b""
        lane = self._lanes_under_way.popleft()
        self.counters = self._lanes[lane]
        output = self._files.outputs[lane]
        run = self._described(response, limits, tail)
        if keep_output:
            run = replace(run, output=read_file(output, 0, run.output_bytes))
        if run.output_bytes > _KEPT_OUTPUT_BYTES:
            os.ftruncate(output, 0)
        waiting |= bool(response[12] & wire.RUN_WAITING)
        return replace(run, verdict=Verdict.TIME_LIMIT, cut=True, waiting=True) if waiting else run

    def errors(self, most_bytes: int) -> bytes:
        """The beginning of what the last run wrote to standard error; nothing may be under way."""
        return read_file(self._files.errors, 0, most_bytes)

    def _described(self, response: tuple, limits: RunLimits, tail: bytes) -> Run:
        (
            _,
            how,
            _,
            exit_code,
            signal_number,
            user_ns,
            sys_ns,
            run_wall_ns,
            peak_rss_bytes,
            output_bytes,
            _,
            input_read_bytes,
            flags,
            _,
            extra,
            start_ns,
            idle_ns,
            *_,
        ) = response
        cpu_ns = user_ns + sys_ns + (start_ns if self._with_start else 0)
        verdict, cut = verdict_of(how, exit_code, signal_number, cpu_ns, peak_rss_bytes, output_bytes, flags, limits)
        if how == wire.END_WALL and verdict is Verdict.TIME_LIMIT and 2 * idle_ns > run_wall_ns - cpu_ns:
            verdict = Verdict.IDLENESS_LIMIT
        return Run(
            verdict=verdict,
            exit_code=exit_code if exit_code >= 0 else None,
            signal=signal_number or None,
            cpu_ns=cpu_ns,
            wall_ns=run_wall_ns,
            idle_ns=idle_ns,
            peak_rss_bytes=peak_rss_bytes,
            cut=cut,
            counted=bool(flags & wire.RUN_COUNTED),
            threads=bool(flags & wire.RUN_THREADS),
            processes=bool(flags & wire.RUN_PROCESSES),
            extra=extra,
            stack_overflow=bool(flags & wire.RUN_STACK_OVERFLOW),
            input_read_bytes=input_read_bytes,
            output_bytes=output_bytes,
            output=None,
            stderr_tail=tail,
            quick=bool(flags & wire.RUN_QUICK),
        )

    def _write_input(self, lane: int, data: bytes) -> None:
        file = self._files.inputs[lane]
        if len(data) != self._input_bytes[lane]:
            os.ftruncate(file, len(data))
            self._input_bytes[lane] = len(data)
        done = os.pwrite(file, data, 0) if data else 0
        while done < len(data):
            done += os.pwrite(file, data[done:], done)

    def _be_patient(self, seconds: float) -> None:
        """The kernel's own receive timeout: cheaper than a poll before every read."""
        if seconds != self._patience_s:
            self._patience_s = seconds
            whole = int(seconds)
            self._socket.setsockopt(
                socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("@ll", whole, int((seconds - whole) * 1_000_000))
            )

    def _read(self, size: int) -> bytes:
        parts = []
        while size:
            try:
                part = self._socket.recv(size)
            except BlockingIOError:
                raise ServerGone("its forkserver doesn't answer") from None
            except OSError as error:
                raise ServerGone(f"its forkserver is gone ({error.strerror})") from error
            if not part:
                raise ServerGone("its forkserver ended" + self._status())
            parts.append(part)
            size -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _status(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._jail.returncode(self.process.wait(1.0))
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
        self._lanes = []
        self._mapped = None
        self._finalizer()


def _end(started: Jailed, control: socket.socket, files: SharedFiles, token: str) -> None:
    control.close()
    process = started.process
    if process.poll() is None and started.pid != process.pid:
        # With the jail's first process all others end, and what waits for it outside ends after them.
        with contextlib.suppress(ProcessLookupError, PermissionError, subprocess.TimeoutExpired):
            os.kill(started.pid, signal.SIGKILL)
            process.wait(2.0)
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
    process.wait()
    if process.returncode != 0:
        kill_all_with(token)
    files.close()


@contextlib.contextmanager
def _large_stack() -> Iterator[None]:
    """Lets the process started inside have a judge's stack (256 MiB, or the most that is allowed).

    A program's recursion is as deep as its input is long; the usual 8 MiB would make it crash where no judge would.
    The limit is inherited at the start, so it is raised in this process for that moment.
    """
    if sys.platform == "win32":
        yield
        return
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


@contextlib.contextmanager
def _fixed_addresses() -> Iterator[None]:
    """Starts the process inside without address space randomisation. Where that isn't allowed (the usual filter of
    containers) it starts as usual."""
    change = getattr(ctypes.CDLL(None), "personality", None) if sys.platform.startswith("linux") else None
    before = -1 if change is None else change(_ASK_PERSONALITY)
    if change is None or before == -1:
        yield
        return
    change(before | _NO_RANDOM_ADDRESSES)
    try:
        yield
    finally:
        change(before)
