"""Gives the program's variables the statement's names: reads and described lines aligned, by order, shape and name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from slowpath.inputs.infer.reads.items import Branch, Break, Item, Loop, Rest, Text, Token, leaves
from slowpath.model.patterns import late_regex
from slowpath.statement.lines.entries import string_lengths
from slowpath.statement.lines.rows import Entry, Row
from slowpath.statement.records import stated_chains, strings_told
from slowpath.statement.sentences.statement import Sentence, Statement

_ALONE = late_regex(r"(?:\$|\\\() ?([A-Za-z]) ?(?:\$|\\\))")
"""A letter that stands in mathematics by itself."""
_COUNTING = late_regex(r"\b([A-Za-z]) ?-?th\b")
"""One that counts things: "the i-th line"."""
_NUMBERS = ("int", "float", "any", "digit")
_WORDS = ("word",)
_MOST_ALIGNED = 300
"""So many variables on either side are held against each other."""


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
    ours, theirs = ours[:_MOST_ALIGNED], theirs[:_MOST_ALIGNED]
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


def names_in_order(
    statement: Statement, rows: list[Row], items: tuple[Item, ...], names: dict[str, str], given: dict[str, str]
) -> dict[str, str]:
    """Key -> the statement's name, where the input section tells of as many numbers as the program reads: in the order
    in which it first mentions them, whatever its sentences are made of; and of as many strings. What is `given` is kept
    where that has a key for each of them, or a bounded name that isn't told, and where the program's own names stand in
    another order."""
    kinds, bounded = _kinds(items), _bounded(statement)
    if {"any", "word"} <= set(kinds.values()):
        return given
    single = {key for key, shape in _shapes(items, 0) if shape in ("scalar", "case")}
    words = _in_order(strings_told(statement) - bounded, _input_sentences(statement))
    for own_kinds, ways in (
        (_NUMBERS, _numbers_told(statement, rows, bounded)),
        (_WORDS, iter([[words[at] for at in sorted(words)]])),
    ):
        ours = [key for key, kind in kinds.items() if kind in own_kinds]
        told = next((told for told in ways if len(told) == len(ours)), [])
        meant, known = set(filter(None, told)), {given[key] for key in ours if key in given}
        own = {names.get(key, key).lower(): at for at, key in enumerate(ours)}
        if (
            meant <= known
            or (known - meant) & bounded
            or any(key in single and _is_list(name, statement) for key, name in zip(ours, told, strict=True))
            or any(name and own.get(name.lower(), at) != at for at, name in enumerate(told))
        ):
            continue
        in_order = {key: name for key, name in zip(ours, told, strict=True) if name}
        given = {key: name for key, name in given.items() if name not in in_order.values()} | in_order
    return given


def _kinds(items: tuple[Item, ...]) -> dict[str, str]:
    """Key -> its kind, of every leaf in reading order."""
    made: dict[str, str] = {}
    for leaf in leaves(items):
        for key in getattr(leaf, "fields", ()) or (leaf.key,):
            made.setdefault(key, "word" if isinstance(leaf, Text) else leaf.kind)
    return made


def _is_list(name: str, statement: Statement) -> bool:
    """Whether a statement writes a name with an index that counts: `a_i`."""
    return bool(name) and any(
        f"{name}_" in one.text and re.search(rf"\b{re.escape(name)}_[ijk]\b", one.text) for one in statement.sentences
    )


def _bounded(statement: Statement) -> frozenset[str]:
    """The names whose values, or absolute values, the statement bounds, or compares; not `i` in `p_i < i`."""
    words, bounded = strings_told(statement), set[str]()
    for chain in stated_chains(statement, frozenset()):
        operands = [operand for place in chain.operands for operand in place]
        counting = {operand.subscript for operand in operands}
        bounded |= {
            operand.name
            for operand in operands
            if operand.name not in counting
            and (not operand.form or (operand.form == "bar" and operand.name not in words))
        }
    return frozenset(bounded - {""})


def _numbers_told(statement: Statement, rows: list[Row], bounded: frozenset[str]) -> Iterator[list[str]]:
    """The numbers that the input section tells of, in the order of their first mention: those that are bounded by their
    names, and those of described lines, "" for one without a name. They are told in more than one way: a string's
    length may be one of them, a line may have been described twice, and a letter be a number that nothing bounds."""
    sentences = _input_sentences(statement)
    named = {entry.name for row in rows for entry in row.entries if not entry.string}
    lengths = {length for sentence in sentences for length in string_lengths(sentence.text)}
    nameless = {
        (sentences.index(row.sentence), len(row.sentence.text) + at): ""
        for row in rows
        if row.sentence in sentences
        for at, _ in enumerate(entry for entry in row.entries if not entry.name and not entry.string)
    }
    counting = frozenset(name for sentence in sentences for name in _COUNTING.findall(sentence.text))
    alone = frozenset(name for sentence in sentences for name in _ALONE.findall(sentence.quote)) - counting
    told_in_ways = (bounded | named, (bounded | named) - lengths, bounded, bounded | named | alone)
    for told in dict.fromkeys(told_in_ways):
        first = _in_order(told, sentences)
        for also in (nameless, {}):
            yield [name for _, name in sorted((first | also).items())]


def _input_sentences(statement: Statement) -> list[Sentence]:
    return [sentence for sentence in statement.sentences if sentence.section == "input"]


def _in_order(names: Collection[str], sentences: list[Sentence]) -> dict[tuple[int, int], str]:
    """The names by where they stand first, those that stand nowhere left out."""
    listed = {name for name in names if name.rstrip("0123456789") in {*names} - {name}}  # `a_1` is one of the a_i
    ways = ((name, name in listed) for name in names if name)
    return {at: name for name, is_element in ways if (at := _first_mention(name, is_element, sentences)) is not None}


def _first_mention(name: str, is_element: bool, sentences: list[Sentence]) -> tuple[int, int] | None:
    """Where a name stands first: the number of the sentence, and the place in it. "a" may be an article, `P_1` is P1
    but for the element of a list."""
    behind = r"(?=_| ?[,<>=()]| (?:and|of|is)\b|$)" if name in ("a", "A", "I") else r"(?=_|(?![\w'-]))"
    written = re.sub(r"(?<=[A-Za-z])(?=\d+$)", "" if is_element else "_?", re.escape(name))
    pattern = late_regex(rf"(?<![\w'-]){written}{behind}")
    begin = re.sub(r"(?<=[A-Za-z])\d+$", "", name)
    mentions = (
        (number, pattern.search(sentence.text)) for number, sentence in enumerate(sentences) if begin in sentence.text
    )
    return next(((number, found.start()) for number, found in mentions if found), None)


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
