"""EvalPerf's differential performance score (Liu et al. 2024, section 3.3), where a problem has several solutions.

A program's score is the share of the problem's reference solutions that it is as fast as or faster than, in percent.
EvalPerf measures on stressing inputs, and first puts references of about the same cost together; here see the notes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from slowpath.evaluation.statistics import mean, median
from slowpath.evaluation.tables.book import Book, mean_count
from slowpath.evaluation.tables.references import chosen_programs
from slowpath.evaluation.tables.table import Cell, Table
from slowpath.evaluation.units import ACCEPTED

LEAST = 3
COLUMNS = ("problem, language", "inputs", "references", "programs", "score (mean)", "score (median)")
UNLIKE = "Clusters aren't formed: counts are deterministic, so equal ones are equal. Languages don't compare in counts."
Costs = Mapping[str, float]
"""What each program costs, in the mean over inputs that all of them ran on."""


def tables(book: Book) -> Iterator[Table]:
    """The scores on the default tests, and on what was found for any of the problem's chosen programs."""
    by_problem: dict[tuple[str, str], dict[str, float]] = {}
    counts: dict[tuple[str, str], int] = {}
    for identity, row in book.existing.items():
        tests = book.shared_tests(identity)
        if tests:
            key = (row.unit.program.problem, row.unit.program.language)
            by_problem.setdefault(key, {})[identity] = mean_count(tests)
            counts[key] = len(tests)
    lines = [line for key, costs in by_problem.items() if (line := _line(book, key, counts[key], costs))]
    yield Table(
        "evalperf-dps",
        "Differential performance score on the existing tests",
        "EvalPerf section 3.3",
        COLUMNS,
        tuple(lines),
        f"On the default tests that all of a problem's programs were measured on. {UNLIKE}",
        () if lines else (f"No problem has {LEAST} right programs whose existing tests were measured.",),
    )
    found = [
        line
        for key, programs in chosen_programs(book).items()
        for inputs, costs in (_on_found(book, list(dict.fromkeys(programs.values()))),)
        if inputs and (line := _line(book, key, inputs, costs))
    ]
    yield Table(
        "evalperf-dps-found",
        "Differential performance score on stressing inputs",
        "EvalPerf sections 3.1 and 3.3",
        COLUMNS,
        tuple(found),
        "On what any search found for one of the chosen programs (fast, slow and random accepted ones, as for ASR),"
        f" where all of them were measured on it. {UNLIKE} Of a run that was cut the lower bound counts.",
        ()
        if found
        else (
            f"No problem has {LEAST} right programs that were measured on the same found inputs (strategy transfer).",
        ),
    )


def _line(book: Book, key: tuple[str, str], inputs: int, costs: Costs) -> tuple[Cell, ...] | None:
    references = [cost for identity, cost in costs.items() if book.programs[identity].kind == ACCEPTED]
    if len(references) < LEAST:
        return None
    scores = [100 * sum(cost <= other for other in references) / len(references) for cost in costs.values()]
    return (", ".join(key), inputs, len(references), len(costs), mean(scores), median(scores))


def _on_found(book: Book, programs: list[str]) -> tuple[int, Costs]:
    """The mean counts of the programs on the inputs that were found for any of them and measured on all, and how many
    inputs these are."""
    known: list[dict[str, int]] = [{} for _ in programs]
    for strategy in book.searches:
        for source in programs:
            for row in book.by_seed(strategy, source):
                for counts, program in zip(known, programs, strict=True):
                    here = book.on_another(row, program)
                    counts.update({each.id: each.count for each in here.inputs} if here is not None else {})
    shared = set.intersection(*map(set, known))
    costs = {
        program: sum(counts[name] for name in shared) / len(shared)
        for program, counts in zip(programs, known, strict=True)
        if shared
    }
    return len(shared), costs
