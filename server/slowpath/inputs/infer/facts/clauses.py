"""Things of a line that are described one after the other without names: "its name (a string of at most 20 letters),
its price (an integer between 1 and 100) and its weight (an integer between 5 and 1000)".

Where a line's sentence has as many such clauses as the program reads tokens from it, of the same kinds in the same
order, what a clause compares is said of its own token alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import zip_longest

from slowpath.inputs.infer.reads.items import Item, Loop, Token, all_items
from slowpath.inputs.infer.structure.solve import without_breaks
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.chains import chains_of
from slowpath.statement.claims.comparison import Chain
from slowpath.statement.lines.rows import Row
from slowpath.statement.sentences.statement import Sentence

_KIND = late_regex(
    r"\ban? (?:(?!and\b|or\b)[a-z-]+ ){0,2}?(?:(?P<integer>integer)|(?P<real>real(?: number)?|"
    r"decimal(?: number)?|floating[- ]point number)|(?P<string>string|word))\b(?! [A-Za-z](?:_\w+)?\b)|"
    r"(?<!share )\b(?:the|an?|its|their|his|her) (?P<name>name)\b|"
    r"\b(?:the|an?|its|their|his|her) (?:[a-z]+ )?[a-z]{3,} \(?(?P<measure>from|between) (?=-?\d)"
)
_AGREEING = {
    "integer": ("int", "any", "word"),
    "measure": ("int", "any", "word"),
    "real": ("float", "any", "word"),
    "string": ("word", "any"),
    "name": ("word", "any"),
}
"""The kinds of tokens that a clause may describe."""


def clauses_of(items: tuple[Item, ...], rows: Iterable[Row]) -> dict[str, list[Chain]]:
    """What is compared in the clause of each integer and decimal number that has one, by its key. Nothing of lines that
    two sentences could describe."""
    told = [
        (row, row.sentence, parts)
        for row in rows
        if row.sentence is not None
        and not any(entry.length for entry in row.entries)
        and len(parts := _clauses(row.sentence)) > 1
    ]
    made: dict[str, list[Chain]] = {}
    for count, tokens in _tables(items):
        fitting = [
            (sentence, parts)
            for row, sentence, parts in told
            if row.count == count
            and len(row.entries) - all(not entry.name for entry in row.entries) < len(parts) == len(tokens)
            and all(token.kind in _AGREEING[kind] for token, (kind, _) in zip(tokens, parts, strict=True))
        ]
        if len(fitting) == 1:
            sentence, parts = fitting[0]
            made |= {
                token.key: chains_of(replace(sentence, text=text))
                for token, (kind, text) in zip(tokens, parts, strict=True)
                if kind in ("integer", "measure", "real")
            }
    return made


def _clauses(sentence: Sentence) -> list[tuple[str, str]]:
    """(kind, words) of each thing that a sentence describes; "its name (a string of ...)" is one."""
    all_of = list(_KIND.finditer(sentence.text))
    found = [
        match
        for match, behind in zip_longest(all_of, all_of[1:])
        if match.lastgroup != "name" or behind is None or behind.lastgroup != "string"
    ]
    return [
        (match.lastgroup or "", _words_of(match) + sentence.text[match.end() : behind.start() if behind else None])
        for match, behind in zip_longest(found, found[1:])
    ]


def _words_of(match: re.Match[str]) -> str:
    """What a clause begins with; "an age from 0 to 120" speaks of an integer."""
    return f"an integer {match['measure']} " if match.lastgroup == "measure" else match.group()


def _tables(items: tuple[Item, ...]) -> Iterator[tuple[str, list[Token]]]:
    """(count, tokens) of every table of single tokens."""
    for item in all_items(items):
        if isinstance(item, Loop) and item.count:
            body = without_breaks(item.body)
            tokens = [part for part in body if isinstance(part, Token)]
            if len(tokens) == len(body) > 1:
                yield item.count, tokens
