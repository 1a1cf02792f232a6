"""The layout block of AtCoder and the Library Checker: `N M`, `A_1 ... A_N`, `u_1 v_1`, `:`, `u_M v_M`.

A row whose names carry a first index begins a table that ends where the index is a variable; dots between say that
there are more. `A_{1,1} ... A_{1,W}` to `A_{H,1} ... A_{H,W}` is a matrix, `k_1 c_{1,1} ... c_{1,k_1}` a ragged table.
Rows called query or case stand for a block that is described apart: those that follow a case are inside of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from slowpath.model.patterns import late_regex
from slowpath.statement.claims.names import base_name, indices, subscript
from slowpath.statement.lines.rows import Entry, Row
from slowpath.statement.sentences.statement import Sentence, Statement

_NAME = late_regex(r"[A-Za-z]\w*'?")
_DOTS = frozenset({"...", ":", "::", "|"})
_APART = late_regex(r"query|queries|case|test|testcase|operation|op", re.I)


@dataclass(frozen=True)
class _Table:
    """A table that is being read: its entries, its first index, the row it began with."""

    entries: tuple[Entry, ...]
    first: str
    sentence: Sentence
    case: bool


def block_rows(statement: Statement) -> list[Row]:
    """The rows of the preformatted blocks in the input section."""
    made: list[Row] = []
    table: _Table | None = None
    case = False
    for block in statement.blocks:
        if block.section != "input":
            continue
        words = re.sub(r"\.{3,}|\.\.", " ... ", block.text).split()
        names = [word for word in words if _NAME.fullmatch(word)]
        if not names or set(words) <= _DOTS:
            continue
        if _APART.fullmatch(base_name(names[0])) and len(names) == 1:
            case = case or bool(re.fullmatch(r"(?:test_?)?cases?|test", base_name(names[0]), re.I))
            continue
        entries, index = _entries(words)
        if table is not None and _same(table.entries, entries):
            made[-1] = replace(made[-1], count=_span(table.first, index), entries=_closed(table.entries, entries))
            table = None if not index.isdigit() else table
            continue
        table = _Table(entries, index, block, case) if index.isdigit() else None
        made.append(Row(entries, None, case, block))
    return made


def _entries(words: list[str]) -> tuple[tuple[Entry, ...], str]:
    """(the entries of one row, the index that all its names share or "")."""
    groups: list[list[str]] = []
    for word in words:
        if word in _DOTS:
            if groups:
                groups[-1].append("...")
        elif _NAME.fullmatch(word):
            if groups and base_name(groups[-1][0]) == base_name(word) and subscript(word) != "":
                groups[-1].append(word)
            else:
                groups.append([word])
    entries: list[Entry] = []
    index = ""
    for group in groups:
        names = [word for word in group if word != "..."]
        first, last = indices(names[0]), indices(names[-1])
        if len(names) == 1:
            entries.append(Entry(base_name(names[0])))
            index = index or first
        elif "..." not in group and len(names) < 4 and not first.isdigit():
            entries += [Entry(f"{base_name(name)}{subscript(name)}") for name in names]
        else:
            row = _row_index(first, last)
            entries.append(Entry(base_name(names[0]), _length(first[len(row) :], last[len(row) :])))
            index = index or row.rstrip(",")
    return tuple(entries), index


def _row_index(first: str, last: str) -> str:
    """The index of the row that the subscripts of a matrix begin with, as far as it reaches: `11` and `1W` -> `1`,
    `H-1,0` and `H-1,W-1` -> `H-1,`."""
    if "," in first:
        row = first[: first.index(",") + 1]
        return row if last.startswith(row) else ""
    same = len(first) >= 2 and len(last) >= 2 and first[0] == last[0]
    return first[0] if same and (not first[0].isdigit() or not last[:2].isdigit()) else ""


def _length(first: str, last: str) -> str:
    found = _span(first, re.sub(r"_\w+$", "", last))
    return found if found is not None else "1"


def _span(first: str, last: str) -> str | None:
    """How many there are from a first index to a last: 1 to N is N, 0 to N-1 is N, 2 to N is N-1."""
    if not last or not first.isdigit():
        return None
    if last.isdigit():
        return str(int(last) - int(first) + 1) if first.isdigit() else None
    base, _, less = last.partition("-")
    last = re.sub(r"(?<=\d)(?=[A-Za-z])", "*", last)
    if first == "0":
        return base if less == "1" and base else f"{last}+1"
    return last if first == "1" else f"{last}-{int(first) - 1}"


def _same(ours: tuple[Entry, ...], theirs: tuple[Entry, ...]) -> bool:
    return [entry.name for entry in ours] == [entry.name for entry in theirs]


def _closed(ours: tuple[Entry, ...], theirs: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries of a table with the lengths of its first row, which names them by the row's own index."""
    return tuple(own if own.length is not None else other for own, other in zip(ours, theirs, strict=True))
