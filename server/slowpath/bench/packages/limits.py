"""How long a program of a package takes on inputs, and the time limit where the package leaves it to be measured.

A package that states no limit has the one that the package format computes: the slowest accepted submission's time
times `time_multiplier` (5), in newer versions `ac_to_time_limit` (2), rounded up to whole seconds, at least one.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from slowpath import pipeline
from slowpath.errors import SlowpathError
from slowpath.model.execution import RunLimits
from slowpath.model.ports import Executor
from slowpath.model.problem import Problem
from slowpath.settings import Settings

STATED, COMPUTED = "package", "accepted submissions"
LEGACY_MULTIPLIER, MULTIPLIER = 5.0, 2.0
DEAREST = 3
WORTH_REPEATING_S = 0.05
MOST_ACCEPTED = 3
MOST_INPUTS = 10
MEMORY_BYTES = 4 << 30
WALL_FACTOR = 4.0


@dataclass(frozen=True)
class Taken:
    """CPU seconds of one run; `cut` where it was ended at the cap."""

    cpu_s: float
    cut: bool = False


def taken(executor: Executor, data: bytes, cap_s: float) -> Taken:
    """The time of one run of the clean build."""
    made = executor.confirm(data, RunLimits(cap_s, WALL_FACTOR * cap_s, MEMORY_BYTES), runs=1)
    return Taken(made.cpu_s, made.cut)


def times_of(executor: Executor, inputs: Iterable[Path], cap_s: float, budget_s: float) -> dict[Path, Taken]:
    """The time of each input, in their order, until one is cut or no time is left; the dearest ones twice, the better
    time counts."""
    began, made = time.monotonic(), dict[Path, Taken]()
    for path in inputs:
        if time.monotonic() - began > budget_s:
            break
        made[path] = taken(executor, path.read_bytes(), cap_s)
        if made[path].cut:
            return made
    for path in sorted(made, key=lambda each: -made[each].cpu_s)[:DEAREST]:
        if made[path].cpu_s > WORTH_REPEATING_S:
            made[path] = min(made[path], taken(executor, path.read_bytes(), cap_s), key=lambda each: each.cpu_s)
    return made


def limit_of(
    folder: Path,
    whole: Problem,
    accepted: Sequence[Path],
    secrets: Sequence[Path],
    settings: Settings,
    cap_s: float,
    budget_s: float,
) -> tuple[float, str]:
    """The package's time limit in seconds and who says so; `secrets` are its inputs, the smallest first."""
    if whole.limits.time_s is not None:
        return whole.limits.time_s, STATED
    metadata = folder / "problem.yaml"
    is_legacy = not metadata.is_file() or not re.search(r"problem_format_version:\s*['\"]?20", metadata.read_text())
    largest = secrets[::-1] or sorted((folder / "data" / "sample").glob("*.in"))
    return computed_limit_s(accepted, largest, is_legacy, settings, cap_s, budget_s), COMPUTED


def computed_limit_s(
    accepted: Sequence[Path], inputs: Sequence[Path], is_legacy: bool, settings: Settings, cap_s: float, budget_s: float
) -> float:
    """The limit of a package that states none, from its first accepted submissions on its largest inputs."""
    most = 0.0
    for path in accepted[:MOST_ACCEPTED]:
        try:
            with pipeline.open_executor(pipeline.read_solution(path), settings) as executor:
                times = times_of(executor, inputs[:MOST_INPUTS], cap_s, budget_s)
        except SlowpathError:
            continue
        most = max([most, *(each.cpu_s for each in times.values())])
    return float(max(1, math.ceil(most * (LEGACY_MULTIPLIER if is_legacy else MULTIPLIER))))
