"""Where the input says of itself that it ends: "until end of file", "terminated by a line with two zeros".

Older judges (UVa, POJ, SPOJ, ICPC regionals) don't announce how many data sets there are. The tokens that end
them are read from the words, and a sentence about the last line counts only when it ends something.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from slowpath.model.patterns import late_regex
from slowpath.statement.claims.names import variable_name
from slowpath.statement.claims.numerals import WORDS
from slowpath.statement.phrases.rows import saying
from slowpath.statement.sentences.sentence import NOT_INPUT
from slowpath.statement.sentences.statement import Sentence, Statement


@dataclass(frozen=True)
class Ending:
    """How repetitions end. `until` "" is the end of the input, else the tokens that end it ("0 0"); `of` is
    "cases" (data sets, lines, queries), "line" (the values of one list) or "inner" (what repeats in each case);
    `variables` are the tokens' names where stated; `processed` whether what ends is itself a case."""

    until: str
    of: str
    variables: tuple[str, ...]
    processed: bool
    sentence: Sentence
    confidence: float


_COUNTED = late_regex(
    r"\b(?P<n>a|one|single|two|three|four|five|pair of|triple of)?\s*(?:integers? |numbers? |"
    r"single )?(?P<what>zero(?:e?s)?|"
    r"0['’]?s|negative ones|minus ones)\b",
    re.I,
)
_EQUAL = late_regex(
    r"\b([A-Za-z]\w{0,3}(?:\s*(?:=|,|and)\s*[A-Za-z]\w{0,3}\b){0,4})\s*(?:=|is|are|equals?|equal to|"
    r"being)\s*(?:both |all |equal to )?"
    r"(-?\d+|zero)\b(?!\s*[<*^])",
    re.I,
)
_EQUALS = late_regex(r"\b([A-Za-z]\w{0,3})\s*=\s*(-?\d+)\b(?!\s*[<*^])")
_LITERAL = late_regex(
    r"(?<![\w<=>.^*+-])(-?\d+(?:[, ]+(?:and )?-?\d+){0,4})(?![\w^*]|\s*(?:<|>|\.\d|test|case|line|"
    r"integer|number|"
    r"or\b|to\b|point|\+|=|-))"
)
_QUOTED = late_regex(
    r"""["'`“]([^\s"'`“”]{1,12}(?: [^\s"'`“”]{1,12}){0,4})["'`”]|"""
    r"(?<!\w)(#|\*|\$|END|EOF|STOP|QUIT|EXIT|DONE)(?!\w)"
)


def endings_of(statement: Statement) -> list[Ending]:
    """What sentences say of the end of the input, the surest first."""
    found = [
        ending
        for sentence in statement.sentences
        if sentence.section not in (*NOT_INPUT, "scoring")
        if (ending := ending_in(sentence)) is not None
    ]
    return sorted(found, key=lambda ending: (-ending.confidence, ending.of != "cases"))


def ending_in(sentence: Sentence) -> Ending | None:
    """The ending that a sentence states, or None."""
    text = sentence.text
    if found := saying("end of input").search(text):
        tokens = _tokens(text[: found.start()]) if re.search(r"\bor\b|\b0\b", text[: found.start()]) else None
        if tokens is None or not saying("ends").search(text[: found.start()]):
            return Ending("", "cases", (), True, sentence, 0.9)
    ends, last = saying("ends").search(text), saying("last line").search(text)
    if ends is None and last is None:
        return None
    if ends is None and not re.search(r"\b(?:contains?|consists?|is|has|with)\b", text):
        return None
    tokens = _tokens(text)
    if tokens is None:
        return None
    until, names, sure = tokens
    if ends is None and (not re.fullmatch(r"(?:0|-1)(?: (?:0|-1))*", until) or sure < 0.7):
        return None
    of = "line" if saying("one line ends").search(text) and not saying("whole input").search(text) else "cases"
    of = (
        "inner"
        if re.search(
            r"\b(?:end of |in |for )?(?:each|every) (?:test|case|test case|data ?set)\b[^.;]{0,40}\b"
            r"(?:end|signif|terminat|mark)",
            text,
            re.I,
        )
        else of
    )
    processed = bool(saying("end counts").search(text)) and not re.search(r"\bnot\b|n't\b", text)
    return Ending(until, of, names, processed, sentence, round(sure * (1.0 if ends else 0.8), 2))


def without_ending(text: str) -> str:
    """What a sentence that states an ending says beside the values that end something, and what becomes of these."""
    return saying("ends").sub(" ", _EQUAL.sub(" ", _EQUALS.sub(" ", text)))


def _tokens(text: str) -> tuple[str, tuple[str, ...], float] | None:
    """(the tokens, their names, how sure)."""
    equals = _EQUALS.findall(text)
    if equals and not re.search(r"[A-Za-z]\w*\s*=\s*[A-Za-z]\w*\s*=", text):
        return " ".join(value for _, value in equals), tuple(variable_name(name) for name, _ in equals), 0.9
    found = _EQUAL.search(text)
    if found and not re.match(r"(?i)(?:there|which|that|it|this|input|line|case|end|file)\b", found.group(1)):
        names = tuple(variable_name(name) for name in re.findall(r"[A-Za-z]\w*", found.group(1)) if name != "and")
        if names and all(len(name) <= 3 for name in names):
            value = "0" if found.group(2).lower() == "zero" else found.group(2)
            return " ".join([value] * len(names)), names, 0.9
    if found := _QUOTED.search(text):
        return found.group(1) or found.group(2), (), 0.95
    if found := _COUNTED.search(text):
        word = (found.group("n") or "").lower()
        count = {"pair of": 2, "triple of": 3}.get(word) or WORDS.get(word) or 1
        value = "-1" if "ones" in found.group("what").lower() else "0"
        return " ".join([value] * count), (), 0.9
    if found := _LITERAL.search(text):
        return " ".join(re.findall(r"-?\d+", found.group(1))), (), 0.85
    return None
