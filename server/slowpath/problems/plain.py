"""The plain layout: a statement and samples beside the solution, under the usual names.

`statement.*`, `problem.md|txt` or `problem_statement.md`, also by language (`problem.en.tex`), and before these the one
that is the program's own (`a.statement.md` beside `a.cpp`), as where several problems share a folder;
`*.in` with `*.ans` or `*.out` in the folder and in `samples/`, `sample/`, `data/sample/`, `tests/`, `test/`, or below
these `input/*` with `output/*`. This reader also answers for a bare source file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from slowpath.model.languages import SUFFIXES
from slowpath.model.problem import Problem
from slowpath.problems.answers import loose_checker
from slowpath.problems.files import Notebook, entries, is_file, is_folder
from slowpath.problems.samples import Cases, capped, input_files, inputs_apart, is_saved_slow_input, read_cases
from slowpath.problems.statements import READABLE, language_rank, read_first
from slowpath.problems.validators import loose_validators

SAMPLE_FOLDERS = ("samples", "sample", "data/sample", "examples", "example")
TEST_FOLDERS = ("tests", "test")
SOLUTION_FOLDERS = frozenset({"solutions", "solution", "submissions", "src", "sol"})
SOURCE_SUFFIXES = frozenset({*SUFFIXES, ".c", ".java", ".rs", ".kt", ".go"})
OWN_STATEMENT = ".statement"
STATEMENT_NAMES = ("statement", "problem", "problem_statement")
GENERIC_STEMS = frozenset({"test", "tests", "sample", "example", "input", "case", "main", "solution", "in"})


class PlainReader:
    """Reads the plain layout around a solution."""

    layout = "plain"

    def find(self, solution: Path) -> Path | None:
        """The solution's folder, or the one around it when that is called `solutions/`, `src/` or the like."""
        folder = solution.parent
        candidates = [folder, folder.parent] if folder.name.lower() in SOLUTION_FOLDERS else [folder]
        return next((candidate for candidate in candidates if _has_problem(candidate, solution)), None)

    def read(self, root: Path, solution: Path) -> Problem:
        """The problem in `root`; empty but for its name when nothing is there."""
        book = Notebook()
        statement = read_first([*_own_statements(root, solution), *_statement_files(root)], book)
        cases = _cases(root, solution, book)
        if not statement.text and not cases.samples:
            book.note(f"No statement and no samples were found beside {solution.name}.")
        return Problem(
            name=root.name or solution.stem,
            layout=self.layout,
            root=root,
            statement=statement.text,
            statement_path=statement.path,
            samples=cases.samples,
            tests=cases.tests,
            validators=loose_validators(root),
            save_dir=save_dir(root),
            notes=tuple(book.notes),
            answer_checker=loose_checker(root),
        )


def save_dir(root: Path) -> Path:
    """Where new tests go: the first test folder that is there, else `tests/`."""
    return next((root / name for name in TEST_FOLDERS if is_folder(root / name)), root / "tests")


def _has_problem(folder: Path, solution: Path) -> bool:
    if _own_statements(folder, solution) or _statement_files(folder):
        return True
    return any(
        _own_inputs(_inputs_in(folder / name), folder, solution) for name in ("", *SAMPLE_FOLDERS, *TEST_FOLDERS)
    )


def _statement_files(folder: Path) -> list[Path]:
    ranked = []
    for path in entries(folder):
        stem, suffix = path.name.lower().split(".")[0], path.suffix.lower()
        if stem in STATEMENT_NAMES and suffix in (*READABLE, ".pdf"):
            order = READABLE.index(suffix) if suffix in READABLE else len(READABLE)
            ranked.append(((STATEMENT_NAMES.index(stem), language_rank(path)[0], order, path.name), path))
    return [path for _, path in sorted(ranked)]


def _own_statements(folder: Path, solution: Path) -> list[Path]:
    return [path for suffix in READABLE if is_file(path := folder / f"{solution.stem}{OWN_STATEMENT}{suffix}")]


def own_statement(solution: Path, text: str) -> Path:
    """Where a statement is kept that somebody gives for one program: as HTML where it is HTML."""
    return solution.with_name(f"{solution.stem}{OWN_STATEMENT}{'.html' if looks_like_html(text) else '.md'}")


def looks_like_html(text: str) -> bool:
    """Whether a text is the source of a page, or a part of one."""
    return re.match(r"\s*<(!doctype|html|head|body|div|section|article|main|p|h[1-6])\b", text, re.I) is not None


def _inputs_in(folder: Path, book: Notebook | None = None) -> list[Path]:
    return [*input_files(entries(folder, book)), *inputs_apart(folder)]


def _cases(root: Path, solution: Path, book: Notebook) -> Cases:
    """Samples from the folder and its sample folders; the test folders are samples only without those."""
    own = _own_inputs(_inputs_in(root, book), root, solution)
    given = [*own, *_named(root, SAMPLE_FOLDERS, book)]
    further = _own_inputs(_named(root, TEST_FOLDERS, book), root, solution)
    if any(not is_saved_slow_input(path) for path in given):
        cases = read_cases(given, book)
        return Cases(cases.samples, capped([*cases.tests, *further], book))
    return read_cases([*given, *further], book)


def _named(root: Path, names: Iterable[str], book: Notebook) -> list[Path]:
    """The inputs in the folders `names`; one folder reached under two names counts once."""
    found: list[Path] = []
    seen: set[tuple[int, int]] = set()
    for name in names:
        try:
            status = (root / name).stat()
        except (OSError, ValueError):
            continue
        if (status.st_dev, status.st_ino) not in seen:
            seen.add((status.st_dev, status.st_ino))
            found += _inputs_in(root / name, book)
    return found


def _own_inputs(inputs: list[Path], root: Path, solution: Path) -> list[Path]:
    """Drops the inputs that are named after another program in the same folder (`b.in`, `b1.in` beside
    `b.cpp` are not `a.cpp`'s), and keeps only those named after this one where there are such."""
    if not inputs:
        return []
    sources = {path.stem for path in entries(root) if path.suffix.lower() in SOURCE_SUFFIXES}
    others = sources - {solution.stem} - GENERIC_STEMS
    mine = [path for path in inputs if _named_after(path, solution.stem)]
    if mine and others:
        return mine
    return [path for path in inputs if not any(_named_after(path, other) for other in others)]


def _named_after(path: Path, stem: str) -> bool:
    return re.fullmatch(re.escape(stem) + r"(?:[-_.]?(?:sample|example|test)?[-_.]?\d+)?", path.name[:-3]) is not None
