"""Spots of a program's text: the offsets at which a text can stand for a place, and weaving texts in there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from slowpath.model.constraint import AFTER, Place


class CannotPlace(ValueError):
    """There is no point of the text that is surely the place meant. `reason` is one clause, for people."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Insertion:
    """A place in a text, all offsets in bytes of the file as it is.

    `begin` and `end` are those of the whole statement, body and `else` included. Text for the place goes to `at`, as
    whole statements. With `braces` (C++, Java), the statement is somebody's only one: a `{` must go to the first offset
    and a `}` to the second, and the text stands between them, next to the one at `at`. `indent` are the blanks that a
    line of the text begins with, `is_first` says that only blanks stand between the line's begin and `at`, `is_last`
    that only blanks and a comment stand between `at` and the line's end. Definitions that the text needs go to
    `function`, before the outermost function, class or (Python) statement around the place.
    """

    place: Place
    begin: int
    end: int
    at: int
    function: int
    braces: tuple[int, int] | None = None
    indent: bytes = b""
    is_first: bool = False
    is_last: bool = False

    @property
    def rank(self) -> tuple[int, int]:
        """The order of texts at one offset: what ends there before what begins there, the inner before the outer."""
        if self.place.where == AFTER:
            return (0, -self.braces[0]) if self.braces is not None else (1, 0)
        return 2, 0


def woven(source: bytes, texts: Iterable[tuple[Insertion, bytes]]) -> bytes:
    """`source` with each text at its spot, and braces where the spot wants them. Nothing else changes; texts of the
    same spot stand in the order given."""
    inserts: list[tuple[int, tuple[int, int], int, bytes]] = []
    for index, (insertion, text) in enumerate(texts):
        if insertion.braces is None:
            inserts.append((insertion.at, insertion.rank, index, text))
            continue
        first, last = insertion.braces
        is_after = insertion.place.where == AFTER
        inserts.append((first, (2, 0), index, b"{" if is_after else b"{" + text))
        inserts.append((last, (0, -first), index, text + b"}" if is_after else b"}"))
    made, done = [], 0
    for offset, _, _, text in sorted(inserts):
        made += [source[done:offset], text]
        done = offset
    return b"".join([*made, source[done:]])


def line_of(source: bytes, line: int) -> tuple[int, int]:
    """The offsets of a line's begin and of its end before the newline. Raises `CannotPlace` beyond the text."""
    begin = 0
    for _ in range(line - 1):
        begin = source.find(b"\n", begin) + 1
        if begin == 0:
            raise CannotPlace("the text has no such line")
    end = source.find(b"\n", begin)
    return begin, len(source) if end < 0 else end
