"""Java programs that judge: one file, built as solutions are and run by the plain classes, or many times in one virtual
machine, by those that can be ended there."""

from __future__ import annotations

import sys
from pathlib import Path

from slowpath.model.languages.java import FACTS
from slowpath.model.problem import Solution
from slowpath.model.validation import ValidatorSource
from slowpath.settings import Settings
from slowpath.toolchain.java import java_build
from slowpath.toolchain.java.java_runtime import CALM, java_runtime
from slowpath.toolchain.java.jdk import find_jdk
from slowpath.toolchain.java.machine import machine_command
from slowpath.toolchain.program_runs import JudgingProgram
from slowpath.toolchain.reach import RUNTIME, java_reach

_STACK_BYTES = 16 << 20
_SMALL = (*CALM, "-Xmx1g", "-Xss16m", "-XX:CompressedClassSpaceSize=64m", "-XX:ReservedCodeCacheSize=48m")
"""What a machine reserves by itself is more than such a program may map."""


def judging_program(source: ValidatorSource, files: list[Path], settings: Settings) -> JudgingProgram:
    """See `languages.judging_program`. Of several files the one that has the program's name, else the first."""
    main = next((path for path in files if path.stem.lower() in (source.path.stem.lower(), "main")), files[0])
    jdk = find_jdk(settings)
    made = java_build.build(Solution(main, FACTS.id, main.read_bytes()), settings, jdk)
    own = java_runtime(settings, jdk)
    server = (sys.executable, "-s", "-S", "-B", str(RUNTIME / "java_checker_target.py"))
    return JudgingProgram(
        (str(jdk.java), *_SMALL, "-cp", str(made.plain), made.main),
        java_reach(jdk.home, settings, made.folder, *own.folders),
        (*server, *machine_command(made, own, jdk, CALM, _STACK_BYTES, False)),
    )
