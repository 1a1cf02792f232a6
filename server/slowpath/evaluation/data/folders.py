"""Folders of one's own: a statement, samples and programs side by side, as in this project's `examples/`.

The name of a program says its kind: `solution`, `main` and `accepted` are right ones, `slow` is a slow one, `wrong` and
`buggy` are wrong ones; more may follow after a dash or an underscore.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from slowpath.evaluation.data.data_set import DataSet, read_small
from slowpath.evaluation.units import ACCEPTED, SLOW, WRONG, Content, ExistingTest, LeftOut, Program
from slowpath.model.languages import SUFFIXES
from slowpath.model.patterns import late_regex

LAYOUT = "folders"
LEVELS_DOWN = 2
KINDS = {"solution": ACCEPTED, "main": ACCEPTED, "accepted": ACCEPTED, "slow": SLOW, "wrong": WRONG, "buggy": WRONG}
SAMPLE_FOLDERS = ("samples", "sample", "tests", "test")
_NAME = late_regex(rf"({'|'.join(KINDS)})([-_].*)?")


def find(data: Path) -> DataSet | None:
    """The folders at or below `data` that hold programs of such names, None where there are none."""
    if not data.is_dir():
        return None
    folders = [folder for folder in _folders(data, LEVELS_DOWN) if _programs(folder)]
    if not folders:
        return None
    programs, left_out = [], []
    for folder in folders:
        problem = folder.relative_to(data).as_posix() if folder != data else folder.name
        if not list(_samples(folder)):
            left_out.append(LeftOut(problem, "The problem has no samples."))
            continue
        programs += [
            Program(f"{problem}/{path.name}", problem, SUFFIXES[path.suffix.lower()], _kind(path))
            for path in _programs(folder)
        ]
    return DataSet(LAYOUT, tuple(programs), tuple(left_out), partial(_load, data), "The programs are the user's own.")


def _folders(folder: Path, levels: int) -> Iterator[Path]:
    yield folder
    if levels:
        for inner in sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(".")):
            yield from _folders(inner, levels - 1)


def _programs(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and _NAME.fullmatch(path.stem))


def _kind(path: Path) -> str:
    named = _NAME.fullmatch(path.stem)
    assert named is not None
    return KINDS[named.group(1)]


def _samples(folder: Path) -> Iterator[Path]:
    for place in (folder, *(folder / name for name in SAMPLE_FOLDERS)):
        yield from sorted(place.glob("*.in"))


def _load(data: Path, program: Program, with_tests: bool) -> Content:
    folder = data / program.problem if (data / program.problem).is_dir() else data
    name = program.id.rpartition("/")[2]
    others = {path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and _NAME.fullmatch(path.stem)}
    shown = [path for path in sorted(folder.rglob("*")) if path.is_file() and path not in others]
    files = [(path.relative_to(folder).as_posix(), read_small(path)) for path in shown]
    files.append((name, read_small(folder / name)))
    right = sorted(path for path in others if _kind(path) == ACCEPTED) if program.kind != ACCEPTED else []
    reference = f"accepted{right[0].suffix}" if right else ""
    if reference and reference != name:
        files.append((reference, read_small(right[0])))
    tests = (
        tuple(
            ExistingTest(
                path.name,
                read_small(path),
                next(
                    (
                        read_small(answer)
                        for ending in (".ans", ".out")
                        if (answer := path.with_suffix(ending)).is_file()
                    ),
                    None,
                ),
            )
            for path in _samples(folder)
        )
        if with_tests
        else ()
    )
    return Content(tuple(files), name, reference, tests)
