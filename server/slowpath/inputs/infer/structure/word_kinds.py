"""A word on each row that is one of a few: "a verdict, either `AC` or `WA`".

No word of a format is one of several, but a kind of row is: what stands before the word leads, what stands behind it
follows each kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from slowpath.inputs.infer.reads.items import Branch, Break, Loop, Token
from slowpath.inputs.infer.structure.align import Site, Sites
from slowpath.statement.sentences.statement import Statement

_MOST = 12
_MARK = r"(?:[\"'`]|\\texttt\{|\\text\{|\\t\{|<code>|<tt>|<span[^<>]{0,60}>|\*\*)"
_END = r"(?:[\"'`}]|</code>|</tt>|</span>|\*\*)"
_WORD = rf"{_MARK}([A-Za-z][\w-]{{0,20}}){_END}"
_CHOICE = re.compile(
    rf"(?:either|one of|is|are|be|:)(?: the)?(?: \w+){{0,2}}:? "
    rf"(?:{_WORD}(?:,? or |,? and |, )){{1,11}}{_WORD}"
)


def told_words(item: Loop, where: str, sites: Sites, statement: Statement) -> Loop | None:
    """The loop over rows with the one word that the statement and the samples hold to few words as their kind; None
    where there is none, or where rows hold more than single values."""
    if not all(isinstance(part, Token | Break) for part in item.body):
        return None
    words = [(index, part) for index, part in enumerate(item.body) if isinstance(part, Token) and part.kind == "word"]
    found = [
        (index, part, choice)
        for index, part in words
        for choice in _choices(statement)
        if len(seen := sites.get(f"{where}.{index}", Site()).values) >= 1 and seen <= choice
    ]
    if len(found) != 1:
        return None
    index, part, choice = found[0]
    arms = tuple(((word,), ()) for word in sorted(choice))
    behind = (*item.body[: index + 1], Branch(part.key, arms, (), part.line), *item.body[index + 1 :])
    return replace(item, body=behind)


def _choices(statement: Statement) -> Iterator[frozenset[str]]:
    """The sets of words of which a sentence says that one of them stands there."""
    made = set()
    for sentence in statement.sentences:
        if sentence.section in ("output", "examples", "scoring"):
            continue
        for match in _CHOICE.finditer(sentence.quote.replace("$", "")):
            words = frozenset(re.findall(_WORD, match.group()))
            if 2 <= len(words) <= _MOST and any(len(word) > 1 for word in words):
                made.add(words)
    yield from sorted(made, key=sorted)
