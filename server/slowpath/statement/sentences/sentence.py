"""A sentence of a statement."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from slowpath.model.format import Evidence
from slowpath.model.patterns import late_regex
from slowpath.statement.languages.languages import VERBATIM

LONGEST_QUOTE = 300
OUTPUT, EXAMPLES = ("output", "asked"), ("examples", "notes")
"""The sections about what is printed or asked for, and about examples."""
NOT_INPUT = (*OUTPUT, *EXAMPLES)
"""The sections that say nothing of what the input is."""
_MARKS = late_regex(
    r"\$+|\\(?:texttt|mathtt|text|t)\{\\?(\S)\}|\{\\tt ?\\?(\S)\}|"
    r"\\(?:verb|lstinline)([^\w\s{])(?P<verbatim>\S)\3|<(?:code|tt|var)>(\S)</(?:code|tt|var)>"
)
_MARKS_OF_ENDS = late_regex(
    r"(?<!`)`[.;!?]['`](?!['`])|'[.;!?]'|\"[.;!?]\"|\\(?:texttt|mathtt|text|t|verb)\{[.;!?]\}|<(?:code|tt|var)>[.;!?]</"
)
_PRIVATE = 0xE000
"""Unicode's characters for private use begin here: what ends sentences is shielded so where markup sets it apart."""
_SHIELDS = {ord(sign): _PRIVATE + ord(sign) for sign in ".;!?"}
_SIGNS = {shield: sign for sign, shield in _SHIELDS.items()} | {ord(VERBATIM): None}


@dataclass(frozen=True)
class Sentence:
    """One sentence: plain text, its 1-based line, its section, the words as written in `quote`; `foreign` is the text
    before words of another language were named in English, "" where it has none, and `marked` then the words as written
    in English. `group` is the scoring group of which a row of a table speaks, "" for none. `restates` says that it puts
    into a formula what the sentence before it says in words: "the two are adjacent, i.e. |a-b| = 1"; `sign` is
    the one that ends it, "" where none does."""

    text: str
    line: int
    section: str
    quote: str
    foreign: str = ""
    group: str = ""
    marked: str = ""
    restates: bool = False
    sign: str = ""

    @property
    def original(self) -> str:
        """The plain text in the statement's own language."""
        return self.foreign or self.text

    def ground(self, about: str, fact: str, confidence: float = 0.8) -> Evidence:
        """That it says `fact` of the variable or node `about`."""
        return Evidence(about, fact, "statement", self.quote[:LONGEST_QUOTE], self.line, confidence)


def in_quotes(sentence: Sentence) -> str:
    """The words of a sentence as written, but in English, single characters that markup sets apart in quotes."""
    return _MARKS.sub(_in_backquotes, sentence.marked or sentence.quote)


def _in_backquotes(match: re.Match[str]) -> str:
    character = match["verbatim"] or next(filter(None, match.groups()), "")
    return f"`{character}`" if character else ""


def with_ends_shielded(text: str) -> str:
    """A statement in which single signs that markup sets apart (`.` is a free cell) end no sentence."""
    return _MARKS_OF_ENDS.sub(lambda match: match.group().translate(_SHIELDS), text)


def unshielded(sentence: Sentence) -> Sentence:
    """The sentence as its author wrote it."""
    parts = (sentence.text, sentence.quote, sentence.foreign, sentence.marked)
    text, quote, foreign, marked = (part.translate(_SIGNS) for part in parts)
    return replace(sentence, text=text, quote=quote, foreign=foreign, marked=marked)
