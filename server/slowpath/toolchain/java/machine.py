"""What starts the virtual machine that makes many runs of a program (`runtime/java_target.py`)."""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.toolchain.java.java_build import JavaBuild
from slowpath.toolchain.java.java_runtime import JavaRuntime
from slowpath.toolchain.java.jdk import Jdk

_OPENED = ("--add-opens", "java.base/java.util=ALL-UNNAMED")
"""Tables are looked into (`runtime/java/slowpath/TableCost.java`)."""


def machine_command(
    made: JavaBuild, own: JavaRuntime, jdk: Jdk, flags: Sequence[str], stack_bytes: int, varied: bool
) -> tuple[str, ...]:
    """How many counters there are, whether each run needs a machine of its own, and the command; `varied` lets chance
    fall differently in each run."""
    probes = len(made.probed)
    slots = len(made.blocks) + probes
    return (
        str(slots),
        str(int(made.leaves_behind)),
        str(jdk.java),
        *flags,
        *_OPENED,
        f"-Dslowpath.counters={slots}",
        f"-Dslowpath.probes={probes}",
        f"-Dslowpath.derived={made.derived}",
        *own.flags,
        "slowpath.Machine",
        str(made.counted),
        made.main,
        str(stack_bytes),
        str(int(varied)),
    )
