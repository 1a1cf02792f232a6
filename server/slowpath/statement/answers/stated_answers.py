"""What a statement says of how exact answers have to be: how far decimals may be off, and whether capitals matter."""

from __future__ import annotations

import re

from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.sentence import Sentence
from slowpath.statement.sentences.wholes import whole_sentences

LARGEST_TOLERANCE = 0.5
_CASE = late_regex(
    r"\b(?:any|either|arbitrary)\s+(?:letter\s+|character\s+)?(?:case|register)\b|\bcase[\s-]insensitive\b|"
    r"\b(?:upper|lower)[\s-]?case\b.*\b(?:or|and)\b.*\b(?:upper|lower)|\bcase\b.*\b(?:does\s+not|doesn't)\s+matter",
    re.IGNORECASE,
)
_ANSWER = late_regex(r"\b(?:print|output|display|write|answer|answers|letter|letters|yes|no)\b", re.IGNORECASE)
_SO_ANYWAY = late_regex(r"^in\s+any\s+case\s*,", re.IGNORECASE)
_ASKED = late_regex(r"\b(?:consists?|contains?|string|given)\b", re.IGNORECASE)
_EXACTNESS = late_regex(
    r"\b(?:error|precision|tolerance|accuracy|accurate|differs?|deviates?|deviation|absolute|"
    r"relative|within|checker)\b",
    re.IGNORECASE,
)
_POWER = late_regex(r"\b10\s*(?:\^|\*\*)?\s*\(?\s*-\s*(\d{1,2})\b")
_EXPONENT = late_regex(r"\b(\d(?:\.\d+)?)[eE]\s*-\s*(\d{1,2})\b")
_DECIMAL = late_regex(r"(?<![\d.])0?\.(0*[1-9])(?!\d)")


def any_case(statement: str) -> bool:
    """Whether the letters of an answer may be printed in any case."""
    return any(_allows_any_case(sentence) for sentence in whole_sentences(statement))


def stated_tolerance(statement: str) -> float | None:
    """How far a decimal may be off, absolutely or relatively; None where nothing is said."""
    for sentence in whole_sentences(statement):
        if sentence.section not in ("input", "examples") and _EXACTNESS.search(sentence.text):
            found = _smallness(sentence.text)
            if found is not None and 0 < found <= LARGEST_TOLERANCE:
                return found
    return None


def _allows_any_case(sentence: Sentence) -> bool:
    text = sentence.text
    if sentence.section == "examples" or _SO_ANYWAY.search(text) or not _CASE.search(text) or not _ANSWER.search(text):
        return False
    # "The string consists of uppercase and lowercase letters" says what is given.
    return sentence.section == "output" or not _ASKED.search(text) or "any" in text.lower()


def _smallness(text: str) -> float | None:
    if match := _POWER.search(text):
        return float(f"1e-{match[1]}")
    if match := _EXPONENT.search(text):
        return float(f"{match[1]}e-{match[2]}")
    if match := _DECIMAL.search(text):
        return float(f"0.{match[1]}")
    return None
