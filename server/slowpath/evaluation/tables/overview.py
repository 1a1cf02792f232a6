"""What came in: rows by strategy and outcome, and why programs came to nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from slowpath.evaluation.rows import BAD_INPUT, DONE, FAILED
from slowpath.evaluation.statistics import median
from slowpath.evaluation.tables.book import Book
from slowpath.evaluation.tables.table import Table

MOST_REASON = 90


def tables(book: Book) -> Iterator[Table]:
    """The counts of rows, and the reasons."""
    by_strategy: dict[str, list] = {}
    for row in book.rows:
        by_strategy.setdefault(row.unit.strategy, []).append(row)
    yield Table(
        "rows",
        "Rows by strategy",
        "",
        (
            "strategy",
            "rows",
            "done",
            "bad input",
            "failed",
            "with inputs",
            "with a core of their own",
            "search (CPU s, median)",
            "unit (wall s, median)",
        ),
        tuple(
            (
                name,
                len(rows),
                *(sum(row.outcome == outcome for row in rows) for outcome in (DONE, BAD_INPUT, FAILED)),
                sum(bool(row.inputs) for row in rows),
                sum(row.own_core is not None for row in rows),
                median([row.search_s for row in rows if row.is_done]),
                median([row.wall_s for row in rows]),
            )
            for name, rows in by_strategy.items()
        ),
        "A unit's wall time holds building, measuring and a closer look as well as its search.",
        () if by_strategy else ("No unit has come to a row.",),
    )
    reasons = Counter(
        (row.outcome, row.code, _short(row.reason))
        for row in (*book.left_out, *book.rows)
        if not row.is_done or (not row.inputs and row.reason)
    )
    yield Table(
        "reasons",
        "Why programs came to nothing",
        "",
        ("reason", "outcome", "code", "rows"),
        tuple((reason, outcome, code, count) for (outcome, code, reason), count in reasons.most_common()),
        missing=() if reasons else ("There is none: every row came to something.",),
    )


def _short(reason: str) -> str:
    first = reason.strip().splitlines()[0] if reason.strip() else ""
    return first if len(first) <= MOST_REASON else first[:MOST_REASON] + " ..."
