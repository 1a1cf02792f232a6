"""What a statement promises of how large answers are: inputs with larger ones aren't given, whatever a format or a
validator says of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from slowpath.model.expression import expr
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.numerals import with_numerals
from slowpath.statement.sentences.wholes import whole_sentences

_PROMISE = late_regex(
    r"\b(?:answers?|results?|outputs?)\b[^.?!]{0,60}?"
    r"\b(?:at most|(?:less|smaller|lower) than|no (?:more|larger|greater) than|below|"
    r"(?<!not )(?<!n't )(?<!never )fits? (?:in|into|within)|"
    r"(?:not|never|n't) (?:be (?:more|larger|greater) than|exceed))\b(?P<most>.*)",
    re.IGNORECASE,
)
_EXACTNESS = late_regex(r"\b(?:error|precision|tolerance|accura\w+|accepted|correct|points|lines|digits)\b", re.I)
_BITS = late_regex(
    r"\b(?P<bits>16|32|64|128)[\s-]*bits?\b|\b(?P<long>long long|int64\w*|long)\b|\bint(?:32\w*)?\b", re.I
)
_NUMBER = late_regex(r"(?:\d+ ?\* ?)?\d+\^\d{1,3}(?!\d)|\d{1,3}(?:[ ,'_]\d{3})+(?!\d)|\d+")


@dataclass(frozen=True)
class PromisedAnswer:
    """The sentence, and the largest number that it speaks of; None where that isn't understood."""

    sentence: str
    most: int | None

    def is_kept(self, answer: bytes) -> bool:
        """Whether no number of an answer is larger."""
        try:
            return self.most is not None and all(abs(int(token)) <= self.most for token in answer.split())
        except ValueError:
            return False


def promised_answer(statement: str) -> PromisedAnswer | None:
    """The first promise of that kind, None where there is none."""
    for sentence in whole_sentences(statement):
        if sentence.section == "examples" or _EXACTNESS.search(sentence.text):
            continue
        found = _PROMISE.search(with_numerals(sentence.text))
        if found is not None:
            return PromisedAnswer(sentence.original, _largest(found["most"]))
    return None


def _largest(text: str) -> int | None:
    bits = _BITS.search(text)
    if bits is not None:
        return (1 << (int(bits["bits"]) if bits["bits"] else 64 if bits["long"] else 32)) - 1 >> 1
    numbers = (expr(re.sub("[ ,'_]", "", each).replace("^", "**")).constant for each in _NUMBER.findall(text))
    return max((number for number in numbers if number is not None), default=None)
