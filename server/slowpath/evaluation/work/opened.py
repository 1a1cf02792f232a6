"""A unit's program and problem, written to a folder and read as any user's are; and how inputs of it are measured."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from slowpath import pipeline
from slowpath.engine.confirming import confirm_limits
from slowpath.errors import UsageError
from slowpath.evaluation.rows import MeasuredInput
from slowpath.evaluation.units import Content, ExistingTest, Work
from slowpath.model.campaign import CampaignSpec
from slowpath.model.execution import RunLimits
from slowpath.model.format import FormatReport
from slowpath.model.generator import GeneratorRunner
from slowpath.model.ports import Executor
from slowpath.model.problem import Problem, Solution
from slowpath.settings import Settings

RUNS = 3
"""Runs on the clean build of an input that is measured; the least time counts."""
COUNTING_FACTOR = 5.0
"""How many times the time of the clean build its counting one may take."""
LARGEST_KEPT_BYTES = 64 << 10
"""Of an input, or of its recipe, in a row: a row travels between machines, and most recipes are short."""


@dataclass(frozen=True)
class Opened:
    """A program in a folder of its own, with its problem."""

    work: Work
    folder: Path
    solution: Solution
    problem: Problem
    settings: Settings

    @property
    def reference(self) -> Path | None:
        """The right program beside it, None without one."""
        return self.folder / self.work.content.reference if self.work.content.reference else None

    def report(self, references: Sequence[Path] = ()) -> FormatReport:
        """The inferred input format, `references` being the right programs that the search is shown. Raises
        `NotDrivenByFiles` for an interactive problem or the like."""
        pipeline.must_be_driven_by_files(self.problem)
        others = pipeline.right_programs(references)
        return pipeline.infer_format(self.problem, self.solution, self.settings, others)

    def tests(self) -> list[ExistingTest]:
        """The existing tests with the inputs that programs make, each in its jail; without those that can't be made."""
        from slowpath.toolchain.generators import GeneratorSandbox

        with GeneratorSandbox() as runner:
            made = [(test, _input_of(test, runner)) for test in self.work.content.tests]
        return [
            replace(test, data=data, made_with_seed=None, is_recipe=False) for test, data in made if data is not None
        ]

    def spec(self, report: FormatReport, strategies: Sequence[str] = (), ablations: Sequence[str] = ()) -> CampaignSpec:
        """The unit's search. Raises as `pipeline.campaign_spec`."""
        return pipeline.campaign_spec(
            self.solution,
            self.problem,
            report,
            self.settings,
            self.work.unit.budget,
            self.work.unit.seed,
            tuple(strategies),
            ablations=tuple(ablations),
        )


def _input_of(test: ExistingTest, runner: GeneratorRunner) -> bytes | None:
    if test.is_recipe:
        return _replayed(test.data, runner)
    if test.made_with_seed is None:
        return test.data
    return next(iter(runner.run(test.data.decode("utf-8", "replace"), test.made_with_seed, 0).outputs), None)


def _replayed(recipe: bytes, runner: GeneratorRunner) -> bytes | None:
    """The input of a replay file, None where it can't be made again."""
    from slowpath.engine.replay import replay_bytes

    with contextlib.suppress(UsageError, ValueError):
        return replay_bytes(json.loads(recipe), runner)
    return None


def opened(work: Work, folder: Path, settings: Settings) -> Opened:
    """Writes the content into `folder` and reads it. Raises `SourceUnreadable`, and `ValueError` for a path that leads
    out of the folder."""
    write_content(work.content, folder)
    solution = pipeline.read_solution(folder / work.content.solution)
    return Opened(work, folder, solution, pipeline.read_problem(solution), settings)


def write_content(content: Content, folder: Path) -> None:
    """Writes the files of a content below `folder`. Raises `ValueError` for a path that leads out of it."""
    folder.mkdir(exist_ok=True)
    root = folder.resolve()
    for name, data in content.files:
        path = (root / name).resolve()
        if root not in path.parents:
            raise ValueError(f"{name} leads out of the problem's folder")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


Measured = Callable[[str, bytes], MeasuredInput]


def measuring(executor: Executor, count_limits: RunLimits, clean_limits: RunLimits) -> Measured:
    """How an input of that name is measured, the same for all strategies: its count on the search build, its time,
    memory and real instructions on the clean one."""
    return partial(_measured, executor, count_limits, clean_limits)


def _measured(
    executor: Executor, count_limits: RunLimits, clean_limits: RunLimits, name: str, data: bytes
) -> MeasuredInput:
    counted = executor.run(data, count_limits, keep_counters=False)
    clean = executor.confirm(data, clean_limits, runs=RUNS, exact=True)
    return MeasuredInput(
        name,
        len(data),
        counted.count,
        clean.cpu_s,
        clean.peak_rss_bytes,
        clean.instructions,
        counted.cut or clean.cut,
        clean.verdict.value,
    )


def counting_limits(clean: RunLimits) -> RunLimits:
    """The limits of a run that counts, from those of one on the clean build, the same for all that is compared."""
    return replace(clean, cpu_s=COUNTING_FACTOR * clean.cpu_s, wall_s=COUNTING_FACTOR * clean.wall_s)


def limits_of(spec: CampaignSpec) -> tuple[RunLimits, RunLimits]:
    """The limits of a run that counts and of one that confirms. A search cuts its own runs far earlier."""
    clean = confirm_limits(spec)
    return counting_limits(clean), clean


Kept = TypeVar("Kept", bytes, str)


def kept(content: Kept) -> Kept:
    """What a row keeps of an input's bytes or of its recipe: all, or none of a large one."""
    return content if len(content) <= LARGEST_KEPT_BYTES else content[:0]
