"""The papers' tables from our rows: a file a paper, each with `tables(book)`. A new one is a file and its name in
`PAPERS`.

A table is a value (`Table`); where the rows lack what it needs it has no lines, and says why.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator

from slowpath.evaluation.tables.book import Book
from slowpath.evaluation.tables.table import Cell, Table

PAPERS = ("overview", "wedge", "wedge_guidance", "stab", "ecco", "algobugs", "evalperf")

__all__ = ["PAPERS", "Book", "Cell", "Table", "tables_of"]


def tables_of(book: Book) -> Iterator[Table]:
    """All tables, in the order of `PAPERS`."""
    for name in PAPERS:
        yield from importlib.import_module(f"{__name__}.{name}").tables(book)
