"""WEDGE's published tests (PerfForge): `problems/ID/` with `full_tests/input`, `slow_tests/solutions_N/` and
`metadata/problem_statement.txt`.

The statement holds the samples in words. A problem without one is read all the same: its default tests are the samples.
WEDGE's own slow tests of a program are existing tests too, under names that begin with "wedge/".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from slowpath.evaluation.data.data_set import DataSet, read_small
from slowpath.evaluation.units import Content, ExistingTest, LeftOut, Program
from slowpath.model.languages import SUFFIXES

LAYOUT = "wedge"
SLOW_TESTS, FULL_TESTS, STATEMENT = "slow_tests", "full_tests/input", "metadata/problem_statement.txt"
SAMPLES_SHOWN = 3
WEDGES_OWN = "wedge/"


def find(data: Path) -> DataSet | None:
    """The problems at `data` or in its folder `problems`, None where there are none."""
    root = data / "problems" if (data / "problems").is_dir() else data
    folders = sorted(path.parent for path in root.glob(f"*/{SLOW_TESTS}")) if root.is_dir() else []
    if not folders:
        return None
    programs, left_out = [], []
    for folder in folders:
        found = sorted(
            path
            for path in folder.glob(f"{SLOW_TESTS}/*/*")
            if path.suffix.lower() in SUFFIXES and path.stem == path.parent.name
        )
        if not found:
            left_out.append(LeftOut(folder.name, "The problem has no program in a language that is searched."))
        elif not (folder / STATEMENT).is_file() and not any((folder / FULL_TESTS).glob("*.in")):
            left_out.append(LeftOut(folder.name, "The problem has neither a statement nor tests."))
        else:
            programs += [
                Program(f"{folder.name}/{path.name}", folder.name, SUFFIXES[path.suffix.lower()]) for path in found
            ]
    return DataSet(
        LAYOUT,
        tuple(programs),
        tuple(left_out),
        partial(_load, root),
        "Statements, programs and tests come from CodeContests (CC BY 4.0) and PerfForge.",
    )


def _load(root: Path, program: Program, with_tests: bool) -> Content:
    folder, name = root / program.problem, program.id.rpartition("/")[2]
    source = folder / SLOW_TESTS / Path(name).stem / name
    files = [(name, read_small(source))]
    if (folder / STATEMENT).is_file():
        files.append(("statement.md", read_small(folder / STATEMENT)))
    else:
        smallest = sorted((folder / FULL_TESTS).glob("*.in"), key=lambda path: (path.stat().st_size, path.name))
        files += [(f"samples/{path.name}", read_small(path)) for path in smallest[:SAMPLES_SHOWN]]
    return Content(tuple(files), name, tests=tuple(_tests(folder, source.parent)) if with_tests else ())


def _tests(folder: Path, slow: Path) -> Iterator[ExistingTest]:
    for path in sorted((folder / FULL_TESTS).glob("*.in")):
        answer = folder / "full_tests" / "output" / f"{path.stem}.out"
        yield ExistingTest(path.name, read_small(path), read_small(answer) if answer.is_file() else None)
    for path in sorted(slow.rglob("*.in")):
        yield ExistingTest(f"{WEDGES_OWN}{path.name}", read_small(path))
