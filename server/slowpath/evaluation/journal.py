"""Where rows are written: `rows.jsonl`, a row a line, and with pyarrow the same in Parquet.

Theory of operation. One driver writes, and it holds a lock on the journal while it lives. A row is a line, appended and
flushed to the disk before its unit counts as done. A driver that is killed leaves at most one line that is cut off: it
is cut away when the journal is opened again, and its unit is done anew. A unit that stands there already isn't written
again, so each counts once, however often it was done; but where our own part failed a later run does the unit anew, and
its row takes the place of the failed one, whose line stays and is read no more. Of the rows only ids stay in memory,
and the terms on which those of earlier runs were made.

Parquet parts, `rows/FIRST-LAST.parquet`, are written whole each time enough lines have come: they hold these very
lines, so that a part is never half or twice there. `rows.parquet` is the sum of the rows that count.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from slowpath.errors import StoreUnwritable, UsageError
from slowpath.evaluation.rows import FAILED, LISTING, Row
from slowpath.evaluation.units import Terms, Unit
from slowpath.wire import decode, encode

NAME = "rows.jsonl"
_ID = re.compile(rb'\{"id":"([0-9a-f]+)"')


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
        self._failed: set[str] = set()
        self.lines = self._size = 0
        """The whole lines, and their bytes."""
        self._cut_off_and_read()
        self._again = set(self._failed)
        """Those that failed in an earlier run, and weren't done since."""

    def _cut_off_and_read(self) -> None:
        with self.path.open("rb") as lines:
            for line in lines:
                row = _whole(line)
                if row is None:
                    break
                self._note(row["id"], row["outcome"])
                if row["unit"]["strategy"] != LISTING:
                    # The first rows said neither version nor model.
                    self.terms.add(decode(Unit, row["unit"]).terms)
                self._size += len(line)
                self.lines += 1
        self._file.truncate(self._size)

    def _note(self, unit_id: str, outcome: str) -> None:
        self._done.add(unit_id)
        (self._failed.add if outcome == FAILED else self._failed.discard)(unit_id)

    def __len__(self) -> int:
        return len(self._done)

    @property
    def failed(self) -> int:
        """How many units' rows say that our own part failed."""
        return len(self._failed)

    def __contains__(self, unit_id: str) -> bool:
        return unit_id in self._done

    def is_open(self, unit_id: str, *, again: bool = True) -> bool:
        """Whether the unit is to be done: it has no row, or, `again`, one of an earlier run that failed."""
        return unit_id not in self._done or (again and unit_id in self._again)

    def add(self, row: Row) -> bool:
        """Writes the row, unless its unit has one that counts. Returns whether it was written. Raises
        `StoreUnwritable`."""
        if not self.is_open(row.unit.id):
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
        self.lines += 1
        self._note(row.unit.id, row.outcome)
        self._again.discard(row.unit.id)
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


def superseded(folder: Path) -> frozenset[int]:
    """The numbers of the lines that count no more, from 0: another row of the same unit stands below them. Reads no
    more than ids."""
    last: dict[bytes, int] = {}
    passed = []
    with (folder / NAME).open("rb") as file:
        for number, line in enumerate(file):
            found = _ID.match(line)
            if found is not None and line.endswith(b"\n"):
                if found[1] in last:
                    passed.append(last[found[1]])
                last[found[1]] = number
    return frozenset(passed)


def rows_of(folder: Path) -> Iterator[Row]:
    """The rows that count, in the order in which they came, one at a time. Raises `UsageError` where there are none to
    read."""
    must_have_rows(folder)
    passed = superseded(folder)
    with (folder / NAME).open("rb") as file:
        for number, line in enumerate(file):
            if line.endswith(b"\n") and number not in passed:
                yield row_of_line(line)


def rows_by(folder: Path, what: str = "id") -> Iterator[list[Row]]:
    """The rows of one program (or with "problem" as `what`, one problem) after the other, in the order in which they
    came; what the listing left out is none. Of the rows only where they stand is in memory. Raises as `rows_of`."""
    must_have_rows(folder)
    passed = superseded(folder)
    with (folder / NAME).open("rb") as file:
        places: dict[str, list[int]] = {}
        number = -1
        while line := file.readline():
            number += 1
            row = _whole(line) if number not in passed else None
            if row is not None and row["unit"]["strategy"] != LISTING:
                places.setdefault(row["unit"]["program"][what], []).append(file.tell() - len(line))
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
