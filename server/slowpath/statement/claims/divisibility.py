"""Divisibility, parity and kinds of numbers: "n is even", "k divides n", "a_i mod 2 = 0", "p is a prime",
"n = 2^d for some d"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from slowpath.statement.claims.names import variable_name
from slowpath.statement.phrases.manners import is_denied, spoken
from slowpath.statement.sentences.statement import Sentence

_NAME = r"\b([A-Za-z](?:_\w{1,6})?|[A-Z]{2})\b"
_NOUN = r"([a-z]{3,})"
_BE = r"(?:is|are|be|will be|must be)(?: (?:guaranteed to be|always|both|all))?"
_RULES = [
    (re.compile(rf"{_NAME}(?: and {_NAME})? {_BE} (?:an? )?(even|odd)\b"), "parity"),
    (re.compile(rf"\b(even|odd) (?:positive |non-negative )?(?:integer|number)s? {_NAME}"), "parity first"),
    (
        re.compile(
            rf"{_NAME}(?: and {_NAME})? {_BE} (?:an? )?(?:divisible by|multiples? of) \(?(?:both )?"
            r"([A-Za-z](?:_\w{1,6})?|\d+)\b(?: and ([A-Za-z])\b)?"
        ),
        "multiple",
    ),
    (re.compile(rf"{_NAME} (?:divides|is an? (?:divisor|factor) of|evenly divides) {_NAME}"), "divides"),
    (re.compile(rf"{_NAME} ?(?:%|\bmod\b|\bmodulo\b) ?\(?(\d+|{_NAME})\)? ?={{1,3}} ?(\d+)\b"), "remainder"),
    (re.compile(rf"{_NAME} = (\d+) \(? ?mod (\d+)"), "congruent"),
    (
        re.compile(
            rf"\b(?:[Ee]very|[Ee]ach|[Aa]ll(?: of)?(?: the| these)?|[Tt]he) (?:\w+ )?{_NOUN} {_BE} (?:an? )?"
            r"(even|odd)\b"
        ),
        "noun parity",
    ),
    (
        re.compile(
            rf"\b(?:[Ee]very|[Ee]ach|[Aa]ll(?: of)?(?: the| these)?|[Tt]he) (?:\w+ )?{_NOUN} {_BE} (?:an? )?"
            r"(?:divisible by|multiples? of) (\d+)\b"
        ),
        "noun multiple",
    ),
]
_NEAR = 60
_WORDS = frozenset({"a", "A", "I"})
"""What is no name by itself."""
_WHICH = re.compile(r"\b([A-Za-z](?:_\w{1,6})?)(?: ?\([^()]{0,80}\))? ?, ?(?:which|that) (?=is\b|are\b)")
_BOUNDED = re.compile(r"\b([A-Za-z](?:_\w{1,6})?) ?<=? ?[\d.^*+, -]{1,24} (?=(?:is|are) )")
_KINDS = re.compile(
    rf"{_NAME} {_BE} (?:an? )?(?:odd )?(prime|powers? of (?:two|2)|square-?free|perfect square|"
    rf"composite)\b|"
    rf"\b(prime) (?:number|integer|modulus)?s? ?{_NAME}(?! [a-z]{{3,}}s\b)",
    re.I,
)
_POWER = re.compile(
    rf"{_NAME} ?= ?2 ?\^ ?\(?([A-Za-z])\)?(?! ?[-+*/(])\b(?=[^.;]{{0,12}}\bfor (?:some|an?|certain)\b|"
    r"[^.;]{0,40}\b(?:is|are) (?:an? )?(?:some )?(?:non-negative |positive )?integers?\b)"
)


@dataclass(frozen=True)
class Divisible:
    """`left % divisor == remainder`, each an expression over base names; `listed` says that `left` had a subscript, so
    that the elements of a list may be meant, `is_noun` that it is what values are called: "all weights are even"."""

    left: str
    divisor: str
    remainder: str
    listed: bool = False
    is_noun: bool = False

    def __str__(self) -> str:
        return f"{self.left}%{self.divisor} == {self.remainder}"


def divisibility_in(sentence: Sentence) -> list[Divisible]:
    """What a sentence says of divisibility."""
    made: list[Divisible] = []
    text = _direct(sentence.text)
    for pattern, kind in _RULES:
        for match in pattern.finditer(text):
            if not _is_taken_back(text[: match.start()]):
                made += [
                    one for one in _read(kind, match) if one not in made and (one.listed or one.left not in _WORDS)
                ]
    return made


def number_kinds_in(sentence: Sentence) -> list[tuple[str, str]]:
    """(variable, "prime", "power of 2", ...) for each that a sentence says to be so."""
    made = []
    text = _direct(sentence.text)
    for match in _KINDS.finditer(text):
        name, kind = match.group(1) or match.group(4), match.group(2) or match.group(3)
        if not _is_taken_back(text[: match.start()]) and name not in _WORDS:
            made.append((variable_name(name), kind.lower().replace("two", "2").replace("powers", "power")))
    made += [
        (variable_name(match.group(1)), "power of 2")
        for match in _POWER.finditer(sentence.text)
        if not _is_taken_back(sentence.text[: match.start()])
    ]
    return made


def _is_taken_back(before: str) -> bool:
    """Whether what stands before asks for it, supposes it or denies it."""
    return spoken(before[-_NEAR:], "conditional", "whether", "amount") is not None or is_denied(before)


def _direct(text: str) -> str:
    """The text with what is said of a name behind its bounds right after it: "n (1 <= n <= 8), which is even", "where
    2 <= n <= 8 is even"."""
    return _BOUNDED.sub(r"\1 ", _WHICH.sub(r"\1 ", text))


def _read(kind: str, match: re.Match[str]) -> list[Divisible]:
    groups = [group for group in match.groups() if group]
    if kind == "parity":
        return [
            Divisible(variable_name(name), "2", "0" if groups[-1] == "even" else "1", "_" in name)
            for name in groups[:-1]
        ]
    if kind.startswith("noun"):
        divisor, rest = (groups[1], "0") if kind == "noun multiple" else ("2", "0" if groups[1] == "even" else "1")
        return [Divisible(groups[0], divisor, rest, True, True)]
    if kind == "parity first":
        return [Divisible(variable_name(groups[1]), "2", "0" if groups[0] == "even" else "1", "_" in groups[1])]
    if kind == "multiple":
        second = [match.group(4)] if match.group(4) else []
        names = [name for name in match.groups()[:2] if name]
        return [
            Divisible(variable_name(name), variable_name(divisor), "0", "_" in name)
            for name in names
            for divisor in (match.group(3), *second)
        ]
    if kind == "divides":
        return [Divisible(variable_name(groups[1]), variable_name(groups[0]), "0")]
    if kind == "congruent":
        return [Divisible(variable_name(groups[0]), groups[2], groups[1])]
    return [Divisible(variable_name(groups[0]), variable_name(groups[1]), groups[-1])]
