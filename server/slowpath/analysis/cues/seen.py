"""A source as the rules see it: its lines without comments, its parse tree, its loops and functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tree_sitter import Node

from slowpath.analysis.source import FunctionPlace, loops_of
from slowpath.model.patterns import late_regex

Values = Iterator[tuple[int, tuple[str | int, ...]]]


@dataclass(frozen=True)
class Seen:
    """A parsed source. `rows` are its lines, comments blanked; lines are 1-based."""

    root: Node
    rows: tuple[str, ...]
    language: str

    def numbered(self) -> Iterator[tuple[int, str]]:
        """The lines with their numbers."""
        return iter(enumerate(self.rows, 1))

    def matching(self, pattern: str) -> Iterator[int]:
        """The lines that match."""
        compiled = late_regex(pattern)
        for line, row in enumerate(self.rows, 1):
            if compiled.search(row):
                yield line

    def matching_own(self, patterns: Mapping[str, str]) -> Iterator[int]:
        """The lines that match the pattern of the source's language; none where it has no pattern."""
        return self.matching(patterns[self.language]) if self.language in patterns else iter(())

    def in_loops(self, lines: Iterator[int], depth: int = 0) -> list[int]:
        """Those of `lines` that stand in a loop nested at least `depth` deep."""
        loops = [loop for loop in loops_of(self.root) if loop.depth >= depth]
        return [line for line in lines if any(loop.first_line <= line <= loop.last_line for loop in loops)]


def body_of(seen: Seen, function: FunctionPlace) -> str:
    """The lines of a function as one text."""
    return "\n".join(seen.rows[function.first_line - 1 : function.last_line])


def nothing(seen: Seen) -> Iterator[int]:
    """No line."""
    return iter(())


@dataclass(frozen=True)
class Rule:
    """One pattern: its id, the words under which constructions know it, and where a source shows it.

    `lines` gives the lines alone, `values` lines with the constants that stand there.
    """

    name: str
    words: tuple[str, ...]
    lines: Callable[[Seen], Iterator[int]] = nothing
    values: Callable[[Seen], Values] | None = None
