"""Reads a .gcno file: the flow graphs of a translation unit and which source lines its blocks stand for.

Formats of GCC 8 to 15, and of clang (which writes GCC 4.8's). The format is an agreement between a compiler and
its gcov; what differs between versions is decided here by the version in the file's head.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field

_MAGIC = 0x67636E6F
_FUNCTION = 0x01000000
_BLOCKS = 0x01410000
_ARCS = 0x01430000
_LINES = 0x01450000
_ON_TREE = 1
_DESCRIBED_FUNCTION = struct.Struct("<IIII")


class GcnoError(ValueError):
    """The file isn't a .gcno file that this reader knows."""


@dataclass(frozen=True)
class Arc:
    """A way from block to block. `on_tree` arcs have no counter: their counts follow from the others'."""

    source: int
    target: int
    on_tree: bool


@dataclass(frozen=True)
class Location:
    """The lines (1-based, in the compiler's order) of one file that a block stands for."""

    path: str
    lines: tuple[int, ...]


@dataclass(frozen=True)
class Function:
    """One function's flow graph. Block 0 is the entry; `arcs` are in the order of their counters. `foreign` are blocks
    that the program wouldn't have without the code that we put into it, `whole` says of which block such a one is a
    part without it (`inserted_code.py`)."""

    ident: int
    lineno_checksum: int
    cfg_checksum: int
    name: str
    artificial: bool
    path: str
    start_line: int
    end_line: int
    blocks: int
    arcs: tuple[Arc, ...]
    locations: tuple[tuple[int, tuple[Location, ...]], ...]
    foreign: frozenset[int] = frozenset()
    whole: Mapping[int, int] = field(default_factory=dict)

    @property
    def counters(self) -> int:
        """How many counters the function has."""
        return sum(not arc.on_tree for arc in self.arcs)


@dataclass(frozen=True)
class Notes:
    """A whole .gcno file. `version` is the GCC version (major, minor) whose format it has."""

    version: tuple[int, int]
    functions: tuple[Function, ...]


class _Reader:
    """Reads words and strings; `words_per_length` is what a length counts (bytes since GCC 12, words before)."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.length_unit = 4

    def word(self) -> int:
        if self.at + 4 > len(self.data):
            raise GcnoError("the file ends in the middle of a record")
        self.at += 4
        return int.from_bytes(self.data[self.at - 4 : self.at], "little")

    def text(self) -> str:
        length = self.word() * self.length_unit
        raw = self.data[self.at : self.at + length]
        self.at += length
        return raw.split(b"\0", 1)[0].decode("utf-8", "surrogateescape")


def read_notes(data: bytes) -> Notes:
    """The notes in `data`. Raises `GcnoError` for anything that isn't such a file."""
    reader = _Reader(data)
    if reader.word() != _MAGIC:
        raise GcnoError("not a little-endian .gcno file")
    version = _version(reader.word())
    reader.word()
    if version >= (12, 0):
        reader.length_unit = 1
        reader.word()
    if version >= (9, 0):
        reader.text()
    if version >= (8, 0):
        reader.word()
    return Notes(version, tuple(_functions(reader, version)))


def described_functions(description: bytes) -> list[tuple[int, int, int, int]]:
    """What a C++ target says of its counter slots: (ident, lineno_checksum, cfg_checksum, slots) in their order."""
    return list(_DESCRIBED_FUNCTION.iter_unpack(description))


def _version(word: int) -> tuple[int, int]:
    """The version word is four characters: "B22*" is 12.2, "A94*" 9.4, "408*" 4.8."""
    text = word.to_bytes(4, "big").decode("latin-1")
    if text[0].isupper() and text[1:3].isdigit():
        return (ord(text[0]) - ord("A")) * 10 + int(text[1]), int(text[2])
    if text[:3].isdigit():
        return int(text[0]), int(text[1:3])
    raise GcnoError(f"unknown version {text!r}")


def _functions(reader: _Reader, version: tuple[int, int]) -> list[Function]:
    functions: list[Function] = []
    head: dict | None = None
    while reader.at + 8 <= len(reader.data):
        tag, length = reader.word(), reader.word() * reader.length_unit
        end = reader.at + length
        if tag == 0:
            break
        if tag == _FUNCTION:
            if head:
                functions.append(_function(head))
            head = _head(reader, version)
        elif head is not None and tag == _BLOCKS:
            head["blocks"] = reader.word() if version >= (8, 0) else length // 4
        elif head is not None and tag == _ARCS:
            _add_arcs(reader, head, end)
        elif head is not None and tag == _LINES:
            head["locations"].append(_block_locations(reader))
        reader.at = end
    if head:
        functions.append(_function(head))
    return functions


def _head(reader: _Reader, version: tuple[int, int]) -> dict:
    head: dict = {"blocks": 0, "arcs": [], "locations": []}
    head["ident"], head["lineno_checksum"] = reader.word(), reader.word()
    head["cfg_checksum"] = reader.word() if version >= (4, 7) else 0
    head["name"] = reader.text()
    head["artificial"] = bool(reader.word()) if version >= (8, 0) else False
    head["path"] = reader.text()
    head["start_line"] = head["end_line"] = reader.word()
    if version >= (8, 0):
        reader.word()
        head["end_line"] = reader.word()
    return head


def _function(head: dict) -> Function:
    return Function(**{**head, "arcs": tuple(head["arcs"]), "locations": tuple(head["locations"])})


def _add_arcs(reader: _Reader, head: dict, end: int) -> None:
    source = reader.word()
    while reader.at + 8 <= end:
        target, flags = reader.word(), reader.word()
        head["arcs"].append(Arc(source, target, bool(flags & _ON_TREE)))


def _block_locations(reader: _Reader) -> tuple[int, tuple[Location, ...]]:
    block = reader.word()
    found: list[tuple[str, list[int]]] = []
    while True:
        line = reader.word()
        if line:
            found[-1][1].append(line)
            continue
        path = reader.text()
        if not path:
            return block, tuple(Location(name, tuple(lines)) for name, lines in found)
        found.append((path, []))
