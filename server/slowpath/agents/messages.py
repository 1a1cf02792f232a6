"""What the server and the process of a call say to each other: one JSON object a line (`worker.messages`).

Down: `Call`, once; the end of the pipe then means that nobody waits for the result any more. Up: any number of
`Progress` and `Found`, then `Finished` or `Failed`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slowpath.settings import Settings
from slowpath.worker import messages


@dataclass(frozen=True)
class Call:
    """Run a tool. `arguments` are those of its dataclass as `wire` writes them; `folders` are those of the user, in
    which it may write."""

    tool: str
    arguments: dict[str, Any]
    settings: Settings
    folders: tuple[Path, ...]


@dataclass(frozen=True)
class Progress:
    """How far it is: seconds since it began, of those that it may take, and what it does."""

    spent_s: float
    whole_s: float
    doing: str


@dataclass(frozen=True)
class Found:
    """A file that was written and may be read as a resource. `title` says in a few words what it is."""

    path: Path
    title: str


@dataclass(frozen=True)
class Finished:
    """The tool's result as `wire` writes it."""

    result: dict[str, Any]


@dataclass(frozen=True)
class Failed:
    """The call came to nothing: what is wrong and what to do. `details` are a compiler's messages."""

    code: str
    reason: str
    remedy: str = ""
    details: tuple[str, ...] = ()


Said = Progress | Found | Finished | Failed
_KINDS: dict[str, type] = {kind.__name__: kind for kind in (Call, Progress, Found, Finished, Failed)}


def from_line(line: bytes) -> Any:
    """The message on a line. Raises `ValueError` when it holds none."""
    return messages.from_line(line, _KINDS)
