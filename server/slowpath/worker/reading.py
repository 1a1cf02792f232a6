"""What a worker reads before it searches: the program, its problem and the format of its input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from slowpath import pipeline
from slowpath.model.campaign import Warned
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Solution
from slowpath.worker.messages import AnyBegin

READING = "Reading the problem"
"""What crashed where `read` raises anything but a `SlowpathError`."""


@dataclass(frozen=True)
class Read:
    """A program with all that is known of its problem."""

    solution: Solution
    problem: Problem
    report: FormatReport


def read(
    begin: AnyBegin, warn: Callable[[Warned], None], references: Sequence[Path] | None = None, *, tests: bool = False
) -> Read:
    """Reads what `begin` names; the editor's text of a format wins over the file's. `references` are the right programs
    that were named, None for those beside it. `tests` says that the search tests constraints. Raises
    `SlowpathError`."""
    solution = pipeline.read_solution(Path(begin.path), begin.source)
    problem = pipeline.read_problem(solution)
    problem = replace(problem, format_text=begin.formats.get(str(problem.format_path), problem.format_text))
    pipeline.must_be_driven_by_files(problem)
    right = pipeline.right_programs(references)
    ahead = partial(pipeline.build_ahead, solution, begin.settings, tests=tests)
    report = pipeline.infer_format(problem, solution, begin.settings, right, ahead=ahead)
    report = pipeline.with_proposals(report, problem)
    for misfit in report.misfits if problem.format_text.strip() else ():
        warn(
            Warned(
                "format-misfit",
                f"{misfit.where}, {misfit.message}.",
                "It doesn't fit the input format that you wrote, which is taken all the same.",
            )
        )
    return Read(solution, problem, report)
