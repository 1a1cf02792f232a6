"""What is to be printed where there is no answer: "if it's impossible, print -1", "or NO if there is none".

Where several answers are right, nobody may choose whether there is one: a program that says that there is none where
another finds one is wrong, or the other is. Only what is told to be printed because nothing is possible counts: 0 for
"no operation is needed" is an answer like others, so no number but -1 is taken.
"""

from __future__ import annotations

import re
from itertools import pairwise

from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.wholes import whole_sentences

_TELLING = r"(?i:print|output|report|display|write|return|say|answer)(?i:s|ing)?"
_NOTHING = (
    r"(?i:\bimpossible\b|\bnot\s+possible\b|\bunsolvable\b|\binfeasible\b|\bunable\b|"
    r"\bno\s+(?:such|solutions?|answers?|valid|suitable|correct|feasible|way|ways)\b|"
    r"\b(?:does|do)(?:\s+not|n't)\s+exist|\b(?:is|are)\s+none\b|\bnone\s+(?:exists?|is|are)\b|\bno\s+\w+\s+exists?\b|"
    r"\b(?:cannot|can\s+not|can't)\b|\bthere(?:'s|\s+is|\s+are)\s+no\s+\w+\s+(?:that|which|such|with|satisfying)\b)"
)
_POSSIBLE = (
    r"(?i:\b(?:is|are|it's)\s+possible\b|\bexists?\b|\bthere(?:'s|\s+is|\s+are)\s+"
    r"(?:an?|at\s+least\s+one|such|some)\b|\bcan\s+be\b|\b(?:is|are)\s+(?:\w+\s+)?(?:solution|answer|way)s?\b)"
)
_ONLY = (
    r"(?:\s+(?i:only|just|out|a|an|one|the|single|number|integer|word|words|string|line|value|message|text|with|"
    r"containing|instead|of)){0,6}\s*:?\s*"
)
_SAID = (
    r"(?:[\"“‘«']{1,2}(?P<quoted>[^\s\"”’»'](?:[^\"”’»'\n]{0,28}[^\s\"”’»'.])?)\.?[\"”’»']{1,2}|"
    r"(?P<plain>-1\b|[A-Z]{2,}(?:\s+[A-Z]{2,}){0,3}\b|(?:Impossible|No|None|Never)\b))"
)
_UP_TO = r"[^.;]{0,300}?"
_IMPOSSIBLE_THEN = late_regex(rf"\b(?i:if|when|where)\b{_UP_TO}{_NOTHING}{_UP_TO}\b{_TELLING}{_ONLY}{_SAID}")
_SAID_IF = late_regex(rf"(?:\b{_TELLING}|\b(?i:or)){_ONLY}{_SAID},?\s+(?i:if|when|where|in\s+case)\b{_UP_TO}{_NOTHING}")
_OTHERWISE = late_regex(
    rf"\b(?i:otherwise|else)\b,?\s*(?:(?i:you\s+(?:should|must|have\s+to)|please)\s+)?"
    rf"(?:\b{_TELLING}{_ONLY})?{_SAID}|(?:\b{_TELLING}|\b(?i:or|and)){_ONLY}"
    rf"{_SAID.replace('P<', 'P<late_')}\s+(?i:otherwise)\b"
)
_REFUSALS = frozenset({"-1", "no", "none", "impossible", "never", "no solution", "no answer", "not possible"})
_NUMBER = late_regex(r"[+-]?\d+")
_LONGEST_START = 200
_AFTER_OTHERWISE = late_regex(r"^(?:otherwise|else|if\s+not)\b", re.IGNORECASE)


def no_answer(statement: str) -> tuple[str, ...]:
    """The words that say that there is no answer, in the order of the statement; () where nothing is said of it."""
    told = [sentence.text for sentence in whole_sentences(statement) if sentence.section not in ("input", "examples")]
    found = [
        _said(match) for text in told for pattern in (_IMPOSSIBLE_THEN, _SAID_IF) for match in pattern.finditer(text)
    ]
    for before, text in pairwise(["", *told]):
        condition = f"{before} {text}" if _AFTER_OTHERWISE.search(text) else text
        if re.search(_POSSIBLE, condition):
            found += [word for match in _OTHERWISE.finditer(text) if (word := _said(match)).lower() in _REFUSALS]
    return tuple(dict.fromkeys(word for word in found if word == "-1" or not _NUMBER.fullmatch(word)))


def says_none(output: bytes, words: tuple[str, ...]) -> bool:
    """Whether an output says that there is no answer, in the first test case where there are several: it begins with
    one of the words, or, where that is a number, is nothing else."""
    start = output[:_LONGEST_START].decode("utf-8", "replace").lower().split()
    for word in words:
        tokens = word.lower().split()
        if start[: len(tokens)] == tokens and (len(start) == len(tokens) or not _NUMBER.fullmatch(word)):
            return True
    return False


def _said(match: re.Match[str]) -> str:
    said = next(text for text in match.groupdict().values() if text is not None)
    return " ".join(said.split())
