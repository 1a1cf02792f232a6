"""Writes a test set into a folder in a layout, with replay files, validators and the report.

Only an empty folder is written to, or one that a test set was written to before: what that wrote is listed there, and
is removed first, so that no test of an earlier run stays among those of this one.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from slowpath import __version__
from slowpath.errors import StoreUnwritable, UsageError
from slowpath.model.breaking import Failing
from slowpath.model.problem import Problem
from slowpath.model.testset import Against, TestSet
from slowpath.model.validation import ValidatorSource
from slowpath.pipeline.saving import replay_document
from slowpath.pipeline.testing.problem import TestSetSpec, unique_names
from slowpath.storage.whole import write_whole
from slowpath.testsets.layouts import LAYOUTS
from slowpath.testsets.layouts.material import Material, Program
from slowpath.testsets.report import report_page

TESTS_MANIFEST = "slowpath-tests.json"
LARGEST_KEPT_BYTES, MOST_KEPT_BYTES = 8 << 20, 64 << 20
EXIT_CODES = (0, 42)
_LEFT_BEHIND = tuple(
    (
        "data/sample/ data/secret/ data/invalid_input/ data/invalid_output/ data/valid_output/ data/invalid_answers/ "
        "generators/ tests/ replays/ .git/"
    ).split()
)
"""Folders of a package whose files aren't copied: tests are written anew."""
_IN_ICPC = ("output_validator", "output_validators")
_CHECKERS_KEPT = {"icpc": _IN_ICPC, "icpc-2025-09": _IN_ICPC, "icpc-legacy": _IN_ICPC}
"""The folders of a package from which a layout takes the checker along; Polygon's takes those written with testlib."""
_OF_ALL_TESTS = ("data/secret/testdata.yaml", "data/secret/test_group.yaml")
"""What stands in such a folder and says how all tests are judged."""
_KINDS = {
    Failing.WRONG_ANSWER: "wrong_answer",
    Failing.OUTPUT_LIMIT: "wrong_answer",
    Failing.TIME_LIMIT: "time_limit_exceeded",
}


def writable_folder(folder: Path) -> None:
    """Raises `UsageError` where a test set mustn't be written to that folder."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"--to {folder}: this is no folder.", "Choose another.")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / TESTS_MANIFEST).is_file():
        raise UsageError(
            f"--to {folder}: there is something in it already.",
            "Choose an empty folder, or one that tests were written to before.",
        )


def write_test_set(folder: Path, layout: str, spec: TestSetSpec, made: TestSet) -> list[Path]:
    """Writes the tests, and returns the paths of all files. Raises `StoreUnwritable`, and as `writable_folder`."""
    writable_folder(folder)
    files = dict(LAYOUTS[layout].files(_material(layout, spec, made)))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _remove_earlier(folder)
        write_whole(folder / TESTS_MANIFEST, f"{json.dumps(sorted(files), indent=0)}\n".encode())
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, data)
    except OSError as error:
        raise StoreUnwritable(
            f"{folder}: can't be written ({error.strerror}).", "Choose another folder with --to, or free some disk."
        ) from error
    return [folder / name for name in files]


def _remove_earlier(folder: Path) -> None:
    try:
        names = json.loads((folder / TESTS_MANIFEST).read_text("utf-8"))
    except (OSError, ValueError):
        return
    for name in names if isinstance(names, list) else ():
        pure = PurePosixPath(str(name))
        if not pure.is_absolute() and ".." not in pure.parts:
            with contextlib.suppress(OSError):
                (folder / pure).unlink()
            # Another layout's empty folders would say that this is a package of its kind.
            with contextlib.suppress(OSError):
                for parent in pure.parents[:-1]:
                    (folder / parent).rmdir()


def _material(layout: str, spec: TestSetSpec, made: TestSet) -> Material:
    fmt = spec.report.format
    assert fmt is not None
    script, validators, left_out = _validators(spec)
    notes = [
        f"Made by Slowpath {__version__} with --seconds {spec.seconds:g} --seed {spec.seed} --most {spec.most}"
        f" --mutants {spec.mutants}."
    ]
    notes += [f"The validator that is written doesn't check all: {sentence}" for sentence in left_out]
    checker = spec.breaking.answer_checker
    kept = dict(_kept(spec.folder, spec.problem))
    if checker is not None and not _is_kept(checker, layout, kept):
        notes.append(
            f"Answers were judged by {checker.name}, which this layout doesn't take as it is: outputs are"
            " judged as it does only once a checker of its kind stands there."
        )
    notes += [
        f"The statement promises what the format can't say: {promise.sentence}" for promise in spec.report.promises
    ]
    title = spec.problem.name or spec.folder.name
    return Material(
        made,
        spec.problem,
        spec.breaking.rules,
        {test.name: replay_document(test.proposed.origin, fmt, test.proposed.data) for test in made.tests},
        script,
        validators,
        tuple(_programs(spec, made)),
        kept,
        report_page(title, made, spec.report.text, _sources(spec), notes),
    )


def _is_kept(checker: ValidatorSource, layout: str, kept: Mapping[str, bytes]) -> bool:
    if layout == "polygon":
        return checker.kind == "testlib" and checker.name in kept
    return checker.name.split("/")[0] in _CHECKERS_KEPT.get(layout, ())


def _sources(spec: TestSetSpec) -> dict[str, bytes]:
    """The texts of the right programs, by the names that mutants are told with."""
    names = unique_names([each.path for each in spec.accepted])
    return {name: each.source for name, each in zip(names, spec.accepted, strict=True)}


def _validators(spec: TestSetSpec) -> tuple[str | None, dict[int, str], Sequence[str]]:
    """The format as a checktestdata script, as programs in Python by the code with which they accept, and what neither
    can say."""
    from slowpath.inputs.checktestdata.ere import PatternError
    from slowpath.inputs.checktestdata.reader import read_script
    from slowpath.inputs.checktestdata.to_python import to_python
    from slowpath.inputs.checktestdata.write import CannotWrite, to_script

    assert spec.report.format is not None
    try:
        written = to_script(spec.report.format)
    except CannotWrite as error:
        return None, {}, (str(error),)
    script = read_script(written.text)
    try:
        programs = {
            code: to_python(script, valid=code, invalid=code + 1, left_out=written.left_out) for code in EXIT_CODES
        }
    except PatternError as error:
        return written.text, {}, (*written.left_out, str(error))
    return written.text, programs, written.left_out


def _programs(spec: TestSetSpec, made: TestSet) -> Iterator[Program]:
    """The right programs and those that were given, each of the kind that the tests show it to be."""
    for solution in spec.accepted:
        yield Program(solution.path.name, "accepted", solution.source, _path_in(spec.folder, solution.path))
    outcomes = {outcome.opponent: outcome for outcome in made.outcomes}
    for opponent in spec.given:
        kills = outcomes[opponent.name].kills if opponent.name in outcomes else ()
        assumed = "time_limit_exceeded" if opponent.against is Against.SLOW else "wrong_answer"
        kind = _KINDS.get(kills[0].failing, "run_time_error") if kills else assumed
        yield Program(
            opponent.solution.path.name, kind, opponent.solution.source, _path_in(spec.folder, opponent.solution.path)
        )


def _path_in(folder: Path, path: Path) -> str:
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else ""


def _kept(folder: Path, problem: Problem) -> Iterator[tuple[str, bytes]]:
    """The files of a package that are written along as they are: all but tests. Of a mere folder what judges, as far as
    it is written with testlib."""
    if problem.layout not in ("kattis", "polygon"):
        judges = [each for each in (problem.answer_checker, *problem.validators) if each is not None]
        for source in (each for each in judges if each.kind == "testlib" and each.path.is_file()):
            for path in (source.path, source.path.with_name("testlib.h")):
                if path.is_file() and path.is_relative_to(folder):
                    yield path.relative_to(folder).as_posix(), path.read_bytes()
        return
    left = MOST_KEPT_BYTES
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        is_left = name.startswith(_LEFT_BEHIND) and name not in _OF_ALL_TESTS
        if is_left or not path.is_file() or not path.resolve().is_relative_to(folder.resolve()):
            continue
        size = path.stat().st_size
        if size <= min(LARGEST_KEPT_BYTES, left):
            left -= size
            with contextlib.suppress(OSError):
                yield name, path.read_bytes()
