"""The machine that drives an evaluation, in words: what a report says its figures are from."""

from __future__ import annotations

import contextlib
import platform
from pathlib import Path

import psutil

from slowpath.evaluation.cores import cores
from slowpath.model.figures import human_bytes

CPU_INFO = Path("/proc/cpuinfo")


def machine_words() -> str:
    """Its processor, cores that may be used, memory, system and Python."""
    return (
        f"{_processor()}, {len(cores())} cores, {human_bytes(psutil.virtual_memory().total)},"
        f" {platform.system()} {platform.release()}, Python {platform.python_version()}"
    )


def _processor() -> str:
    with contextlib.suppress(OSError):
        for line in CPU_INFO.read_text("utf-8", "replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()
