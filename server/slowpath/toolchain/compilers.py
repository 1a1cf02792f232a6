"""Finds C++ compilers and says what they are."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from slowpath.errors import ToolMissing
from slowpath.sandbox.process import run_tool, tool_environment
from slowpath.settings import Settings
from slowpath.toolchain.installing import remedy

_NAMES = (
    "g++",
    "clang++",
    "c++",
    *(f"g++-{v}" for v in range(15, 8, -1)),
    *(f"clang++-{v}" for v in range(21, 10, -1)),
)


@dataclass(frozen=True)
class Compiler:
    """A C++ compiler. `kind` is gcc, clang or apple-clang; `identity` is what a build cache's key must hold."""

    path: str
    kind: str
    major: int
    version: str
    identity: str

    @property
    def name(self) -> str:
        """For messages: "g++ 12.2.0"."""
        return f"{Path(self.path).name} {self.version}"


def find_compiler(settings: Settings) -> Compiler:
    """The compiler in the settings, or the first one found. Raises `ToolMissing`."""
    if settings.cpp_compiler:
        path = shutil.which(str(Path(settings.cpp_compiler).expanduser()), path=settings.search_path)
        if path is None:
            raise ToolMissing(f"The C++ compiler {settings.cpp_compiler} was not found.", _remedy(settings.search_path))
        return _known(path, settings)
    found = next(found_compilers(settings), None)
    if found is None:
        raise ToolMissing(
            "No C++ compiler was found (looked for g++, clang++, c++ and versioned names).",
            _remedy(settings.search_path),
        )
    return found


def found_compilers(settings: Settings) -> Iterator[Compiler]:
    """All compilers on the search path, in order of preference, each once."""
    seen = set()
    for name in _NAMES:
        path = shutil.which(name, path=settings.search_path)
        if path is None or Path(path).resolve() in seen:
            continue
        seen.add(Path(path).resolve())
        try:
            yield _known(path, settings)
        except ToolMissing:
            continue


def _known(path: str, settings: Settings) -> Compiler:
    try:
        return _identify(path, Path(path).stat().st_mtime_ns, settings.search_path)
    except OSError as error:
        raise ToolMissing(
            f"The C++ compiler {path} doesn't start: {error.strerror or error}.", _remedy(settings.search_path)
        ) from error


def _remedy(search_path: str) -> str:
    return remedy("cpp", "a C++ compiler", search_path, "set slowpath.cpp.compiler (SLOWPATH_CXX) to its path")


@lru_cache(maxsize=64)
def _identify(path: str, changed_ns: int, search_path: str) -> Compiler:
    """Asks the compiler; `changed_ns` makes a replaced one be asked again."""
    said = run_tool([path, "--version"], timeout_s=20, environment=tool_environment(search_path))
    text = said.stdout.decode("utf-8", "replace")
    if said.returncode != 0 or not text.strip():
        raise ToolMissing(f"The C++ compiler {path} doesn't say its version.", _remedy(search_path))
    first = text.splitlines()[0]
    match = re.search(r"(\d+)\.(\d+)(?:\.(\d+))?", first)
    version = match.group(0) if match else "0"
    return Compiler(path, _kind(text), int(version.split(".")[0]), version, f"{Path(path).resolve()} {text}")


def _kind(text: str) -> str:
    if "Apple" in text and "clang" in text:
        return "apple-clang"
    return "clang" if "clang" in text else "gcc"
