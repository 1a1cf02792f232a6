"""Inputs in files, and how their bytes are made again."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from slowpath.errors import StoreUnwritable, UsageError
from slowpath.model.format import InputFormat
from slowpath.model.origin import Origin
from slowpath.model.problem import Problem
from slowpath.problems.judged_inputs import FOLDERS, OWN_STEM
from slowpath.storage.whole import write_whole

SLOW = "slow"
BREAKING = "break"
"""The stems of the names of slow inputs and of breaking ones."""
_SUFFIXES = (".in", ".ans", ".out", ".replay.json")


@dataclass(frozen=True)
class SavedInput:
    """Where an input and its replay file were written; `answer_path` is its right answer's, None without one."""

    path: Path
    replay_path: Path
    answer_path: Path | None = None


def save_inputs(folder: Path, named: Sequence[tuple[str, bytes, dict]]) -> list[SavedInput]:
    """Writes each (name, bytes, replay document) as `<name>.in` and `<name>.replay.json` into `folder`.

    Raises `StoreUnwritable` when the folder can't be written, `UsageError` for a name that leads out of it.
    """
    import json

    for name, _, _ in named:
        if name != os.path.basename(name) or name in ("", ".", ".."):
            raise UsageError(f"{name!r} is no name of a file.", "Give one without folders.")
    saved = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data, document in named:
            path, replay_path = folder / f"{name}.in", folder / f"{name}.replay.json"
            write_whole(path, data)
            write_whole(replay_path, f"{json.dumps(document, indent=1)}\n".encode())
            saved.append(SavedInput(path, replay_path))
    except OSError as error:
        raise StoreUnwritable(
            f"{folder}: can't be written ({error.strerror}).", "Choose another folder with --save, or free some disk."
        ) from error
    return saved


def save_breaking(folder: Path, data: bytes, expected: bytes | None, document: dict) -> SavedInput:
    """Writes a breaking input as the first free `break-<n>.in` of `folder`, with its right answer, where that is known,
    as `break-<n>.ans`, and its replay document.

    Raises `StoreUnwritable` when the folder can't be written.
    """
    (saved,) = save_inputs(folder, [(next_free_name(folder, BREAKING), data, document)])
    if expected is None:
        return saved
    answer_path = saved.path.with_suffix(".ans")
    try:
        write_whole(answer_path, expected)
    except OSError as error:
        raise StoreUnwritable(f"{answer_path}: can't be written ({error.strerror}).", "Free some disk.") from error
    return replace(saved, answer_path=answer_path)


def save_slow_tests(folder: Path, tests: Sequence[tuple[bytes, bytes]]) -> list[Path]:
    """Writes (input, right answer) pairs as the first free `slow-<n>.in` and `slow-<n>.ans` of `folder`, but for inputs
    and answers that are there already. Returns the paths of all inputs.

    Raises `StoreUnwritable` when the folder can't be written.
    """
    made = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for data, answer in tests:
            known = next(_files_of(folder, data, f"{SLOW}-*.in"), None)
            path = known or folder / f"{next_free_name(folder)}.in"
            if known is None:
                write_whole(path, data)
            if not os.path.lexists(path.with_suffix(".ans")):
                write_whole(path.with_suffix(".ans"), answer)
            made.append(path)
    except OSError as error:
        raise StoreUnwritable(f"{folder}: can't be written ({error.strerror}).", "Free some disk.") from error
    return made


def saved_breaking(folder: Path) -> list[Path]:
    """The breaking inputs that were saved in `folder`, in the order in which they were."""
    numbered = ((path.stem.removeprefix(f"{BREAKING}-"), path) for path in folder.glob(f"{BREAKING}-*.in"))
    return [path for number, path in sorted(((int(number), path) for number, path in numbered if number.isdigit()))]


def keep_verdict(problem: Problem, data: bytes, *, valid: bool) -> Path:
    """Keeps that somebody who knows the problem says an input is valid, or not, as a file that everything reads from
    then on (`problems.judged_inputs`). Who says otherwise later takes back what he said. Returns the file.

    Raises `UsageError` where a sample or a file that we didn't write says otherwise, `StoreUnwritable` when the folder
    can't be written.
    """
    folder = problem.judged_dirs[0] / FOLDERS[valid]
    former = [path for each in problem.judged_dirs for path in _files_of(each / FOLDERS[not valid], data)]
    against = [path for path in former if not path.name.startswith(f"{OWN_STEM}-")]
    if not valid:
        against += [Path(sample.name) for sample in problem.samples if sample.data == data and not sample.is_judged]
    if against:
        raise UsageError(
            f"{against[0]} says that this input is {'not ' if valid else ''}valid.",
            "If that is wrong, remove it first.",
        )
    path = next(_files_of(folder, data), folder / f"{next_free_name(folder, OWN_STEM)}.in")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
        for taken_back in former:
            taken_back.unlink()
    except OSError as error:
        raise StoreUnwritable(
            f"{path}: can't be written ({error.strerror}).", "Free some disk, or look what stands in its way."
        ) from error
    return path


def _files_of(folder: Path, data: bytes, pattern: str = "*.in") -> Iterator[Path]:
    """The inputs of the folder that have these bytes."""
    files = (path for path in sorted(folder.glob(pattern)) if path.is_file() and path.stat().st_size == len(data))
    return (path for path in files if path.read_bytes() == data)


def next_free_name(folder: Path, stem: str = SLOW) -> str:
    """`slow-1`, or the first of `slow-2`, `slow-3`, ... of which `folder` has neither an input nor an answer.

    A link that leads nowhere counts too: written through, it would make a file wherever it points to.
    """
    number = 1
    while any(os.path.lexists(folder / f"{stem}-{number}{suffix}") for suffix in _SUFFIXES):
        number += 1
    return f"{stem}-{number}"


def replay_command(replay_path: Path) -> str:
    """A shell command that writes the same bytes again."""
    return f"slowpath replay {shlex.quote(str(replay_path))}"


def replay_document(origin: Origin, fmt: InputFormat, data: bytes) -> dict:
    """The JSON value that `replay` turns into the bytes of an input of that origin again."""
    from slowpath.engine.replay import replay_document as document
    from slowpath.toolchain.generators import GeneratorSandbox

    with GeneratorSandbox() as runner:
        return document(origin, fmt, data, runner)


def replay(path: Path) -> bytes:
    """The bytes that a replay file describes. Raises `UsageError` when it isn't one or doesn't reproduce."""
    import json

    from slowpath.engine.replay import replay_bytes
    from slowpath.toolchain.generators import GeneratorSandbox

    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: can't be read ({error.strerror}).", "Give a *.replay.json file.") from error
    except ValueError as error:
        raise UsageError(f"{path}: not JSON ({error}).", "Give a *.replay.json file that `find` wrote.") from error
    with GeneratorSandbox() as runner:
        return replay_bytes(document, runner)
