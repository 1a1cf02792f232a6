"""What a rewrite rule is: one way to make a program faster that changes no output, as edits of its text.

A rule is a file of a language's folder that holds a `RULE`. Its module docstring has a first line and these headings
(`HEADINGS`), which the editor shows: under "Example" stands a small whole program, indented, that the rule changes;
under "Not here" one that it refuses. A rule proposes only what text alone proves to print the same on every input on
which the program as it stands ends without an error; where it can't be sure it finds nothing.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from slowpath.model.patterns import late_regex
from slowpath.model.rewrite import SourceEdit

HEADINGS = ("What it changes", "Why it is faster", "When it refuses", "Example", "Not here")
TALKS = late_regex(r'"\s*[?!](\s|"|\\n)')
"""How texts look that are printed to somebody who answers: "? ", "! "."""
_WORDS_MEET = re.compile(rb"[\w\x80-\xff]{2}")

Program = TypeVar("Program")


@dataclass(frozen=True)
class Change:
    """One proposal of a rule: edits of the file, about a 1-based line, and a sentence on why it is faster here."""

    line: int
    edits: tuple[SourceEdit, ...]
    reason: str


@dataclass(frozen=True)
class RewriteRule(Generic[Program]):
    """A rule of one language. `find` gives changes in source order; `gain` ranks rules: 3 changes how the cost grows,
    2 saves a large factor, 1 a small one."""

    id: str
    title: str
    language: str
    gain: int
    find: Callable[[Program], Iterator[Change]]
    doc: str

    def section(self, heading: str) -> str:
        """The text under one of `HEADINGS`, dedented. Raises `KeyError` where it is missing."""
        found = re.search(rf"^{re.escape(heading)}:\n(.*?)(?=^\S|\Z)", self.doc, re.MULTILINE | re.DOTALL)
        if found is None:
            raise KeyError(f"{self.id}: no heading {heading!r}")
        return textwrap.dedent(found[1]).strip("\n")


def change(line: int, edits: Iterable[SourceEdit | None], reason: str) -> Iterator[Change]:
    """The change of these edits; nothing where one of them couldn't be made."""
    made = tuple(edits)
    whole = tuple(edit for edit in made if edit is not None)
    if whole and len(whole) == len(made):
        yield Change(line, whole, reason)


def spaced(source: bytes, begin: int, end: int, text: bytes) -> SourceEdit:
    """That `text` stands in place of a stretch, with blanks where it would run into a word beside it."""
    before = b" " if _WORDS_MEET.match(source[max(0, begin - 1) : begin] + text[:1]) else b""
    after = b" " if _WORDS_MEET.match(text[-1:] + source[end : end + 1]) else b""
    return SourceEdit(begin, end, before + text + after)


def applied(source: bytes, edits: Iterable[SourceEdit]) -> bytes:
    """`source` with edits applied; those at the same point stand in the order given. Raises `ValueError` where they
    overlap or lie outside."""
    made: list[bytes] = []
    at = 0
    for edit in in_order(edits):
        if edit.begin < at or edit.end < edit.begin or edit.end > len(source):
            raise ValueError(f"edits overlap at {edit.begin}")
        made += [source[at : edit.begin], edit.text]
        at = edit.end
    return b"".join([*made, source[at:]])


def in_order(edits: Iterable[SourceEdit]) -> tuple[SourceEdit, ...]:
    """Edits by where they stand, the same one only once."""
    return tuple(sorted(dict.fromkeys(edits), key=lambda edit: (edit.begin, edit.end)))
