"""Reads other people's folders without trusting them: bounded, never raising, every refusal a note.

Theory of operation: a reader makes one `Notebook` per problem and asks these functions for files. Only
regular files are opened (a FIFO named `1.in` would block for ever); sizes and counts are capped; a folder
is entered once by its inode, so that loops of symbolic links end. Whatever can't be had is noted for the
user and left out.
"""

from __future__ import annotations

import codecs
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

LARGEST_TEXT_BYTES = 1 << 20
LARGEST_SAMPLE_BYTES = 16 << 20
MOST_SAMPLES = 50
MOST_TESTS = 2_000
MOST_ENTRIES = 20_000
LEVELS_UP = 8
LEVELS_DOWN = 6


@dataclass
class Notebook:
    """The notes made while one problem is read; each is said once."""

    notes: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)


def read_bytes(path: Path, book: Notebook, most_bytes: int = LARGEST_SAMPLE_BYTES) -> bytes | None:
    """The file's bytes, or None with a note: missing, not a regular file, unreadable or over `most_bytes`."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            book.note(f"{path.name} is not a regular file; it was left out.")
            return None
        if status.st_size > most_bytes:
            book.note(f"{path.name} is larger than {_size(most_bytes)}; it was left out.")
            return None
        with path.open("rb") as file:
            return file.read(most_bytes)
    except (OSError, ValueError) as error:
        book.note(f"{path.name} can't be read: {_reason(error)}.")
        return None


def read_text(path: Path, book: Notebook) -> str | None:
    """The file as text, or None with a note. Text that is not UTF-8 is read as Latin-1 and said so."""
    data = read_bytes(path, book, LARGEST_TEXT_BYTES)
    return None if data is None else decode(data, path.name, book)


def decode(data: bytes, name: str, book: Notebook) -> str:
    """`data` as text with LF line ends: UTF-8, UTF-16 where a byte order mark says so, else Latin-1 with a
    note (the digits and signs that bounds are made of read the same in every legacy 8-bit encoding)."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            book.note(f"{name} is not UTF-8; it was read as Latin-1, so letters may be wrong.")
            text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def entries(folder: Path, book: Notebook | None = None) -> list[Path]:
    """The folder's entries in natural order (2 before 10); empty when it is missing or can't be listed."""
    found: list[Path] = []
    try:
        with os.scandir(folder) as listing:
            for entry in listing:
                if len(found) == MOST_ENTRIES:
                    if book:
                        book.note(f"{folder.name}/ holds more than {MOST_ENTRIES} entries; the rest was left out.")
                    break
                found.append(folder / entry.name)
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        if book and not isinstance(error, NotADirectoryError):
            book.note(f"{folder.name}/ can't be listed: {_reason(error)}.")
    return sorted(found, key=lambda path: natural_key(path.name))


def walk(folder: Path, book: Notebook, levels: int = LEVELS_DOWN) -> Iterator[Path]:
    """Every non-folder below `folder`, depth first in natural order; each folder is entered once."""
    yield from _walk(folder, book, levels, set())


def _walk(folder: Path, book: Notebook, levels: int, seen: set[tuple[int, int]]) -> Iterator[Path]:
    try:
        status = folder.stat()
    except (OSError, ValueError):
        return
    if (status.st_dev, status.st_ino) in seen:
        return
    seen.add((status.st_dev, status.st_ino))
    for path in entries(folder, book):
        if not is_folder(path):
            yield path
        elif levels > 0:
            yield from _walk(path, book, levels - 1, seen)


def is_folder(path: Path) -> bool:
    """Whether `path` is a folder; False where that can't be known."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def is_file(path: Path) -> bool:
    """Whether `path` is a regular file; False where that can't be known."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def up_from(solution: Path, levels: int = LEVELS_UP) -> Iterator[Path]:
    """The solution's folder and those around it, innermost first."""
    folder = solution.parent
    for _ in range(levels + 1):
        yield folder
        if folder.parent == folder:
            return
        folder = folder.parent


def inside(root: Path, relative: str) -> Path | None:
    """`root / relative`, or None when that leads out of `root` (a package's text is not trusted)."""
    if "\0" in relative:
        return None
    try:
        path = root / relative
        path.resolve().relative_to(root.resolve())
    except (OSError, ValueError, RuntimeError):
        return None
    return path


def natural_key(name: str) -> tuple:
    """A sort key by which `2.in` comes before `10.in`."""
    parts: list[tuple[int, int, str]] = []
    digits = ""
    for character in name + "\0":
        if character.isascii() and character.isdigit():
            digits += character
            continue
        if digits:
            parts.append((0, int(digits[:18]), digits))
            digits = ""
        parts.append((1, ord(character), ""))
    return tuple(parts)


def _size(count: int) -> str:
    return f"{count >> 20} MiB" if count >= 1 << 20 else f"{count} bytes"


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
