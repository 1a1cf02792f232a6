"""Which of a scenario's keywords stand in a statement, as whole words (STAB section 3.2, keyword match).

A keyword matches at word boundaries only, in any case, with or without a plural ending: "directed" isn't in
"undirected graph", "tree" is in "two trees" and not in "street". Hyphens, blanks and line ends are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from slowpath.model.patterns import late_regex

_SENTENCE_END = late_regex(r"(?<=[.!?:])\s+|\n\s*\n|\n(?=[-*#])")
_LONGEST_QUOTE = 160


@dataclass(frozen=True)
class KeywordHit:
    """A keyword with the sentence in which it stands first and the sentence's 1-based line."""

    keyword: str
    sentence: str
    line: int
    times: int = 1


def keyword_hits(statement: str, keywords: tuple[str, ...]) -> tuple[KeywordHit, ...]:
    """The keywords that stand in the statement, in their own order, each with its first sentence."""
    return tuple(_hits(statement, keywords))


def _hits(statement: str, keywords: tuple[str, ...]) -> Iterator[KeywordHit]:
    for keyword in keywords:
        found = [match.start() for match in _pattern(keyword).finditer(statement)]
        if found:
            line = statement.count("\n", 0, found[0]) + 1
            yield KeywordHit(keyword, _sentence_at(statement, found[0]), line, len(found))


@lru_cache(maxsize=1024)
def _pattern(keyword: str) -> re.Pattern[str]:
    parts = [re.escape(part) for part in re.split(r"[\s-]+", keyword)]
    words = r"[\s\-–]+".join(parts) if len(parts) > 1 else parts[0]
    if words.endswith("y") and len(words) > 3:
        words = f"{words[:-1]}(?:y|ies)"
    ending = r"(?:e?s)?" if keyword[-1].isalpha() else ""
    # A letter, digit, underscore or hyphen before it would make it a part of another word.
    return late_regex(rf"(?<![\w\-]){words}{ending}(?!\w)", re.IGNORECASE)


def _sentence_at(statement: str, place: int) -> str:
    begin, end = 0, len(statement)
    for cut in _SENTENCE_END.finditer(statement):
        if cut.start() >= place:
            end = cut.start()
            break
        begin = cut.end()
    quote = " ".join(statement[begin:end].split())
    return quote if len(quote) <= _LONGEST_QUOTE else f"{quote[: _LONGEST_QUOTE - 1]}…"
