"""Divisibility, parity and kinds of numbers: "n is even", "k divides n", "a_i mod 2 = 0", "p is a prime",
"n = 2^d for some d"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from slowpath.model.patterns import late_regex
from slowpath.statement.claims.names import variable_name
from slowpath.statement.phrases.manners import is_denied, spoken
from slowpath.statement.phrases.rows import ways_of
from slowpath.statement.sentences.statement import Sentence

_NEAR = 60
"""Characters before what is said in which it may be asked for."""
_PARTS = late_regex(
    r"(?:[-+*/|^] ?|\b(?:sum|product|total|difference) of (?:all )?(?:the )?|\b(?:at (?:least|most)|exactly|only) one "
    r"(?:of )?(?:the )?)$",
    re.I,
)
"""Before the last part of what is spoken of as a whole, or before one of several."""
_OR = late_regex(r",? or\b")
_WORDS = frozenset({"a", "A", "I"})
"""What is no name by itself."""
_LENGTH_OF = late_regex(r"\blength of (?:the )?(?:string |word |sequence )?$", re.I)
_WHICH = late_regex(r"\b([A-Za-z](?:_\w{1,6})?)(?: ?\([^()]{0,80}\))? ?, ?(?:which|that) (?=is\b|are\b)")
_BOUNDED = late_regex(r"\b([A-Za-z](?:_\w{1,6})?) ?<=? ?[\d.^*+, -]{1,24} (?=(?:is|are) )")


@dataclass(frozen=True)
class Divisible:
    """`left % divisor == remainder`, each an expression over base names, `left` also a sum or product; `listed` says
    that `left` had a subscript, so that the elements of a list may be meant, `is_noun` that it is what values are
    called: "all weights are even", `of_length` that it is a word whose length is meant."""

    left: str
    divisor: str
    remainder: str
    listed: bool = False
    is_noun: bool = False
    of_length: bool = False

    def __str__(self) -> str:
        return f"{self.left}%{self.divisor} == {self.remainder}"


def divisibility_in(sentence: Sentence) -> list[Divisible]:
    """What a sentence says of divisibility."""
    made = [one for match in _said(sentence, "divisible") for one in _divisible(match)]
    return list(dict.fromkeys(one for one in made if one.listed or one.left not in _WORDS))


def number_kinds_in(sentence: Sentence) -> list[tuple[str, str]]:
    """(variable, "prime", "power of 2", ...) for each that a sentence says to be so."""
    return [
        (variable_name(match["one"]), re.sub(r"^(?:powers? of (?:two|2)|2)$", "power of 2", match["kind"].lower()))
        for match in _said(sentence, "kind of number")
        if match["one"] not in _WORDS
    ]


def _said(sentence: Sentence, gives: str) -> Iterator[re.Match[str]]:
    text = _direct(sentence.text)
    for pattern in ways_of(gives):
        for match in pattern.finditer(text):
            before, behind = text[: match.start()], text[match.end() :]
            if not (_is_taken_back(before) or _PARTS.search(before) or _OR.match(behind)):
                yield match


def _is_taken_back(before: str) -> bool:
    """Whether what stands before asks for it, supposes it or denies it."""
    return spoken(before[-_NEAR:], "conditional", "whether", "amount") is not None or is_denied(before)


def _direct(text: str) -> str:
    """The text with what is said of a name behind its bounds right after it: "n (1 <= n <= 8), which is even", "where
    2 <= n <= 8 is even"."""
    return _BOUNDED.sub(r"\1 ", _WHICH.sub(r"\1 ", text))


def _divisible(match: re.Match[str]) -> Iterator[Divisible]:
    said = match.groupdict()
    parity = (said.get("parity") or "").lower()
    rest = {"odd": "1", "even": "0"}.get(parity) or said.get("rest") or "0"
    for divisor in filter(None, (said.get("by") or "2", said.get("also"))):
        for name in filter(None, (said.get("one"), said.get("other"))):
            before = match.string[: match.start("one")]
            of_length = before.endswith("|") or _LENGTH_OF.search(before) is not None
            whole = f"{name}*{said['factor']}" if said.get("factor") else name
            left = whole.replace(" ", "") if re.search("[+*]", whole) else variable_name(name)
            yield Divisible(left, variable_name(divisor), rest, "_" in name, of_length=of_length)
        if noun := said.get("noun"):
            yield Divisible(noun, divisor, rest, True, True)
