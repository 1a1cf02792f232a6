"""Described lines as a read grammar of their own, for when the program's reads can't be followed."""

from __future__ import annotations

import re
from dataclasses import replace

from slowpath.inputs.infer.reads.items import Break, Item, Loop, ReadProgram, Token, with_bodies
from slowpath.model.patterns import late_regex
from slowpath.statement.lines.rows import Row

_EACH = late_regex(r"\b(?:each|every|i-th)\b", re.I)


def described_program(rows: list[Row]) -> ReadProgram:
    """The rows as a read grammar, line by line."""
    before = [_row_items(row) for row in rows if not row.case]
    inside = [_row_items(row) for row in rows if row.case]
    items = [item for part in before for item in part]
    if inside:
        counts = [row.entries[0].name for row in rows if not row.case and row.entries]
        items.append(Loop(counts[-1] if counts else "", tuple(item for part in inside for item in part), 0, True))
    seen: dict[str, int] = {}
    return ReadProgram(_distinct(tuple(items), seen), True)


def _row_items(row: Row) -> list[Item]:
    made: list[Item] = []
    for entry in row.entries:
        name = entry.name or "a"
        if entry.length is not None and not (entry.length == row.count and _is_spread(row)):
            made.append(Loop(entry.length, (Token(name, "any"),)))
        else:
            made.append(Token(name, "word" if entry.string else "any"))
    made.append(Break())
    return [Loop(row.count, tuple(made))] if row.count is not None else made


def _is_spread(row: Row) -> bool:
    """Whether lines have one element each of what a row tells of them together: "the next n lines contain the weights
    w_1, ..., w_n"."""
    return len(row.entries) == 1 and row.sentence is not None and not _EACH.search(row.sentence.text)


def _distinct(items: tuple[Item, ...], seen: dict[str, int]) -> tuple[Item, ...]:
    def told_apart(item: Item) -> Item:
        if not isinstance(item, Token):
            return with_bodies(item, lambda body: _distinct(body, seen))
        count = seen[item.key] = seen.get(item.key, 0) + 1
        return item if count == 1 else replace(item, key=f"{item.key}__{count}")

    return tuple(map(told_apart, items))
