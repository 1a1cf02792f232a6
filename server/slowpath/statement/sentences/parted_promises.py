"""Promises of several things as one sentence each: "it is guaranteed that the graph is connected, and that no two roads
are alike" promises two things, "no two have the same age or the same name" too, of which each is understood, or not, by
itself. So does what is said in words and once more as a formula: "the two are adjacent, i.e. |a-b| = 1", and what lists
things that are so of all: "no two drops start at one place, no drop starts on a sensor, and all sensors are apart".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from slowpath.model.patterns import late_regex
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.sentences.sentence import Sentence

_PROMISE = late_regex(r"(?:\bguaranteed|\b(?:can|may) (?:safely )?assume) that\b", re.I)
_AND_THAT = late_regex(r",? and that (?!(?:is|are|was|means|the same)\b)")
_OF_A_PART = late_regex(r"\b(?:such that|so that|if|when|whether|unless)\b", re.I)
"""What goes on with "and that", or on whose condition all of it is said."""
_OF_SOME = late_regex(
    r"\b(?:sub-?tasks?|groups?|tests?|test ?cases?|cases|inputs|\d+ points?|percent|either|"
    r"not (?:necessarily|guaranteed))\b|%",
    re.I,
)
"""What makes all of a sentence true of some inputs, or of one of its parts."""
_IN_OTHER_WORDS = late_regex(
    r",? \(?(?:that is|in other words|or equivalently|equivalently|formally|meaning that),? ", re.I
)
_NO_WORD = r"(?:(?!\b(?!for |all |each |every |any |and |or |abs|min|max)[a-z]{2,}\b)[^.;])*"
_FORMULA = late_regex(rf"{_NO_WORD}[^-<>=](?:[<>]=?|!=|=){_NO_WORD}")
_SAME_OR = late_regex(
    r"(?P<who>.*\bno (?:two|other)\b.*?\b(?:(?:in|at|on) )?)(?P<one>(?:the )?same [^,.;]{1,40}?),? (?:or|nor) "
    r"(?:(?:have|share|lie|stand|are) )?(?:(?:in|at|on) )?(?P<other>(?:the )?same [^,.;]{1,40})",
    re.I,
)
_OF_ALL = r"(?:no|every|each|all) (?!of (?:which|whom)\b)(?:(?!and |or )[\w-]+ ){1,6}?"
_OF_ONE = r"the (?!same\b|other\b)[\w-]+ (?:[\w-]+ )?"
_IS_SO = r"(?:will|must|is|are|do|does|has|have|can|cannot|may|lie|touch|overlap|share|appears?|occurs?|contains?)\b"
_IS_NOT_SO = r"(?:(?:will|must|do|does|can|is|are) (?:not|never)|cannot|never)\b"
_DOES = r"(?:no|every|each) (?!two\b|of\b)[\w-]+ [a-z]{3,}s (?:on|in|at|with|from|to|more|an?|the)\b"
_PART = rf"(?:that )?(?:{_OF_ALL}{_IS_SO}|{_DOES}|{_OF_ONE}{_IS_NOT_SO})"
_NEXT_PART = late_regex(rf"(?:, (?:and |nor )?| and )(?={_PART})", re.I)
_FIRST_PART = late_regex(
    rf"(?:(?:it is (?:(?!not\b|never\b)\w+ )?guaranteed|you (?:may|can) assume|note) that )?{_PART}", re.I
)
"""What is so of all things of a kind, or never of one of them."""
_BUT = late_regex(r", but |; ")
_GUARANTEED = "It is guaranteed that "


def with_promises_parted(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    """The sentences, those that promise several things one for each; as they are where the words as written don't tell
    the same parts."""
    listed = (part for whole in sentences for part in _listed_in(whole))
    told = (part for one in listed for part in _without_question(one))
    differences = (part for one in told for part in _differences_of(one))
    for sentence in (part for one in differences for part in _with_formula_parted(one)):
        (first, *others), (quote, *quotes) = _AND_THAT.split(sentence.text), _AND_THAT.split(sentence.quote)
        begins = _PROMISE.search(first)
        if (
            begins is None
            or len(others) != len(quotes)
            or sentence.foreign
            or _OF_A_PART.search(sentence.text, begins.end())
        ):
            yield sentence
            continue
        yield replace(sentence, text=first, quote=quote)
        for other, written in zip(others, quotes, strict=True):
            yield replace(sentence, text=_GUARANTEED + other, quote=written)


def _listed_in(sentence: Sentence) -> tuple[Sentence, ...]:
    """A sentence for each thing that is said of all: "no two words are alike, and no word is a prefix of another"."""
    if sentence.section not in ("input", "constraints") or sentence.foreign or not _FIRST_PART.match(sentence.text):
        return (sentence,)
    texts, quotes = _NEXT_PART.split(sentence.text), _NEXT_PART.split(sentence.quote)
    if len(texts) != len(quotes) or _OF_A_PART.search(sentence.text) or _OF_SOME.search(sentence.text):
        return (sentence,)
    lead = _GUARANTEED if _PROMISE.search(texts[0]) else ""
    return tuple(
        replace(sentence, text=f"{lead}{text.removeprefix('that ')}" if at else text, quote=quote)
        for at, (text, quote) in enumerate(zip(texts, quotes, strict=True))
    )


def _without_question(sentence: Sentence) -> tuple[Sentence, ...]:
    """What a sentence of the story says and what it asks as two: "no two are alike, but how many are green"."""
    texts, quotes = _BUT.split(sentence.text), _BUT.split(sentence.quote)
    asks = [spoken(text, "question") is not None for text in texts]
    if sentence.section or sentence.foreign or len(texts) != len(quotes) or len(set(asks)) == 1:
        return (sentence,)
    return tuple(replace(sentence, text=text, quote=quote) for text, quote in zip(texts, quotes, strict=True))


def _with_formula_parted(sentence: Sentence) -> tuple[Sentence, ...]:
    """A sentence of the input that ends in the formula which says the same, as two."""
    found = _IN_OTHER_WORDS.search(sentence.text)
    if found is None or sentence.foreign or sentence.section not in ("input", "constraints"):
        return (sentence,)
    formula = sentence.text[found.end() :].strip(" ),")
    if _FORMULA.fullmatch(formula) is None:
        return (sentence,)
    return replace(sentence, text=sentence.text[: found.start()]), replace(
        sentence, text=_GUARANTEED + formula, restates=True
    )


def _differences_of(sentence: Sentence) -> tuple[Sentence, ...]:
    """A sentence for each thing that no two have the same: "no two stand in the same row or in the same column"."""
    text, quote = _SAME_OR.fullmatch(sentence.text), _SAME_OR.fullmatch(sentence.quote)
    if text is None or quote is None or sentence.foreign:
        return (sentence,)
    first = replace(sentence, text=text["who"] + text["one"], quote=quote["who"] + quote["one"])
    return first, replace(sentence, text=text["who"] + text["other"], quote=quote["other"])
