"""Folders of ICPC and Kattis packages: `data/sample`, a statement, `submissions/`.

A program is a file of a known language right in a folder of `submissions/`, whose name says its kind. A unit gets what
a contestant sees, the package's validators and checker with their flags, and an accepted program where its own isn't
one; its existing tests are the samples and `data/secret`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from slowpath.bench.packages.found import LEVELS_DOWN, SHOWN_FILES, SLOW_FOLDERS, STATEMENT_FOLDERS, group_files
from slowpath.evaluation.data.data_set import DataSet, read_small
from slowpath.evaluation.units import ACCEPTED, SLOW, WRONG, Content, ExistingTest, LeftOut, Program
from slowpath.model.languages import SUFFIXES

LAYOUT = "packages"
KINDS = {
    "accepted": ACCEPTED,
    **dict.fromkeys(SLOW_FOLDERS, SLOW),
    "wrong_answer": WRONG,
    "run_time_error": WRONG,
    "runtime_error": WRONG,
}
SHOWN_FOLDERS = (
    *STATEMENT_FOLDERS,
    "data/sample",
    "input_validators",
    "input_format_validators",
    "output_validators",
    "output_validator",
    "include",
)
SUBMISSIONS = "submissions"


def find(data: Path) -> DataSet | None:
    """The packages at or below `data`, None where there are none."""
    if not data.is_dir():
        return None
    folders = list(_folders(data, LEVELS_DOWN))
    if not folders:
        return None
    found = [each for folder in folders for each in _listed(data, folder)]
    return DataSet(
        LAYOUT,
        tuple(each for each in found if isinstance(each, Program)),
        tuple(each for each in found if isinstance(each, LeftOut)),
        partial(_load, data),
        "Packages belong to their authors; problem.yaml or a LICENSE beside it says what is allowed.",
    )


def _folders(folder: Path, levels: int) -> Iterator[Path]:
    if (folder / "problem.yaml").is_file() or any((folder / name).is_dir() for name in STATEMENT_FOLDERS):
        yield folder
    elif levels > 0:
        for inner in sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(".")):
            yield from _folders(inner, levels - 1)


def _listed(data: Path, folder: Path) -> Iterator[Program | LeftOut]:
    problem = folder.relative_to(data).as_posix() if folder != data else folder.name
    if not any((folder / name).is_dir() for name in STATEMENT_FOLDERS):
        yield LeftOut(problem, "The package has no statement.")
        return
    if not list((folder / "data" / "sample").glob("*.in")):
        yield LeftOut(problem, "The package has no samples.")
        return
    found = False
    for name, kind in KINDS.items():
        inside = sorted((folder / SUBMISSIONS / name).iterdir()) if (folder / SUBMISSIONS / name).is_dir() else []
        for path in inside:
            identity = f"{problem}/{name}/{path.name}"
            if path.is_dir():
                yield LeftOut(identity, "The program has several files.")
            elif not path.suffix:  # A placeholder, or what a compiler made.
                continue
            elif path.suffix.lower() not in SUFFIXES:
                yield LeftOut(identity, "The program is in a language that isn't searched.")
            else:
                found = True
                yield Program(identity, problem, SUFFIXES[path.suffix.lower()], kind)
    if not found:
        yield LeftOut(problem, "The package has no program in a language that is searched.")


def _load(data: Path, program: Program, with_tests: bool) -> Content:
    folder = data / program.problem if data.name != program.problem or (data / program.problem).is_dir() else data
    name = program.id.removeprefix(f"{program.problem}/")
    files = [(path.relative_to(folder).as_posix(), read_small(path)) for path in _shown(folder)]
    source = folder / SUBMISSIONS / name
    files.append((source.name, read_small(source)))
    accepted = (
        sorted(path for path in (folder / SUBMISSIONS / "accepted").glob("*") if path.suffix.lower() in SUFFIXES)
        if program.kind != ACCEPTED
        else []
    )
    reference = f"accepted{accepted[0].suffix}" if accepted else ""
    if reference:
        files.append((reference, read_small(accepted[0])))
    return Content(tuple(files), source.name, reference, tuple(_tests(folder)) if with_tests else ())


def _shown(folder: Path) -> Iterator[Path]:
    yield from (folder / name for name in SHOWN_FILES if (folder / name).is_file())
    for name in SHOWN_FOLDERS:
        yield from sorted(path for path in (folder / name).rglob("*") if path.is_file())
    yield from (path for path in group_files(folder) if not path.is_relative_to(folder / "data" / "sample"))


def _tests(folder: Path) -> Iterator[ExistingTest]:
    for path in sorted((folder / "data").rglob("*.in")):
        answer = path.with_suffix(".ans")
        yield ExistingTest(
            path.relative_to(folder / "data").as_posix(),
            read_small(path),
            read_small(answer) if answer.is_file() else None,
        )
