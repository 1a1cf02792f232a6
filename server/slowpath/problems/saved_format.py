"""The input format that the user wrote down, and where it is kept.

`<stem>.format` beside the solution, or `input.format` in the problem's folder; the first that is there is read. A new
one goes into the problem's folder where that is one problem's own: the root of a package, a folder with a statement,
or the folder above `solutions/`. Elsewhere (a contest's folder with `a.cpp`, `b.cpp` and their samples) it goes
beside the solution, under its name.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from slowpath.model.problem import Problem
from slowpath.problems.files import Notebook, is_file, read_text

SUFFIX = ".format"
SHARED_NAME = f"input{SUFFIX}"
PACKAGE_LAYOUTS = frozenset({"kattis", "library-checker", "polygon"})


def with_saved_format(problem: Problem, solution: Path) -> Problem:
    """`problem` with its saved format, or with the path at which one would be saved."""
    beside, shared = solution.with_suffix(SUFFIX), problem.root / SHARED_NAME
    path = next((path for path in (beside, shared) if is_file(path)), None)
    if path is None:
        return replace(problem, format_path=shared if has_own_folder(problem, solution) else beside)
    book = Notebook([*problem.notes])
    text = read_text(path, book) or ""
    return replace(problem, format_path=path, format_text=text, notes=tuple(book.notes))


def has_own_folder(problem: Problem, solution: Path) -> bool:
    """Whether the problem's folder is this one problem's own."""
    if problem.layout in PACKAGE_LAYOUTS:
        return True
    if problem.layout == "plain" and problem.root != solution.parent:
        return True
    return problem.statement_path is not None and problem.statement_path.parent == problem.root
