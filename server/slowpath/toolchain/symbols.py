"""Which lines of the source the addresses of a built program belong to, by the debugging information in it.

Sanitizers could say it themselves, but only by starting a process from a program that has just been found broken,
which the run's cage forbids. addr2line comes with every g++; clang++ brings its own.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from slowpath.model.patterns import late_regex
from slowpath.sandbox.process import run_tool, tool_environment

_TOOLS = ("addr2line", "llvm-addr2line", *(f"llvm-addr2line-{version}" for version in range(21, 10, -1)))
_TIMEOUT_S = 20.0
_PLACE = late_regex(r"^(?P<file>.*):(?P<line>\d+)(?: \(.*\))?$")


def find_addr2line(search_path: str) -> str | None:
    """The path of a tool that knows, or None."""
    return next((path for name in _TOOLS if (path := shutil.which(name, path=search_path or None))), None)


class Symbols:
    """The lines of one program; what was asked once is remembered."""

    def __init__(self, program: Path, source_name: str, search_path: str) -> None:
        self._program = program
        self._source_name = source_name
        self._search_path = search_path
        self._tool = find_addr2line(search_path)
        self._known: dict[str, int | None] = {}

    def first_line(self, offsets: Sequence[str]) -> int | None:
        """The 1-based line in the source of the first of the frames (offsets as hexadecimal digits, innermost first)
        that lies there; None where none does."""
        unknown = [offset for offset in dict.fromkeys(offsets) if offset not in self._known]
        if unknown:
            self._known.update(self._asked(unknown))
        return next((line for offset in offsets if (line := self._known[offset]) is not None), None)

    def _asked(self, offsets: Sequence[str]) -> dict[str, int | None]:
        found: dict[str, int | None] = dict.fromkeys(offsets)
        if self._tool is None:
            return found
        said = run_tool(
            [self._tool, "-a", "-i", "-e", self._program, *offsets],
            timeout_s=_TIMEOUT_S,
            environment=tool_environment(self._search_path),
        )
        offset = ""
        for line in said.stdout.decode("utf-8", "replace").splitlines():
            place = _PLACE.match(line)
            if line.startswith("0x"):
                offset = next((each for each in offsets if int(each, 16) == int(line, 16)), "")
            elif offset and found[offset] is None and place and Path(place["file"]).name == self._source_name:
                found[offset] = int(place["line"])
        return found
