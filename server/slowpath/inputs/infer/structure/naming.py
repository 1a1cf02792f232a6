"""Gives the program's variables the statement's names: reads and described lines aligned, by order, shape and name."""

from __future__ import annotations

from collections.abc import Collection

from slowpath.inputs.infer.reads.items import Branch, Break, Item, Loop, Rest, Text, Token, leaves
from slowpath.statement.lines.rows import Entry, Row
from slowpath.statement.records import stated_chains
from slowpath.statement.sentences.statement import Sentence, Statement


def names_from(rows: list[Row], items: tuple[Item, ...], names: dict[str, str]) -> dict[str, str]:
    """Key -> the statement's name, aligned in order by shape (scalar, list, in a test case) and by name."""
    return {key: entry.name for key, _, entry in _aligned(rows, items, names) if entry.name}


def rows_from(rows: list[Row], items: tuple[Item, ...], names: dict[str, str]) -> dict[str, Row]:
    """Key -> the row that describes its line."""
    return {key: row for key, row, _ in _aligned(rows, items, names)}


def sentences_from(rows: list[Row], items: tuple[Item, ...], names: dict[str, str]) -> dict[str, Sentence]:
    """Key -> the sentence that describes its line."""
    told = ((key, entry.sentence or row.sentence) for key, row, entry in _aligned(rows, items, names))
    return {key: sentence for key, sentence in told if sentence is not None}


def _aligned(rows: list[Row], items: tuple[Item, ...], names: dict[str, str]) -> list[tuple[str, Row, Entry]]:
    """The program's keys with what the statement says of each, from the last one."""
    entries = [(row, entry) for row in rows for entry in row.entries]
    theirs = [(entry.name, _stated_shape(row, entry)) for row in rows for entry in row.entries]
    ours = _shapes(
        items,
        0,
        {
            len(row.entries)
            for row in rows
            if row.count is None and len(row.entries) > 1 and not any(entry.length for entry in row.entries)
        },
    )
    if len(ours) == len(theirs) and all(
        _alike(own[1], stated[1]) > _FAR for own, stated in zip(ours, theirs, strict=True)
    ):
        return [(key, *entry) for (key, _), entry in zip(ours, entries, strict=True)][::-1]  # Order tells more.
    best: dict[tuple[int, int], tuple[float, tuple[int, int] | None]] = {}
    for i in range(len(ours) + 1):
        for j in range(len(theirs) + 1):
            choices: list[tuple[float, tuple[int, int] | None]] = [(0.0, None)]
            choices += [(best[i - 1, j][0], None)] if i else []
            choices += [(best[i, j - 1][0], None)] if j else []
            if i and j:
                gain = _likeness(ours[i - 1], theirs[j - 1], names)
                choices.append((best[i - 1, j - 1][0] + gain, (i - 1, j - 1)))
            best[i, j] = max(choices, key=lambda choice: choice[0])
    made: list[tuple[str, Row, Entry]] = []
    i, j = len(ours), len(theirs)
    while i and j:
        score, step = best[i, j]
        if step is not None:
            made.append((ours[i - 1][0], *entries[j - 1]))
            i, j = i - 1, j - 1
        elif best[i - 1, j][0] >= score:
            i -= 1
        else:
            j -= 1
    return made


def names_by_bounds(statement: Statement, items: tuple[Item, ...], names: dict[str, str]) -> dict[str, str]:
    """Key -> the statement's name in a language whose words aren't read: the variables that its input section bounds,
    in order, where the program reads as many integers, and no word. None where a name of both stands elsewhere."""
    bounded = [
        operand.name
        for chain in stated_chains(statement, frozenset())
        if chain.sentence.section == "input"
        for place in chain.operands
        for operand in place
        if operand.name
    ]
    theirs = list(dict.fromkeys(bounded))
    ours = [key for key, _ in _shapes(items, 0)]
    if len(theirs) != len(ours) or not all(
        isinstance(leaf, Token) and leaf.kind in ("int", "any") for leaf in leaves(items)
    ):
        return {}
    known = {names.get(key, key).lower(): at for at, key in enumerate(ours)}
    if any(known.get(name.lower(), at) != at for at, name in enumerate(theirs)):
        return {}
    return dict(zip(ours, theirs, strict=True))


def _likeness(ours: tuple[str, str], theirs: tuple[str, str], names: dict[str, str]) -> float:
    key, shape = ours
    name, stated = theirs
    same = names.get(key, key).lower() == name.lower() and name
    return _alike(shape, stated) + (0.9 if same else 0.0)


def _alike(shape: str, stated: str) -> float:
    """How likely a shape in the program is a shape in the statement."""
    return 1.0 if shape == stated else 0.7 if {shape, stated} in _NEAR else _FAR


_FAR = 0.1
_NEAR = (
    {"list", "case"},
    {"row", "case"},
    {"case", "scalar"},
    {"case list", "list"},
    {"row", "list"},
    {"case row", "row"},
    {"case", "case row"},
)


def _stated_shape(row: Row, entry: Entry) -> str:
    kind = "list" if entry.length is not None else "row" if row.count is not None else ""
    return f"{'case ' if row.case else ''}{kind}".strip() or "scalar"


def _shapes(items: tuple[Item, ...], depth: int, named: Collection[int] = ()) -> list[tuple[str, str]]:
    """(key, shape) of every leaf in reading order; a list of as many elements as a line has numbers with names of their
    own (`named`) stands once for each."""
    made: list[tuple[str, str]] = []
    case = "case " if depth else ""
    for item in items:
        if isinstance(item, Rest):
            single = [item.key] * int(item.length or "0") if (item.length or "") in map(str, named) else []
            made += [(key, case.strip() or "scalar") for key in item.fields or single] or [(item.key, f"{case}list")]
        elif isinstance(item, Token | Text):
            made += [] if isinstance(item, Text) and item.blank else [(item.key, case.strip() or "scalar")]
        elif isinstance(item, Loop):
            tags = {part.on for part in item.body if isinstance(part, Branch)}
            body = [
                part
                for part in item.body
                if not isinstance(part, Break) and not (isinstance(part, Token) and part.key in tags)
            ]
            if tags:
                made += [(key, f"{case}row") for key, _ in _shapes(tuple(body), depth, named)]
                continue
            plain = all(isinstance(part, Token | Rest | Text) for part in body) and not item.cases
            if plain and len(body) == 1:
                made.append((body[0].key, f"{case}list"))  # type: ignore[union-attr]
            elif plain:
                made += [(key, f"{case}row") for key, _ in _shapes(item.body, depth, named)]
            else:
                made += _shapes(item.body, depth + 1, named)
        elif isinstance(item, Branch):
            for _, arm in (*item.arms, ((), item.otherwise)):
                made += [(key, f"{case}row") for key, _ in _shapes(arm, depth, named)]
    return made
