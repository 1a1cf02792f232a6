"""Finds the Python that runs the user's programs, which need not be the one that runs Slowpath.

Theory of operation. A candidate is asked once for its version and its real executable (a version switcher's shim
costs 30 ms a start, the executable behind it doesn't); answers are kept by path and modification time.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from slowpath.errors import ToolMissing
from slowpath.sandbox.process import run_tool, tool_environment
from slowpath.settings import Settings
from slowpath.toolchain.installing import remedy

OLDEST = (3, 8)
OLDEST_EXACT = (3, 10)
NAMES = ("python3", "python3.13", "python3.12", "python3.11", "python3.10", "python")
_ANSWER = "import json,sys;print(json.dumps([sys.executable,list(sys.version_info[:3]),sys.implementation.name]))"
_PROBE_S = 30.0
_STARTS = 3


@dataclass(frozen=True)
class Interpreter:
    """A Python: its executable, its version and which implementation it is ("cpython", "pypy")."""

    executable: Path
    version: tuple[int, int, int]
    implementation: str

    @property
    def name(self) -> str:
        """For people: "Python 3.11.7"."""
        number = ".".join(map(str, self.version))
        return f"Python {number}" if self.implementation == "cpython" else f"{self.implementation} {number}"

    @property
    def objection(self) -> str:
        """Why programs can't be searched with it, or "" when they can."""
        if self.implementation != "cpython":
            return f"{self.name} counts and limits differently; only CPython is supported"
        if self.version[:2] < OLDEST:
            return f"{self.name} is older than {OLDEST[0]}.{OLDEST[1]}"
        return ""


def find_interpreter(settings: Settings) -> Interpreter:
    """The one that is set, else the first on PATH that will do, else the one that runs Slowpath.

    Raises `ToolMissing` when the one that is set isn't there or won't do, or when there is none.
    """
    if settings.python_interpreter:
        return _chosen(settings)
    chosen = next((found for found in _interpreters(settings) if not found.objection), None)
    if chosen is not None:
        return chosen
    raise ToolMissing("No Python was found that can run solutions.", _remedy(settings))


def _remedy(settings: Settings) -> str:
    return remedy(
        "python", "Python 3.10 or newer", settings.search_path, "set slowpath.python.interpreter (SLOWPATH_PYTHON)"
    )


def _chosen(settings: Settings) -> Interpreter:
    wanted = os.path.expanduser(settings.python_interpreter)
    path = shutil.which(wanted, path=settings.search_path or os.defpath)
    found = _probed(Path(path), settings.search_path) if path else None
    if found is None:
        raise ToolMissing(f"The Python interpreter that is set, {wanted}, can't be started.", _remedy(settings))
    if found.objection:
        raise ToolMissing(f"The Python interpreter that is set can't be used: {found.objection}.", _remedy(settings))
    return found


def found_interpreters(settings: Settings) -> list[Interpreter]:
    """All that are on PATH under a usual name, each once, then the one that runs Slowpath."""
    found: dict[Path, Interpreter] = {}
    for interpreter in _interpreters(settings):
        found.setdefault(interpreter.executable.resolve(), interpreter)
    return list(found.values())


def _interpreters(settings: Settings) -> Iterator[Interpreter]:
    """Those under a usual name on PATH, then the one that runs Slowpath; each is asked when its turn comes."""
    for name in (*NAMES, sys.executable):
        path = shutil.which(name, path=settings.search_path or os.defpath)
        answer = _probed(Path(path), settings.search_path) if path else None
        if answer is not None:
            yield answer


def startup_s(found: Interpreter, settings: Settings) -> float:
    """Wall seconds that the interpreter takes for an empty program, the least of a few: part of every clean run."""
    taken = []
    for _ in range(_STARTS):
        start = time.perf_counter()
        run_tool([found.executable, "-c", ""], timeout_s=_PROBE_S, environment=tool_environment(settings.search_path))
        taken.append(time.perf_counter() - start)
    return min(taken)


def _probed(path: Path, search_path: str) -> Interpreter | None:
    try:
        return _asked(path, path.stat().st_mtime_ns, search_path)
    except OSError:
        return None


@lru_cache(maxsize=64)
def _asked(path: Path, _changed_ns: int, search_path: str) -> Interpreter | None:
    """What the interpreter says of itself, or None when it can't be started."""
    try:
        said = run_tool([path, "-S", "-c", _ANSWER], timeout_s=_PROBE_S, environment=tool_environment(search_path))
        executable, version, implementation = json.loads(said.stdout)
    except (OSError, ValueError):
        return None
    return Interpreter(Path(executable or path), (version[0], version[1], version[2]), implementation)
