"""Whether an output begins with a number that nobody may choose: "the first line holds the least number of moves".

Where several answers are right, the best value that all of them reach is one: a program that begins with another
number than a right one does is wrong. Only what the statement calls an extreme and wants first counts; any other first
number, such as how many lines follow, may be chosen as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from slowpath.analysis.any_answer import shortened
from slowpath.analysis.statement_text import sentences

_TELLING = r"(?:print|output|report|display|write|give)(?:s|ing)?"
_EXTREME = (
    r"(?:min(?:imum|imal)|max(?:imum|imal)|smallest|largest|fewest|(?<!at\s)least|greatest|shortest|longest|lowest|"
    r"highest|(?<!at\s)most|minsta|största|kortaste|längsta|högsta|lägsta|flest)\b"
)
_UP_TO = r"[^.;]{0,160}?"
_THEN = r"(?:followed\s+by|(?:and\s+)?then|(?:and\s+)?(?:in|on)\s+the\s+(?:next|second|following)\s+lines?)\b"
_FIRST = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:the\s+)?first\s+(?:output\s+)?(?:line|integer|number)\b{_UP_TO}\b(?:the|a)\s+{_UP_TO}{_EXTREME}",
        rf"^(?:\w+\s+){{0,6}}?first(?:ly)?\b,?\s*(?:you\s+should\s+)?{_TELLING}\b{_UP_TO}\bthe\s+{_UP_TO}{_EXTREME}",
        rf"\b{_TELLING}\b{_UP_TO}\bthe\s+(?:\w+\s+){{0,3}}?{_EXTREME}{_UP_TO}\b(?:in|on)\s+the\s+first\s+line\b",
        rf"^(?:\w+\s+){{0,6}}?{_TELLING}\s+the\s+(?:\w+\s+)?{_EXTREME}{_UP_TO},?\s+{_THEN}",
        rf"\bförsta\s+(?:raden|talet)\b{_UP_TO}\bde[nt]?\s+{_UP_TO}{_EXTREME}",
    )
)
_CHOSEN = re.compile(
    r"\b(?:not|need(?:n't)?|necessarily|inte|may|might|close|approximat\w*|within|nearly|almost)\b|n't\b", re.IGNORECASE
)
_NUMBER = re.compile(rb"[+-]?\d{1,40}")
_LONGEST_START = 200


def first_value(statement: str, answers: Iterable[bytes] = ()) -> str:
    """The sentence that says that an output begins with the best value there is, "" where none does or where one of
    `answers`, the samples', begins with no integer."""
    if any(starting_number(answer) is None for answer in answers):
        return ""
    for sentence in sentences(statement):
        if sentence.section in ("input", "example", "note") or _CHOSEN.search(sentence.text):
            continue
        if any(pattern.search(sentence.text) for pattern in _FIRST):
            return shortened(sentence.text)
    return ""


def starting_number(output: bytes) -> int | None:
    """The integer that an output begins with, None where it begins with anything else."""
    start = output[:_LONGEST_START].split(None, 1)
    return int(start[0]) if start and _NUMBER.fullmatch(start[0]) else None
