"""A table as a value: for the report, for CSV, and for a comparison of two runs."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

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
    return "-" if cell is None else number(cell) if isinstance(cell, float) else f"{cell:,}" \
        if isinstance(cell, int) else cell


def number(value: float) -> str:
    """Three digits that mean something."""
    if value == 0 or 1e-3 <= abs(value) < 1e6:
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return f"{value:.2e}"


def side_by_side(mine: Table, other: Table, names: tuple[str, str]) -> Table:
    """Both runs' lines, by their first cell, each figure of the one beside that of the other."""
    columns = (mine.columns[0], *(f"{column} ({name})" for column in mine.columns[1:] for name in names))
    theirs = {line[0]: line for line in other.lines}
    ours = {line[0]: line for line in mine.lines}
    lines = []
    for key in dict.fromkeys((*ours, *theirs)):
        one, two = ours.get(key), theirs.get(key)
        lines.append((key, *(cell for at in range(1, len(mine.columns))
                             for cell in (one[at] if one else None, two[at] if two else None))))
    return Table(mine.id, mine.title, mine.source, columns, tuple(lines), mine.note, mine.missing)
