"""What sentences say of the values of a list together: a permutation, all distinct, given in an order.

A sentence that asks for such a thing, denies it ("not necessarily distinct"), says it of some inputs alone ("if all are
distinct, print YES") or of another time ("at the end") says nothing of the input.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from slowpath.model.patterns import late_regex
from slowpath.statement.claims.names import base_name, subscript
from slowpath.statement.claims.said_distinct import tuple_that_differs
from slowpath.statement.claims.scope import is_about_input
from slowpath.statement.claims.subjects import THEM
from slowpath.statement.phrases.manners import is_asked, is_denied, is_of_some, spoken
from slowpath.statement.phrases.rows import saying
from slowpath.statement.sentences.statement import Sentence

_TRAITS = ("permutation", "strictly-sorted", "sorted", "reverse-sorted", "distinct")
_BY = ("distinct", "sorted", "reverse-sorted")
"""Traits of things that a noun tells apart or puts in order."""
ALONG = ("position", "coordinate", "location", "distance")
"""What grows of things that are listed from left to right, or by any of these."""
_NONE = late_regex(r"(?:no|none|never|the same)\b", re.I)
"""What holds for all, though it denies: beside "the parcels may have different weights"."""
_SIGNS = [
    ("strictly-sorted", late_regex(r"\b([A-Za-z])_(\w+) ?< ?\1_(\w+)")),
    ("sorted", late_regex(r"\b([A-Za-z])_(\w+) ?<= ?\1_(\w+)")),
    ("reverse-sorted", late_regex(r"\b([A-Za-z])_(\w+) ?>=? ?\1_(\w+)")),
    ("distinct", late_regex(r"\b([A-Za-z])_([a-z]) ?!= ?\1_([a-z])\b(?!_)")),
    ("distinct", late_regex(r"\b([A-Za-z])_([a-z])(?:_c)?([a-z]) ?!= ?\1_\2(?:_c)?([a-z])\b(?!_)")),
]
_FIRST_TO_LAST = [
    ("strictly-sorted", late_regex(r"\b([A-Za-z])_[01] ?< ?\.\.\. ?< ?\1_\w+")),
    ("sorted", late_regex(r"\b([A-Za-z])_[01] ?<= ?\.\.\. ?<= ?\1_\w+")),
    ("reverse-sorted", late_regex(r"\b([A-Za-z])_[01] ?>=? ?\.\.\. ?>=? ?\1_\w+")),
    ("reverse-sorted", late_regex(r"\b([A-Za-z])_(?![\d])\w+ ?<=? ?(?:\1_\w+ ?<=? ?)?\.\.\. ?<=? ?\1_[01]\b")),
]
_WITHIN = late_regex(
    r"(?:no two|none|no|each|every|all|the same)(?: of)?(?: (?:the|these|those))? "
    r"(?P<what>(?!(?:are|appears?|occurs?)\b)[a-z]{3,})\b"
    r"(?! (?:have|has|share|lie|stand|with|at)\b)",
    re.I,
)
"""What is spoken of in what is said: "no two numbers are equal", but "no two parcels have the same owner"."""
_NOTHING = frozenset({"duplicate", "repetition", "repeated"})
"""What there is none of, rather than what is spoken of."""
_THERE = late_regex(r"\bthere (?:are|is|will be) $", re.I)
_NEIGHBOURS = late_regex(
    r"\b(?:adjacent|consecutive|neighbou?ring|neighbou?rs?|successive|(?:next to|beside|behind) each other|"
    r"side by side) (?:\w+ ){0,3}",
    re.I,
)
_TWO_ELEMENTS = late_regex(
    r"(?<!\.\. )(?<!, )\b([A-Za-z])_\w+ and \1_\w+ (?:\w+ ){0,2}$|\b[A-Za-z] and [A-Za-z] ?\([^()]*[<>][^()]*\) $"
)
"""What is said of two values alone: "a_1 and a_2 are different", "s and t (0 <= s, t < n) are different"."""
_LETTER = late_regex(r"\b[A-Za-z]\w*\b")


@dataclass(frozen=True)
class Trait:
    """A trait of the lists that are named (none: of the one that the words `before` it mean, or of what the things are
    told apart or ordered by: "no two parcels have the same weight"); `first` is the least value of a permutation where
    the sentence gives it."""

    trait: str
    names: tuple[str, ...]
    confidence: float
    first: str = ""
    before: str = ""
    by: str = ""

    def __str__(self) -> str:
        return f"{', '.join(self.names) or 'values'}: {self.trait}" + (f" of {self.first}.." if self.first else "")


_SO_ARE = late_regex(r"\band so (?:are|is|do|does) (?:all |the )*([A-Za-z](?:_\w+)?)\b(?!')")
"""Of what else the same is said: "all x_i are different, and so are all y_i"."""
_OF_NEAR = late_regex(
    r"\b(?:adjacent|neighbou?r\w*|consecutive|edges?|connect\w*|joined|linked|such that|exists?|some)"
    r"\b",
    re.I,
)


@lru_cache(maxsize=1024)
def traits_in(sentence: Sentence) -> tuple[Trait, ...]:
    """The traits that a sentence states of lists in the input, in English or in its own words."""
    made = _stated(sentence)
    own = _stated(replace(sentence, text=sentence.foreign)) if sentence.foreign else []
    return (*made, *(one for one in own if one not in made))


def _stated(sentence: Sentence) -> list[Trait]:
    if not is_about_input(sentence):
        return []
    made = _by_signs(sentence)
    for trait in _TRAITS:
        for match in saying(trait).finditer(sentence.text):
            before = sentence.text[max(0, match.start() - 40) : match.start()]
            if is_denied(before) or is_asked(before) or _TWO_ELEMENTS.search(before):
                continue
            if (trait == "distinct" and _NEIGHBOURS.search(before + match.group())) or is_of_some(sentence.text, match):
                continue
            names = _names(sentence.text, match)
            names = tuple(dict.fromkeys((*names, *map(base_name, _SO_ARE.findall(sentence.text[match.end() :])))))
            if trait == "distinct" and names and set(names) <= set(tuple_that_differs(sentence.text)):
                continue
            if not any(one.trait == trait and set(names) <= set(one.names) for one in made):
                made.append(
                    Trait(
                        trait, names, 0.8 if names else 0.5, _first(sentence.text, match), _before(sentence.text, match)
                    )
                )
        by = saying(f"{trait} by").search(sentence.text) if trait in _BY else None
        if (
            by is not None
            and not is_of_some(sentence.text, by)
            and not is_asked(sentence.text[: by.start()])
            and not _NEIGHBOURS.search(sentence.text[: by.end()])
            and (_NONE.match(by.group()) or not spoken(by.group(), "denied", "possible"))
        ):
            is_strict = trait == "sorted" and sentence.text[: by.start()].endswith("strictly ")
            noun = next(filter(None, by.groups())).lower()
            nouns = ALONG if noun in ALONG and trait == "sorted" else (noun,)
            made += [Trait("strictly-sorted" if is_strict else trait, (), 0.6, by=noun) for noun in nouns]
    along = saying("along").search(sentence.text)
    if along is not None and not is_of_some(sentence.text, along):
        made += [Trait("sorted", (), 0.6, by=noun) for noun in ALONG]
    stronger = {name for one in made if one.trait in ("strictly-sorted", "permutation") for name in one.names}
    return [
        one for one in made if one.trait not in ("sorted", "distinct") or not one.names or set(one.names) - stronger
    ]


def _before(text: str, match: re.Match[str]) -> str:
    """The words before a match with those in it that tell what it speaks of, if any."""
    before, found = text[: match.start()], _WITHIN.match(match.group())
    if found is None:
        return before
    what = found["what"].lower().removesuffix("s")
    if what in _NOTHING:
        return _THERE.sub("they ", before)
    return f"{before}{what}" if what in THEM else f"{before}{what}s"


def _by_signs(sentence: Sentence) -> list[Trait]:
    """`a_i < a_{i+1}`, `a_1 <= a_2 <= ... <= a_n`, `a_i != a_j`."""
    made: list[Trait] = []
    for trait, pattern in _SIGNS:
        for match in pattern.finditer(sentence.text):
            name, left, right = match[1], *_own_places(*match.groups()[-2:])
            low, high = subscript(f"{name}_{left}"), subscript(f"{name}_{right}")
            follows = (high in (f"{low}+1", "2", "1") and low in (high[:-2], "1", "0")) or low == f"{high}-1"
            if low.isdigit() and "..." not in sentence.text[match.end() :]:
                follows = False  # Two numbers, no list.
            follows = follows or _is_of_all_pairs(low, high, sentence.text[match.end() :])
            is_strict = re.search(r"[<>](?!=)", match.group()) is not None
            apart = (
                trait == "distinct"
                and low != high
                and not _OF_NEAR.search(sentence.text)
                and name not in tuple_that_differs(sentence.text)
            )
            if follows or apart:
                made += _ordered(trait, name, is_strict)
    for trait, pattern in _FIRST_TO_LAST:
        for match in pattern.finditer(sentence.text):
            if not spoken(sentence.text[: match.start()], "conditional", "whether"):
                made += _ordered(trait, match[1], "=" not in match.group())
    return made


def _own_places(left: str, right: str) -> tuple[str, str]:
    """The places in a list of two subscripts, without the number of the list: those of `A_{i,1} < A_{i,2}`."""
    of, _, low = left.rpartition("_c")
    other, _, high = right.rpartition("_c")
    return (low, high) if of and of == other else (left, right)


def _ordered(trait: str, name: str, is_strict: bool) -> list[Trait]:
    """An order that falls strictly is one of different values."""
    traits = (trait, "distinct") if trait == "reverse-sorted" and is_strict else (trait,)
    return [Trait(one, (name,), 0.9) for one in traits]


def _is_of_all_pairs(low: str, high: str, after: str) -> bool:
    """Whether a comparison of elements holds for all places `low < high`: "a_i < a_j for all i < j"."""
    return (
        re.fullmatch(r"[a-z]", low) is not None
        and re.match(
            rf"[^.;]{{0,60}}?\b(?:for|where|whenever|if)\b(?: (?:all|every|each|any))?(?: -?\d+ ?<=?)? {low} ?< "
            rf"?{high}\b",
            after,
        )
        is not None
    )


def _first(text: str, match: re.Match[str]) -> str:
    found = re.search(
        r"\b(?:of|from|between)(?: the)?(?: integers| numbers| set)?(?: from)? ?[\[({]? ?([01])\b"
        r"(?! ?[*+])",
        text[match.start() : match.start() + 100],
    )
    return found.group(1) if found and "permutation" in match.group().lower() else ""


def _names(text: str, match: re.Match[str]) -> tuple[str, ...]:
    """The names in the clause of a match, else in the sentence; lists (with a subscript) rather than others, that in
    the match itself before others. What an order is one "of" is named behind it."""
    behind = re.match(r" (?:of|by) (?:the |their )?(?:\w{3,} )?([A-Za-z](?:_\w+)?)(?![\w'])", text[match.end() :])
    if behind is not None and match.group().endswith("order") and behind.group(1) not in ("a", "A", "I"):
        return (base_name(behind.group(1)),)
    if own := [word for word in _LETTER.findall(match.group()) if "_" in word]:
        return tuple(dict.fromkeys(map(base_name, own)))
    start = max(text.rfind(mark, 0, match.start()) for mark in ("; ", " -- ", ". ", ") ", ", and ", ", where "))
    ends = [at for mark in ("; ", " -- ", ". ", ", and ", ", where ") if (at := text.find(mark, match.end())) >= 0]
    for part in (text[max(start, 0) : min(ends, default=len(text))], text):
        words = [found for found in _LETTER.finditer(part) if _is_name(part, found)]
        listed = [found.group() for found in words if "_" in found.group()]
        names = listed or [found.group() for found in words]
        if names:
            return tuple(dict.fromkeys(base_name(name) for name in names))
    return ()


def _is_name(text: str, found: re.Match[str]) -> bool:
    word = found.group()
    if word in ("a", "A", "I"):
        return re.match(r"\s*(?:,|\)|$|and\b|is\b|are\b|of (?:length|size)\b|\.)", text[found.end() :]) is not None
    return "_" in word or len(word) == 1
