"""A sentence of a statement."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MARKS = re.compile(r"\$+|\\(?:texttt|mathtt|text|t)\{\\?(\S)\}|<(?:code|tt|var)>(\S)</(?:code|tt|var)>")


@dataclass(frozen=True)
class Sentence:
    """One sentence: plain text, its 1-based line, its section, the words as written in `quote`; `foreign` is the text
    before words of another language were named in English, "" where it has none. `group` is the scoring group of which
    a row of a table speaks, "" for none."""

    text: str
    line: int
    section: str
    quote: str
    foreign: str = ""
    group: str = ""


def in_quotes(sentence: Sentence) -> str:
    """The words of a sentence as written, single characters that markup sets apart in quotes."""
    return _MARKS.sub(lambda match: f"`{next(filter(None, match.groups()))}`" if any(match.groups()) else "",
                      sentence.quote)
