"""Whether a statement leaves room for several right answers, where nothing says that there are any.

What counts is what its words ask for. The least or most of a measure is one number. A plain count, length or sum is one
unless somebody chooses it ("to take", "you build"), the story tells to make something ("build a graph"), or it is that
for which something else is the least. Between two words the cases decide in which each is printed. Words that may speak
of other right answers leave it open, whatever else is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from slowpath.analysis.statement_text import sentences
from slowpath.model.patterns import late_regex

_ONE_ANSWER = late_regex(
    r"\bthe (?:\w+ )?(?:number|length|sum|minimum|maximum|minimal|maximal|smallest|largest|least|greatest|shortest|"
    r"longest|total|amount|cost|count|size|distance|area|probability)\b|\bhow (?:many|much|long|far)\b|\bmodulo\b|"
    r"\bhur (?:många|mycket|långt?)\b|\bantal(?:et)?\b|\b(?:minsta|största|kortaste|längsta)\b",
    re.I,
)
_EXTREME = (
    r"(?:(?<!at )(?:minim(?:um|al|alt|ala)|maxim(?:um|al|alt|ala)|smallest|largest|"
    r"least|greatest|shortest|longest|lowest|highest|"
    r"fewest|earliest|latest)|minsta|största|kortaste|längsta|lägsta|högsta|(?<!åt)minst|flest)"
)
_MEASURE = (
    r"(?:number|sum|total|length|cost|value|profit|time|distance|area|size|amount|difference|score|weight|height|width|"
    r"depth|price|money|count|probability|product|volume|perimeter|speed|ratio|points|energy|load|delay|gain|loss|"
    r"effort|"
    r"quotient|degree|income|damage|ways|steps|moves|operations|coins|days?|minutes?|seconds?|hours?|year|integer|"
    r"divisor|multiple|index|power|digit|prime|gap|diameter|\w+ness|heltal|"
    r"(?:antal|summa|längd|kostnad|värde|tid|avstånd|sträcka|area|skillnad|poäng|sannolikhet|vinst|belopp|volym|höjd|"
    r"vikt|steg|drag)(?:e?[nt])?)\b"
)
"""What is measured, of which one is the least; of things ("the smallest group") several may be."""
_QUANTITY = (
    rf"(?:{_EXTREME}\s+(?:[\w-]+\s+){{0,2}}?{_MEASURE}|fewest\s|antal(?:et)?\b|"
    r"(?:how|hur)\s+(?:many|much|long|far|många|mycket|långt?)\b|"
    r"(?<!\ba )number\s+of\s+(?!the\b|an?\b)(?:[\w-]+\s+){0,3}?(?:\w+s|people|children|men|women)\b|"
    r"(?:total|sum|length|area|distance|cost|amount|size|probability|expected|difference|product|remainder|volume|"
    r"perimeter|radius|average|gcd|lcm|greatest\scommon\sdivisor|totala|summan?|längden|arean|sannolikheten|"
    r"skillnaden|produkten|resten)\b|"
    r"\w{1,3}-?\s?(?:th|st|nd|rd)\s+(?:smallest|largest)\s+(?:number|value|element|sum|integer)\b(?!'))"
)
_FORM = (
    r"(?:(?:out|an|one|the|single|required|requested|desired|only|just|new|separate|standard|output|your|integers?|"
    r"numbers?|values?|real|decimal|floating|point|denoting|representing|two|three|four|is|to|on|in|it|"
    r"(?:lines?|output)\s(?:with|containing|contains?|consisting\sof|of)|lines?|ut|ett|en|enda|heltal|tal|decimaltal|"
    r"flyttal|rad\smed|rad|på|den|det|bara|[a-zA-Z])\b|[\s:;,~—–-])*"
)
"""What may stand before a quantity and only says how it is printed."""
_TELLING = r"(?:print|output|report|display|write|state|tell|skriv[as]?)"
_ASKED = late_regex(
    rf"(?:\b(?:{_TELLING}|find|determine|compute|calculate|give|contains?|consists?\sof|består?\sav|beräkna|bestäm|"
    r"otherwise|else|annars|what\sis|vad\sär|(?:where|and)\s[a-zA-Z]\sis|of\swhich\s(?:is|contains))\b|"
    rf"^(?=(?:an?|one|the|ett|en)\s)){_FORM}{_QUANTITY}|"
    r"\b(?:task|goal|job)\sis\sto\scount\b|^count\sthe\b|\banswers?,?\smodulo\b|^(?:(?:in\s)?how|hur)\s(?:many|much|"
    r"long|far|många|mycket)\b.*\?",
    re.I,
)
"""Asks for a quantity, of which one is right; not for what has one ("the vertices of the shortest cycle")."""
_EACH_QUANTITY = late_regex(rf"(?:\b(?:the|its|and|is|of)|[:,])\s+(?:the\s+)?{_QUANTITY}", re.I)
_IS_EXTREME = late_regex(rf"\b{_EXTREME}\b|\bmodulo\b|\bways\b", re.I)
_IS_CHOSEN = late_regex(
    r"\b(?:should|so\sthat|(?:after|into)\swhich|your|ska(?:ll)?|satsar|bets|"
    r"first\s(?:move|step|turn|group|room|box|bag|pile|part)|"
    r"(?<!ways )(?<!needed )(?<!required )(?<!necessary )(?<!enough )to\s(?:take|pour|sell|send|put|bet|buy|switch|"
    r"move|remove|add|place|open|eat|use|choose|play|give|insert|delete|build|cut|hire|be\ssent)|"
    r"you\s(?:add|build|make|use|create|construct|hold|choose|chose|take|took|draw|cut|bid|pick|decide|made|put|buy|"
    r"bought|found)|chosen|selected|picked|built|used|added|inserted|placed|created|första\s\w+|"
    r"(?:must|should|may|can)(?:\snot|n't|not)\s(?:exceed|be))\b|^\s(?:\w\s)?(?:of\s)?(?:an?|some)\s",
    re.I,
)
"""Says of a quantity that somebody chooses it: there may be several."""
_BEST = rf"(?:{_EXTREME}|best|cheapest|fastest|(?<!at )most\s\w+|maximal|minimal|billigaste|snabbaste|bästa)"
_IS_OF_BEST = late_regex(
    r"\b(?:(?:so|such)\sthat|in\sorder\sto|(?:for|at|with)\swhich|för\satt|så\satt|that|which)\b.*\b"
    rf"(?:{_BEST}|maximi[sz]\w*|minimi[sz]\w*|as\spossible|som\smöjligt)\b|"
    rf"\b(?:for|with|on|med|på)\s(?:the|an?|den|det|en|ett)\s{_BEST}\b|\b(?:in|i)\s(?:an?|en|ett)\s{_BEST}\b|"
    r"\bof\s(?:the\s(?:best|cheapest|fastest)|an?\s(?:maximal|minimal))\b|\bon\s(?:it|them)\b",
    re.I,
)
"""Says of a quantity for what something else is the least or most: several may be equally good."""
_IS_GOAL = late_regex(r"\b(?:cost|price|time|minutes|profit|score|value)\b", re.I)
"""What the best are compared by."""
_MAKES = late_regex(
    r"^(?:(?:now|then|please|so|help\s\w+(?:\sto)?|your\s(?:task|job|goal)\sis\sto|(?:you|he|she|they)\s(?:should|must|"
    r"need\sto|have\sto|are\sto|wants?\sto)|can\syou),?\s)?"
    r"(?:(?:find|choose|pick|select|create|draw|make|write|hitta|välj|skapa|rita)\s(?:an?|some|two|three|such|ett|en|"
    r"två)\b(?!\s(?:\w+\s)?program)|"
    r"(?:build|construct|design|distribute|divide|split|partition|assign|colou?r|paint|place|arrange|bygg|konstruera|"
    r"fördela|dela|måla|placera)\b)",
    re.I,
)
"""Tells to make something, of which there may be several."""
_SEEKS = late_regex(
    r"^(?:(?:now|then|so|your\s(?:task|job|goal)\sis\sto),?\s)?(?:find|choose|determine|construct)\b|\?$", re.I
)
"""Says what the task is."""
_SHARED = late_regex(r"\b(?:gets?|receives?|pays?|takes?|taken|flows?|through|får|betalar)\b", re.I)
"""Says what each has of something that is shared out, which may be done in several ways."""
_IS_BARE = late_regex(rf"{_TELLING}\s[\w\s]{{1,12}}lines?\.?$", re.I)
"""Says how many lines there are and no more."""
_TEST = late_regex(r"\b(?:test|cases?|quer(?:y|ies)|questions?|data ?sets?|scenarios?)\b", re.I)
_GOES_ON = late_regex(rf"\b(?:and|then|och|,)\s(?:then\s|sedan\s)?{_TELLING}\b", re.I)
_THE_ANSWER = late_regex(r"\b(?:the|their|your) answers?\b(?!\s*[:,])|\bsvaret\b(?!\s*[:,])", re.I)
_LENIENT = late_regex(
    r"\b(?:accept\w*|errors?|tolera\w*|precision|approx\w*|deviat\w*|ties?|matters?|checker|optimal|up to you|"
    r"your (?:scores?|plan|strategy|solution|route|tour|assignment)|you (?:found|built|chose)|"
    r"your program (?!should|must|shall|has|is|needs)\w+|(?:must|should|may|can)(?: ?not|n't) (?:exceed|be \w+ than)|"
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
"""The end of a sentence that asks for a number and says how exact it should be."""
_IS_SAID = late_regex(
    r"(?<!that )(?<!which )(?<!who )\b(?:must|should|shall|may|will|is|are|was|were|does|cannot)\b", re.I
)
"""Says something of a quantity, rather than that it is printed."""
_OTHERWISE = late_regex(
    r"\b(?:if|om)\b.*\b(?:otherwise|else|if not|annars)\b|"
    r"\b(?:if|om)\b(?=.*\b(?:not|no|none|nobody|never|\w+n['’]t|cannot|inte|ingen)\b).*\b(?:if|om)\b|"
    r"\b(?:if|om)\b(?=.*\b(?:wins?|loses?|even|odd|true|false|more|less|greater|smaller|vinner|förlorar)\b)"
    r"(?!.*\b(?:can|could|may|might)\b).*\b(?:if|om)\b",
    re.I,
)
"""Says which case is which: the rest, or each by itself where they exclude one another."""
_OF_LETTERS = late_regex(
    r"\b(?:any|either|upper|lower|mixed)[ -]?case\b|\b(?:upper|lower)(?:case)? (?:or|and) (?:upper|lower)|"
    r"\bcase[- ]insensitiv\w*|\b(?:recogni[sz]ed|accepted) as (?:a )?(?:positive|negative)\b",
    re.I,
)
_STRATEGY = late_regex(
    r"\b(?:should|so that|(?:is|are|has) to \w+|ska(?:ll)? \w+ .*först|(?:if|when) (?:you|we|our)|first (?:step|move)|"
    r"in order to)\b",
    re.I,
)
"""Says what somebody is to do, which may be one of several things."""
_IN_A_CASE = late_regex(r"\b(?:if|when|unless|om|när)\b", re.I)
_TOLD = late_regex(rf"\b{_TELLING}\b|\bline (?:should |must )?contains?\b", re.I)
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
        r"(?:many|much|large|long|high)(?:\s+\w+){0,3}\s+as\s+possible|maximal[ta]?|största|längsta|högsta|"
        r"som\s+mest)\b",
        re.I,
    ),
    -1: late_regex(
        r"\b(?:minim(?:um|al|i[sz]ed?)|smallest|fewest|shortest|lowest|cheapest|(?<!at )least|"
        r"(?:few|little|small|short|low)(?:\s+\w+){0,3}\s+as\s+possible|minimal[ta]?|minsta|kortaste|lägsta|"
        r"som\s+minst)\b",
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
    is_made = _is_made(story)
    asking = _for_each(output, is_made) if is_for_each else output
    if quantities > 1:
        return any(_asks_each(text, quantities, is_made) for text in asking)
    if any(_asks(text, is_made) for text in asking):
        return True
    is_told_before = any(map(_THE_ANSWER.search, asking)) and all(_asks(text) for text in story if _SEEKS.search(text))
    return is_told_before and any(map(_asks, story))


def decides_between(statement: str, one: str, other: str, *, is_for_each: bool = False) -> bool:
    """Whether the words about the output say in which case it is which of two words, in small letters; `is_for_each` of
    many things, and nothing else."""
    story, output = _told(statement, False)
    if any(map(_LENIENT.search, output)):
        return False
    asking = _for_each(output, _is_made(story)) if is_for_each else [*output, *map(" ".join, pairwise(output))]
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


def _is_made(story: list[str]) -> bool:
    """Whether the story tells to make something, and neither asks for a quantity nor for the least or most."""
    return any(_MAKES.search(text) and not _IS_EXTREME.search(text) for text in story) and not any(
        text.endswith("?") and _asks(text) for text in story
    )


def _for_each(output: list[str], is_made: bool) -> list[str]:
    """The sentence that tells to print something for each of many things, none where more is to be printed, or where
    the things share what is made."""
    told = [text for text in output if _TOLD.search(text) and not (_IN_A_CASE.match(text) or _IS_BARE.match(text))]
    if len(told) != 1 or not _EACH.search(told[0]) or _MORE.search(told[0]) or _SHARED.search(told[0]):
        return []
    return [] if is_made and not _TEST.search(told[0]) else told


def _asks(text: str, is_made: bool = False) -> bool:
    """Whether a sentence asks for a quantity that nobody chooses, and for nothing after it. Where something `is_made`,
    only what is the least or most of its kind is the same for all that can be made."""
    found = _ASKED.search(text)
    if found is None:
        return False
    rest = text[found.end() :]
    if found.start() == 0 and text[:3].lower() == "the" and _IS_SAID.search(rest):
        return False
    return not _GOES_ON.search(rest) and _is_one(found.group(), rest, is_made)


def _asks_each(text: str, quantities: int, is_made: bool) -> bool:
    """Whether a sentence asks for so many quantities, each of which is one."""
    found = list(_EACH_QUANTITY.finditer(text))
    if len(found) != quantities or not _ASKED.search(text) or _GOES_ON.search(text, found[0].end()):
        return False
    ends = [*(each.start() for each in found[1:]), len(text)]
    return all(_is_one(each.group(), text[each.end() : end], is_made) for each, end in zip(found, ends, strict=True))


def _is_one(quantity: str, rest: str, is_made: bool) -> bool:
    """Whether there is one such quantity, by the words that ask for it and the `rest` of what is said of it."""
    if _IS_EXTREME.search(quantity):
        return True
    if _IS_OF_BEST.search(rest) and not (_IS_GOAL.search(quantity) and rest.startswith(" of the")):
        return False
    return bool(_IS_EXTREME.search(rest)) or not (is_made or _IS_CHOSEN.search(rest))


def _told(statement: str, is_decimal: bool) -> tuple[list[str], list[str]]:
    """The sentences of the story, and of the output: where it `is_decimal` without what they say of an error."""
    said = [each for each in sentences(statement) if len(each.text) <= LONGEST]
    output = [each.text for each in said if each.section == "output" and not _OF_LETTERS.search(each.text)]
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
