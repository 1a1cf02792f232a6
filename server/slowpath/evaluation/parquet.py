"""The rows in Parquet, which pandas and `datasets` load. The only file here that writes it; needs pyarrow.

A row is flat but for its lists: `unit` and what stands in it become columns of their own, `inputs` and `constraints`
are lists of structures.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from slowpath.evaluation.journal import NAME, row_of_line, superseded
from slowpath.evaluation.rows import Row
from slowpath.storage.whole import write_whole
from slowpath.wire import encode

PARTS, WHOLE = "rows", "rows.parquet"
LINES_A_PART = 50
"""So many rows are held at a time, by the driver too."""


def is_there() -> bool:
    """Whether pyarrow is installed."""
    try:
        import pyarrow.parquet
    except ImportError:
        return False
    return bool(pyarrow.parquet)


class Parts:
    """The parts of one folder's rows. A journal's lines are read once, as they come, however many there are."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._parts = folder / PARTS
        self._there = 0
        self._offset: int | None = None
        """Where the first line that is in no part begins; None until it was looked for."""

    def write(self, *, is_over: bool) -> int:
        """Writes the parts that are missing, all lines with `is_over`, else whole parts only. Returns how many rows
        are in parts. Raises `OSError` where they can't be written."""
        if not self._path.is_file():
            return 0
        with self._path.open("rb") as file:
            if self._offset is None:
                self._parts.mkdir(exist_ok=True)
                self._there = _in_parts(self._parts)
                self._offset = sum(len(line) for line, _ in zip(file, range(self._there), strict=False))
            file.seek(self._offset)
            while True:
                lines = list(_whole_lines(file, LINES_A_PART))
                if not lines or (len(lines) < LINES_A_PART and not is_over):
                    return self._there
                last = self._there + len(lines) - 1
                write_table(
                    self._parts / f"{self._there:08}-{last:08}.parquet", [flat(row_of_line(line)) for line in lines]
                )
                self._there = last + 1
                self._offset += sum(map(len, lines))


def _whole_lines(file: BinaryIO, most: int) -> Iterator[bytes]:
    for _ in range(most):
        line = file.readline()
        if not line.endswith(b"\n"):
            return
        yield line


def _in_parts(parts: Path) -> int:
    """How many lines the parts hold. The last, short part of an earlier run is taken away for a longer one."""
    there = 0
    for path in sorted(parts.glob("*.parquet")):
        first, _, last = path.stem.partition("-")
        is_next = first.isdigit() and last.isdigit() and int(first) == there
        if not is_next or int(last) - there + 1 < LINES_A_PART:
            path.unlink()
        else:
            there = int(last) + 1
    return there


def write_whole_file(folder: Path) -> Path:
    """Joins the rows of the parts that count into one file, a part at a time. Raises `OSError` where it can't be
    written."""
    import pyarrow
    from pyarrow import parquet

    passed = superseded(folder)
    path = folder / WHOLE
    beside = path.with_suffix(".part")
    with parquet.ParquetWriter(beside, schema()) as writer:
        for part in sorted((folder / PARTS).glob("*.parquet")):
            table, first = parquet.read_table(part, schema=schema()), int(part.stem.partition("-")[0])
            writer.write_table(table.filter(pyarrow.array([first + at not in passed for at in range(len(table))])))
    beside.replace(path)
    return path


def write_table(path: Path, rows: list[dict[str, Any]], columns: Any = None) -> None:
    """Writes rows as a Parquet file, whole or not at all. Raises `OSError`."""
    import io

    import pyarrow
    from pyarrow import parquet

    out = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema() if columns is None else columns), out)
    write_whole(path, out.getvalue())


def flat(row: Row) -> dict[str, Any]:
    """A row as columns. What only some strategies have (a model, a breaking input, a faster version) is JSON text, ""
    where it isn't there."""
    made = encode(row)
    unit = made.pop("unit")
    shares = made.pop("shares")
    said = {
        name: json.dumps(made.pop(name)) if getattr(row, name) is not None else ""
        for name in ("model", "exposure", "optimised")
    }
    inputs = [{**one, "data": each.data} for one, each in zip(made.pop("inputs"), row.inputs, strict=True)]
    return {
        "id": row.unit.id,
        "program": unit["program"]["id"],
        "problem": unit["program"]["problem"],
        "language": unit["program"]["language"],
        "kind": unit["program"]["kind"],
        "category": unit["program"]["category"],
        "strategy": unit["strategy"],
        "seed": unit["seed"],
        "asked_model": unit["model"],
        "found_by": unit["found_by"],
        "found_for": unit["found_for"],
        "budget_s": unit["budget"]["seconds"],
        "budget_executions": unit["budget"]["executions"],
        "satisfying": shares[0],
        "satisfying_of": shares[1],
        "inputs": inputs,
        **said,
        **made,
    }


def schema() -> Any:
    """The columns, with their types."""
    import pyarrow as pa

    text, whole, real, truth = pa.string(), pa.int64(), pa.float64(), pa.bool_()
    an_input = pa.struct(
        [
            ("id", text),
            ("size", whole),
            ("count", whole),
            ("cpu_s", real),
            ("peak_rss_bytes", whole),
            ("instructions", whole),
            ("at_least", truth),
            ("verdict", text),
            ("validity", text),
            ("strategy", text),
            ("label", text),
            ("shape", text),
            ("satisfies", pa.list_(text)),
            ("passed", truth),
            ("data", pa.binary()),
            ("recipe", text),
        ]
    )
    constraint = pa.struct(
        [
            ("id", text),
            ("by_model", truth),
            ("status", text),
            ("satisfying", whole),
            ("violating", whole),
            ("cost_ratio", real),
            ("p", real),
            ("faithful", truth),
        ]
    )
    return pa.schema(
        [
            ("id", text),
            ("program", text),
            ("problem", text),
            ("language", text),
            ("kind", text),
            ("category", text),
            ("strategy", text),
            ("seed", whole),
            ("asked_model", text),
            ("found_by", text),
            ("found_for", text),
            ("budget_s", real),
            ("budget_executions", whole),
            ("outcome", text),
            ("code", text),
            ("reason", text),
            ("inputs", pa.list_(an_input)),
            ("tests", whole),
            ("time_limit_s", real),
            ("baseline_count", whole),
            ("executions", whole),
            ("generated", whole),
            ("valid", whole),
            ("satisfying", whole),
            ("satisfying_of", whole),
            ("constraints", pa.list_(constraint)),
            ("model", text),
            ("exposure", text),
            ("optimised", text),
            ("search_s", real),
            ("wall_s", real),
            ("peak_rss_bytes", whole),
            ("own_core", whole),
            ("node", text),
            ("version", text),
        ]
    )
