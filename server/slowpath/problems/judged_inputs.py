"""Inputs that somebody who knows the problem says are valid, or not.

They stand as files `*.in` in the folders `valid_input` and `invalid_input`: in an ICPC package below `data/`, where its
format has `data/invalid_input` for tests of validators (2025-09); in another problem's own folder there; or in
`<stem>.inputs/` beside the solution, where new ones go if several problems share a folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from slowpath.model.problem import Problem, Sample
from slowpath.problems.files import Notebook, entries
from slowpath.problems.samples import input_files, read_cases
from slowpath.problems.saved_format import has_own_folder

VALID, INVALID = "valid_input", "invalid_input"
FOLDERS = {True: VALID, False: INVALID}
"""The folder of each verdict."""
OWN_STEM = "judged"
"""The stem of the names of files that we write, before a number."""


def with_judged_inputs(problem: Problem, solution: Path) -> Problem:
    """`problem` with the inputs that were judged, the valid ones behind its samples, and where verdicts are kept."""
    folders = tuple(dict.fromkeys((_own_folder(problem, solution), solution.with_suffix(".inputs"))))
    book = Notebook([*problem.notes])
    known = {sample.data for sample in problem.samples}
    valid = tuple(one for each in folders for one in _judged(each, VALID, book) if one.data not in known)
    return replace(
        problem,
        samples=(*problem.samples, *valid),
        invalid_inputs=tuple(one for each in folders for one in _judged(each, INVALID, book)),
        judged_dirs=folders,
        notes=tuple(book.notes),
    )


def _own_folder(problem: Problem, solution: Path) -> Path:
    if problem.layout == "kattis":
        return problem.root / "data"
    return problem.root if has_own_folder(problem, solution) else solution.with_suffix(".inputs")


def _judged(folder: Path, name: str, book: Notebook) -> Iterator[Sample]:
    for sample in read_cases(input_files(entries(folder / name, book)), book).samples:
        yield replace(sample, name=f"{name}/{sample.name}", is_judged=True)
