"""Builds a C++ solution twice: the search build, which counts, and the clean build, with the judge's flags.

Theory of operation. The source is written to an empty directory and compiled there, so that an unsaved buffer can
be built and the user's folder stays untouched; `-iquote` lets its own `#include "..."` find their files. Both builds
run at once; each is a directory of the build cache, since the clean build is the same whatever probes the search build
carries. A build that read files of the user's own is remembered with their content.

Probes (`instrument/probes_cpp.py`) are compiled with the program. Where that fails, the compiler's messages name the
conditions that it can't take; they are left out and the rest is tried again, and in the end the program alone, whose
failure is the user's to correct. What was left out is kept in the cache with the build.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from slowpath.errors import CompileMessage, SourceUnreadable
from slowpath.instrument.probes_cpp import ProbedText, with_probes
from slowpath.model.constraint import Constraint, RejectedCondition
from slowpath.model.problem import Solution
from slowpath.sandbox.process import ToolResult, run_tool, tool_environment
from slowpath.settings import Settings
from slowpath.toolchain.cache import BuildCache, DependencyRecord, built_once, content_key
from slowpath.toolchain.compilers import Compiler
from slowpath.toolchain.cpp_compiling import (
    COMPILE_TIMEOUT_S,
    RUNTIME,
    SOURCE_NAME,
    CompileJob,
    ProbesFailed,
    plain_messages,
    runtime_digest,
    source_folder,
)
from slowpath.toolchain.cpp_precompiled import precompiled_header
from slowpath.toolchain.diagnostics import fallback_message, parse_messages
from slowpath.toolchain.language import Progress
from slowpath.toolchain.tool_threads import ToolThreads

_TRIES_WITH_PROBES = 3
_PLAIN_NOTES = "plain.gcno"
_DEBUG = "debug"
_LEFT_OUT_OF_SEARCH = ("-static", "-static-pie", "-s", "-flto", "-fwhole-program", "--coverage", "-pg", "-pipe")


@dataclass(frozen=True)
class Build:
    """A finished build: both programs, the notes that explain the search build's counters, and its probes.

    `plain_notes` are those without probes, where conditions brought definitions of their own with them. `included` are
    the user's own files that the program reads, as the compiler names them.
    """

    search: Path
    clean: Path
    notes: Path
    plain_notes: Path | None = None
    probed: tuple[str, ...] = ()
    unprobed: tuple[RejectedCondition, ...] = ()
    included: tuple[str, ...] = ()


def search_flags(compiler: Compiler, judge_flags: Sequence[str]) -> tuple[str, ...]:
    """The judge's flags with counters in the place of what would hide or move counts (engine.md section 2).

    The optimisations that are turned off keep a counter in a register during a loop; its count would then be lost
    when the run is killed. g++ is at most 1.5 times slower than at plain -O2 with these, on average; clang++ about
    twice, and 4.6 times where it would have vectorised.
    """
    kept = without_optimisation(judge_flags)
    if compiler.kind == "gcc":
        counting = (
            "-O1",
            "-fprofile-arcs",
            "-ftest-coverage",
            "-fno-tree-loop-im",
            "-fno-tree-scev-cprop",
            *(("-fno-move-loop-stores",) if compiler.major >= 12 else ()),
        )
    else:
        counting = ("-O2", "--coverage", "-mllvm", "-disable-licm-promotion")
    return (*kept, *counting)


def without_optimisation(judge_flags: Sequence[str]) -> tuple[str, ...]:
    """The judge's flags that say what the program means, for a build that optimises in its own way."""
    return tuple(
        flag for flag in judge_flags if not flag.startswith(("-O", "-flto=")) and flag not in _LEFT_OUT_OF_SEARCH
    )


def build_variant(solution: Solution, settings: Settings, compiler: Compiler, name: str, flags: Sequence[str]) -> Path:
    """The program built with `flags` and no counters, from the cache or new; it speaks the wire like the clean build.
    Each `name` has its own part of the cache. Raises as `build`."""
    _check_source(solution)
    builder = _Builder(solution, settings, compiler, tuple(flags))
    return builder.variant(name) / name


def build_clean(solution: Solution, settings: Settings, compiler: Compiler) -> Path:
    """The clean build alone, the same that `build` makes. Raises as `build`."""
    return build_variant(solution, settings, compiler, "clean", tuple(settings.cpp_flags))


def build_debug(solution: Solution, settings: Settings, compiler: Compiler) -> Path:
    """The program built so that each line and each variable is what the text says. It has no server in it: valgrind
    takes what a caller of `main` left on the stack for set. Raises as `build`."""
    return build_variant(
        solution, settings, compiler, _DEBUG, (*without_optimisation(settings.cpp_flags), "-O0", "-g", "-w")
    )


def build(
    solution: Solution,
    settings: Settings,
    compiler: Compiler,
    on_progress: Progress | None = None,
    constraints: Sequence[Constraint] = (),
) -> Build:
    """Both builds, from the cache or new. Raises `CompileFailed`, `SourceUnreadable`, `StoreUnwritable`."""
    _check_source(solution)
    return _Builder(solution, settings, compiler, tuple(settings.cpp_flags)).build(constraints, on_progress)


def check(solution: Solution, settings: Settings, compiler: Compiler) -> list[CompileMessage]:
    """The messages of a syntax check with the judge's flags; nothing is kept. Raises `SourceUnreadable`."""
    _check_source(solution)
    flags = [flag for flag in settings.cpp_flags if not flag.startswith("-l")]
    header = precompiled_header(solution.source, compiler, flags, settings, makes=False)
    result = _checked(solution, settings, compiler, (*flags, *header))
    if header and result.returncode != 0:
        result = _checked(solution, settings, compiler, flags)
    messages = parse_messages(result.stderr, "<stdin>", solution.path)
    if result.returncode != 0 and not messages:
        messages = (fallback_message(result.stderr, solution.path),)
    return list(messages)


def _checked(solution: Solution, settings: Settings, compiler: Compiler, options: Sequence[str]) -> ToolResult:
    rest = ("-iquote", str(source_folder(solution)), "-x", "c++", "-fsyntax-only", "-")
    return run_tool(
        [compiler.path, *options, *plain_messages(compiler), *rest],
        timeout_s=COMPILE_TIMEOUT_S,
        input=solution.source,
        environment=tool_environment(settings.search_path),
    )


def _check_source(solution: Solution) -> None:
    if not solution.source.strip():
        raise SourceUnreadable(f"{solution.path} is empty.", "Write a program into it first.")
    if b"\0" in solution.source[:65536]:
        raise SourceUnreadable(
            f"{solution.path} is a binary file (or UTF-16 text), not C++ source.",
            "Open the source file, saved as UTF-8.",
        )


class _Builder:
    """Both builds of one solution, each in its own part of the cache."""

    def __init__(self, solution: Solution, settings: Settings, compiler: Compiler, flags: tuple[str, ...]) -> None:
        self._solution = solution
        self._settings = settings
        self._compiler = compiler
        self._flags = flags
        self._record = DependencyRecord(settings.cache_dir)
        includes = b'#include "' in solution.source.replace(b" ", b"")
        self._base = content_key(
            solution.source,
            compiler.identity,
            "\0".join(flags),
            runtime_digest(),
            str(solution.path.parent) if includes else "",
        )

    def build(self, constraints: Sequence[Constraint], on_progress: Progress | None) -> Build:
        text = with_probes(self._solution.source, SOURCE_NAME, constraints)
        probes = content_key(text.source, *text.probed, repr(text.peaks)) if text.probed else ""
        search, clean = self._kept("search", probes), self._kept("clean")
        if on_progress and not (search and clean):
            on_progress(f"compiling {self._solution.path.name} with {self._compiler.name}")
        with ToolThreads(3) as pool:
            plain = pool.submit(self._plain_search) if text.defines and search is None else None
            searched = pool.submit(lambda: search or self._new_search(text, constraints, probes, plain))
            cleaned = pool.submit(lambda: clean or self._new("clean", ProbedText(self._solution.source)))
            search, clean = searched.result(), cleaned.result()
        probed, refused = _read_probes(search)
        plain_notes = search / _PLAIN_NOTES
        return Build(
            search / "search",
            clean / "clean",
            search / "search.gcno",
            plain_notes if plain_notes.exists() else None,
            probed,
            (*text.rejected, *refused),
            tuple(map(str, self._record.paths(self._base))),
        )

    def variant(self, name: str) -> Path:
        """The folder of a build without counters."""
        return self._kept(name) or self._new(name, ProbedText(self._solution.source))

    def _plain_search(self) -> Path:
        """The search build without probes; mostly there already, since the oracle asked it about the format."""
        return self._kept("search") or self._new("search", ProbedText(self._solution.source))

    def _kept(self, name: str, probes: str = "") -> Path | None:
        return self._cache(name).get(self._key(probes))

    def _cache(self, name: str) -> BuildCache:
        return BuildCache(self._settings.cache_dir, f"cpp-{name}")

    def _key(self, probes: str) -> str:
        key = self._record.key(self._base)
        return content_key(key, probes) if probes else key

    def _new_search(
        self, text: ProbedText, constraints: Sequence[Constraint], probes: str, plain: Future[Path] | None
    ) -> Path:
        """The search build with as many of the probes as compile, under the key of all."""
        refused: dict[str, str] = {}
        for _ in range(_TRIES_WITH_PROBES):
            if not text.probed:
                break
            try:
                return self._new("search", text, probes, refused, plain)
            except ProbesFailed as failed:
                culprits = {
                    text.probed[number]: said for number, said in failed.reasons.items() if number < len(text.probed)
                }
            if not culprits:
                break
            refused.update(culprits)
            text = with_probes(
                self._solution.source,
                SOURCE_NAME,
                [constraint for constraint in constraints if constraint.id not in refused],
            )
        refused.update((left, "the program doesn't compile with it") for left in text.probed)
        return self._new("search", ProbedText(self._solution.source), probes, refused)

    def _new(
        self,
        name: str,
        text: ProbedText,
        probes: str = "",
        refused: Mapping[str, str] | None = None,
        plain: Future[Path] | None = None,
    ) -> Path:
        """Compiles and links one program. Raises `CompileFailed`, or `ProbesFailed` where it carries probes."""

        def make(directory: Path) -> str:
            (directory / SOURCE_NAME).write_bytes(text.source)
            job = CompileJob(self._solution, self._settings, self._compiler, directory, len(text.probed), text.peaks)
            if name == "search":
                job.make(name, search_flags(self._compiler, self._flags), _counters(self._compiler))
                _write_probes(directory, text.probed, refused or {})
                if plain is not None:
                    shutil.copyfile(plain.result() / "search.gcno", directory / _PLAIN_NOTES)
            else:
                job.make(name, self._flags, None if name == _DEBUG else "counters_none")
            self._record.record(self._base, _dependencies(directory / f"{name}.d", directory))
            for leftover in (f"{name}.o", f"{name}.d"):
                (directory / leftover).unlink(missing_ok=True)
            return self._key(probes)

        with built_once(str(self._settings.cache_dir), name, self._base, probes):
            return self._kept(name, probes) or self._cache(name).add(make)


def _write_probes(directory: Path, probed: Sequence[str], refused: Mapping[str, str]) -> None:
    (directory / "probes.json").write_text(json.dumps([list(probed), list(refused.items())]), "utf-8")


def _read_probes(directory: Path) -> tuple[tuple[str, ...], tuple[RejectedCondition, ...]]:
    probed, refused = json.loads((directory / "probes.json").read_text("utf-8"))
    return tuple(probed), tuple(RejectedCondition(name, reason) for name, reason in refused)


def _counters(compiler: Compiler) -> str:
    return "counters_gcc" if compiler.kind == "gcc" else "counters_clang"


def _dependencies(listing: Path, directory: Path) -> list[Path]:
    """The files of the user's own that a compilation read, from a makefile rule that the compiler wrote."""
    text = listing.read_text("utf-8", "surrogateescape").replace("\\\n", " ")
    _, _, files = text.partition(":")
    paths = [Path(part.replace("\0", " ")) for part in files.replace("\\ ", "\0").split()]
    return [
        path for path in paths if path != Path(SOURCE_NAME) and path.parent != RUNTIME and (directory / path).is_file()
    ]
