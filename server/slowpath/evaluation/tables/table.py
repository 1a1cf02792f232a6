"""A table as a value: for the report, for CSV, and for a comparison of two runs."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, replace

from slowpath.evaluation.statistics import Interval

Cell = str | int | float | Interval | None
"""None is a figure that the rows can't give; an interval is a figure with its 95% bounds."""


@dataclass(frozen=True)
class Table:
    """One table. `source` is the paper and section whose definition it follows, `note` how, and where the paper leaves
    something open, what was decided. `lines` have as many cells as there are `columns`; the first names the line.
    `missing` says why there are none, or which of them couldn't be computed."""

    id: str
    title: str
    source: str
    columns: tuple[str, ...]
    lines: tuple[tuple[Cell, ...], ...] = ()
    note: str = ""
    missing: tuple[str, ...] = ()


def as_csv(table: Table) -> str:
    """The table as CSV; an interval takes three columns: the figure, `low` and `high`."""
    with_bounds = [any(isinstance(line[at], Interval) for line in table.lines) for at in range(len(table.columns))]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    header: list[str] = []
    for name, wide in zip(table.columns, with_bounds, strict=True):
        header += [name, f"{name}: low", f"{name}: high"] if wide else [name]
    writer.writerow(header)
    for line in table.lines:
        cells: list[object] = []
        for cell, wide in zip(line, with_bounds, strict=True):
            if isinstance(cell, Interval):
                cells += [cell.value, cell.low, cell.high]
            else:
                cells += [cell, None, None] if wide else [cell]
        writer.writerow(["" if cell is None else cell for cell in cells])
    return out.getvalue()


def shown(cell: Cell) -> str:
    """A cell as people read it."""
    if isinstance(cell, Interval):
        bounds = f" [{number(cell.low)}, {number(cell.high)}]" if cell.low is not None and cell.high is not None else ""
        return f"{number(cell.value)}{bounds}"
    return (
        "-"
        if cell is None
        else number(cell)
        if isinstance(cell, float)
        else f"{cell:,}"
        if isinstance(cell, int)
        else cell
    )


def number(value: float) -> str:
    """Three digits that mean something."""
    if value == 0 or 1e-3 <= abs(value) < 1e6:
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return f"{value:.2e}"


def side_by_side(mine: Table | None, other: Table | None, names: tuple[str, str]) -> Table:
    """Both runs' lines, by their first cell, each figure of the one beside that of the other. At least one run has the
    table; what only one has, a table, a line or a column, stands there alone."""
    sides = list(zip(names, (mine, other), strict=True))
    first = mine or other
    assert first is not None
    made = [table for table in (mine, other) if table is not None]
    figures = dict.fromkeys(column for table in made for column in table.columns[1:])
    known = {
        (name, line[0], column): cell
        for name, table in sides
        if table is not None
        for line in table.lines
        for column, cell in zip(table.columns, line, strict=True)
    }
    lines = [
        (key, *(known.get((name, key, column)) for column in figures for name in names))
        for key in dict.fromkeys(line[0] for table in made for line in table.lines)
    ]
    missing = [
        f"{name}: {why}"
        for name, table in sides
        for why in (table.missing if table is not None else ("It has no such table.",))
    ]
    return replace(
        first,
        columns=(first.columns[0], *(f"{column} ({name})" for column in figures for name in names)),
        lines=tuple(lines),
        missing=tuple(missing),
    )
