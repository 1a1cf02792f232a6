"""Which files an agent may name: those in the folders that the server was given, and what searches found; links are
followed."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from slowpath.agents.found import KINDS
from slowpath.errors import UsageError


def given_folders(named: Sequence[Path], here: Path) -> tuple[Path, ...]:
    """The folders that the user named, else the one that the server was started in.

    Raises `UsageError` for what is no folder, and where none is named and the server was started in the root of the
    file system: clients do that, and everything would be allowed.
    """
    if not named and here == Path(here.anchor):
        raise UsageError(
            "The server was started in the root folder and without a folder of yours.",
            "Name the folders of your programs: slowpath mcp FOLDER ...",
        )
    for folder in named:
        if not folder.is_dir():
            raise UsageError(f"{folder}: no such folder.", "Name the folders of your programs: slowpath mcp FOLDER ...")
    return tuple(folder.resolve() for folder in named or (here,))


def found_folders(state_dir: Path) -> tuple[Path, ...]:
    """Where searches keep what they found."""
    return tuple((state_dir / kind).resolve() for kind in KINDS)


def allowed(path: Path, folders: Sequence[Path]) -> Path:
    """The path made absolute, counted from the first folder. Raises `UsageError` where it leads out of all of them."""
    absolute = folders[0] / path
    try:
        real = absolute.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise UsageError(
            f"{str(path)!r}: can't be followed ({error}).", "Name a file without a circle of links."
        ) from error
    if not any(real.is_relative_to(folder) for folder in folders):
        raise UsageError(
            f"{path} lies outside of the folders that this server may use: {', '.join(map(str, folders))}.",
            "Name a file in them, or ask the user to start the server with that folder too: slowpath mcp FOLDER ...",
        )
    return absolute


def with_allowed_paths(arguments: Any, folders: Sequence[Path]) -> Any:
    """A tool's arguments with every path in them made absolute. Raises `UsageError` as `allowed`."""
    return dataclasses.replace(
        arguments,
        **{field.name: _allowed_in(getattr(arguments, field.name), folders) for field in dataclasses.fields(arguments)},
    )


def _allowed_in(value: Any, folders: Sequence[Path]) -> Any:
    if isinstance(value, Path):
        return allowed(value, folders)
    return tuple(_allowed_in(each, folders) for each in value) if isinstance(value, tuple) else value
