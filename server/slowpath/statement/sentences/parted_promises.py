"""Promises of several things as one sentence each: "it is guaranteed that the graph is connected, and that no two roads
are alike" promises two things, "no two have the same age or the same name" too, of which each is understood, or not, by
itself. So does what is said in words and once more as a formula: "the two are adjacent, i.e. |a-b| = 1". The lines that
one sentence describes are parted too: "the second line has a permutation and the third line n numbers, each of which is
at most 9".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from slowpath.statement.sentences.sentence import Sentence

_PROMISE = re.compile(r"(?:\bguaranteed|\b(?:can|may) (?:safely )?assume) that\b", re.I)
_AND_THAT = re.compile(r",? and that (?!(?:is|are|was|means|the same)\b)")
_OF_A_PART = re.compile(r"\b(?:such that|so that|if|when|whether|unless)\b", re.I)
"""What goes on with "and that", or on whose condition all of it is said."""
_IN_OTHER_WORDS = re.compile(
    r",? \(?(?:that is|in other words|or equivalently|equivalently|formally|meaning that),? ", re.I
)
_NO_WORD = r"(?:(?!\b(?!for |all |each |every |any |and |or |abs|min|max)[a-z]{2,}\b)[^.;])*"
_FORMULA = re.compile(rf"{_NO_WORD}[^-<>=](?:[<>]=?|!=|=){_NO_WORD}")
_AND_THE_LINE = re.compile(r",? and (?=the (?:second|third|fourth|next|following|last) line\b)", re.I)
_DESCRIBED = re.compile(r"\blines? (?:\w+ )?(?:contains?|has|have|holds?|consists?|gives?)\b", re.I)
_SAME_OR = re.compile(
    r"(?P<who>.*\bno (?:two|other)\b.*?\b(?:(?:in|at|on) )?)(?P<one>(?:the )?same [^,.;]{1,40}?),? (?:or|nor) "
    r"(?:(?:have|share|lie|stand|are) )?(?:(?:in|at|on) )?(?P<other>(?:the )?same [^,.;]{1,40})",
    re.I,
)
_OF_ALL = re.compile(r"(?:,|\() ?(?:where |with )?(?:all|both|none|these|they)\b", re.I)
"""What is said of several lines at their end."""
_GUARANTEED = "It is guaranteed that "


def with_promises_parted(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    """The sentences, those that promise several things, or describe several lines, one for each; as they are where the
    words as written don't tell the same parts."""
    lines = (part for whole in sentences for line in _lines_of(whole) for part in _differences_of(line))
    for sentence in (part for one in lines for part in _with_formula_parted(one)):
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


def _lines_of(sentence: Sentence) -> list[Sentence]:
    """A sentence for each line that one describes."""
    texts, quotes = _AND_THE_LINE.split(sentence.text), _AND_THE_LINE.split(sentence.quote)
    are_lines = len(texts) == len(quotes) > 1 and all(map(_DESCRIBED.search, texts))
    if not are_lines or sentence.foreign or _OF_ALL.search(texts[-1]):
        return [sentence]
    return [replace(sentence, text=text, quote=quote) for text, quote in zip(texts, quotes, strict=True)]
