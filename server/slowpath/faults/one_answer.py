"""Whether a statement leaves room for several right answers, where nothing says that there are any."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from slowpath.analysis.statement_text import sentences
from slowpath.model.patterns import late_regex

_ONE_ANSWER = late_regex(
    r"\bthe (?:\w+ )?(?:number|length|sum|minimum|maximum|minimal|maximal|smallest|largest|least|greatest|shortest|"
    r"longest|total|amount|cost|count|size|distance|area|probability)\b|"
    r"\bhow (?:many|much|long|far)\b|\bmodulo\b|"
    r"\bhur (?:många|mycket|långt?)\b|\bantal(?:et)?\b|\b(?:minsta|största|kortaste|längsta)\b",
    re.I,
)
_QUANTITY = (
    r"(?:number\s+of\s+(?!the\b|an?\b)|antal(?:et)?\b|how\s+(?:many|much|long|far)\b|hur\s+(?:många|mycket|långt?)\b|"
    r"(?:total|sum|summan?|length|längden|area|distance|cost|amount|size|probability)\b|"
    r"(?:minimum|maximum|minimal[at]?|maximal[at]?|smallest|largest|least|greatest|shortest|longest|lowest|highest|"
    r"fewest|minsta|största|kortaste|längsta)\s)"
)
_BEFORE = (
    r"(?:(?:out|an|one|the|single|only|just|lines?|integers?|numbers?|values?|with|containing|contains?|consisting|of|"
    r"to|on|in|it|is|standard|output|your|ut|ett|en|enda|tal|heltal|rad|med|den|det|bara|[a-zA-Z])\b|[\s:,—–-])*"
)
_ASKED = late_regex(
    r"\b(?:print|output|report|display|write|find|determine|compute|calculate|give|state|contains?|consists?|"
    rf"skriv[as]?|beräkna|bestäm|where [a-zA-Z] is)\b{_BEFORE}{_QUANTITY}|"
    rf"\b(?:what is|vad är)\s+(?:the\s+|det\s+|den\s+)?{_QUANTITY}.*\?|"
    r"^(?:how (?:many|much|long|far)|hur (?:många|mycket))\b.*\?",
    re.I,
)
"""Asks for a quantity, of which one is right; not for what has one ("the vertices of the shortest cycle")."""
_THE_ANSWER = late_regex(r"\b(?:the|their|your) answer\b|\bsvaret\b", re.I)
_LENIENT = late_regex(
    r"\b(?:accept\w*|errors?|toleran\w*|precision|approx\w*|ties?|matters?|checker|optimal|up to you|your scores?|"
    r"arbitrar\w*|any|other ways|percent|godkän\w*|valfri\w*|andra sätt|vilken som helst)\b|%",
    re.I,
)
"""What may speak of others that are right as well."""
_DECISION = late_regex(
    r"\bif\b.*\b(?:otherwise|else|if (?:not|it (?:isn't|is not|doesn't)|there (?:isn't|is no)))\b|\bom\b.*\bannars\b",
    re.I,
)
_EXTREMES = {
    1: late_regex(
        r"\b(?:maxim(?:um|al|i[sz]ed?)|largest|greatest|longest|highest|most\s+\w+\s+(?:possible|that\s+can)|"
        r"(?:many|much|large|long|high)(?:\s+\w+){0,3}\s+as\s+possible|maximal[ta]?|största|längsta|högsta|som\s+mest)\b",
        re.I,
    ),
    -1: late_regex(
        r"\b(?:minim(?:um|al|i[sz]ed?)|smallest|fewest|shortest|lowest|cheapest|(?<!at )least|"
        r"(?:few|little|small|short|low)(?:\s+\w+){0,3}\s+as\s+possible|minimal[ta]?|minsta|kortaste|lägsta|som\s+minst)\b",
        re.I,
    ),
}
LONGEST = 2000
"""Characters of a sentence that is looked at."""
WORD = late_regex(r"[^\W\d_]+")


def asks_for_a_number(statement: str) -> bool:
    """Whether it speaks of one number, of which no two are right."""
    return bool(_ONE_ANSWER.search(statement))


def asks_for_one(statement: str, words: Iterable[str] = ()) -> bool:
    """Whether the words about the output leave a single answer: they ask for a quantity, themselves or where the story
    asks for what they call "the answer"; or they decide between `words`, in small letters, where these are given.
    Nothing is said of what else is accepted."""
    said = [each for each in sentences(statement) if len(each.text) <= LONGEST]
    told = [each for each in said if each.section not in ("input", "example", "note")]
    output = [each.text for each in told if each.section == "output"]
    if any(map(_LENIENT.search, output)):
        return False
    if wanted := set(words):
        joined = [*output, *map(" ".join, pairwise(output))]
        return any(_DECISION.search(text) and wanted <= set(WORD.findall(text.lower())) for text in joined)
    if any(map(_THE_ANSWER.search, output)):
        output += [each.text for each in told if each.section == ""]
    return any(map(_ASKED.search, output))


def is_one_of_its_words(statement: str, answers: Iterable[bytes]) -> bool:
    """Whether answers consist of words alone that the statement gives for the output."""
    said = {word.decode("utf-8", "replace").lower() for answer in answers for word in answer.split()}
    return said <= {
        word
        for sentence in sentences(statement)
        if sentence.section == "output"
        for word in WORD.findall(sentence.text.lower())
    }


def sought_extreme(statement: str) -> int:
    """1 where the statement asks for the largest of something, -1 for the smallest, 0 where it speaks of neither, or of
    both: of what it says of the output, else of all but the input."""
    told = [each for each in sentences(statement) if each.section not in ("input", "example", "note")]
    for texts in ([each.text for each in told if each.section == "output"], [each.text for each in told]):
        found = {sign for sign, words in _EXTREMES.items() if any(map(words.search, texts))}
        if found:
            return found.pop() if len(found) == 1 else 0
    return 0
