"""Runs a program that judges inputs or outputs: in its jail, on files that are written for each run.

Theory of operation. A jail takes longer to put up than most such programs run. So the first runs are processes each in
a jail of its own, and once there are more a forkserver is started in one, of which each run is a fork that becomes the
program (`runtime/command_target.py`). For a program in Python, which also takes long to start and to import, the fork
is one of a warm interpreter that has imported what the program does (`runtime/checker_target.py`); one in Java runs in
a virtual machine that others ran in (`runtime/java_checker_target.py`); one in C++ has the server linked into it
(`runtime/given.c`). That isn't believed at first: runs are made
both ways, and where they end otherwise, or the server can't be driven, all are processes of their own from then on.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from slowpath.errors import SlowpathError
from slowpath.model.execution import RunLimits
from slowpath.model.verdict import Verdict
from slowpath.sandbox.bounded import SAID_BYTES, BoundedLimits, BoundedRun, run_bounded
from slowpath.sandbox.forkserver import ForkServer, Launch
from slowpath.sandbox.jail import Confinement
from slowpath.sandbox.left_files import read_left
from slowpath.sandbox.process import tool_environment
from slowpath.sandbox.scratch import ScratchFolder
from slowpath.toolchain.reach import RUNTIME, own_python_reach

FEEDBACK = "feedback/"
"""Where a program may write what it says of an output, named among its files."""
FEEDBACK_FILES = ("judgemessage.txt", "teammessage.txt")
_ALONE_FIRST = 3
"""So many runs are made before a server is worth its start."""
_AGREEMENTS = 2
_REASON_CHARACTERS = 300


@dataclass(frozen=True)
class JudgingProgram:
    """What runs a program, without arguments, and what that may touch. `warm` starts a server whose runs share the
    imports of a Python program, the virtual machine of one in Java, or the loading of one in C++; empty where there is
    nothing of the sort."""

    argv: tuple[str, ...]
    allowed: Confinement
    warm: tuple[str, ...] = ()


class ProgramRuns(Protocol):
    """Runs a program. Those of the `files` that are `named` are written into a folder of their own; their places are
    its arguments, then the `flags`. `given` is the one that becomes standard input, "" for none. Returns the run and
    what was written to the feedback folder, if that is named. Raises `OSError` where it can't be started."""

    def __call__(
        self, files: Mapping[str, bytes], named: Sequence[str], flags: Sequence[str], given: str
    ) -> tuple[BoundedRun, str]: ...


def runs_of(program: JudgingProgram, search_path: str, limits: BoundedLimits | None = None) -> ProgramRuns:
    """Who runs the program."""
    command, allowed = program.argv, program.allowed
    limits = limits or BoundedLimits()
    alone = LoneRuns(command, allowed, search_path, limits)
    if sys.platform == "win32":
        return alone
    if program.warm:
        return ServedRuns(program.warm, allowed, search_path, limits, alone, agreements=_AGREEMENTS, alone_first=1)
    plain = (sys.executable, "-s", "-S", "-B", str(RUNTIME / "command_target.py"), *command)
    reach = replace(own_python_reach(), mode=allowed.mode).reading(allowed.readable)
    return ServedRuns(plain, reach, search_path, limits, alone, alone_first=_ALONE_FIRST)


class LoneRuns:
    """A process and a jail for each run."""

    def __init__(self, command: tuple[str, ...], allowed: Confinement, search_path: str, limits: BoundedLimits) -> None:
        self._command = command
        self._allowed = allowed
        self._search_path = search_path
        self._limits = limits

    def __call__(
        self, files: Mapping[str, bytes], named: Sequence[str], flags: Sequence[str], given: str
    ) -> tuple[BoundedRun, str]:
        with tempfile.TemporaryDirectory(prefix="slowpath-checker-") as made:
            folder = Path(made)
            if FEEDBACK in named:
                (folder / FEEDBACK).mkdir()
            for name, content in _written(files, named).items():
                (folder / name).write_bytes(content)
            run = run_bounded(
                (*self._command, *_placed(named, folder), *flags),
                files.get(given, b""),
                cwd=folder,
                limits=self._limits,
                search_path=self._search_path,
                allowed=self._allowed,
            )
            return run, _feedback(folder / FEEDBACK)


class ServedRuns:
    """Forks of a server, as long as that can be driven and, where `agreements` are asked for, so many first ones end as
    processes of their own do. The first `alone_first` runs are such processes."""

    def __init__(
        self,
        argv: tuple[str, ...],
        allowed: Confinement,
        search_path: str,
        limits: BoundedLimits,
        alone: LoneRuns,
        *,
        agreements: int = 0,
        alone_first: int = 0,
    ) -> None:
        self._argv = argv
        self._allowed = allowed
        self._environment = tool_environment(search_path)
        self._limits = limits
        self._alone = alone
        self._to_agree = agreements
        self._alone_left = alone_first
        self._is_broken = False
        self._server: ForkServer | None = None
        self._folder: Path | None = None
        self._lock = threading.Lock()

    def __call__(
        self, files: Mapping[str, bytes], named: Sequence[str], flags: Sequence[str], given: str
    ) -> tuple[BoundedRun, str]:
        with self._lock:
            if self._is_broken or self._alone_left:
                self._alone_left = max(0, self._alone_left - 1)
                return self._alone(files, named, flags, given)
            try:
                served = self._run(files, named, flags, given)
            except (SlowpathError, OSError):
                self._is_broken = True
                return self._alone(files, named, flags, given)
            if not self._to_agree:
                return served
            alone = self._alone(files, named, flags, given)
            self._to_agree -= 1
            self._is_broken = (served[0].returncode, served[1]) != (alone[0].returncode, alone[1])
            return alone

    def _run(
        self, files: Mapping[str, bytes], named: Sequence[str], flags: Sequence[str], given: str
    ) -> tuple[BoundedRun, str]:
        server, folder = self._opened()
        data = _given_text(files, named, (*_placed(named, folder), *flags), given)
        known = self._limits
        limits = RunLimits(known.cpu_s, known.wall_s, known.memory_bytes, max(known.output_bytes, 2 * len(data)))
        run = server.run(data, limits, keep_output=True)
        code = run.exit_code if run.exit_code is not None else -(run.signal or 1)
        said = "\n".join(
            filter(
                None,
                (
                    part[:SAID_BYTES].decode("utf-8", "replace").strip()
                    for part in (server.errors(SAID_BYTES), run.output or b"")
                ),
            )
        )
        return (
            BoundedRun(code, said, run.verdict.is_out_of_time, run.verdict is Verdict.OUTPUT_LIMIT),
            _feedback(folder / FEEDBACK) if FEEDBACK in named else "",
        )

    def _opened(self) -> tuple[ForkServer, Path]:
        if self._server is None or self._folder is None:
            scratch = ScratchFolder("checker")
            launch = Launch(
                self._argv,
                scratch.path,
                self._environment,
                "the checker",
                scratch=True,
                allowed=self._allowed,
                kept=True,
            )
            self._folder, self._server = scratch.path, ForkServer(launch)
            weakref.finalize(self, _end, self._server, scratch)
        return self._server, self._folder


def _end(server: ForkServer, scratch: ScratchFolder) -> None:
    server.close()
    scratch.remove()


def _written(files: Mapping[str, bytes], named: Sequence[str]) -> dict[str, bytes]:
    """The files that an argument names, which alone are written: that takes longer than many a run."""
    return {name: content for name, content in files.items() if name in named}


def _given_text(files: Mapping[str, bytes], named: Sequence[str], arguments: Sequence[str], given: str) -> bytes:
    """What a run is given, as `runtime/python_given.py` says."""
    written, is_written = _written(files, named), given in named or not given
    folders = [FEEDBACK] if FEEDBACK in named else []
    words = [(given or os.devnull) if is_written else "", str(len(folders)), *folders, str(len(written))]
    words += [word for name, content in written.items() for word in (name, str(len(content)))]
    head = b"".join(os.fsencode(word) + b"\0" for word in (*words, *arguments))
    return b"".join((b"%d\n" % len(head), head, *written.values(), b"" if is_written else files[given]))


def _placed(named: Sequence[str], folder: Path) -> list[str]:
    """Where files and the feedback folder lie."""
    return [f"{folder}/{name}" for name in named]


def _feedback(folder: Path) -> str:
    for name in FEEDBACK_FILES:
        said = None if folder.is_symlink() else read_left(folder / name, 4 * _REASON_CHARACTERS)
        text = " ".join((said or b"").decode("utf-8", "replace").split())
        if text:
            return text[:_REASON_CHARACTERS]
    return ""
