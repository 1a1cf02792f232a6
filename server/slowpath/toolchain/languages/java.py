"""Java by OpenJDK 11 and newer (verified on Linux with 17).

javac compiles once; the search build has counters in the classes that it made (`java.class_counters`) and its runs
share a virtual machine, each with fresh classes (`runtime/java_target.py`); the clean build is `java` as a judge starts
it, with the memory limit as its heap, and the machine's start and its compiling are part of what is confirmed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence

from slowpath.errors import CompileMessage, ToolMissing
from slowpath.instrument.java_widened import wraps
from slowpath.model.constraint import Constraint
from slowpath.model.languages.java import FACTS
from slowpath.model.patterns import late_regex
from slowpath.model.ports import Executor, Sanitizer, ValueReader
from slowpath.model.problem import Solution
from slowpath.sandbox.forkserver import Launch
from slowpath.settings import Settings
from slowpath.toolchain.cost_model import CostModel
from slowpath.toolchain.instruments import BestInstrument
from slowpath.toolchain.java import java_build
from slowpath.toolchain.java.java_lines import JavaLineMap
from slowpath.toolchain.java.java_runtime import CALM, java_runtime
from slowpath.toolchain.java.jdk import Jdk, find_jdk, found_jdks, startup_s
from slowpath.toolchain.java.machine import machine_command
from slowpath.toolchain.language import Bound, Finding, Progress
from slowpath.toolchain.reach import RUNTIME, java_reach
from slowpath.toolchain.values import BoundedValueReader, java_overflow, java_values

COST = CostModel(per_block=1.0, per_byte=40.0, constant=0.0, per_output_byte=40.0)
"""Blocks weigh machine instructions already. A byte read by Scanner costs about 200, by BufferedReader 20, by a buffer
of the program's own next to nothing beyond its blocks."""
_STACK = late_regex(r"-Xss(\d+)([kKmMgG]?)")
_OWN_CHOICE = late_regex(r"-Xmx|-XX:\+Use\w*GC$")
"""Flags of what such a machine has of its own: a machine refuses to start with two collectors."""
_UNITS = {"": 0, "k": 10, "m": 20, "g": 30}
_USUAL_STACK_BYTES = 8 << 20
_START_S = 120.0


class Java:
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

        jdk = _jdk(settings)
        made = java_build.build(solution, settings, jdk, on_progress, constraints)
        own = java_runtime(settings, jdk)
        probes = len(made.probed)
        takes_arguments = str(int(made.takes_arguments))

        def bind(counters: int, description: bytes) -> Bound:
            return Bound(JavaLineMap(counters - probes, made.blocks), made.probed, made.unprobed, remark=made.remark)

        def launch(kind: str, *command: str) -> Launch:
            server = (sys.executable, "-s", "-S", "-B", str(RUNTIME / "java_target.py"), kind, takes_arguments)
            environment = {"PATH": settings.search_path} if settings.search_path else {}
            return Launch(
                (*server, *command),
                name=solution.path.name,
                environment=environment,
                allowed=java_reach(jdk.home, settings, made.folder, *own.folders),
                tells_waiting=True,
                start_remedy=_remedy(settings, jdk),
            )

        def search(varied: bool) -> Launch:
            flags = _calm(settings)
            return launch("search", *machine_command(made, own, jdk, flags, stack_bytes(settings.java_flags), varied))

        clean = launch("clean", str(jdk.java), *settings.java_flags, "-cp", str(made.plain), made.main)
        plain = Launch(
            (str(jdk.java), *settings.java_flags, "-cp", str(made.plain), made.main),
            name=clean.name,
            environment=clean.environment,
            allowed=clean.allowed,
        )
        return Target(
            search(False),
            clean,
            bind,
            COST,
            BestInstrument(settings),
            varied=search(True),
            plain=plain,
            start_timeout_s=_START_S,
            parallel_runs=settings.parallel_runs,
        )

    def open_clean(self, solution: Solution, settings: Settings) -> Executor:
        """See `Language.open_clean`. Counters cost no build of their own."""
        return self.open_executor(solution, settings)

    def build_versions(
        self, solution: Solution, versions: Sequence[bytes], settings: Settings
    ) -> Mapping[int, Callable[[], Executor]]:
        """See `Language.build_versions`. A class that holds several versions is another one to the machine."""
        return {}

    def open_sanitizer(self, solution: Solution, settings: Settings) -> Sanitizer | None:
        """See `Language.open_sanitizer`. Java leaves nothing undefined."""
        return None

    def open_value_reader(self, solution: Solution, settings: Settings) -> ValueReader | None:
        """See `Language.open_value_reader`."""
        jdk = _jdk(settings)
        made = java_build.build(solution, settings, jdk)
        own = java_runtime(settings, jdk)
        program = ((str(jdk.java), *_calm(settings)), made.plain, own.jar, made.main)
        return BoundedValueReader(
            java_values(*program),
            settings.search_path,
            java_reach(jdk.home, settings, made.folder, *own.folders),
            None if wraps(solution.source) else java_overflow(*program),
        )

    def check(self, solution: Solution, settings: Settings) -> list[CompileMessage]:
        """See `Language.check`."""
        return java_build.check(solution, settings, _jdk(settings))

    def remark(self, solution: Solution, settings: Settings) -> str:
        """See `Language.remark`."""
        return ""

    def walled(self, source: bytes) -> bytes:
        """See `Language.walled`."""
        return source

    def findings(self, settings: Settings) -> list[Finding]:
        """See `Language.findings`."""
        try:
            chosen = find_jdk(settings)
        except ToolMissing as missing:
            return [Finding("JDK", False, f"{missing.message} {missing.remedy}", "Java solutions can't be run.")]
        detail = (
            f"{chosen.name} at {chosen.home} ({chosen.origin}), starts in "
            f"{1000 * startup_s(chosen, settings.java_flags, settings):.0f} ms"
        )
        others = [each for each in found_jdks(settings) if each.home.resolve() != chosen.home.resolve()]
        return [
            Finding("JDK", True, detail),
            *(
                [
                    Finding(
                        "other JDKs", True, ", ".join(f"{each.name} ({each.objection or each.home})" for each in others)
                    )
                ]
                if others
                else []
            ),
        ]


def stack_bytes(flags: Sequence[str]) -> int:
    """The stack that a program's threads have by the flags."""
    told = [match for flag in flags if (match := _STACK.fullmatch(flag))]
    return int(told[-1][1]) << _UNITS[told[-1][2].lower()] if told else _USUAL_STACK_BYTES


def _calm(settings: Settings) -> tuple[str, ...]:
    """The flags of a virtual machine that lives for a second."""
    return (*(flag for flag in settings.java_flags if not _OWN_CHOICE.match(flag)), *CALM)


def _remedy(settings: Settings, jdk: Jdk) -> str:
    """What to do where the virtual machine doesn't start."""
    flags = " ".join(settings.java_flags)
    look = (
        f"Look at the judge's flags of java (--flags, or slowpath.java.flags: {flags})" if flags else "Set another JDK"
    )
    return f"{look}; {jdk.name} at {jdk.home} was used."


def _jdk(settings: Settings) -> Jdk:
    if sys.platform == "win32":
        raise ToolMissing(
            "Java programs can't be run under a forkserver on Windows itself.",
            "Open the folder in WSL (Windows Subsystem for Linux).",
        )
    return find_jdk(settings)


LANGUAGE = Java()
