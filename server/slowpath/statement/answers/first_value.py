"""Whether an output begins with the best value there is: "the first line holds the least number of moves".

Where several answers are right, the best value that all of them reach is one: a program that begins with another
number than a right one does is wrong. Only a measure that the statement calls an extreme and wants first counts. Any
other first number may be chosen as well: how many lines follow, or the first vertex of a shortest path.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from slowpath.model.patterns import late_regex
from slowpath.statement.answers.any_answer import shortened
from slowpath.statement.sentences.sentence import EXAMPLES
from slowpath.statement.sentences.wholes import whole_sentences

_TELLING = r"(?:print|output|report|display|write|give)(?:s|ing)?"
_EXTREME = (
    r"(?:min(?:imum|imal)|max(?:imum|imal)|smallest|largest|fewest|(?<!at\s)least|greatest|shortest|longest|lowest|"
    r"highest)"
)
_MEASURE = r"(?:number|value|cost|sum|length|size|total|amount|distance|time|score|profit|weight|area|count|price)\b"
_BEST = (
    rf"the\s+(?:\w+\s+)?(?:{_EXTREME}\s+(?:\w+\s+){{0,2}}?{_MEASURE}|"
    rf"(?:size|length)\s+of\s+(?:the|an?)\s+{_EXTREME}\b)"
)
_NUMBERED = r"(?:(?:an?|one|the|single|decimal|real|integer|number)\s+){0,3}(?:integer|number)\b"
_NAMED = r"(?:\s*\b\w{1,2}\b)?(?:\s*\([^()]{0,60}\))?\s*(?:(?:--?|[—–:,])\s*|\b(?:is|equal\s+to|denoting)\s+)?"
_NUMBER_IS_BEST = rf"(?:{_NUMBERED})?{_NAMED}{_BEST}"
_LINE = r"the\s+first\s+line(?:\s+of\s+(?:the\s+)?output(?:\s+data)?)?"
_HOLDS = rf"(?:(?:should|must|will|shall|has\s+to)\s+)?(?:contains?|holds?|has|have|consists?\s+of|{_TELLING})\s+"
_THEN = r"(?:followed\s+by|(?:and\s+)?then|(?:and\s+)?(?:in|on)\s+the\s+(?:next|second|following)\s+lines?)\b"
_FIRST = tuple(
    late_regex(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_LINE},?\s*(?:you\s+should\s+)?{_HOLDS}{_NUMBER_IS_BEST}",
        rf"\bfirst(?:ly)?\b,?\s*(?:you\s+should\s+)?{_TELLING}\s+{_NUMBER_IS_BEST}",
        rf"\b{_TELLING}\s+{_NUMBER_IS_BEST}[^.;]{{0,120}}?\b(?:in|on)\s+the\s+first\s+line\b",
        rf"\b{_TELLING}\s+{_NUMBERED}\s+(?:in|on)\s+{_LINE}{_NAMED}{_BEST}",
        rf"^(?:\w+\s+){{0,6}}?{_TELLING}\s+{_NUMBER_IS_BEST}[^.;]{{0,120}}?,?\s+{_THEN}",
    )
)
_CHOSEN = late_regex(
    r"\b(?:not|need(?:n't)?|necessarily|may|might|close|approximat\w*|within|nearly|almost)\b|n't\b", re.IGNORECASE
)
_NUMBER = re.compile(rb"[+-]?\d{1,40}")
_LONGEST_START = 200


def first_value(statement: str, answers: Iterable[bytes] = ()) -> str:
    """The sentence that says that an output begins with the best value there is, "" where none does or where one of
    `answers`, the samples', begins with no integer."""
    if any(starting_number(answer) is None for answer in answers):
        return ""
    for sentence in whole_sentences(statement):
        if sentence.section in ("input", *EXAMPLES) or _CHOSEN.search(sentence.text):
            continue
        if any(pattern.search(sentence.text) for pattern in _FIRST):
            return shortened(sentence.original)
    return ""


def starting_number(output: bytes) -> int | None:
    """The integer that an output begins with, None where it begins with anything else."""
    start = output[:_LONGEST_START].split(None, 1)
    return int(start[0]) if start and _NUMBER.fullmatch(start[0]) else None
