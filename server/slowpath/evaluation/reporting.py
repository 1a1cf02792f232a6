"""Writes what the rows come to: `report.html`, and the CSV behind each table in `tables/`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from slowpath.evaluation.evaluating import LISTING_FILE
from slowpath.evaluation.journal import rows_of
from slowpath.evaluation.plots import plots_of
from slowpath.evaluation.report import broken_of, long_recipes, report_page, slowest_of
from slowpath.evaluation.tables import Book, Table, tables_of
from slowpath.evaluation.tables.overview import DIFFERING, TERMS
from slowpath.evaluation.tables.table import as_csv, side_by_side
from slowpath.storage.whole import write_whole

REPORT, TABLES, COMPARISON = "report.html", "tables", "comparison.html"


def write_report(folder: Path) -> Path:
    """Reads the rows three times, an input's bytes one row at a time. Raises `UsageError` without rows, `OSError` where
    it can't be written."""
    book = Book.of(rows_of(folder))
    tables = list(tables_of(book))
    _write_csv(folder / TABLES, tables)
    slowest, broken = slowest_of(rows_of(folder)), broken_of(rows_of(folder))
    recipes = long_recipes([*slowest.values(), *broken.values()])
    for name, recipe in recipes.items():
        (folder / name).parent.mkdir(exist_ok=True)
        write_whole(folder / name, recipe.encode())
    page = report_page("Evaluation", _listing(folder), tables, plots_of(book), slowest, broken=broken)
    write_whole(folder / REPORT, page.encode())
    return folder / REPORT


def write_comparison(folder: Path, other: Path) -> Path:
    """The tables of two evaluations side by side, into `folder`. Raises as `write_report`."""
    names = (folder.resolve().name, other.resolve().name)
    if names[0] == names[1]:
        names = (f"{names[0]} (this)", f"{names[1]} (other)")
    mine, theirs = ({table.id: table for table in tables_of(Book.of(rows_of(each)))} for each in (folder, other))
    joined = [side_by_side(mine.get(name), theirs.get(name), names) for name in dict.fromkeys((*mine, *theirs))]
    _write_csv(folder / TABLES / "comparison", joined)
    notes = _unlike(mine.get(TERMS), theirs.get(TERMS), names)
    page = report_page(f"{names[0]} beside {names[1]}", _listing(folder), joined, (), {}, notes)
    write_whole(folder / COMPARISON, page.encode())
    return folder / COMPARISON


def _unlike(mine: Table | None, theirs: Table | None, names: tuple[str, str]) -> list[str]:
    """In what two runs differ that makes their figures differ, a sentence each."""
    if mine is None or theirs is None:
        return []
    said, other = ({str(line[0]): line[1] for line in table.lines} for table in (mine, theirs))
    return [
        f"The runs differ in {what}: {said[what]} ({names[0]}), {other[what]} ({names[1]})."
        for what in DIFFERING
        if what in said and what in other and said[what] != other[what]
    ]


def _write_csv(folder: Path, tables: list[Table]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables:
        if table.lines:
            write_whole(folder / f"{table.id}.csv", as_csv(table).encode())


def _listing(folder: Path) -> dict[str, Any]:
    path = folder / LISTING_FILE
    made: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return made
