"""Reads the layouts that people have, one file each, into a `Problem`.

Precedence: the innermost root wins, since it is nearest to the file; at the same root the more specific
layout, in the order of `READERS`. What the winner doesn't say (no statement in an editor extension's store,
no limits beside plain samples) is taken from the next one that does.

A new layout is a file here and a line in `READERS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from slowpath.model.ports import ProblemReader
from slowpath.model.problem import Problem, ProblemLimits
from slowpath.problems.cargo_compete import CargoCompeteReader
from slowpath.problems.cph import CphReader
from slowpath.problems.cph_ng import CphNgReader
from slowpath.problems.interactive import with_interaction_said
from slowpath.problems.judged_inputs import with_judged_inputs
from slowpath.problems.kattis import KattisReader
from slowpath.problems.library_checker import LibraryCheckerReader
from slowpath.problems.oj_tools import OjToolsReader
from slowpath.problems.plain import PlainReader
from slowpath.problems.polygon import PolygonReader
from slowpath.problems.references import with_named_references
from slowpath.problems.saved_format import with_saved_format
from slowpath.problems.stated_limits import stated_limits
from slowpath.problems.stated_samples import with_stated_samples

PLAIN = PlainReader()
READERS: tuple[ProblemReader, ...] = (
    KattisReader(),
    LibraryCheckerReader(),
    PolygonReader(),
    CphNgReader(),
    CphReader(),
    CargoCompeteReader(),
    OjToolsReader(),
    PLAIN,
)


def read_problem(
    solution_path: Path, problem_dir: Path | None = None, readers: Sequence[ProblemReader] = READERS
) -> Problem:
    """What is known of the problem that the solution solves. Never raises for bad content.

    `problem_dir` says where to look instead of the solution's own folder; the solution is then treated as if
    it lay there. A bare source file gives an empty problem of layout "plain".
    """
    solution = solution_path.absolute()
    if problem_dir is not None:
        solution = problem_dir.absolute() / solution.name
    found = [
        (root, order, reader) for order, reader in enumerate(readers) if (root := reader.find(solution)) is not None
    ]
    found.sort(key=lambda candidate: (-len(candidate[0].parts), candidate[1]))
    if not found:
        return _finished(PLAIN.read(solution.parent, solution), solution)
    problems = [reader.read(root, solution) for root, _, reader in found]
    problem = problems[0]
    for other in problems[1:]:
        problem = completed(problem, other)
    return _finished(problem, solution)


def _finished(problem: Problem, solution: Path) -> Problem:
    """With what no layout says: the saved format, references by their names, what the statement alone says, and which
    inputs somebody judged."""
    known = with_stated_samples(with_named_references(with_saved_format(problem, solution), solution))
    return with_judged_inputs(with_interaction_said(with_stated_limits(known)), solution)


def with_stated_limits(problem: Problem) -> Problem:
    """`problem` with the limits that its statement gives in words, where its metadata gives none."""
    stated = stated_limits(problem.statement)
    return replace(
        problem,
        limits=ProblemLimits(
            problem.limits.time_s or stated.time_s, problem.limits.memory_bytes or stated.memory_bytes
        ),
    )


def completed(problem: Problem, other: Problem) -> Problem:
    """`problem` with what it leaves open taken from `other`; its notes follow when anything was taken."""
    filled = replace(
        problem,
        statement=problem.statement or other.statement,
        statement_path=problem.statement_path or other.statement_path,
        samples=problem.samples or other.samples,
        tests=problem.tests or other.tests,
        limits=ProblemLimits(
            problem.limits.time_s or other.limits.time_s, problem.limits.memory_bytes or other.limits.memory_bytes
        ),
        bounds=problem.bounds or other.bounds,
        validators=problem.validators or other.validators,
        solutions=problem.solutions or other.solutions,
        references=problem.references or other.references,
        answer_checker=problem.answer_checker or other.answer_checker,
        answer_rules=problem.answer_rules or other.answer_rules,
        judged_apart=problem.judged_apart or (other.judged_apart and problem.answer_checker is None),
        special=problem.special or other.special,
    )
    if filled == problem:
        return problem
    return replace(filled, notes=(*problem.notes, *(note for note in other.notes if note not in problem.notes)))
