"""A sentence of a statement."""

from __future__ import annotations

from dataclasses import dataclass


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
