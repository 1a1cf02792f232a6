"""Runs a program that judges outputs: a process for each output, or, for one in Python, forks of a warm interpreter.

Theory of operation. A checker has a folder with the files that it's asked about, which serves one output after the
other as long as nothing else is left in it: making and removing folders takes longer than most checkers do. Starting an
interpreter and importing takes longer still. So a checker in Python is run by `runtime/checker_target.py` under a
forkserver. That isn't believed at first: the first outputs are judged both ways, and where it ends otherwise, or can't
be driven, all are judged by a process each from then on.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from slowpath.errors import SlowpathError
from slowpath.model.execution import RunLimits
from slowpath.model.verdict import Verdict
from slowpath.sandbox.bounded import BoundedLimits, BoundedRun, run_bounded
from slowpath.sandbox.forkserver import ForkServer, Launch
from slowpath.sandbox.process import tool_environment
from slowpath.sandbox.scratch import ScratchFolder

FEEDBACK = "feedback"
FEEDBACK_FILES = ("judgemessage.txt", "teammessage.txt")
RUNTIME = Path(__file__).resolve().parent.parent / "runtime"
LIMITS = BoundedLimits()
_AGREEMENTS = 2
_REASON_CHARACTERS = 300


class CheckerRuns(Protocol):
    """Runs a checker. `files` are written into a folder of their own; its arguments are the places of those that
    are `named`, then the `flags`. `given` is the one that becomes standard input, "" for none. Returns the run and
    what was written to the feedback folder. Raises `OSError` where it can't be started."""

    def __call__(self, files: Mapping[str, bytes], named: Sequence[str], flags: Sequence[str],
                 given: str) -> tuple[BoundedRun, str]: ...


def runs_of(command: tuple[str, ...], search_path: str) -> CheckerRuns:
    """Who runs the checker of that command."""
    cold = ColdRuns(command, search_path)
    is_python = len(command) == 3 and command[1] == "-B" and "python2" not in Path(command[0]).name
    return WarmRuns(command, search_path, cold) if is_python and sys.platform != "win32" else cold


class ColdRuns:
    """A process for each output, some ms."""

    def __init__(self, command: tuple[str, ...], search_path: str) -> None:
        self._command = command
        self._search_path = search_path
        self._free: list[ScratchFolder] = []
        weakref.finalize(self, _remove_all, self._free)

    def __call__(self, files: Mapping[str, bytes], named: Sequence[str], flags: Sequence[str],
                 given: str) -> tuple[BoundedRun, str]:
        scratch = self._taken()
        folder = scratch.path
        try:
            (folder / FEEDBACK).mkdir(exist_ok=True)
            for name, content in files.items():
                (folder / name).write_bytes(content)
            run = run_bounded((*self._command, *_placed(named, folder), *flags), files.get(given, b""), cwd=folder,
                              limits=LIMITS, search_path=self._search_path)
            feedback = _feedback(folder / FEEDBACK)
        except BaseException:
            scratch.remove()
            raise
        if _emptied(folder, files):
            self._free.append(scratch)
        else:
            scratch.remove()
        return run, feedback

    def _taken(self) -> ScratchFolder:
        """A folder that nobody uses, also where several threads judge."""
        with contextlib.suppress(IndexError):
            return self._free.pop()
        return ScratchFolder("checker")


class WarmRuns:
    """Forks of a warm interpreter, as long as they end as processes of their own do."""

    def __init__(self, command: tuple[str, ...], search_path: str, cold: ColdRuns) -> None:
        self._command = command
        self._environment = tool_environment(search_path)
        self._cold = cold
        self._agreed = 0
        self._is_broken = False
        self._server: ForkServer | None = None
        self._folder: Path | None = None
        self._lock = threading.Lock()

    def __call__(self, files: Mapping[str, bytes], named: Sequence[str], flags: Sequence[str],
                 given: str) -> tuple[BoundedRun, str]:
        with self._lock:
            if self._is_broken:
                return self._cold(files, named, flags, given)
            try:
                warm = self._run(files, named, flags, given)
            except (SlowpathError, OSError):
                self._is_broken = True
                return self._cold(files, named, flags, given)
            if self._agreed >= _AGREEMENTS:
                return warm
            alone = self._cold(files, named, flags, given)
            self._agreed += 1
            self._is_broken = (warm[0].returncode, warm[1]) != (alone[0].returncode, alone[1])
            return alone

    def _run(self, files: Mapping[str, bytes], named: Sequence[str], flags: Sequence[str],
             given: str) -> tuple[BoundedRun, str]:
        server, folder = self._opened()
        wanted = {"files": [(name, len(content)) for name, content in files.items()], "folders": [FEEDBACK],
                  "arguments": [*_placed(named, folder), *flags], "given": given or os.devnull}
        data = b"".join((json.dumps(wanted).encode(), b"\n", *files.values()))
        limits = RunLimits(LIMITS.cpu_s, LIMITS.wall_s, LIMITS.memory_bytes, max(LIMITS.output_bytes, 2 * len(data)))
        run = server.run(data, limits, keep_output=True)
        code = run.exit_code if run.exit_code is not None else -(run.signal or 1)
        said = "\n".join(filter(None, (part.decode("utf-8", "replace").strip()
                                       for part in (run.stderr_tail, run.output or b""))))
        return BoundedRun(code, said[:4096], run.verdict is Verdict.TIME_LIMIT), _feedback(folder / FEEDBACK)

    def _opened(self) -> tuple[ForkServer, Path]:
        if self._server is None or self._folder is None:
            scratch = ScratchFolder("checker")
            launch = Launch((self._command[0], "-s", "-B", str(RUNTIME / "checker_target.py"), self._command[2]),
                            scratch.path, self._environment, "the checker", scratch=True)
            self._folder, self._server = scratch.path, ForkServer(launch)
            weakref.finalize(self, _end, self._server, scratch)
        return self._server, self._folder


def _emptied(folder: Path, files: Mapping[str, bytes]) -> bool:
    """Removes what was given and written as feedback; whether nothing else is there, so that the folder may be used
    again."""
    with contextlib.suppress(OSError):
        for name in files:
            (folder / name).unlink()
        for path in (folder / FEEDBACK).iterdir():
            path.unlink()
        return os.listdir(folder) == [FEEDBACK]
    return False


def _remove_all(folders: list[ScratchFolder]) -> None:
    while folders:
        folders.pop().remove()


def _end(server: ForkServer, scratch: ScratchFolder) -> None:
    server.close()
    scratch.remove()


def _placed(named: Sequence[str], folder: Path) -> list[str]:
    """Where files and the feedback folder lie."""
    return [f"{folder}/{name}" for name in named]


def _feedback(folder: Path) -> str:
    for name in FEEDBACK_FILES:
        path = folder / name
        if path.is_file():
            with path.open("rb") as file:
                text = " ".join(file.read(4 * _REASON_CHARACTERS).decode("utf-8", "replace").split())
            if text:
                return text[:_REASON_CHARACTERS]
    return ""
