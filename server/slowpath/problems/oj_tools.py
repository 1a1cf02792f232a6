"""Samples as online-judge-tools and atcoder-cli download them: `test/sample-1.in`, `.out`, or in `tests/`."""

from __future__ import annotations

from pathlib import Path

from slowpath.model.problem import Problem
from slowpath.problems.files import Notebook, entries
from slowpath.problems.samples import Cases, capped, input_files, read_cases

FOLDERS = ("test", "tests")
PREFIX = "sample-"


class OjToolsReader:
    """Reads the sample folder of online-judge-tools beside a solution."""

    layout = "online-judge-tools"

    def find(self, solution: Path) -> Path | None:
        """The solution's folder, when its `test/` or `tests/` holds a downloaded sample."""
        return solution.parent if _sample_folder(solution.parent) else None

    def read(self, root: Path, solution: Path) -> Problem:
        """The samples below `root`; other inputs of the same folder (`random-1.in`) are tests."""
        book = Notebook()
        folder = _sample_folder(root) or root / FOLDERS[0]
        inputs = input_files(entries(folder, book))
        cases = read_cases([path for path in inputs if path.name.startswith(PREFIX)], book)
        others = [path for path in inputs if not path.name.startswith(PREFIX)]
        cases = Cases(cases.samples, capped([*cases.tests, *others], book))
        return Problem(
            name=root.name or solution.stem,
            layout=self.layout,
            root=root,
            samples=cases.samples,
            tests=cases.tests,
            save_dir=folder,
            notes=tuple(book.notes),
        )


def _sample_folder(root: Path) -> Path | None:
    return next(
        (
            root / name
            for name in FOLDERS
            if any(path.name.startswith(PREFIX) for path in input_files(entries(root / name)))
        ),
        None,
    )
