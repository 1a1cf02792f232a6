"""What came in: rows by strategy and outcome, and why programs came to nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from slowpath.evaluation.rows import BAD_INPUT, DONE, FAILED
from slowpath.evaluation.statistics import median
from slowpath.evaluation.tables.book import Book
from slowpath.evaluation.tables.table import Table

MOST_REASON = 90


TERMS = "terms"
"""The table that says how a run was measured."""
DIFFERING = ("Slowpath", "budget of a search", "language model", "seeds", "machines")
"""Where two runs differ in one of these, their figures don't compare."""


def tables(book: Book) -> Iterator[Table]:
    """How it was measured, the counts of rows, and the reasons."""
    yield _terms(book)
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


def _terms(book: Book) -> Table:
    units = [row.unit for row in book.rows]
    terms = [unit.terms for unit in units]
    own = sum(row.own_core is not None for row in book.rows)
    said = {
        "Slowpath": _all(each.version or "an earlier one" for each in terms),
        "budget of a search": _all(
            each.budget_words + (" of processor time" if each.budget.seconds is not None else "") for each in terms
        ),
        "language model": _all(each.model for each in terms if each.model) or "none",
        "seeds": _all(str(seed) for seed in sorted({unit.seed for unit in units})),
        "machines": _all(row.node for row in book.rows if row.node),
        "rows with a core of their own": f"{own:,} of {len(book.rows):,}",
        "programs": f"{len(book.programs):,}",
    }
    return Table(
        TERMS,
        "How it was measured",
        "",
        ("what", "value"),
        tuple(said.items()) if units else (),
        missing=() if units else ("No unit has come to a row.",),
    )


def _all(said: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(said))


def _short(reason: str) -> str:
    first = reason.strip().splitlines()[0] if reason.strip() else ""
    return first if len(first) <= MOST_REASON else first[:MOST_REASON] + " ..."
