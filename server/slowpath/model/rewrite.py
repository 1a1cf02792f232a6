"""A faster version of a program, as edits of its text."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class SourceEdit:
    """The bytes from `begin` to `end` of a source become `text`; an insertion where both are the same."""

    begin: int
    end: int
    text: bytes


@dataclass(frozen=True)
class Rewrite:
    """A version of a program that does the same faster, as far as its text shows.

    `id` is stable for the same text, `rule` who proposes it, `line` the 1-based line that it is about. `edits` don't
    overlap and are in order; `source` is the whole text with them applied. `reason` says in a sentence why it is
    faster here.
    """

    id: str
    rule: str
    title: str
    line: int
    edits: tuple[SourceEdit, ...]
    source: bytes = field(repr=False)
    reason: str = ""
