"""Builds a C++ solution twice: the search build, which counts, and the clean build, with the judge's flags.

Theory of operation. The source is written to an empty directory and compiled there, so that an unsaved buffer can
be built and the user's folder stays untouched; `-iquote` lets its own `#include "..."` find their files. Both builds
run at once, and their result is one directory of the build cache. A build that read files of the user's own is
remembered with their content.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from slowpath.errors import CompileFailed, CompileMessage, SourceUnreadable, ToolMissing
from slowpath.model.problem import Solution
from slowpath.sandbox.process import ToolResult, run_tool, tool_environment
from slowpath.settings import Settings
from slowpath.toolchain.cache import BuildCache, DependencyRecord, content_key
from slowpath.toolchain.compilers import Compiler
from slowpath.toolchain.diagnostics import fallback_message, parse_messages, summary
from slowpath.toolchain.language import Progress

SOURCE_NAME = "solution.cpp"
COMPILE_TIMEOUT_S = 120.0
_RUNTIME = Path(__file__).parent / "runtime"
_WRAPPED = ("-Wl,--wrap=main", "-Wl,--wrap=_exit", "-Wl,--wrap=_Exit")
_LEFT_OUT_OF_SEARCH = ("-static", "-static-pie", "-s", "-flto", "-fwhole-program", "--coverage", "-pg", "-pipe")


@dataclass(frozen=True)
class Build:
    """A finished build: both programs and the notes that explain the search build's counters."""

    search: Path
    clean: Path
    notes: Path


def search_flags(compiler: Compiler, judge_flags: Sequence[str]) -> tuple[str, ...]:
    """The judge's flags with counters in the place of what would hide or move counts (engine.md section 2).

    The optimisations that are turned off keep a counter in a register during a loop; its count would then be lost
    when the run is killed. g++ is at most 1.5 times slower than at plain -O2 with these, on average; clang++ about
    twice, and 4.6 times where it would have vectorised.
    """
    kept = tuple(flag for flag in judge_flags
                 if not flag.startswith("-O") and not flag.startswith("-flto=") and flag not in _LEFT_OUT_OF_SEARCH)
    if compiler.kind == "gcc":
        counting = ("-O1", "-fprofile-arcs", "-ftest-coverage", "-fno-tree-loop-im", "-fno-tree-scev-cprop",
                    *(("-fno-move-loop-stores",) if compiler.major >= 12 else ()))
    else:
        counting = ("-O2", "--coverage", "-mllvm", "-disable-licm-promotion")
    return (*kept, *counting)


def build(solution: Solution, settings: Settings, compiler: Compiler, on_progress: Progress | None = None) -> Build:
    """Both builds, from the cache or new. Raises `CompileFailed`, `SourceUnreadable`, `StoreUnwritable`."""
    _check_source(solution)
    flags = tuple(settings.cpp_flags)
    base = content_key(solution.source, compiler.identity, "\0".join(flags), runtime_digest(),
                       str(solution.path.parent) if b'#include "' in solution.source.replace(b" ", b"") else "")
    cache, record = BuildCache(settings.cache_dir, "cpp"), DependencyRecord(settings.cache_dir)
    key = record.key(base)
    directory = cache.get(key)
    if directory is None:
        if on_progress:
            on_progress(f"compiling {solution.path.name} with {compiler.name}")
        directory = _build_new(solution, settings, compiler, flags, cache, record, base)
    return Build(directory / "search", directory / "clean", directory / "search.gcno")


def check(solution: Solution, settings: Settings, compiler: Compiler) -> list[CompileMessage]:
    """The messages of a syntax check with the judge's flags; nothing is kept. Raises `SourceUnreadable`."""
    _check_source(solution)
    flags = [flag for flag in settings.cpp_flags if not flag.startswith("-l")]
    argv = [compiler.path, *flags, "-O0", *_plain(compiler), "-iquote", str(_folder(solution)), "-x", "c++",
            "-fsyntax-only", "-"]
    result = run_tool(argv, timeout_s=COMPILE_TIMEOUT_S, input=solution.source,
                      environment=tool_environment(settings.search_path))
    messages = parse_messages(result.stderr, "<stdin>", solution.path)
    if result.returncode != 0 and not messages:
        messages = (fallback_message(result.stderr, solution.path),)
    return list(messages)


@lru_cache(maxsize=1)
def runtime_digest() -> str:
    """A short name for the runtime's present sources; part of every build's key."""
    return content_key(*(path.read_bytes() for path in sorted(_RUNTIME.glob("*.[ch]"))))


def _check_source(solution: Solution) -> None:
    if not solution.source.strip():
        raise SourceUnreadable(f"{solution.path} is empty.", "Write a program into it first.")
    if b"\0" in solution.source[:65536]:
        raise SourceUnreadable(f"{solution.path} is a binary file (or UTF-16 text), not C++ source.",
                               "Open the source file, saved as UTF-8.")


def _folder(solution: Solution) -> Path:
    return solution.path.absolute().parent


def _build_new(solution: Solution, settings: Settings, compiler: Compiler, flags: tuple[str, ...],
               cache: BuildCache, record: DependencyRecord, base: str) -> Path:
    def make(directory: Path) -> str:
        (directory / SOURCE_NAME).write_bytes(solution.source)
        job = _Job(solution, settings, compiler, directory)
        with ThreadPoolExecutor(2) as pool:
            search = pool.submit(job.make, "search", search_flags(compiler, flags), _counters(compiler))
            clean = pool.submit(job.make, "clean", flags, "counters_none")
            search.result()
            clean.result()
        record.record(base, _dependencies(directory / "search.d", directory))
        for leftover in ("search.o", "clean.o", "search.d"):
            (directory / leftover).unlink(missing_ok=True)
        return record.key(base)

    return cache.add(make)


def _plain(compiler: Compiler) -> tuple[str, ...]:
    """Messages of one line each."""
    no_excerpt = "-fno-diagnostics-show-caret" if compiler.kind == "gcc" else "-fno-caret-diagnostics"
    return ("-fdiagnostics-color=never", no_excerpt)


def _counters(compiler: Compiler) -> str:
    return "counters_gcc" if compiler.kind == "gcc" else "counters_clang"


@dataclass(frozen=True)
class _Job:
    """The steps of one build in `directory`."""

    solution: Solution
    settings: Settings
    compiler: Compiler
    directory: Path

    def make(self, name: str, flags: tuple[str, ...], counters: str) -> None:
        """Compiles and links `name` with the runtime. Raises `CompileFailed`."""
        runtime = _runtime_objects(self.compiler, self.settings, counters, "-static" in flags)
        options = [flag for flag in flags if not flag.startswith("-l")]
        listing = ["-MMD", "-MF", "search.d"] if name == "search" else []
        self._run([*options, *_plain(self.compiler), *listing, "-iquote", str(_folder(self.solution)),
                   "-x", "c++", "-c", SOURCE_NAME, "-o", f"{name}.o"])
        faster = _fork_friendly(self.compiler, self.settings.search_path) if name == "search" else ()
        self._run([*_link_options(self.compiler, options), *faster, f"{name}.o", *map(str, runtime), "-o", name,
                   *_wrapping(self.compiler), *_run_path(self.compiler, self.settings.search_path), "-pthread",
                   *(flag for flag in flags if flag.startswith("-l")), *_system_libraries(self.compiler)])

    def _run(self, arguments: Sequence[str]) -> None:
        result = run_tool([self.compiler.path, *arguments], cwd=self.directory, timeout_s=COMPILE_TIMEOUT_S,
                          environment=tool_environment(self.settings.search_path))
        if result.returncode != 0:
            raise self._failed(result)

    def _failed(self, result: ToolResult) -> CompileFailed:
        name = self.solution.path.name
        if result.timed_out:
            return CompileFailed(f"{name} takes longer than {COMPILE_TIMEOUT_S:.0f} s to compile.",
                                 "Simplify its templates or constant expressions.")
        messages = parse_messages(result.stderr, SOURCE_NAME, self.solution.path) \
            or (fallback_message(result.stderr, self.solution.path),)
        flags = " ".join(self.settings.cpp_flags)
        return CompileFailed(f"{name} doesn't compile with {self.compiler.name} {flags}: {summary(messages)}",
                             "Correct it, or set the compiler (slowpath.cpp.compiler) and its flags "
                             "(slowpath.cpp.flags) to those of your judge.", messages)


def _link_options(compiler: Compiler, options: Sequence[str]) -> list[str]:
    """The compile options without those that would link a profiling library of the compiler's own."""
    left_out = ("--coverage", "-fprofile-arcs", "-ftest-coverage", "-mllvm", "-disable-licm-promotion")
    return [flag for flag in options if flag not in left_out]


def _wrapping(compiler: Compiler) -> tuple[str, ...]:
    return () if compiler.kind == "apple-clang" else _WRAPPED


def _system_libraries(compiler: Compiler) -> tuple[str, ...]:
    return () if compiler.kind == "apple-clang" else ("-ldl",)


@lru_cache(maxsize=16)
def _fork_friendly(compiler: Compiler, search_path: str) -> tuple[str, ...]:
    """Links the search build so that a fork of it copies fewer page tables: about a fifth less CPU per tiny run."""
    if compiler.kind == "apple-clang":
        return ()
    said = run_tool([compiler.path, "-print-file-name=libstdc++.a"], timeout_s=20,
                    environment=tool_environment(search_path))
    archive = Path(said.stdout.decode("utf-8", "replace").strip())
    return ("-static-libstdc++", "-static-libgcc", "-Wl,-z,now", "-no-pie") if archive.is_absolute() else ()


@lru_cache(maxsize=16)
def _run_path(compiler: Compiler, search_path: str) -> tuple[str, ...]:
    """Where a compiler that was installed by hand keeps its own C++ library, for the program to find it again."""
    if compiler.kind != "gcc":
        return ()
    said = run_tool([compiler.path, "-print-file-name=libstdc++.so"], timeout_s=20,
                    environment=tool_environment(search_path))
    folder = Path(said.stdout.decode("utf-8", "replace").strip()).resolve().parent
    usual = str(folder).startswith(("/usr/lib", "/lib")) or not folder.is_absolute()
    return () if usual or not folder.is_dir() else (f"-Wl,-rpath,{folder}",)


def _runtime_objects(compiler: Compiler, settings: Settings, counters: str, static: bool) -> list[Path]:
    """The runtime compiled by this compiler, from the cache: the counters' structures follow its version."""
    names = ("forkserver", counters)
    options = ["-O2", *(["-DSLOWPATH_STATIC"] if static else [])]
    key = content_key(compiler.identity, runtime_digest(), *names, *options)
    cache = BuildCache(settings.cache_dir, "runtime")

    def make(directory: Path) -> str:
        for name in names:
            argv = [compiler.path, *options, "-x", "c", "-c", str(_RUNTIME / f"{name}.c"), "-o", f"{name}.o"]
            result = run_tool(argv, cwd=directory, timeout_s=COMPILE_TIMEOUT_S,
                              environment=tool_environment(settings.search_path))
            if result.returncode != 0:
                said = result.stderr.decode("utf-8", "replace").strip()[-500:]
                raise ToolMissing(f"{compiler.name} can't compile Slowpath's runtime: {said}",
                                  "Install the C library's headers (Debian, Ubuntu: apt install libc6-dev) or "
                                  "choose another compiler.")
        return key

    directory = cache.get(key) or cache.add(make)
    return [directory / f"{name}.o" for name in names]


def _dependencies(listing: Path, directory: Path) -> list[Path]:
    """The files of the user's own that a compilation read, from a makefile rule that the compiler wrote."""
    text = listing.read_text("utf-8", "surrogateescape").replace("\\\n", " ")
    _, _, files = text.partition(":")
    paths = [Path(part.replace("\0", " ")) for part in files.replace("\\ ", "\0").split()]
    return [path for path in paths if path != Path(SOURCE_NAME) and (directory / path).is_file()]
