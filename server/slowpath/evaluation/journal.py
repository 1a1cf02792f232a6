"""Where rows are written: `rows.jsonl`, a row a line, and with pyarrow the same in Parquet.

Theory of operation. One driver writes, and it holds a lock on the journal while it lives. A row is a line, appended and
flushed to the disk before its unit counts as done. A driver that is killed leaves at most one line that is cut off: it
is cut away when the journal is opened again, and its unit is done anew. A unit that stands there already isn't written
again, so each counts once, however often it was done. Of the rows only ids stay in memory, and the terms on which those
of earlier runs were made.

Parquet parts, `rows/FIRST-LAST.parquet`, are written whole each time enough lines have come: they hold these very
lines, so that a part is never half or twice there. `rows.parquet` is their sum, row group by row group.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from slowpath.errors import StoreUnwritable, UsageError
from slowpath.evaluation.rows import LISTING, Row
from slowpath.evaluation.units import Terms, Unit
from slowpath.wire import decode, encode

NAME = "rows.jsonl"


class Journal:
    """The rows of one evaluation in `folder`, which is made. A context manager.

    Raises `StoreUnwritable` where the folder can't be written, `UsageError` while another driver writes there.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # Unbuffered: what a full disk didn't take isn't written later, behind another row.
            self._file = self.path.open("ab", buffering=0)
        except OSError as error:
            raise StoreUnwritable(
                f"{folder}: can't be written ({error.strerror}).", "Choose another folder."
            ) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise UsageError(
                f"{folder}: another evaluation writes there.", "Wait for it, or choose another folder."
            ) from None
        self.terms: set[Terms] = set()
        """Those of the rows that were there."""
        self._done: set[str] = set()
        self._size = 0
        """Bytes of the whole lines."""
        self._cut_off_and_read()

    def _cut_off_and_read(self) -> None:
        with self.path.open("rb") as lines:
            for line in lines:
                row = _whole(line)
                if row is None:
                    break
                self._done.add(row["id"])
                if row["unit"]["strategy"] != LISTING:
                    # The first rows said neither version nor model.
                    self.terms.add(decode(Unit, row["unit"]).terms)
                self._size += len(line)
        self._file.truncate(self._size)

    def __len__(self) -> int:
        return len(self._done)

    def __contains__(self, unit_id: str) -> bool:
        return unit_id in self._done

    def add(self, row: Row) -> bool:
        """Writes the row, unless its unit has one. Returns whether it was written. Raises `StoreUnwritable`."""
        if row.unit.id in self._done:
            return False
        text = json.dumps({"id": row.unit.id, **encode(row)}, ensure_ascii=True, separators=(",", ":")) + "\n"
        line = text.encode("ascii")
        try:
            written = 0
            while written < len(line):
                written += self._file.write(line[written:])
            os.fsync(self._file.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):
                self._file.truncate(self._size)
            raise StoreUnwritable(
                f"{self.path}: can't be written ({error.strerror}).", "Free some disk; the same command then goes on."
            ) from error
        self._size += len(line)
        self._done.add(row.unit.id)
        return True

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _whole(line: bytes) -> dict[str, Any] | None:
    """The row of a line as it is written, None where the line isn't whole."""
    if line.endswith(b"\n"):
        with contextlib.suppress(ValueError):
            row = json.loads(line)
            return row if isinstance(row, dict) and "id" in row else None
    return None


def rows_of(folder: Path) -> Iterator[Row]:
    """The rows in the order in which they came, one at a time. Raises `UsageError` where there are none to read."""
    must_have_rows(folder)
    with (folder / NAME).open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                yield row_of_line(line)


def rows_by_program(folder: Path) -> Iterator[list[Row]]:
    """The rows of one program after the other, in the order in which programs came; what the listing left out is none.
    Of the rows only where they stand is in memory. Raises as `rows_of`."""
    must_have_rows(folder)
    with (folder / NAME).open("rb") as file:
        places: dict[str, list[int]] = {}
        while line := file.readline():
            row = _whole(line)
            if row is not None and row["unit"]["strategy"] != LISTING:
                places.setdefault(row["unit"]["program"]["id"], []).append(file.tell() - len(line))
        for of_one in places.values():
            rows = []
            for place in of_one:
                file.seek(place)
                rows.append(row_of_line(file.readline()))
            yield rows


def must_have_rows(folder: Path) -> None:
    """Raises `UsageError` for a folder without rows."""
    if not (folder / NAME).is_file():
        raise UsageError(f"{folder}: no rows of an evaluation.", "Give the folder that `slowpath evaluate` wrote to.")


def row_of_line(line: bytes) -> Row:
    """The row of a whole line of a journal."""
    return decode(Row, json.loads(line))
