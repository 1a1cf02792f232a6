"""A list of which the program reads the first element by itself: `first = input()`, then a loop over n-1 lines.

Where the statement speaks of n lines or elements, the two are one list; so are one number and n behind it where it
speaks of n+1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from slowpath.inputs.infer.reads.items import Break, Item, Loop, Text, Token
from slowpath.inputs.infer.structure.solve import without_breaks
from slowpath.statement.lines.rows import Row
from slowpath.statement.sentences.statement import Statement


def with_whole_lists(items: tuple[Item, ...], rows: Iterable[Row], statement: Statement) -> tuple[Item, ...]:
    """The items with each first element put back into the list behind it; the same where there is none."""
    made: list[Item] = []
    for item in items:
        first = next((part for part in reversed(made) if not isinstance(part, Break)), None)
        if (
            isinstance(item, Loop)
            and first is not None
            and _goes_on(first, item)
            and not _has_own_line(first, rows)
            and _says_whole(str(item.count), rows, statement)
        ):
            while made.pop() is not first:
                pass
            made.append(replace(item, count=_whole(str(item.count))))
        else:
            made.append(item)
    return tuple(made)


def _goes_on(first: Item, loop: Loop) -> bool:
    """Whether a loop reads one less of what was just read."""
    body = without_breaks(loop.body)
    if loop.cases or not re.fullmatch(r"\w+-1|[A-Za-z]\w*", loop.count or "") or len(body) != 1:
        return False
    if isinstance(first, Text) and isinstance(body[0], Text):
        return True
    return (
        isinstance(first, Token)
        and isinstance(body[0], Token)
        and first.kind == body[0].kind == "int"
        and first.key not in (loop.count, str(loop.count)[:-2])
    )


def _whole(count: str) -> str:
    """How many there are with the first one: n of n-1, n+1 of n."""
    return count[:-2] if count.endswith("-1") else f"{count}+1"


def _has_own_line(first: Item, rows: Iterable[Row]) -> bool:
    """Whether the statement describes a single value of that name."""
    return isinstance(first, Token | Text) and any(
        entry.name.lower() == first.key.lower() and not entry.length and not row.count
        for row in rows
        for entry in row.entries
    )


def _says_whole(less: str, rows: Iterable[Row], statement: Statement) -> bool:
    """Whether the statement has one more such lines or elements than `less`, and never as many as that."""
    count = _whole(less)
    size = re.escape(count)
    counts = {part for row in rows for part in (row.count, *(entry.length for entry in row.entries)) if part}
    if not less.endswith("-1"):
        return count.lower() in map(str.lower, counts) and less.lower() not in map(str.lower, counts)
    texts = [sentence.text for sentence in statement.sentences if sentence.section in ("input", "")]
    if any(part.lower() == f"{count}-1".lower() for part in counts) or any(
        re.search(rf"\b{size} ?- ?1\b", text, re.I) for text in texts
    ):
        return False
    return any(part.lower() == count.lower() for part in counts) or any(
        re.search(rf"\b(?:next|following|[Tt]hen) {size} lines\b|\b{size} lines follow", text, re.I) for text in texts
    )
