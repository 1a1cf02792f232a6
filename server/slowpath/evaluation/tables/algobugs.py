"""AlgoBugs' success rates of fault exposure (its section III-C), over all and by category of bug.

An exposure counts where the right program answers the input and the wrong one fails on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.evaluation.rows import Row
from slowpath.evaluation.statistics import median, share
from slowpath.evaluation.strategies import BREAK, STRATEGIES
from slowpath.evaluation.tables.book import Book
from slowpath.evaluation.tables.table import Cell, Table


def tables(book: Book) -> Iterator[Table]:
    """One table: a line for each strategy and category."""
    columns = (
        "strategy, category",
        "programs",
        "valid input",
        "exposed",
        "found after (CPU s, median)",
        "input size (median)",
    )
    lines: list[tuple[Cell, ...]] = []
    for name in (each for each in book.done if STRATEGIES[each].kind == BREAK):
        rows = book.done[name]
        lines.append(_line(f"{name}, all", rows))
        for category in sorted({row.unit.program.category for row in rows} - {""}):
            lines.append(_line(f"{name}, {category}", [row for row in rows if row.unit.program.category == category]))
    yield Table(
        "algobugs",
        "Fault exposure by category",
        "AlgoBugs section III-C",
        columns,
        tuple(lines),
        "Categories are the data set's. AlgoBugs' prompts (zero-shot, few-shot, chain of thought) are measured"
        " by `slowpath bench hacks`.",
        () if lines else ("No wrong program was searched (strategy break).",),
    )


def is_exposed(row: Row) -> bool:
    """Whether the row's program was shown to fail on an input that is valid, as far as anybody can say."""
    return row.exposure is not None and bool(row.exposure.verdict) and row.exposure.valid is not False


def _line(name: str, rows: list[Row]) -> tuple[Cell, ...]:
    found = [row.exposure for row in rows if row.exposure is not None and row.exposure.verdict]
    counted = [row.exposure for row in rows if row.exposure is not None and is_exposed(row)]
    return (
        name,
        len(rows),
        share([each.valid is not False for each in found]),
        share(list(map(is_exposed, rows))),
        median([each.found_s for each in counted if each.found_s is not None]),
        median([each.size for each in counted]),
    )
