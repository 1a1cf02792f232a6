"""Reads a program's variables at a line, in a run made for that alone.

Theory of operation. Each question runs the program once under something that stops there (`runtime/python_values.py`,
`runtime/gdb_values.py`, `runtime/java/slowpath/Values.java`), alone and bounded, and takes the answer from a file in a
folder of its own. Where the program doesn't come to the line that often, crashes before, or the time is up, there is no
answer, and None is returned.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from slowpath.model.breaking import Complaint
from slowpath.sandbox.bounded import BoundedLimits, run_bounded
from slowpath.sandbox.jail import Confinement
from slowpath.sandbox.left_files import read_left
from slowpath.sandbox.process import run_tool, tool_environment

RUNTIME = Path(__file__).resolve().parent / "runtime"
_BOUNDS = BoundedLimits(cpu_s=20, wall_s=120.0, memory_bytes=4 << 30, output_bytes=64 << 20, stack_bytes=256 << 20)
_PROBE_S = 60.0
_SMALL = ("-XX:CompressedClassSpaceSize=64m", "-XX:ReservedCodeCacheSize=64m")
"""What a virtual machine sets aside by itself would fill the address space that a run has."""
_SAYS_YES = "slowpath-gdb-has-python"

Command = Callable[[int, int, Path], Sequence[str | Path]]
"""From a line, the number of the pass and the file for the answer to what is to be run."""
OverflowCommand = Callable[[bool, Path], Sequence[str | Path]]
"""From whether only the longest integers are looked at, and the file for the answer, to what is to be run."""


class BoundedValueReader:
    """Implements `model.ports.ValueReader`."""

    def __init__(
        self, command: Command, search_path: str, allowed: Confinement, overflow: OverflowCommand | None = None
    ) -> None:
        self._command = command
        self._overflow = overflow
        self._search_path = search_path
        self._allowed = allowed.reading((RUNTIME,))

    def read(self, data: bytes, line: int, pass_number: int) -> tuple[tuple[str, str], ...] | None:
        """See `ValueReader.read`. Takes at most 30 s."""
        said = self._answer(data, lambda answer: self._command(line, pass_number, answer))
        return None if said is None else tuple((str(name), str(value)) for name, value in said)

    def first_overflow(self, data: bytes, longs_only: bool = False) -> Complaint | None:
        """See `ValueReader.first_overflow`."""
        command = self._overflow
        said = self._answer(data, lambda answer: command(longs_only, answer)) if command is not None else None
        return None if said is None else Complaint("overflow", int(said[0]), str(said[1]))

    def _answer(self, data: bytes, command: Callable[[Path], Sequence[str | Path]]) -> list[Any] | None:
        """What the run that `command` gives, from the file for its answer, leaves there; None for nothing."""
        with tempfile.TemporaryDirectory(prefix="slowpath-values-") as folder:
            answer = Path(folder) / "answer.json"
            scratch = Path(folder) / "scratch"
            scratch.mkdir()
            allowed = replace(self._allowed, writable=(Path(folder),), traces=True)
            try:
                run_bounded(
                    command(answer), data, cwd=scratch, limits=_BOUNDS, search_path=self._search_path, allowed=allowed
                )
                return list(json.loads(read_left(answer, _BOUNDS.output_bytes) or b""))
            except (OSError, ValueError):
                return None

    def close(self) -> None:
        """Nothing is kept between questions."""

    def __enter__(self) -> BoundedValueReader:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def python_values(interpreter: Path, copy: Path, path: Path) -> Command:
    """How a Python program is asked: `copy` is its text, `path` the user's own file."""

    def command(line: int, pass_number: int, answer: Path) -> Sequence[str | Path]:
        return (interpreter, RUNTIME / "python_values.py", copy, path, str(line), str(pass_number), answer)

    return command


def gdb_values(gdb: str, program: Path, source_name: str) -> Command:
    """How a C++ program is asked that was built for a debugger."""

    def command(line: int, pass_number: int, answer: Path) -> Sequence[str | Path]:
        wanted = repr((source_name, line, pass_number, str(answer)))
        return (
            gdb,
            "-batch",
            "-nx",
            "-q",
            "-ex",
            f"python wanted = {wanted}",
            "-x",
            RUNTIME / "gdb_values.py",
            "--args",
            program,
        )

    return command


def java_values(java: Sequence[str | Path], classes: Path, own: Path, main: str) -> Command:
    """How a Java program is asked: `java` starts a virtual machine, `classes` are its own, `own` those of ours."""
    from slowpath.toolchain.java.class_values import with_values

    def command(line: int, pass_number: int, answer: Path) -> Sequence[str | Path]:
        changed, blocks = with_values((path.read_bytes() for path in sorted(classes.rglob("*.class"))), line)
        if not changed:
            raise ValueError(f"no class has a statement at line {line}")
        wanted = (f"-Dslowpath.blocks={blocks}", f"-Dslowpath.pass={pass_number}")
        return _with_classes(java, changed, classes, own, main, answer, *wanted)

    return command


def java_overflow(java: Sequence[str | Path], classes: Path, own: Path, main: str) -> OverflowCommand:
    """How a Java program is asked for its first overflow; as `java_values`."""
    from slowpath.toolchain.java.class_overflows import with_overflows

    def command(longs_only: bool, answer: Path) -> Sequence[str | Path]:
        changed = with_overflows((path.read_bytes() for path in sorted(classes.rglob("*.class"))), longs_only)
        return _with_classes(java, changed, classes, own, main, answer)

    return command


def _with_classes(
    java: Sequence[str | Path],
    changed: Mapping[str, bytes],
    classes: Path,
    own: Path,
    main: str,
    answer: Path,
    *wanted: str,
) -> Sequence[str | Path]:
    """How a Java program runs of which some classes are others, which lie beside the answer."""
    folder = answer.parent / "classes"
    for name, data in changed.items():
        path = folder / f"{name}.class"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    seen = os.pathsep.join(map(str, (own, folder, classes)))
    return (*java, "-Xmx2g", *_SMALL, *wanted, f"-Dslowpath.answer={answer}", "-cp", seen, main)


def find_gdb(search_path: str) -> str | None:
    """The path of a gdb that has Python, or None."""
    path = shutil.which("gdb", path=search_path or None)
    return path if path and _has_python(path, Path(path).stat().st_mtime_ns, search_path) else None


@lru_cache(maxsize=8)
def _has_python(gdb: str, changed_ns: int, search_path: str) -> bool:
    """Asks it; `changed_ns` makes a replaced one be asked again."""
    try:
        said = run_tool(
            [gdb, "-batch", "-nx", "-ex", f"python print({_SAYS_YES!r})"],
            timeout_s=_PROBE_S,
            environment=tool_environment(search_path),
        )
    except OSError:
        return False
    return _SAYS_YES.encode() in said.stdout
