"""Competitive Programming Helper: `.cph/.<file>_<md5 of its path>.prob`, JSON with samples, limits and a checker.

The time limit is in milliseconds, the memory limit in megabytes. When the folder was moved, the hash no
longer fits the path; a single file for the same name is then taken.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from slowpath.model.problem import Problem, ProblemLimits, Sample
from slowpath.model.validation import ValidatorSource
from slowpath.problems.files import Notebook, decode, entries, is_file, read_bytes
from slowpath.problems.interactive import REMARK
from slowpath.problems.plain import save_dir
from slowpath.problems.samples import MOST_SAMPLES
from slowpath.problems.values import as_list, as_map, positive_seconds, scaled_bytes

MILLISECONDS = 1000


class CphReader:
    """Reads what Competitive Programming Helper stored for one solution."""

    layout = "cph"

    def find(self, solution: Path) -> Path | None:
        """The solution's folder, when its `.cph/` has an entry for the file."""
        return solution.parent if _entry(solution.parent, solution) else None

    def read(self, root: Path, solution: Path) -> Problem:
        """The samples and limits of the entry; there is no statement."""
        book = Notebook()
        path = _entry(root, solution)
        stored = json_map(read_bytes(path, book) or b"", path.name, book) if path else {}
        if stored.get("interactive") is True:
            book.note(REMARK)
        return Problem(
            name=str(stored.get("name") or solution.stem),
            layout=self.layout,
            root=root,
            samples=tuple(_samples(stored, book)),
            limits=limits_of(stored),
            save_dir=save_dir(root),
            notes=tuple(book.notes),
            answer_checker=_checker(stored, root),
        )


def _checker(stored: Mapping[str, Any], root: Path) -> ValidatorSource | None:
    """Its custom checker, a Python script that is given the files of input and output."""
    given = stored.get("customCheckerPath")
    if not isinstance(given, str) or not given.strip() or "\0" in given:
        return None
    path = root / given.strip()
    return ValidatorSource("cph", path, root) if is_file(path) else None


def json_map(data: bytes, name: str, book: Notebook) -> dict:
    """The JSON object in `data`; empty with a note when it is something else."""
    try:
        value = json.loads(decode(data, name, book))
    except (ValueError, RecursionError):
        book.note(f"{name} is not valid JSON; what it says was left out.")
        return {}
    if not isinstance(value, dict):
        book.note(f"{name} holds no object; what it says was left out.")
    return as_map(value)


def limits_of(stored: Mapping[str, Any]) -> ProblemLimits:
    """Limits from `timeLimit` in milliseconds and `memoryLimit` in MiB; zero and nonsense mean not known."""
    time_ms = positive_seconds(stored.get("timeLimit"), 3_600_000.0)
    return ProblemLimits(time_ms / MILLISECONDS if time_ms else None, scaled_bytes(stored.get("memoryLimit"), 1 << 20))


def _entry(folder: Path, solution: Path) -> Path | None:
    digest = hashlib.md5(str(solution.absolute()).encode(errors="replace"), usedforsecurity=False).hexdigest()
    exact = folder / ".cph" / f".{solution.name}_{digest}.prob"
    if is_file(exact):
        return exact
    moved = [
        path
        for path in entries(folder / ".cph")
        if path.name.startswith(f".{solution.name}_") and path.suffix == ".prob" and is_file(path)
    ]
    return moved[0] if len(moved) == 1 else None


def _samples(stored: Mapping[str, Any], book: Notebook) -> Iterator[Sample]:
    tests = as_list(stored.get("tests"))
    if len(tests) > MOST_SAMPLES:
        book.note(f"Only the first {MOST_SAMPLES} of {len(tests)} stored tests were read.")
    for number, test in enumerate(tests[:MOST_SAMPLES], 1):
        given, answer = as_map(test).get("input"), as_map(test).get("output")
        if not isinstance(given, str):
            book.note(f"Stored test {number} has no input; it was left out.")
            continue
        yield Sample(
            f"cph-{number}",
            given.encode(errors="replace"),
            answer.encode(errors="replace") if isinstance(answer, str) else None,
        )
