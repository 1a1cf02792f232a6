"""Programs of the benches, built and opened."""

from __future__ import annotations

from pathlib import Path

from slowpath.model.execution import RunLimits
from slowpath.model.languages import LANGUAGE_FACTS
from slowpath.model.ports import Executor
from slowpath.model.problem import Solution
from slowpath.settings import Settings
from slowpath.toolchain import open_executor

LIMITS = RunLimits(cpu_s=20, wall_s=60)


def opened(name: str, source: str, settings: Settings, language: str = "cpp") -> Executor:
    """The executor of a program in a text."""
    suffix = LANGUAGE_FACTS[language].suffixes[0]
    return open_executor(Solution(Path(f"{name}{suffix}"), language, source.encode()), settings)
