"""EvalPerf's differential performance score (Liu et al. 2024, section 3.3), where a problem has several solutions.

The reference solutions of a problem are sorted by their cost on its stressing inputs and split where the cost jumps; a
program's score is the share of references that it is as fast as or faster than, in percent.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.evaluation.statistics import mean, median
from slowpath.evaluation.tables.book import Book, mean_count
from slowpath.evaluation.tables.table import Cell, Table
from slowpath.evaluation.units import ACCEPTED

LEAST = 3


def tables(book: Book) -> Iterator[Table]:
    """The scores on the existing tests, the only inputs that all of a problem's programs ran on."""
    by_problem: dict[str, list[tuple[float, str]]] = {}
    for identity, row in book.existing.items():
        if row.inputs:
            by_problem.setdefault(row.unit.program.problem, []).append((mean_count(row.inputs), identity))
    lines: list[tuple[Cell, ...]] = []
    for problem, costs in by_problem.items():
        references = [cost for cost, identity in costs if book.programs[identity].kind == ACCEPTED]
        if len(references) >= LEAST:
            scores = [100 * sum(cost <= other for other in references) / len(references) for cost, _ in costs]
            lines.append((problem, len(references), len(costs), mean(scores), median(scores)))
    yield Table("evalperf-dps", "Differential performance score on the existing tests", "EvalPerf section 3.3",
                ("problem", "references", "programs", "score (mean)", "score (median)"), tuple(lines),
                "On existing tests, since found inputs are made for one program each. Clusters aren't formed: counts"
                " are deterministic, so equal ones are equal.",
                () if lines else (f"No problem has {LEAST} right programs whose existing tests were measured.",))
