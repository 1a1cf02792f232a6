"""Test suites of cargo-compete: `testcases/<name>.yml` with the samples and the time limit.

`timelimit` is a duration as in "2s" or "1m 500ms". `extend: {type: Text}` adds files by two globs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from slowpath.model.problem import Problem, ProblemLimits, Sample
from slowpath.problems.files import Notebook, entries, inside, is_file, read_text, up_from, walk
from slowpath.problems.samples import MOST_SAMPLES, capped
from slowpath.problems.values import as_list, as_map, positive_seconds, yaml_map

UNIT_S = {
    "ns": 1e-9,
    "us": 1e-6,
    "ms": 1e-3,
    "s": 1.0,
    "sec": 1.0,
    "secs": 1.0,
    "second": 1.0,
    "seconds": 1.0,
    "m": 60.0,
    "min": 60.0,
    "mins": 60.0,
    "minute": 60.0,
    "minutes": 60.0,
    "h": 3600.0,
}
SUFFIXES = (".yml", ".yaml")


class CargoCompeteReader:
    """Reads the test suite of a solution in a cargo-compete package."""

    layout = "cargo-compete"

    def find(self, solution: Path) -> Path | None:
        """The folder whose `testcases/` has a suite called like the solution, the solution's or one around it."""
        return next((folder for folder in up_from(solution, levels=3) if _suite(folder, solution)), None)

    def read(self, root: Path, solution: Path) -> Problem:
        """The suite below `root`; the files that it adds by glob are tests."""
        book = Notebook()
        path = _suite(root, solution) or root / "testcases" / f"{solution.stem}.yml"
        suite = yaml_map(read_text(path, book) or "", path.name, book)
        if str(suite.get("type", "Batch")) != "Batch":
            book.note(f"{path.name} describes a suite of type {str(suite.get('type'))[:40]}, not a batch of samples.")
        return Problem(
            name=solution.stem,
            layout=self.layout,
            root=root,
            samples=tuple(_samples(suite, book)),
            tests=capped(list(_tests(suite, path.parent, book)), book),
            limits=ProblemLimits(seconds_of_duration(suite.get("timelimit"))),
            save_dir=path.parent / solution.stem / "in",
            notes=tuple(book.notes),
        )


def _suite(folder: Path, solution: Path) -> Path | None:
    for suffix in SUFFIXES:
        if is_file(folder / "testcases" / (solution.stem + suffix)):
            return folder / "testcases" / (solution.stem + suffix)
    suites = [path for path in entries(folder / "testcases") if path.suffix in SUFFIXES and is_file(path)]
    return suites[0] if len(suites) == 1 and folder == solution.parent else None


def _samples(suite: Mapping[str, Any], book: Notebook) -> Iterator[Sample]:
    cases = as_list(suite.get("cases"))
    if len(cases) > MOST_SAMPLES:
        book.note(f"Only the first {MOST_SAMPLES} of {len(cases)} cases were read.")
    for number, case in enumerate(cases[:MOST_SAMPLES], 1):
        given = as_map(case).get("in")
        if given is None:
            book.note(f"Case {number} has no input; it was left out.")
            continue
        answer = as_map(case).get("out")
        yield Sample(
            str(as_map(case).get("name") or f"sample{number}"),
            str(given).encode(),
            None if answer is None else str(answer).encode(),
        )


def _tests(suite: Mapping[str, Any], base: Path, book: Notebook) -> Iterator[Path]:
    for extension in as_list(suite.get("extend")):
        if as_map(extension).get("type") != "Text":
            continue
        folder = inside(base, str(extension.get("path", ".")))
        pattern = str(extension.get("in", "/in/*.txt")).lstrip("/")
        if folder is not None:
            yield from (
                path for path in walk(folder, book) if PurePosixPath(path.relative_to(folder).as_posix()).match(pattern)
            )


def seconds_of_duration(text: Any) -> float | None:
    """Seconds of "2s", "1m 30s", "500ms"; a bare number is seconds. None for anything else."""
    if not isinstance(text, str):
        return positive_seconds(text)
    parts = re.findall(r"(\d{1,9}(?:\.\d{1,9})?)\s*([a-z]+)", text)
    if not parts or re.sub(r"[\d.a-z\s]", "", text) or any(unit not in UNIT_S for _, unit in parts):
        return positive_seconds(text)
    return positive_seconds(sum(float(count) * UNIT_S[unit] for count, unit in parts))
