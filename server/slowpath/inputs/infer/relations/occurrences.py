"""How often values are there, as statements say it: "each number from 1 to n appears exactly twice", "no number occurs
more than k times".

Once is a permutation, or distinct values, and read elsewhere. What a sample contradicts is dropped by the caller.
"""

from __future__ import annotations

import re

from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.relations.beside_others import is_stated
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.layout import Place, places
from slowpath.inputs.relations.occurrences import can_be_counted
from slowpath.model.expression import Expr, expr
from slowpath.model.format import InputFormat, IntType, Node, Relation, Scalar
from slowpath.statement.claims.names import base_name
from slowpath.statement.claims.numerals import WORDS
from slowpath.statement.claims.scope import rank
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.sentences.statement import Sentence

_THING = r"(?:integers?|numbers?|values?|elements?|colou?rs?|types?|kinds?|labels?|ids?|digits?|letters?|characters?)"
_IS_THERE = r"(?:appears?|occurs?|(?:is|are) (?:present|repeated|used|found|contained)|comes? up|stands?)"
_OFTEN = r"(?P<often>twice|once|thrice|[\w-]+ times?)"
_EACH = re.compile(
    rf"\b(?:each|every|any|all)\b(?: of the)? (?:\w+ )?{_THING}\b[^.;:]{{0,60}}?\b{_IS_THERE}\b"
    rf"[^.;:]{{0,30}}?\b(?P<how>exactly|precisely|at most|at least|no more than|not more than) {_OFTEN}",
    re.I,
)
_NONE = re.compile(
    rf"\bno (?:\w+ )?{_THING}\b[^.;:]{{0,30}}?\b{_IS_THERE}\b[^.;:]{{0,30}}?\b"
    rf"(?P<how>more than|over) {_OFTEN}",
    re.I,
)
_WHOLE = re.compile(
    r"\b(?:each|every|all)\b (?:of the )?(?:\w+ )?\w+ (?:from|between) (?P<low>[01]) "
    r"(?:to|and|through) (?P<high>[A-Za-z]\w*)\b[^.;:]{0,30}?\b(?:at least (?:once|one)|"
    rf"{_IS_THERE})\b(?![^.;:]{{0,20}}\b(?:exactly|at most|only|twice)\b)",
    re.I,
)
"""No number of a range is missing: "each colour between 1 and k is used at least once"."""
_OPERATORS = {
    "exactly": "==",
    "precisely": "==",
    "at most": "<=",
    "at least": ">=",
    "no more than": "<=",
    "not more than": "<=",
    "more than": "<=",
    "over": "<=",
}
_OF_PART = re.compile(
    r"\b(?:in a row|among|window|(?:in|of) (?:each|every|any) (?!of\b|test))\b|"
    rf"\b(?:each|every|any|all|no)\b(?: of the)? (?:\w+ )?{_THING} (?:that|which|who)\b"
    r"(?! (?:is|are) (?:there|present)\b)",
    re.I,
)
"""What says it of some of the values, or of a part of the list."""
_OF_CHARACTERS = re.compile(r"\b(?:letter|character|digit)s?\b", re.I)


def occurrences(nodes: tuple[Node, ...], knowledge: Knowledge, has_samples: bool, gathered: Gathered) -> None:
    """Gathers the "times" relations that sentences state, those of the story where samples can contradict them."""
    known = places(InputFormat(nodes))
    for sentence in knowledge.statement.sentences:
        is_meant = is_stated(sentence, knowledge, has_samples)
        relation = _relation(sentence, known, knowledge) if is_meant else None
        relation = relation or (_without_gaps(sentence, known, knowledge) if rank(sentence) == 0 else None)
        if relation is not None:
            gathered.add(relation, sentence, 0.85)


def _often(sentence: Sentence) -> re.Match[str] | None:
    """How often a sentence says that all values are there."""
    if _OF_PART.search(sentence.text) or spoken(sentence.text, "excepted"):
        return None
    return _EACH.search(sentence.text) or _NONE.search(sentence.text)


def _relation(sentence: Sentence, known: dict[str, Place], knowledge: Knowledge) -> Relation | None:
    """Of the list that the sentence names, or of the only one that has such values."""
    match = _often(sentence)
    bound = _bound(match["often"], known, knowledge) if match is not None else None
    if match is None or bound is None:
        return None
    of_characters = _OF_CHARACTERS.search(match.group()) is not None
    fit = [
        name
        for name, place in known.items()
        if can_be_counted(place) and isinstance(getattr(place.item, "type", None), IntType) != of_characters
    ]
    words = {base_name(word) for word in re.findall(r"\b[A-Za-z]\w*_\w+|\b[b-zB-HJ-Z]\b", sentence.text)}
    named = [name for name in fit if any(knowledge.same(word, name) for word in words)]
    chosen = named if len(named) == 1 else fit
    if len(chosen) != 1:
        return None
    return Relation("times", Expr(chosen[0]), _OPERATORS[match["how"].lower()], expr(bound))


def _without_gaps(sentence: Sentence, known: dict[str, Place], knowledge: Knowledge) -> Relation | None:
    """That the only list with these bounds holds as many different values as they allow."""
    match = _WHOLE.search(sentence.text)
    if match is None:
        return None
    fit = [
        name
        for name, place in known.items()
        if can_be_counted(place)
        and isinstance(of := getattr(place.item, "type", None), IntType)
        and of.lo.text == match["low"]
        and knowledge.same(match["high"], of.hi.text)
    ]
    if len(fit) != 1:
        return None
    high: Expr = known[fit[0]].item.type.hi  # type: ignore[union-attr, assignment]
    return Relation("different", Expr(fit[0]), "==", high if match["low"] == "1" else expr(f"{high}+1"))


def _bound(often: str, known: dict[str, Place], knowledge: Knowledge) -> str | None:
    """How often, as an expression: a number from 2 on, or a single number of the input."""
    word = {"twice": "two", "thrice": "three", "once": "one"}.get(often.lower(), often.split(maxsplit=1)[0])
    number = WORDS.get(word.lower(), int(word) if word.isdigit() else None) if word != "a" else None
    if number is not None:
        return str(number) if number > 1 else None
    return next(
        (
            name
            for name, place in known.items()
            if place.rows is None
            and isinstance(place.item, Scalar)
            and isinstance(place.item.type, IntType)
            and knowledge.same(word, name)
        ),
        None,
    )
