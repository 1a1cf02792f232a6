"""A Java program as the rewrites of C++ see it: put into the words of C++, and where in the file each of these stands.

An edit is made only in a loop whose rows have the same words in both languages, types aside, so that nothing of it was
left out of the translation or means something else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from slowpath.analysis.rules.java_translated import TranslatedView
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.java_program import JavaProgram
from slowpath.source.cpp.origins import Expansion
from slowpath.source.cpp.view_tree import LOOPS, Syntax

_TOKEN = re.compile(rb"\w+|[^\w\s]")
_IN_JAVA = {b"bool": b"boolean", b"string": b"String"}


class TranslatedProgram(CppProgram):
    """The program whose edits are those of the Java file."""

    def stretch(self, node: Syntax) -> tuple[int, int] | None:
        """See `CppProgram.stretch`: None as well where a loop around it isn't the same word by word."""
        assert isinstance(self.expansion, _Aligned)
        outermost = next((above for above in [*node.above()][::-1] if above.type in LOOPS), None)
        if outermost is None or not self.expansion.are_same(outermost.row, outermost.last_line):
            return None
        return super().stretch(node)


@dataclass(frozen=True)
class _Aligned(Expansion):
    """Where the words of the translation stand in the file."""

    file: bytes = b""

    @cached_property
    def _rows(self) -> list[dict[int, int] | None]:
        """For each row the file's offset of each end of a word by the translation's, None where the words differ."""
        made: list[dict[int, int] | None] = []
        here = there = 0
        for mine, theirs in zip(self.text.split(b"\n"), self.file.split(b"\n"), strict=False):
            ends = [_words(mine), _words(theirs)]
            same = [word for word, _, _ in ends[0]] == [word for word, _, _ in ends[1]]
            pairs = list(zip(ends[0], ends[1], strict=False))
            begins = {here + mine_at: there + at for (_, mine_at, _), (_, at, _) in pairs}
            behind = {here + mine_at: there + at for (_, _, mine_at), (_, _, at) in pairs}
            made.append({**begins, **behind} if same else None)
            here, there = here + len(mine) + 1, there + len(theirs) + 1
        return made

    def are_same(self, first: int, behind: int) -> bool:
        """Whether rows (0-based) have the same words in both."""
        return behind <= len(self._rows) and all(row is not None for row in self._rows[first:behind])

    def begin_of(self, at: int) -> int | None:
        """The point of the file before a word; None where there is none."""
        row = self._rows[self.text.count(b"\n", 0, at)]
        return row.get(at) if row is not None else None

    end_of = begin_of


def _words(row: bytes) -> list[tuple[bytes, int, int]]:
    """The words of a row, as Java has them, with their ends."""
    made: list[tuple[bytes, int, int]] = []
    for match in _TOKEN.finditer(row):
        word = _IN_JAVA.get(match[0], match[0])
        if made and word == made[-1][0] == b"long":
            made[-1] = (word, made[-1][1], match.end())
        elif word != b"final":
            made.append((word, match.start(), match.end()))
    return made


def translated(program: JavaProgram) -> TranslatedProgram:
    """The program for the rules of C++ that speak of no library."""
    view = TranslatedView(program.source, program.view)
    return TranslatedProgram(program.source, _Aligned(view.text, (), file=program.source), view, program.fmt)
