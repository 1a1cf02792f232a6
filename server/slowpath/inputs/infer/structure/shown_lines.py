"""Lines that a program reads as one text while samples show more: several numbers for which it has no use, or which it
looks at as characters; nothing at all.

Where the statement describes numbers on such a line, and every sample has them there, they are a list of numbers, each
with a name of its own where the statement gives them names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from slowpath.inputs.infer.reads.items import Break, Item, Loop, Rest, Text, Token
from slowpath.inputs.infer.structure.align import Site, Sites
from slowpath.model.patterns import late_regex
from slowpath.statement.lines.rows import Row

_LINE = late_regex(r"\d(?: +[+-]?\d+)*")
_MOST_KINDS, _FEWEST_LINES = 9, 5
_NUMBERS = late_regex(r"[+-]?\d+(?: +[+-]?\d+)+")
_WORDS = late_regex(r"\S+(?: \S+)*")


def with_shown_lines(items: tuple[Item, ...], rows: Sequence[Row], sites: Sites) -> tuple[Item, ...]:
    """The items with such texts as lists, or as blank. Rows are told apart by the order of lines."""
    return _shown(items, [row for row in rows if not row.case], [row for row in rows if row.case], sites, "")


def _shown(
    items: tuple[Item, ...], rows: Sequence[Row], inside: Sequence[Row], sites: Sites, path: str
) -> tuple[Item, ...]:
    made: list[Item] = []
    line, is_blank = 0, False
    has_breaks = any(isinstance(item, Break) for item in items)
    tokens = 0
    for index, item in enumerate(items):
        where = f"{path}.{index}"
        site = sites.get(where, Site())
        if isinstance(item, Token):
            tokens += 1
        elif isinstance(item, Text) and not has_breaks:
            # Where nothing marks the lines before, these are as many as hold what was read.
            while tokens > 0 and line < len(rows):
                tokens, line = tokens - max(1, len(rows[line].entries)), line + 1
            tokens = 0
        if isinstance(item, Loop):
            made.append(replace(item, body=_shown(item.body, inside, (), sites, where)))
        elif isinstance(item, Text) and path and _are_kinds(site):
            made.append(Rest(item.key, "any", None, item.line, (), item.use))
        elif isinstance(item, Text):
            is_blank = site.values == {""} and (item.skipped or site.visits > 1)
            made.append(replace(item, blank=True) if is_blank else _numbers(item, rows[line : line + 1], site))
        else:
            made.append(item)
        if isinstance(item, Break | Loop) or (isinstance(item, Text) and not has_breaks):
            line, is_blank = line + (not is_blank), False
    return tuple(made)


def _are_kinds(site: Site) -> bool:
    """Whether the lines of a loop are numbers of a few kinds, each as long as its first number says: `1 5`, `2 5`, "
    "`3`."""
    if not site.blanks or not all(_LINE.fullmatch(value.strip()) for value in site.values):
        return False
    sizes: dict[str, set[int]] = {}
    for words in map(str.split, site.values):
        sizes.setdefault(words[0], set()).add(len(words))
    return (
        1 < len(sizes) <= _MOST_KINDS
        and site.visits >= _FEWEST_LINES
        and len({*map(max, sizes.values())}) > 1
        and all(len(seen) == 1 for seen in sizes.values())
        and sorted(sizes) == [str(tag) for tag in range(1, len(sizes) + 1)]
    )


def _numbers(item: Text, rows: Sequence[Row], site: Site) -> Text | Rest:
    """The text as the list that its row describes, or as it is."""
    told = [entry for row in rows for entry in row.entries]
    are_words = bool(site.values) and all(_WORDS.fullmatch(value) for value in site.values)
    if are_words and len(told) == 1 and told[0].string and told[0].length and rows[0].count is None:
        return Rest(item.key, "word", None, item.line, (), item.use)
    numbers = bool(site.values) and all(_NUMBERS.fullmatch(value.strip()) for value in site.values)
    if not numbers or not all(row.count is None and row.entries for row in rows):
        return item
    entries = [entry for row in rows for entry in row.entries]
    if not entries or any(entry.string for entry in entries):
        return item
    named = {len(value.split()) for value in site.values} == {len(entries)} and not any(one.length for one in entries)
    fields = tuple(f"{item.key}_{number}" for number in range(1, len(entries) + 1)) if named else ()
    return Rest(item.key, "int", None, item.line, fields, item.use)
