"""Inputs in files, and how their bytes are made again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from slowpath.errors import StoreUnwritable, UsageError
from slowpath.model.format import InputFormat
from slowpath.model.origin import Origin


@dataclass(frozen=True)
class SavedInput:
    """Where an input and its replay file were written."""

    path: Path
    replay_path: Path


def save_inputs(folder: Path, named: Sequence[tuple[str, bytes, dict]]) -> list[SavedInput]:
    """Writes each (name, bytes, replay document) as `<name>.in` and `<name>.replay.json` into `folder`.

    Raises `StoreUnwritable` when the folder can't be written.
    """
    import json

    saved = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data, document in named:
            path, replay_path = folder / f"{name}.in", folder / f"{name}.replay.json"
            path.write_bytes(data)
            replay_path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
            saved.append(SavedInput(path, replay_path))
    except OSError as error:
        raise StoreUnwritable(f"{folder}: can't be written ({error.strerror}).",
                              "Choose another folder with --save, or free some disk.") from error
    return saved


def next_free_name(folder: Path, stem: str = "slow") -> str:
    """`slow-1`, or the first of `slow-2`, `slow-3`, ... that isn't taken in `folder`."""
    number = 1
    while (folder / f"{stem}-{number}.in").exists():
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
