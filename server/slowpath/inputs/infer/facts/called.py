"""Which list a sentence means that speaks of its elements by what they are: "the weights are given in this order" means
`w` where another sentence has "n weights w_1 ... w_n" or "the weight of parcel i is w_i".
"""

from __future__ import annotations

import re

from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.facts.mentioned import is_same
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.mentions import IN_ES, is_meant
from slowpath.statement.claims.names import base_name
from slowpath.statement.claims.subjects import THEM
from slowpath.statement.phrases.rows import saying
from slowpath.statement.sentences.sentence import NOT_INPUT
from slowpath.statement.sentences.statement import Sentence

_AUXILIARY = late_regex(
    r"(?: (?:are|is|be|been|was|were|will|must|have|has|always|all|also|pairwise|mutually|guaranteed|to|which|that|"
    r"both|given|listed|presented|ordered|sorted|in|contains?)|,)*\s*$",
    re.I,
)
_SUBJECT = late_regex(r"(?:\b(\w+) (?:of|in) (?:the |all |these )?(?:\w+ )?)?\b(\w+)$")
_COMPOUND = late_regex(r"\b(\w+ \w+)$")
"""What is spoken of in two words: "the house numbers"."""
GENERIC = frozenset({"they", "integers", "numbers", "values", "elements", "entries", "array", "list", "sequence"})
_BEGINS = late_regex(
    r"(?:^|[.;:(]|, (?:and|where|with|but)|\b(?:guaranteed|ensured|known|assume|given|told)(?: that)?|"
    r"\b(?:where|and|note that))"
    r"[\s,]*(?:\b(?:all|both|the|these|those|of|its|their|input|given|following|\d+|[a-z])\b ?)*$",
    re.I,
)
"""What stands before who or what is spoken of, where that is all of them: not "as soon as" or "at least two of"."""
_SAID_SECOND = late_regex(
    r"(?P<subject>(?:[\w-]+ ){1,4}?)(?:consists?|contains?|has|have|are|is|will|must|lies?)\b.*(?:,|\band)$"
)
"""What a sentence says second of those that it begins with: "the words have at most 20 letters and are distinct"."""
_NAME = late_regex(r"\b[A-Za-z]_\w+|\b[B-HJ-Zb-z]\b(?!['-])")
_GERUND = late_regex(r"ing(?= \w)")
"""What the starting time has more than the start time."""
_PLACES = ("position", "location", "place", "spot")
"""Nouns of one meaning."""
_SHORTEST = 3
_LONGEST = 300
"""Characters of a sentence before what it says that are looked at."""
_NEAR = 6
"""Words between what a list is called and its name, at most."""
_COORDINATES = late_regex(
    r"(?<![\w'])([A-Za-z](?:_\w+)?)(?: ?,| and) ([A-Za-z](?:_\w+)?)(?![\w'])[^.;:]{0,40}?,? (?:the|its|their|are the) "
    r"(?:\w+ )?coordinates\b"
)
"""Two names before what they are together."""
_BESIDE = late_regex(r"\b[A-Za-z]_\w+(?: ?,| and| ?, and) ?$")
"""Before a name that stands with others before what they are: "s_i and t_i, the start and the end"."""
_COMPARED = r" (?:least|most|than|exceeds?|between|equals?)\b"
"""Where they compare what is called so with another: "the total capacity is at least s"."""
_NEXT_NOUN = r" [A-Za-z](?:_\w+)? and (?:the|its|their|an?) "
"""Where the words between speak of something else: "the position x_i and the colour c_i"."""


def is_called(name: str, before: str, sentence: Sentence, knowledge: Knowledge) -> bool:
    """Whether a sentence that begins with `before` (up to what it says) says it of the list `name` and of no other."""
    nouns = _subject_nouns(before)
    if not nouns or (nouns[-1] == "they" and not _speaks_of_elements(sentence, knowledge)):
        return False
    if len(knowledge.lists) == 1 and nouns[-1] in GENERIC:
        return name in knowledge.lists
    for noun in nouns:
        meant = [other for other in knowledge.lists if noun not in GENERIC and _has_name(noun, other, knowledge)]
        if meant:
            return meant == [name]
    described, is_told = knowledge.described, nouns[-1] not in GENERIC
    return is_told and is_meant(name, nouns[-1], False, described, knowledge.copies)


def _subject_nouns(before: str) -> list[str]:
    """What a sentence speaks of that begins with `before` (up to what it says), in one word or more; nothing where that
    isn't all of them."""
    before = before[-_LONGEST:]
    before = before[: _AUXILIARY.search(before).start()]  # type: ignore[union-attr]
    if (first := _SAID_SECOND.match(before)) is not None:
        before = first["subject"].rstrip()
    found = next(
        (
            match
            for pattern in (_SUBJECT, _COMPOUND)
            if (match := pattern.search(before)) and _BEGINS.search(before[: match.start()])
        ),
        None,
    )
    nouns = [word.lower() for word in found.groups() if word] if found is not None else []
    return ["they"] if nouns and nouns[-1] in THEM else nouns


def is_spoken_of(name: str, before: str, knowledge: Knowledge) -> bool:
    """Whether a sentence that begins with `before` speaks of the values of one field of the rows: "the times are", not
    of the things that have them: "the events are" behind "the time of the event"."""
    nouns = _subject_nouns(before)
    if not nouns or name not in knowledge.described:
        return False
    owner = late_regex(rf"\b(?:of|for) (?:(?:the|each|every|an?) )?(?:[\w-]+ )?{re.escape(nouns[0].removesuffix('s'))}")
    return not owner.search(knowledge.described[name].text) and is_noun_of(name, nouns[0], knowledge)


def is_noun_of(name: str, noun: str, knowledge: Knowledge) -> bool:
    """Whether a noun means the values of this variable and of no other: by what stands beside its name anywhere, or
    in the sentence about its line. A place is one by any of its nouns: "no two at the same location" is said of
    positions."""
    nouns = [noun] if noun.removesuffix("s") not in _PLACES else [noun, *_PLACES]
    if not noun or not name or any(named_together(one, knowledge) for one in nouns):
        return False
    return any(_is_noun_of(name, one, knowledge) for one in nouns)


def _is_noun_of(name: str, noun: str, knowledge: Knowledge) -> bool:
    if (short := _GERUND.sub("", noun)) != noun and _is_noun_of(name, short, knowledge):
        return True
    defined = [other for other in knowledge.described if _is_defined_as(noun, other, knowledge)]
    if defined:
        return defined == [name]
    meant = [other for other in knowledge.described if _has_name(noun, other, knowledge)]
    if not meant:
        described = knowledge.described
        meant = [other for other in described if is_meant(other, noun, False, described, knowledge.copies)]
    return meant == [name]


def is_listed_once(name: str, sentence: Sentence, knowledge: Knowledge) -> bool:
    """Whether a sentence right behind the one about a variable's line says that nothing stands there twice, by what the
    line calls it: "there is a shop in village c_i. No village is listed twice"."""
    found, line = saying("listed once").search(sentence.text), knowledge.described.get(name)
    sentences = knowledge.statement.sentences
    if found is None or line is None or not is_same(sentences[max(0, sentences.index(sentence) - 1)], line):
        return False
    noun = re.escape(next(filter(None, found.groups())).removesuffix("s"))
    stated = re.escape(knowledge.copies.get(name, name))
    return re.search(rf"\b{noun}s? (?:number )?{stated}(?:_\w+)?(?![\w'])", line.text) is not None


def named_together(noun: str, knowledge: Knowledge) -> tuple[str, ...]:
    """The names that have a noun together: "the center (x_i, y_i)", "(x_i, y_i), which is the center", "x_i and y_i,
    the coordinates"; () where none have."""
    stem = re.escape(noun[:-3] if noun.endswith("ies") else noun.removesuffix("s"))
    names = r"\( ?([A-Za-z]\w*) ?, ?([A-Za-z]\w*)(?: ?, ?([A-Za-z]\w*))? ?\)"
    pair = late_regex(rf"\b{stem}(?:s|ies|y)? ?{names}", re.I)
    behind = late_regex(rf"{names} ?,? (?:(?:which|that) (?:is|are) |is |are )?the {stem}(?:s|ies|y)?\b", re.I)
    ways = (pair, behind, _COORDINATES) if stem == "coordinate" else (pair, behind)
    for sentence in knowledge.statement.sentences:
        found = (way.search(sentence.text) for way in ways if sentence.section not in NOT_INPUT)
        if (first := next(filter(None, found), None)) is not None:
            return tuple(base_name(name) for name in first.groups() if name)
    return ()


def _is_defined_as(noun: str, name: str, knowledge: Knowledge) -> bool:
    """Whether a sentence says what a variable is in so many words: "where t is the name of the participant"."""
    stem = noun[:-3] if noun.endswith("ies") else noun.removesuffix("s")
    is_said = late_regex(
        rf"\b{re.escape(knowledge.copies.get(name, name))}(?:_\w+)? (?:is|are|denotes?|represents?) "
        rf"(?:the |an? )?(?:\w+ )?{re.escape(stem)}(?:s|ies|y)?\b"
    )
    return any(
        is_said.search(sentence.text) for sentence in knowledge.statement.sentences if sentence.section not in NOT_INPUT
    )


def _speaks_of_elements(they: Sentence, knowledge: Knowledge) -> bool:
    """Whether the sentence before one that begins with "they" speaks of the elements of a list."""
    sentences = knowledge.statement.sentences
    place = next((place for place, one in enumerate(sentences) if one is they), 0)
    said = sentences[place - 1].text.lower() if place else ""
    return bool(re.search(r"_\w", said)) or not GENERIC.isdisjoint(re.findall(r"[a-z]+", said))


def _has_name(noun: str, name: str, knowledge: Knowledge) -> bool:
    """Whether some sentence, or the program, calls the elements of a list so."""
    stem = noun[:-3] if noun.endswith("ies") else IN_ES.sub(r"\1", noun).removesuffix("s")
    if len(noun) < _SHORTEST:
        return False
    if name.lower() in (noun, stem, f"{stem}s"):
        return True
    called = late_regex(
        rf"\b{re.escape(stem)}(?:s|ies|y)?\b(?:(?!{_NEXT_NOUN}|{_COMPARED}) [\w-]+){{0,{_NEAR}}} ?\(?$", re.I
    )
    said = late_regex(
        rf"^(?: ?\([^()]*\))?,? ?(?:which |that )?(?:--|-|:|is|are|be|denot(?:es?|ing)|represent(?:s|ing)?|"
        rf"gives?|=|\() ?(?:(?!number\b|amount\b)\w+ ){{0,3}}{re.escape(stem)}(?:s|ies|y)?\b",
        re.I,
    )
    for sentence in knowledge.statement.sentences:
        if sentence.section in NOT_INPUT:
            continue
        for token in _NAME.finditer(sentence.text):
            if knowledge.same(base_name(token.group()), name) and (
                called.search(sentence.text[: token.start()].rstrip())
                or (said.search(sentence.text[token.end() :]) and not _BESIDE.search(sentence.text[: token.start()]))
            ):
                return True
    return False
