"""Compiles and links one C++ program, with its part of the runtime, in a directory of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from slowpath.errors import CompileFailed, ToolMissing
from slowpath.instrument.probes_cpp import FILES
from slowpath.model.problem import Solution
from slowpath.sandbox.process import ToolResult, run_tool, tool_environment
from slowpath.settings import Settings
from slowpath.toolchain.cache import BuildCache, content_key
from slowpath.toolchain.compilers import Compiler
from slowpath.toolchain.cpp_linking import (
    apart,
    fork_friendly,
    link_options,
    linker,
    run_path,
    system_libraries,
    wrapping,
)
from slowpath.toolchain.cpp_precompiled import precompiled_header
from slowpath.toolchain.diagnostics import conditions_named, fallback_message, parse_messages, summary
from slowpath.toolchain.installing import remedy

SOURCE_NAME = "solution.cpp"
COMPILE_TIMEOUT_S = 120.0
RUNTIME = Path(__file__).parent / "runtime"


@lru_cache(maxsize=1)
def runtime_digest() -> str:
    """A short name for the runtime's present sources; part of every build's key."""
    return content_key(*(path.read_bytes() for path in sorted((*RUNTIME.glob("*.[ch]"), *RUNTIME.glob("*.ld")))))


def source_folder(solution: Solution) -> Path:
    """Where the user's own includes are looked for."""
    return solution.path.absolute().parent


class ProbesFailed(Exception):
    """A program doesn't compile or link with its probes; `reasons` are what was said of those that were named."""

    def __init__(self, reasons: Mapping[int, str]) -> None:
        super().__init__()
        self.reasons = reasons


def plain_messages(compiler: Compiler) -> tuple[str, ...]:
    """Messages of one line each."""
    no_excerpt = "-fno-diagnostics-show-caret" if compiler.kind == "gcc" else "-fno-caret-diagnostics"
    return ("-fdiagnostics-color=never", no_excerpt)


@dataclass(frozen=True)
class CompileJob:
    """The steps of one build in `directory`. `probes` is how many the text carries, `peaks` as `ProbedText` says."""

    solution: Solution
    settings: Settings
    compiler: Compiler
    directory: Path
    probes: int = 0
    peaks: tuple[tuple[int, int, float], ...] = ()

    def make(self, name: str, flags: tuple[str, ...], counters: str | None) -> None:
        """Compiles and links `name` with the runtime, or with None of it. Raises `CompileFailed`, with probes
        `ProbesFailed`."""
        is_counting = counters != "counters_none" and self.compiler.kind != "apple-clang"
        parts = (counters, *(["bulk"] if is_counting else [])) if counters else ()
        runtime = runtime_objects(self.compiler, self.settings, parts, flags) if parts else []
        options = [flag for flag in flags if not flag.startswith("-l")]
        path = self.settings.search_path
        script = apart(self.compiler, path, tuple(linker(flags))) if name == "search" else ()
        self._compile(name, [*options, *(("-fdata-sections",) if script else ())])
        faster = (*fork_friendly(self.compiler, path), *script) if name == "search" else ()
        wrapped = wrapping(self.compiler, name == "search") if runtime else ()
        self._run(
            [
                *link_options(self.compiler, options),
                *faster,
                f"{name}.o",
                *map(str, runtime),
                "-o",
                name,
                *wrapped,
                *run_path(self.compiler, path),
                "-pthread",
                *(flag for flag in flags if flag.startswith("-l")),
                *system_libraries(self.compiler),
            ]
        )

    def _compile(self, name: str, options: Sequence[str]) -> None:
        rest = [
            *plain_messages(self.compiler),
            *self._probing(),
            "-MMD",
            "-MF",
            f"{name}.d",
            "-iquote",
            str(source_folder(self.solution)),
            "-x",
            "c++",
            "-c",
            SOURCE_NAME,
            "-o",
            f"{name}.o",
        ]
        source = (self.directory / SOURCE_NAME).read_bytes()
        header = precompiled_header(source, self.compiler, options, self.settings)
        if header:
            with suppress(CompileFailed, ProbesFailed):
                return self._run([*options, *header, *rest])
        self._run([*options, *rest])

    def _probing(self) -> tuple[str, ...]:
        """Declares the probes, and has all messages about them: no warning of theirs may stop a strict build."""
        if not self.probes:
            return ()
        every_error = "-fmax-errors=0" if self.compiler.kind == "gcc" else "-ferror-limit=0"
        rows = ",".join(f"{{{slot},{number},{divisor!r}}}" for slot, number, divisor in self.peaks)
        peaks = (f"-DSLOWPATH_PEAKS={rows}",) if rows else ()
        return (f"-DSLOWPATH_PROBES={self.probes}", *peaks, "-include", str(RUNTIME / "probes.h"), "-w", every_error)

    def _run(self, arguments: Sequence[str]) -> None:
        result = run_tool(
            [self.compiler.path, *arguments],
            cwd=self.directory,
            timeout_s=COMPILE_TIMEOUT_S,
            environment=tool_environment(self.settings.search_path),
        )
        if result.returncode != 0:
            raise ProbesFailed(conditions_named(result.stderr, FILES)) if self.probes else self._failed(result)

    def _failed(self, result: ToolResult) -> CompileFailed:
        name = self.solution.path.name
        if result.timed_out:
            return CompileFailed(
                f"{name} takes longer than {COMPILE_TIMEOUT_S:.0f} s to compile.",
                "Simplify its templates or constant expressions.",
            )
        messages = parse_messages(result.stderr, SOURCE_NAME, self.solution.path) or (
            fallback_message(result.stderr, self.solution.path),
        )
        flags = " ".join(self.settings.cpp_flags)
        return CompileFailed(
            f"{name} doesn't compile with {self.compiler.name} {flags}: {summary(messages)}",
            "Correct it, or set the compiler (slowpath.cpp.compiler, --compiler) and its flags "
            "(slowpath.cpp.flags, --flags) to those of your judge.",
            messages,
        )


def runtime_objects(
    compiler: Compiler, settings: Settings, parts: Sequence[str], flags: Sequence[str] = ()
) -> list[Path]:
    """The fork server and `parts` of the runtime compiled by this compiler, from the cache: the counters' structures
    follow its version. Raises `ToolMissing`."""
    names = ("forkserver", *parts)
    sanitized = any(flag.startswith("-fsanitize=") for flag in flags)
    options = [
        "-O2",
        *(["-DSLOWPATH_STATIC"] if "-static" in flags else []),
        *(["-DSLOWPATH_SANITIZED"] if sanitized else []),
    ]
    key = content_key(compiler.identity, runtime_digest(), *names, *options)
    cache = BuildCache(settings.cache_dir, "runtime")

    def make(directory: Path) -> str:
        for name in names:
            argv = [compiler.path, *options, "-x", "c", "-c", str(RUNTIME / f"{name}.c"), "-o", f"{name}.o"]
            result = run_tool(
                argv, cwd=directory, timeout_s=COMPILE_TIMEOUT_S, environment=tool_environment(settings.search_path)
            )
            if result.returncode != 0:
                said = result.stderr.decode("utf-8", "replace").strip()[-500:]
                raise ToolMissing(
                    f"{compiler.name} can't compile Slowpath's runtime: {said}",
                    remedy("headers", "the C library's headers", settings.search_path, "choose another compiler"),
                )
        return key

    directory = cache.get(key) or cache.add(make)
    return [directory / f"{name}.o" for name in names]
