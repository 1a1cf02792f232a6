"""EvalPerf's differential performance score (Liu et al. 2024, section 3.3), where a problem has several solutions.

A program's score is the share of the problem's reference solutions that it is as fast as or faster than, in percent.
EvalPerf measures on stressing inputs, and first puts references of about the same cost together; here see the note.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.evaluation.statistics import mean, median
from slowpath.evaluation.tables.book import Book, mean_count
from slowpath.evaluation.tables.table import Cell, Table
from slowpath.evaluation.units import ACCEPTED

LEAST = 3


def tables(book: Book) -> Iterator[Table]:
    """The scores on the default tests, the only inputs that all of a problem's programs ran on."""
    by_problem: dict[str, list[tuple[float, str]]] = {}
    for identity, row in book.existing.items():
        tests = book.shared_tests(identity)
        if tests:
            by_problem.setdefault(row.unit.program.problem, []).append((mean_count(tests), identity))
    lines: list[tuple[Cell, ...]] = []
    for problem, costs in by_problem.items():
        references = [cost for cost, identity in costs if book.programs[identity].kind == ACCEPTED]
        if len(references) >= LEAST:
            scores = [100 * sum(cost <= other for other in references) / len(references) for cost, _ in costs]
            lines.append((problem, len(references), len(costs), mean(scores), median(scores)))
    yield Table(
        "evalperf-dps",
        "Differential performance score on the existing tests",
        "EvalPerf section 3.3",
        ("problem", "references", "programs", "score (mean)", "score (median)"),
        tuple(lines),
        "On the default tests that all of a problem's programs were measured on: found inputs are made for"
        " one program each. Clusters aren't formed: counts"
        " are deterministic, so equal ones are equal.",
        () if lines else (f"No problem has {LEAST} right programs whose existing tests were measured.",),
    )
