"""What this system lets the sandbox do. Looked up, not tried, but for the memory file."""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path

_SECCOMP_ACTIONS = Path("/proc/sys/kernel/seccomp/actions_avail")


@dataclass(frozen=True)
class Ability:
    """One ability: its name, whether it is there, how that is known, and what its absence costs."""

    name: str
    there: bool
    detail: str
    costs: str = ""


def abilities() -> list[Ability]:
    """All that the sandbox makes use of where it can."""
    linux = sys.platform.startswith("linux")
    memory_files = _has_memory_files()
    filters = _SECCOMP_ACTIONS.is_file()
    return [
        Ability(
            "memory files",
            memory_files,
            "memfd_create" if memory_files else "no memfd_create",
            "" if memory_files else "Inputs and outputs go through files on disk, which is slower.",
        ),
        Ability(
            "process filter",
            filters,
            "seccomp" if filters else "no seccomp",
            "" if filters else "Programs can start processes; they are killed after the run, not refused.",
        ),
        Ability(
            "orphans' adoption",
            linux,
            "child subreaper, parent-death signal" if linux else "not on this system",
            "" if linux else "A program that starts background processes may leave some behind.",
        ),
    ]


def _has_memory_files() -> bool:
    if not hasattr(os, "memfd_create"):
        return False
    with contextlib.suppress(OSError):
        os.close(os.memfd_create("slowpath-probe"))
        return True
    return False
