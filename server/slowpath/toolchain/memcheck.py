"""Valgrind's word on which line uses a value that was never set.

Theory of operation. The debug build runs under memcheck, alone and bounded: it takes a second to start and 20 to 50
times as long as the program. Memcheck follows every bit, so that copying such a value is no complaint, only letting
it decide something is. Its report is XML; the first frame in the user's file is the place.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

from slowpath.errors import SlowpathError
from slowpath.model.breaking import Complaint
from slowpath.sandbox.bounded import BoundedLimits, run_bounded
from slowpath.sandbox.left_files import read_left
from slowpath.settings import Settings
from slowpath.toolchain.reach import built_reach

_BOUNDS = BoundedLimits(cpu_s=30, wall_s=180.0, memory_bytes=64 << 30, output_bytes=32 << 20)
"""Addresses, not memory: valgrind reserves much of them."""
_STACK_BYTES = 256 << 20
_KINDS = ("UninitCondition", "UninitValue", "SyscallParam")


def find_valgrind(search_path: str) -> str | None:
    """The path of valgrind, or None."""
    return shutil.which("valgrind", path=search_path or None)


def uninitialised_value(
    debug_build: Callable[[], Path], data: bytes, source_name: str, settings: Settings
) -> Complaint | None:
    """The first use of a value that was never set, in the file called `source_name`; None where valgrind isn't here
    or finds none. Not for runs that take long: at 30 s of CPU time it gives up."""
    valgrind = find_valgrind(settings.search_path)
    if valgrind is None:
        return None
    with tempfile.TemporaryDirectory(prefix="slowpath-memcheck-") as folder:
        report = Path(folder) / "report.xml"
        try:
            run_bounded(
                (
                    valgrind,
                    "--tool=memcheck",
                    "--xml=yes",
                    f"--xml-file={report}",
                    "--track-origins=yes",
                    "--leak-check=no",
                    f"--main-stacksize={_STACK_BYTES}",
                    debug_build(),
                ),
                data,
                cwd=Path(folder),
                limits=_BOUNDS,
                search_path=settings.search_path,
                allowed=built_reach(settings),
            )
            return next(_complaints(read_left(report, _BOUNDS.output_bytes) or b"", source_name), None)
        except (SlowpathError, OSError, ElementTree.ParseError):
            return None


def _complaints(xml: bytes, source_name: str) -> Iterator[Complaint]:
    for error in ElementTree.fromstring(xml).iter("error"):
        lines = [_line(stack, source_name) for stack in error.iter("stack")]
        if error.findtext("kind") not in _KINDS or not lines or lines[0] is None:
            continue
        born = f", which comes from line {lines[1]}" if len(lines) > 1 and lines[1] not in (None, lines[0]) else ""
        yield Complaint("uninitialised", lines[0], f"a value is used that was never set{born}")


def _line(stack: ElementTree.Element, source_name: str) -> int | None:
    """The 1-based line of the innermost frame in the user's file."""
    return next(
        (
            int(frame.findtext("line") or 0)
            for frame in stack.iter("frame")
            if frame.findtext("file") == source_name and frame.findtext("line")
        ),
        None,
    )
