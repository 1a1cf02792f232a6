"""C++ by g++ and clang++ (verified on Linux); Apple's clang takes clang's way and is not verified.

Counts come from gcov's arc counters, kept in memory (`runtime/counters_gcc.c`, `runtime/counters_clang.c`). clang++ is
used through its gcov-compatible instrumentation rather than -fcoverage-mapping: the graphs come in the same file
format, so one reader and one solver serve both, and hits mean the same. MinGW can't fork; a Windows user is told
to use WSL.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from slowpath.errors import CompileFailed, CompileMessage, TargetBroken, ToolMissing
from slowpath.instrument.cpp_alternatives import CHOICE, with_alternatives
from slowpath.instrument.probes_cpp import FIRST_LINE
from slowpath.model.constraint import Constraint
from slowpath.model.languages.cpp import FACTS
from slowpath.model.ports import Executor, Sanitizer, ValueReader
from slowpath.model.problem import Solution
from slowpath.sandbox.forkserver import Launch
from slowpath.settings import Settings
from slowpath.toolchain import cpp_build
from slowpath.toolchain.compilers import find_compiler, found_compilers
from slowpath.toolchain.cost_model import CostModel
from slowpath.toolchain.cpp_compiling import SOURCE_NAME
from slowpath.toolchain.cpp_standard import its_settings, needed_standard, other_settings, with_its_standard
from slowpath.toolchain.flow import line_map
from slowpath.toolchain.gcno import GcnoError, described_functions, read_notes
from slowpath.toolchain.inserted_code import without_inserted
from slowpath.toolchain.instruments import BestInstrument, instrument_findings
from slowpath.toolchain.language import Bound, Finding, NoCounters, Progress
from slowpath.toolchain.reach import cpp_reach
from slowpath.toolchain.values import BoundedValueReader, find_gdb, gdb_values

COST = CostModel(per_block=2.5, per_byte=120.0, constant=0.0, per_output_byte=60.0)
"""Against callgrind (`python -m slowpath.bench.executor --calibrate`, g++ 12, 36 runs of 12 programs): a program's
own best fit has 1.8-6.8 per block, 95-300 per byte read (most for cin in step with stdio) and 34-220 per byte printed
(least for single characters, most for decimals) and errs by 0-3%; these numbers serve all programs together, with a
median error of 1-97% by program. Only runs of one program are ever compared, and there the order is that of its own fit
wherever blocks, reading or printing dominates."""

TRIES_WITH_VERSIONS = 4


class Cpp:
    """Implements `toolchain.language.Language`."""

    id = FACTS.id
    name = FACTS.name
    suffixes = FACTS.suffixes

    def open_executor(
        self,
        solution: Solution,
        settings: Settings,
        on_progress: Progress | None = None,
        constraints: Sequence[Constraint] = (),
    ) -> Executor:
        """See `Language.open_executor`."""
        from slowpath.toolchain.target import Target

        _must_fork()
        compiler = find_compiler(settings)
        built = with_its_standard(
            solution,
            settings,
            compiler,
            lambda chosen: cpp_build.build(solution, chosen, compiler, on_progress, constraints),
        )
        name = solution.path.name

        def bind(counters: int, description: bytes) -> Bound:
            try:
                plain = read_notes(built.plain_notes.read_bytes()) if built.plain_notes is not None else None
                notes = without_inserted(read_notes(built.notes.read_bytes()), FIRST_LINE, plain)
                lines = line_map(
                    notes,
                    SOURCE_NAME,
                    described_functions(description),
                    len(solution.source.splitlines()),
                    built.included,
                )
                return Bound(lines, built.probed, built.unprobed)
            except (GcnoError, ValueError, OSError) as error:
                raise TargetBroken(
                    f"The line counts of {name} can't be read: {error}.",
                    f"{compiler.name} may be newer than what is known here; choose another one "
                    "(slowpath.cpp.compiler).",
                ) from error

        allowed = cpp_reach(compiler.path, settings)
        search, clean = (Launch((str(program),), name=name, allowed=allowed) for program in (built.search, built.clean))
        return Target(search, clean, bind, COST, BestInstrument(settings), parallel_runs=settings.parallel_runs)

    def open_clean(self, solution: Solution, settings: Settings) -> Executor:
        """See `Language.open_clean`."""
        _must_fork()
        compiler = find_compiler(settings)
        program = with_its_standard(
            solution, settings, compiler, lambda chosen: cpp_build.build_clean(solution, chosen, compiler)
        )
        allowed = cpp_reach(compiler.path, settings)
        return _uncounted(Launch((str(program),), name=solution.path.name, allowed=allowed), settings)

    def build_versions(
        self, solution: Solution, versions: Sequence[bytes], settings: Settings
    ) -> Mapping[int, Callable[[], Executor]]:
        """See `Language.build_versions`. One text holds them, of which the environment chooses one. A version that
        doesn't compile is left out by the lines of the compiler's messages."""
        _must_fork()
        compiler = find_compiler(settings)
        chosen = its_settings(solution, settings, compiler)
        left_out: set[int] = set()
        for _ in range(TRIES_WITH_VERSIONS):
            made = with_alternatives(solution.source, versions, left_out)
            if made is None:
                return {}
            try:
                program = cpp_build.build_clean(replace(solution, source=made.text), chosen, compiler)
                break
            except CompileFailed as failed:
                wrong = made.at([message.line for message in failed.messages if message.severity == "error"])
                if not wrong:
                    return {}
                left_out |= wrong
        else:
            return {}
        allowed = cpp_reach(compiler.path, settings)

        def opened(number: int) -> Executor:
            launch = Launch(
                (str(program),), name=solution.path.name, allowed=allowed, environment={CHOICE: str(number)}
            )
            return _uncounted(launch, settings)

        return {number - 1: partial(opened, number) for number in made.lines}

    def open_sanitizer(self, solution: Solution, settings: Settings) -> Sanitizer | None:
        """See `Language.open_sanitizer`."""
        from slowpath.toolchain.sanitized import open_sanitized

        if sys.platform == "win32":
            return None
        compiler = find_compiler(settings)
        return open_sanitized(solution, its_settings(solution, settings, compiler), compiler)

    def open_value_reader(self, solution: Solution, settings: Settings) -> ValueReader | None:
        """See `Language.open_value_reader`."""
        gdb = find_gdb(settings.search_path)
        if gdb is None or sys.platform == "win32":
            return None
        compiler = find_compiler(settings)
        program = cpp_build.build_debug(solution, its_settings(solution, settings, compiler), compiler)
        return BoundedValueReader(
            gdb_values(gdb, program, SOURCE_NAME),
            settings.search_path,
            cpp_reach(compiler.path, settings).reading((program,)),
        )

    def check(self, solution: Solution, settings: Settings) -> list[CompileMessage]:
        """See `Language.check`."""
        compiler = find_compiler(settings)
        messages = cpp_build.check(solution, its_settings(solution, settings, compiler), compiler)
        if any(message.severity == "error" for message in messages):
            other = other_settings(solution, settings, compiler)
            return messages if other is None else cpp_build.check(solution, other, compiler)
        return messages

    def remark(self, solution: Solution, settings: Settings) -> str:
        """See `Language.remark`."""
        try:
            needed = needed_standard(solution, settings, find_compiler(settings))
        except ToolMissing:
            needed = ""
        if not needed:
            return ""
        return f"{solution.path.name} doesn't compile with the flags that are assumed; it is built as {needed.upper()}."

    def walled(self, source: bytes) -> bytes:
        """See `Language.walled`."""
        return source

    def findings(self, settings: Settings) -> list[Finding]:
        """See `Language.findings`."""
        found = []
        try:
            chosen = find_compiler(settings)
            found.append(Finding("C++ compiler", True, f"{chosen.name} at {chosen.path}"))
            others = [each.name for each in found_compilers(settings) if each.path != chosen.path]
            if others:
                found.append(Finding("other C++ compilers", True, ", ".join(others)))
        except ToolMissing as missing:
            found.append(
                Finding("C++ compiler", False, f"{missing.message} {missing.remedy}", "C++ solutions can't be run.")
            )
        return [*found, *instrument_findings(settings), *_watching_findings(settings)]


def _uncounted(clean: Launch, settings: Settings) -> Executor:
    """A clean build alone."""
    from slowpath.toolchain.target import Target

    return Target(
        clean,
        clean,
        lambda counters, description: Bound(NoCounters()),
        COST,
        BestInstrument(settings),
        parallel_runs=settings.parallel_runs,
    )


def _must_fork() -> None:
    """Raises `ToolMissing` where no program can be run under a forkserver."""
    if sys.platform == "win32":
        raise ToolMissing(
            "C++ programs can't be run under a forkserver on Windows itself.",
            "Open the folder in WSL (Windows Subsystem for Linux).",
        )


def _watching_findings(settings: Settings) -> list[Finding]:
    """What searches for breaking inputs make use of, and what goes without."""
    from slowpath.toolchain.sanitized import sanitizers_here
    from slowpath.toolchain.symbols import find_addr2line

    gdb, addr2line = find_gdb(settings.search_path), find_addr2line(settings.search_path)
    there = sanitizers_here(settings)
    without_lines = "" if addr2line else " addr2line isn't here, so that some complaints have no line."
    return [
        Finding(
            "sanitizers",
            bool(there),
            there + without_lines
            if there
            else "the compiler can't link AddressSanitizer and UndefinedBehaviorSanitizer",
            "`break` doesn't see undefined behaviour of C++ (Fedora: dnf install libasan libubsan; elsewhere they "
            "come with the compiler).",
        ),
        Finding(
            "gdb",
            gdb is not None,
            gdb or "not found, or without Python",
            "`break` shows no values of a C++ program's variables where it goes wrong.",
        ),
    ]


LANGUAGE = Cpp()
