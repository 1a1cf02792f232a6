"""Builds a C++ program for afl-fuzz, where AFL++ is installed, and our mutator's library beside it.

The compiler is AFL++'s own, with the judge's flags: afl-clang-fast++, else afl-g++-fast (which some distributions ship
broken, so that a build by it may fail). Builds lie in the cache like all others.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from pathlib import Path

from slowpath.errors import CompileFailed, ToolMissing
from slowpath.model.execution import RunLimits
from slowpath.model.fuzzer import Mutate
from slowpath.model.languages import is_native
from slowpath.model.problem import Solution
from slowpath.sandbox.afl import LARGEST_BYTES, AflFuzz, AflProgram
from slowpath.sandbox.process import run_tool, tool_environment
from slowpath.settings import Settings
from slowpath.toolchain.cache import BuildCache, content_key
from slowpath.toolchain.compilers import find_compiler
from slowpath.toolchain.cpp_compiling import COMPILE_TIMEOUT_S, SOURCE_NAME
from slowpath.toolchain.cpp_standard import its_settings
from slowpath.toolchain.diagnostics import fallback_message
from slowpath.toolchain.installing import remedy

LEAST_TIMEOUT_S = 2.0
COMPILERS = ("afl-clang-fast++", "afl-g++-fast")
FUZZER = "afl-fuzz"
_MUTATOR = Path(__file__).parent / "runtime" / "afl_mutator.c"


class Afl:
    """Implements `model.fuzzer.ByteFuzzer`. A context manager. A run is cut after `timeout_s`, which is never less than
    `LEAST_TIMEOUT_S`: what afl-fuzz would choose by itself throws slow inputs away."""

    largest_bytes = LARGEST_BYTES

    def __init__(self, program: AflProgram, limits: RunLimits) -> None:
        self._program = program
        self._limits = limits
        self._running: AflFuzz | None = None

    def begin(self, seeds: Sequence[bytes], mutate: Mutate, rng_seed: int) -> None:
        """See `ByteFuzzer.begin`."""
        self._running = AflFuzz(
            self._program,
            seeds,
            rng_seed=rng_seed,
            mutate=mutate,
            timeout_s=max(LEAST_TIMEOUT_S, self._limits.cpu_s),
            memory_bytes=self._limits.memory_bytes,
        )

    def advance(self, seconds: float) -> list[bytes]:
        """See `ByteFuzzer.advance`."""
        assert self._running is not None, "not begun"
        end = time.monotonic() + seconds
        self._running.advance(lambda: time.monotonic() >= end)
        return [kept.data for kept in self._running.kept()]

    def __enter__(self) -> Afl:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._running is not None:
            self._running.close()


def find_afl(settings: Settings) -> tuple[Path, tuple[Path, ...]]:
    """afl-fuzz and its compilers, the preferred first. Raises `ToolMissing` where either isn't there."""
    fuzzer = shutil.which(FUZZER, path=settings.search_path)
    compilers = tuple(Path(found) for name in COMPILERS if (found := shutil.which(name, path=settings.search_path)))
    if fuzzer is None or not compilers:
        raise ToolMissing(
            f"AFL++ was not found (looked for {FUZZER} and {' or '.join(COMPILERS)}).",
            remedy("afl", "AFL++", settings.search_path),
        )
    return Path(fuzzer), compilers


def build_for_afl(solution: Solution, settings: Settings, *, with_mutator: bool) -> AflProgram:
    """The program as afl-fuzz wants it. Raises `ToolMissing` without AFL++ and for programs in another language than
    C++, `CompileFailed` where none of its compilers takes the program."""
    if not is_native(solution.language):
        raise ToolMissing("AFL++ fuzzes programs in C++ only.", "Leave it out for this program.")
    fuzzer, compilers = find_afl(settings)
    target = _target(solution, its_settings(solution, settings, find_compiler(settings)), compilers)
    return AflProgram(fuzzer, target, _mutator(settings) if with_mutator else None)


def _target(solution: Solution, settings: Settings, compilers: tuple[Path, ...]) -> Path:
    cache = BuildCache(settings.cache_dir, "afl")
    key = content_key(
        "target",
        solution.source,
        str(solution.path.parent),
        *settings.cpp_flags,
        *(f"{path} {path.stat().st_mtime_ns}" for path in compilers),
    )
    failures: list[CompileFailed] = []

    def make(directory: Path) -> str:
        (directory / SOURCE_NAME).write_bytes(solution.source)
        for compiler in compilers:
            failure = _compiled(compiler, solution, settings, directory)
            if failure is None:
                return key
            failures.append(failure)
        raise failures[0]

    return (cache.get(key) or cache.add(make)) / "target"


def _compiled(compiler: Path, solution: Solution, settings: Settings, directory: Path) -> CompileFailed | None:
    argv = [
        str(compiler),
        *settings.cpp_flags,
        "-iquote",
        str(solution.path.absolute().parent),
        SOURCE_NAME,
        "-o",
        "target",
    ]
    said = run_tool(
        argv,
        cwd=directory,
        timeout_s=COMPILE_TIMEOUT_S,
        environment={**tool_environment(settings.search_path), "AFL_QUIET": "1"},
    )
    if said.returncode == 0:
        return None
    message = fallback_message(said.stderr, solution.path)
    return CompileFailed(
        f"{solution.path.name} doesn't compile with {compiler.name}: {message.message}",
        "Leave AFL++ out for this program.",
        (message,),
    )


def _mutator(settings: Settings) -> Path:
    compiler = find_compiler(settings)
    cache = BuildCache(settings.cache_dir, "afl")
    key = content_key("mutator", compiler.identity, _MUTATOR.read_bytes())

    def make(directory: Path) -> str:
        said = run_tool(
            [compiler.path, "-O2", "-shared", "-fPIC", "-x", "c", str(_MUTATOR), "-o", "mutator.so"],
            cwd=directory,
            timeout_s=COMPILE_TIMEOUT_S,
            environment=tool_environment(settings.search_path),
        )
        if said.returncode != 0:
            reason = said.stderr.decode("utf-8", "replace").strip()[-300:]
            raise ToolMissing(
                f"{compiler.name} can't compile the mutator of AFL++: {reason}",
                remedy("headers", "the C library's headers", settings.search_path),
            )
        return key

    return (cache.get(key) or cache.add(make)) / "mutator.so"
