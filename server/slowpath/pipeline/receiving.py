"""Problems that a browser sends: where they are listened for, and how each becomes a folder.

One window listens for all of its user's: two would make every problem twice. Which one it is stands in a file of the
state folder, believed only as far as a Slowpath answers at the port that it names. Windows that start together look
one after the other, where the system has locks.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from slowpath.companion.layout import (
    PROBLEM_YAML,
    Program,
    address_in,
    empty_program,
    folder_of,
    package_files,
    program_name,
)
from slowpath.companion.listener import Listener, is_ours
from slowpath.companion.message import ReceivedProblem
from slowpath.companion.ports import PORTS, is_held, told
from slowpath.errors import SourceUnreadable, StoreUnwritable, UsageError
from slowpath.model.languages import facts_of
from slowpath.storage.whole import write_whole

LISTENING = "companion.json"
BEGINNING = "companion.lock"
_LARGEST_TEMPLATE_BYTES = 1 << 20
_MOST_NAMESAKES = 100


@dataclass(frozen=True)
class PlacedProblem:
    """A problem as it lies on the disk now. `is_new` is false where its program was there before."""

    name: str
    program: Path
    samples: int
    is_new: bool
    notes: tuple[str, ...]


async def listen(listener: Listener, folder: Path, state_dir: Path, ports: Sequence[int] = tuple(PORTS)) -> list[str]:
    """Listens at the first free port, and returns who has which of the others.

    Raises `UsageError` where the folder can't take problems, another window listens, or no port is free.
    """
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise UsageError(f"{folder}: this folder isn't there, or can't be written.", "Choose another folder.")
    with _one_at_a_time(state_dir):
        await _must_be_alone(state_dir / LISTENING)
        try:
            return await _listen(listener, folder, state_dir, ports)
        except BaseException:
            listener.close()
            raise


async def _listen(listener: Listener, folder: Path, state_dir: Path, ports: Sequence[int]) -> list[str]:
    answers = await asyncio.gather(*map(is_held, ports))
    held = [port for port, is_taken in zip(ports, answers, strict=True) if is_taken]
    for port in ports:
        if port not in held:
            with contextlib.suppress(OSError):
                await listener.open(port)
                break
    others = [await asyncio.to_thread(told, port) for port in held]
    if not listener.port:
        raise UsageError(
            f"No port of Competitive Companion is free. Held are {'; '.join(others)}.", "Close one of them."
        )
    with contextlib.suppress(OSError):
        state_dir.mkdir(parents=True, exist_ok=True)
        write_whole(state_dir / LISTENING, json.dumps({"port": listener.port, "folder": str(folder)}).encode())
    return others


@contextlib.contextmanager
def _one_at_a_time(state_dir: Path) -> Iterator[None]:
    """Raises `UsageError` while another window is about to listen. Where nothing can be locked it does nothing."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):
            state_dir.mkdir(parents=True, exist_ok=True)
            lock = held.enter_context((state_dir / BEGINNING).open("ab"))
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise UsageError(
                    "Another window begins to receive problems just now.", "Stop it there first."
                ) from None
        yield


async def _must_be_alone(note: Path) -> None:
    try:
        said = json.loads(note.read_bytes())
        port, folder = int(said["port"]), str(said["folder"])
    except (OSError, ValueError, KeyError, TypeError):
        return
    if 0 < port < 1 << 16 and await is_ours(port):
        raise UsageError(
            f"Another window receives problems already, in {folder} (port {port}).", "Stop it there first."
        )


def program_to_begin(language: str, template: Path | None) -> Program:
    """What new programs begin as: a copy of `template`, whose ending says its language, else an empty one.

    Raises `SourceUnreadable` for a template that can't be read. Blocks.
    """
    if template is None:
        return empty_program(language)
    facts = facts_of(template)
    if facts is None:
        raise SourceUnreadable(f"{template}: its ending is that of no known language.", "Choose another template.")
    try:
        text = template.read_bytes()
    except OSError as error:
        raise SourceUnreadable(f"{template}: can't be read ({error.strerror}).", "Choose another template.") from error
    if len(text) > _LARGEST_TEMPLATE_BYTES:
        raise SourceUnreadable(f"{template}: is too large for a program.", "Choose another template.")
    return Program(facts.id, text)


def place_problem(folder: Path, problem: ReceivedProblem, program: Program) -> PlacedProblem:
    """Makes the problem's folder below `folder`; what is there already stays as it is. Blocks.

    Raises `UsageError` where that would lead out of `folder`, `StoreUnwritable` where it can't be written.
    """
    try:
        home = _home(folder, problem)
        source = home / program_name(home.name, program.language)
        is_new = not os.path.lexists(source)
        # The metadata come last: until then the folder isn't the problem's, and whoever was interrupted begins anew.
        files = package_files(problem)
        for name in [*sorted(files.keys() - {PROBLEM_YAML}), PROBLEM_YAML]:
            _write_new(folder, home / name, files[name])
        _write_new(folder, source, program.text)
    except (OSError, RuntimeError) as error:
        # Before Python 3.13 links in a circle are a `RuntimeError`.
        why = getattr(error, "strerror", None) or str(error)
        raise StoreUnwritable(f"{folder}: can't be written ({why}).", "Make the folder writable.") from error
    return PlacedProblem(problem.name, source, len(problem.samples), is_new, problem.notes)


def _home(folder: Path, problem: ReceivedProblem) -> Path:
    """The problem's folder; one of the same name that holds another problem is passed over."""
    first = folder / folder_of(problem)
    for number in range(1, _MOST_NAMESAKES):
        home = first if number == 1 else first.with_name(f"{first.name}_{number}")
        try:
            if address_in((home / PROBLEM_YAML).read_bytes()) == problem.url:
                return home
        except FileNotFoundError:
            return home
    raise UsageError(f"{first}: there are too many problems of this name.", "Receive them in another folder.")


def _write_new(folder: Path, path: Path, data: bytes) -> None:
    """Writes a file that isn't there yet. A link that stands in the way may lead anywhere, so it is looked at first."""
    if not path.parent.resolve().is_relative_to(folder.resolve()):
        raise UsageError(f"{path.parent}: leads out of {folder}.", "Remove the link, or choose another folder.")
    if os.path.lexists(path):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, data)
