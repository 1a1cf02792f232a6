"""The standard of C++ that a program needs: judges take newer ones than the flags that are assumed here, and old
programs use names that the standard library took since (`size`, `data`) or what was removed (`throw (...)`).

Theory of operation. Flags that were chosen stand as they are. With the assumed ones, a program that doesn't compile is
tried with the next standards, then with an older one; the first that takes it is its own from then on, in all its
builds, and is kept beside them in the cache. A program that no standard takes fails as it did with the assumed flags,
and isn't tried again in this process: a search builds a program several times.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from slowpath.errors import CompileFailed
from slowpath.model.problem import Solution
from slowpath.settings import Settings
from slowpath.toolchain.cache import BuildCache, content_key
from slowpath.toolchain.compilers import Compiler
from slowpath.toolchain.cpp_build import check
from slowpath.toolchain.cpp_compiling import source_folder

OTHERS = ("c++20", "c++23", "c++14")
_ASSUMED = Settings().cpp_flags
_FILE = "standard"

T = TypeVar("T")

_taken_by_none: set[str] = set()
"""The programs, by `_key`, that no other standard helps; not those with files of their own, which may change."""


def with_its_standard(solution: Solution, settings: Settings, compiler: Compiler, make: Callable[[Settings], T]) -> T:
    """What `make` gives for these settings, or for the same with the standard that the program needs. Raises what
    `make` raises; for a program that doesn't compile, what it raises for the settings as they are."""
    known = its_settings(solution, settings, compiler)
    try:
        return make(known)
    except CompileFailed:
        other = other_settings(solution, known, compiler)
        if other is None:
            raise
    return make(other)


def its_settings(solution: Solution, settings: Settings, compiler: Compiler) -> Settings:
    """The settings with the standard that the program was found to need, if any was; compiles nothing."""
    needed = needed_standard(solution, settings, compiler)
    return _of_standard(settings, needed) if needed else settings


def needed_standard(solution: Solution, settings: Settings, compiler: Compiler) -> str:
    """The other standard that the program was found to need ("c++20"), "" where none was; compiles nothing."""
    if tuple(settings.cpp_flags) != _ASSUMED:
        return ""
    kept = _cache(settings).get(_key(solution, compiler))
    return (kept / _FILE).read_text("ascii") if kept is not None else ""


def other_settings(solution: Solution, settings: Settings, compiler: Compiler) -> Settings | None:
    """The settings with the first of the other standards by which the program is one, which is kept in the cache; None
    where there is none, or where the flags were chosen."""
    if tuple(settings.cpp_flags) != _ASSUMED or _key(solution, compiler) in _taken_by_none:
        return None
    others = (_of_standard(settings, standard) for standard in OTHERS)
    needed = next((each for each in others if _takes(solution, each, compiler)), None)
    # What only the linker misses no standard brings.
    if needed is None or _takes(solution, settings, compiler):
        if not re.search(rb'#\s*include\s*"', solution.source):
            _taken_by_none.add(_key(solution, compiler))
        return None

    def make(directory: Path) -> str:
        (directory / _FILE).write_text(_standard_of(needed), "ascii")
        return _key(solution, compiler)

    _cache(settings).add(make)
    return needed


def _takes(solution: Solution, settings: Settings, compiler: Compiler) -> bool:
    return all(message.severity != "error" for message in check(solution, settings, compiler))


def _of_standard(settings: Settings, standard: str) -> Settings:
    flags = (f"-std={standard}" if flag.startswith("-std=") else flag for flag in settings.cpp_flags)
    return replace(settings, cpp_flags=tuple(flags))


def _standard_of(settings: Settings) -> str:
    return next(flag for flag in settings.cpp_flags if flag.startswith("-std=")).removeprefix("-std=")


def _cache(settings: Settings) -> BuildCache:
    return BuildCache(settings.cache_dir, "cpp-standard")


def _key(solution: Solution, compiler: Compiler) -> str:
    return content_key(solution.source, compiler.identity, str(source_folder(solution)))
