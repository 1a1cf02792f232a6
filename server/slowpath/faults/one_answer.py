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
_EXTREME = (
    r"(?:minim(?:um|al|alt|ala)|maxim(?:um|al|alt|ala)|smallest|largest|least|greatest|shortest|longest|lowest|highest|"
    r"fewest|minsta|största|kortaste|längsta|lägsta|högsta|minst|flest)"
)
_MEASURE = (
    r"(?:number|sum|total|length|cost|value|profit|time|distance|area|size|amount|difference|score|weight|height|width|"
    r"depth|price|money|count|probability|product|volume|perimeter|speed|ratio|points|energy|load|delay|gain|loss|effort|"
    r"quotient|degree|income|damage|ways|steps|moves|operations|coins|days|minutes|seconds|hours|integer|\w+ness|heltal|"
    r"(?:antal|summa|längd|kostnad|värde|tid|avstånd|sträcka|area|skillnad|poäng|sannolikhet|vinst|belopp|volym|höjd|"
    r"vikt|steg|drag)(?:e?[nt])?)\b"
)
"""What is measured, of which one is the least; of things ("the smallest group") several may be."""
_QUANTITY = (
    rf"(?:{_EXTREME}\s+(?:[\w-]+\s+){{0,2}}?{_MEASURE}|fewest\s|antal(?:et)?\b|"
    r"(?:how|hur)\s+(?:many|much|long|far|många|mycket|långt?)\b|"
    r"(?<!\ba )number\s+of\s+(?!the\b|an?\b)(?:[\w-]+\s+){0,3}?(?:\w+s|people|children|men|women)\b|"
    r"(?:total|sum|length|area|distance|cost|amount|size|probability|expected|difference|product|remainder|volume|"
    r"perimeter|radius|average|totala|summan?|längden|arean|sannolikheten|skillnaden|produkten|resten)\b|"
    r"\w{1,3}-?\s?(?:th|st|nd|rd)\s+(?:smallest|largest)\s+(?:number|value|element|sum|integer)\b(?!'))"
)
_FORM = (
    r"(?:(?:out|an|one|the|single|only|just|new|separate|standard|output|your|integers?|numbers?|values?|real|"
    r"decimal|floating|point|denoting|representing|two|three|four|is|to|on|in|it|"
    r"(?:lines?|output)\s(?:with|containing|contains?|consisting\sof|of)|lines?|ut|ett|en|enda|heltal|tal|decimaltal|flyttal|rad\smed|rad|på|den|det|bara|[a-zA-Z])\b|[\s:;,~—–-])*"
)
"""What may stand before a quantity and only says how it is printed."""
_TELLING = r"(?:print|output|report|display|write|state|tell|skriv[as]?)"
_ASKED = late_regex(
    rf"(?:\b(?:{_TELLING}|find|determine|compute|calculate|give|contains?|consists?\sof|består?\sav|beräkna|bestäm|"
    r"otherwise|else|annars|what\sis|vad\sär|(?:where|and)\s[a-zA-Z]\sis|of\swhich\s(?:is|contains))\b|"
    rf"^(?=(?:an?|one|the|ett|en)\s)){_FORM}{_QUANTITY}|"
    r"\b(?:task|goal|job)\sis\sto\scount\b|^(?:(?:in\s)?how|hur)\s(?:many|much|long|far|många|mycket)\b.*\?",
    re.I,
)
"""Asks for a quantity, of which one is right; not for what has one ("the vertices of the shortest cycle")."""
_EACH_QUANTITY = late_regex(rf"(?:\b(?:the|its|and|is|of)|[:,])\s+(?:the\s+)?{_QUANTITY}", re.I)
_IS_EXTREME = late_regex(rf"\b{_EXTREME}\b", re.I)
_IS_CHOSEN = late_regex(
    r"\b(?:should|can\sbe\schosen|so\sthat|to\s(?:take|pour|sell|send|put|bet|buy|switch|move|be\ssent)|"
    r"you\s(?:choose|chose|take|took|draw|cut|bid|pick|decide|made|put|buy|bought|found)|your|(?:after|into)\swhich|"
    r"first\s(?:move|step|turn|group|room)|första\s\w+|ska(?:ll)?)\b|^\s(?:\w\s)?(?:of\s)?(?:an?|some)\s",
    re.I,
)
"""Says of a quantity that somebody chooses it: there may be several."""
_GOES_ON = late_regex(rf"\b(?:and|then|och|,)\s(?:then\s|sedan\s)?{_TELLING}\b", re.I)
_THE_ANSWER = late_regex(r"\b(?:the|their|your) answers?\b(?!\s*[:,])|\bsvaret\b(?!\s*[:,])", re.I)
_LENIENT = late_regex(
    r"\b(?:accept\w*|errors?|tolera\w*|precision|approx\w*|deviat\w*|ties?|matters?|checker|optimal|up to you|"
    r"your (?:scores?|plan|strategy|solution|route|tour|assignment)|you (?:found|built|chose)|your program \w+|"
    r"arbitrar\w*|any|either|fine|congruent|need(?:n't| not)|rounded|within|factor of|other ways|percent|"
    r"(?:lose|get|earn)s? a point|(?:more|full|fewer|less) points|points? (?:for|per)|"
    r"count(?:s|ed)? as (?:right|correct)|both (?:\w+ ){1,3}(?:are|count)|godkän\w*|räknas|fler poäng|"
    r"din \w+|valfri\w*|andra sätt|vilken som helst)\b|%",
    re.I,
)
"""What may speak of others that are right as well."""
_TOLERATED = late_regex(r"\b(?:10\s*\^\s*-|1e-)\d|\b0[.,]00\d*|\bdecimal(?:s|er| places| digits)\b", re.I)
"""Says by how little a decimal number may be off."""
_ERROR = late_regex(r"(?:,|\b(?:with|to|within|rounded))\s.*$", re.I)
_IS_SAID = late_regex(r"\b(?:must|should|shall|may|will|is|are|was|were|does|cannot)\b", re.I)
"""Says something of a quantity, rather than that it is printed."""
_OTHERWISE = late_regex(r"\b(?:if|om)\b.*\b(?:otherwise|else|if not|if|annars|om)\b", re.I)
_STRATEGY = late_regex(
    r"\b(?:should|so that|(?:is|are|has) to \w+|ska(?:ll)? \w+ .*först|(?:if|when) (?:you|we|our)|first (?:step|move)|"
    r"in order to)\b",
    re.I,
)
"""Says what somebody is to do, which may be one of several things."""
_IN_A_CASE = late_regex(r"\b(?:if|when|unless|om|när)\b", re.I)
_TOLD = late_regex(rf"\b{_TELLING}\b", re.I)
_EACH = late_regex(r"\b(?:each|every|varje|\w-th|answers to the)\b", re.I)
_MORE = late_regex(
    r"\b(?:then|followed|after\s(?:that|it|them|which)|(?:next|second|following|other)\sline|list|sequence|"
    r"(?:each|every) on|sedan|följt)\b",
    re.I,
)
"""Says that something else is printed after it."""
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
LINKS = ("or", "eller")
WORD = late_regex(r"[^\W\d_]+")


def asks_for_a_number(statement: str) -> bool:
    """Whether it speaks of one number, of which no two are right."""
    return bool(_ONE_ANSWER.search(statement))


def asks_for(statement: str, quantities: int = 1, *, is_decimal: bool = False, is_for_each: bool = False) -> bool:
    """Whether the words about the output ask for so many quantities, themselves or where the story asks for one that
    they call "the answer", and leave one answer: `is_for_each` one for each of many things, and nothing else. Nothing
    is said of what else is accepted, but by how little an answer may be off where it `is_decimal`."""
    story, output = _told(statement, is_decimal)
    if any(map(_LENIENT.search, output)):
        return False
    asking = _for_each(output) if is_for_each else output
    if quantities > 1:
        return any(_asks(text) and len(_EACH_QUANTITY.findall(text)) == quantities for text in asking)
    is_told_before = any(map(_THE_ANSWER.search, asking)) and all(_asks(text) for text in story if text.endswith("?"))
    return any(map(_asks, [*asking, *story] if is_told_before else asking))


def decides_between(statement: str, one: str, other: str, *, is_for_each: bool = False) -> bool:
    """Whether the words about the output say in which case it is which of two words, in small letters; `is_for_each` of
    many things, and nothing else."""
    _, output = _told(statement, False)
    if any(map(_LENIENT.search, output)):
        return False
    asking = _for_each(output) if is_for_each else [*output, *map(" ".join, pairwise(output))]
    for text in asking:
        said = WORD.findall(text.lower())
        if {one, other} <= set(said) and _OTHERWISE.search(text) and not _STRATEGY.search(text):
            spoken = f" {' '.join(said)} "
            if not any(f" {a} {link} {b} " in spoken for link in LINKS for a, b in ((one, other), (other, one))):
                return True
    return False


def says_when(statement: str, word: str) -> bool:
    """Whether the words about the output say in which case it is `word`, in small letters."""
    _, output = _told(statement, False)
    return any(
        _IN_A_CASE.search(text) and not _STRATEGY.search(text) and word in WORD.findall(text.lower()) for text in output
    )


def _for_each(output: list[str]) -> list[str]:
    """The sentence that tells to print something for each of many things, none where more is to be printed."""
    told = [text for text in output if _TOLD.search(text) and not _IN_A_CASE.match(text)]
    return told if len(told) == 1 and _EACH.search(told[0]) and not _MORE.search(told[0]) else []


def _asks(text: str) -> bool:
    """Whether a sentence asks for a quantity that nobody chooses, and for nothing after it."""
    found = _ASKED.search(text)
    if found is None:
        return False
    rest = text[found.end() :]
    if found.start() == 0 and text[:3].lower() == "the" and _IS_SAID.search(rest):
        return False
    is_least = _IS_EXTREME.search(found.group()) or _IS_EXTREME.search(rest)
    return not _GOES_ON.search(rest) and bool(is_least or not _IS_CHOSEN.search(rest))


def _told(statement: str, is_decimal: bool) -> tuple[list[str], list[str]]:
    """The sentences of the story, and of the output: where it `is_decimal` without what they say of an error."""
    said = [each for each in sentences(statement) if len(each.text) <= LONGEST]
    output = [each.text for each in said if each.section == "output"]
    if is_decimal:
        output = [_ERROR.sub("", text) if _TOLERATED.search(text) and _ASKED.search(text) else text for text in output]
        output = [text for text in output if not _TOLERATED.search(text)]
    return [each.text for each in said if each.section == ""], output


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
