"""Runs afl-fuzz on a program, in a scratch directory, and reads what it keeps.

Theory of operation. afl-fuzz starts in a session of its own with an environment of our making, and works in a directory
that is removed at the end; its forkserver and the runs carry our token, since afl-fuzz puts them into sessions of their
own, so that they are found whatever becomes of it. Inputs that it keeps are files in `queue` and `hangs`; each is read
once.

With a mutator, afl-fuzz asks us for every child over a socket (`toolchain/runtime/afl_mutator.c` says how), and
waits for the answer: while nobody advances it, it stands still. Without one it's stopped by a signal in between. It
ends when we're gone: the socket's end tells it, and without a mutator it has a limit of wall time (`-V`).
"""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import signal
import socket
import struct
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from slowpath.errors import TargetBroken
from slowpath.model.fuzzer import Mutate
from slowpath.sandbox.leftovers import kill_all_with
from slowpath.sandbox.scratch import ScratchFolder
from slowpath.sandbox.wire import TOKEN_VARIABLE

LARGEST_BYTES = 1 << 20
"""afl-fuzz handles no longer input (its MAX_FILE)."""
LOOK_S = 0.05
PATIENCE_S = 5.0
_MAGIC = 0x534C4F57
_SAME = 0xFFFFFFFF
_REQUEST = struct.Struct("=IIII")
_LENGTH = struct.Struct("=I")
_ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "AFL_NO_UI": "1",
    "AFL_NO_AFFINITY": "1",
    "AFL_SKIP_CPUFREQ": "1",
    "AFL_NO_COLOR": "1",
    "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1",
    "AFL_IGNORE_PROBLEMS": "1",
    "AFL_NO_CRASH_README": "1",
}


@dataclass(frozen=True)
class AflProgram:
    """What is to be run: afl-fuzz, the program that its compiler built, and our mutator's library, if it's used."""

    fuzzer: Path
    target: Path
    mutator: Path | None = None


@dataclass(frozen=True)
class Kept:
    """An input that afl-fuzz kept, and when (seconds since the epoch). `is_hang` says that it passed the time limit."""

    data: bytes = field(repr=False)
    found_at: float
    is_hang: bool = False


class AflFuzz:
    """One run of afl-fuzz. Not thread-safe; a context manager. Raises `TargetBroken` when afl-fuzz ends by itself.

    `seeds` are valid inputs of at most `LARGEST_BYTES`, at least one. A run of the program is cut after `timeout_s` of
    wall time, afl-fuzz itself after `most_s`.
    """

    def __init__(
        self,
        program: AflProgram,
        seeds: Sequence[bytes],
        *,
        rng_seed: int,
        timeout_s: float,
        memory_bytes: int | None = None,
        most_s: float = 86_400.0,
        mutate: Mutate | None = None,
    ) -> None:
        assert (mutate is None) == (program.mutator is None)
        self._mutate = mutate
        self._parent = b""
        self._read: set[str] = set()
        self._token = f"slowpath-{secrets.token_hex(8)}"
        self._folder = ScratchFolder("afl")
        self._scratch = self._folder.path
        self._channel: socket.socket | None = None
        theirs: socket.socket | None = None
        try:
            _write_seeds(self._scratch / "in", seeds)
            if mutate is not None:
                self._channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
            self._process = self._start(program, rng_seed, timeout_s, memory_bytes, most_s, theirs)
        except BaseException:
            self._remove()
            raise
        finally:
            if theirs is not None:
                theirs.close()

    def _start(
        self,
        program: AflProgram,
        rng_seed: int,
        timeout_s: float,
        memory_bytes: int | None,
        most_s: float,
        theirs: socket.socket | None,
    ) -> subprocess.Popen:
        (self._scratch / "work").mkdir()
        environment = {
            "PATH": os.defpath,
            **_ENVIRONMENT,
            TOKEN_VARIABLE: self._token,
            "AFL_HANG_TMOUT": str(int(timeout_s * 1000)),
            "AFL_FORKSRV_INIT_TMOUT": "30000",
        }
        if theirs is not None:
            environment |= {
                "AFL_CUSTOM_MUTATOR_LIBRARY": str(program.mutator),
                "AFL_CUSTOM_MUTATOR_ONLY": "1",
                "AFL_DISABLE_TRIM": "1",
                "SLOWPATH_MUTATOR": str(theirs.fileno()),
            }
        argv = [
            str(program.fuzzer),
            "-i",
            str(self._scratch / "in"),
            "-o",
            str(self._scratch / "out"),
            "-s",
            str(1 + rng_seed % 1_000_000_007),
            "-t",
            str(int(timeout_s * 1000)),
            "-m",
            str(memory_bytes >> 20) if memory_bytes is not None else "none",
            "-V",
            str(int(most_s)),
            "--",
            str(program.target),
        ]
        with (self._scratch / "log").open("wb") as log:
            try:
                return subprocess.Popen(
                    argv,
                    cwd=self._scratch / "work",
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                    pass_fds=(theirs.fileno(),) if theirs is not None else (),
                )
            except OSError as error:
                raise TargetBroken(
                    f"afl-fuzz can't be started: {error.strerror or error}.",
                    "Reinstall AFL++ (Debian, Ubuntu: apt install afl++).",
                ) from error

    def advance(self, is_over: Callable[[], bool]) -> None:
        """Lets it fuzz until `is_over`, which is asked some twenty times a second. Raises `TargetBroken`."""
        if self._channel is None:
            self._signal(signal.SIGCONT)
        while not is_over():
            if self._process.poll() is not None:
                raise self._ended()
            if self._channel is None:
                time.sleep(LOOK_S)
            elif select.select([self._channel], [], [], LOOK_S)[0]:
                self._answer(self._channel, is_over)
        if self._channel is None:
            self._signal(signal.SIGSTOP)

    def _answer(self, channel: socket.socket, is_over: Callable[[], bool]) -> None:
        try:
            magic, size, wanted, most = _REQUEST.unpack(_received(channel, _REQUEST.size))
            assert magic == _MAGIC
            if size != _SAME:
                self._parent = _received(channel, size)
            assert self._mutate is not None
            children = self._mutate(self._parent, wanted, most)
            channel.sendall(b"".join(_LENGTH.pack(len(child)) + child for child in children))
        except OSError as error:
            raise self._ended() from error

    def kept(self) -> list[Kept]:
        """What it kept since the last time it was asked, the seeds left out, in the order of time. To be asked while it
        stands still, between two `advance` or after `end`: else a file may be read that is being written."""
        found: list[tuple[float, str, Kept]] = []
        for folder, is_hang in (("queue", False), ("hangs", True)):
            for path in sorted((self._scratch / "out" / "default" / folder).glob("id*")):
                if path.name in self._read or ",orig:" in path.name:
                    continue
                self._read.add(path.name)
                with contextlib.suppress(OSError):
                    kept = Kept(path.read_bytes(), path.stat().st_mtime, is_hang)
                    found.append((kept.found_at, path.name, kept))
        return [kept for _, _, kept in sorted(found, key=lambda each: each[:2])]

    def end(self) -> None:
        """Ends afl-fuzz and all that it started; what it kept can still be read. Idempotent."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None
        if self._process.poll() is None:
            self._signal(signal.SIGCONT)
            self._signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(PATIENCE_S)
        if self._process.poll() is None:
            self._signal(signal.SIGKILL)
            self._process.wait()
        kill_all_with(self._token)

    @property
    def executions(self) -> int:
        """How many runs it made, as it says itself: known when it has ended, 0 before its first minute."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            stats = (self._scratch / "out" / "default" / "fuzzer_stats").read_text(encoding="utf-8")
            line = next((line for line in stats.splitlines() if line.startswith("execs_done")), "")
            return int(line.split(":")[1])
        return 0

    def close(self) -> None:
        """Ends it and removes its directory. Idempotent."""
        self.end()
        self._remove()

    def _remove(self) -> None:
        if self._channel is not None:
            self._channel.close()
            self._channel = None
        self._folder.remove()

    def _signal(self, number: signal.Signals) -> None:
        """To afl-fuzz itself: a run of the program that has begun comes to its end."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def _ended(self) -> TargetBroken:
        self.end()
        said = (self._scratch / "log").read_bytes()[-4000:].decode("utf-8", "replace")
        lines = [line.strip() for line in said.splitlines() if "PROGRAM ABORT" in line or "Error" in line]
        return TargetBroken(
            f"afl-fuzz ended by itself: {lines[-1] if lines else 'it gave no reason'}.",
            "Run afl-fuzz on the program by hand to see why.",
        )

    def __enter__(self) -> AflFuzz:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _write_seeds(folder: Path, seeds: Sequence[bytes]) -> None:
    folder.mkdir()
    for place, seed in enumerate(seeds):
        (folder / f"seed{place:03}").write_bytes(seed)


def _received(channel: socket.socket, size: int) -> bytes:
    parts: list[bytes] = []
    while size:
        part = channel.recv(min(size, 1 << 20))
        if not part:
            raise ConnectionResetError("afl-fuzz closed the socket")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
