"""Strings that are one letter or one of a few words, where the statement says so and the samples agree.

What is said of a string by its name, or of the only one, is believed first; words that are only quoted where the
samples hold such words alone, and at least two of them, or the program compares the string with them.
"""

from __future__ import annotations

import re
import string
from collections.abc import Collection

from slowpath.inputs.filling.word_patterns import pattern_type, words_alone
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.structure.align import Site
from slowpath.model.expression import expr
from slowpath.model.format import Evidence, WordType
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.choices import Choice, choices_in, quoted_choices
from slowpath.statement.claims.names import base_name, subscript, variable_name

_MOST = 16
_ONE_OF = late_regex(r"\b(?:one of|either)\b", re.I)
_BARE = late_regex(r"[\w!#%&,/:;<=>@~-]+")


def choose_words(
    knowledge: Knowledge, name: str, site: Site, alone: bool, compared: Collection[str]
) -> tuple[WordType, list[Evidence]] | None:
    """What the string called `name` may be, with the grounds; `alone` says that it is the only one of the input,
    `compared` are the words that the program looks for."""
    return _said(knowledge, name, site, alone) or _quoted(knowledge, name, site.values, compared)


def _said(knowledge: Knowledge, name: str, site: Site, alone: bool) -> tuple[WordType, list[Evidence]] | None:
    """What is said of the string first, with all sentences that say so."""
    said: tuple[WordType, str] | None = None
    grounds: list[Evidence] = []
    for sentence in knowledge.statement.sentences:
        for choice in choices_in(sentence):
            is_meant = _is_meant(choice, name, knowledge, (alone and bool(site.visits)) or _tells(choice, site))
            if choice.alphabet and is_meant and _agrees(choice, site):
                lengths = sorted(map(len, choice.words)) or [1]
                letters = _in_one_case(choice.alphabet, site)
                of = words_alone(choice.words) or WordType(expr(lengths[0]), expr(lengths[-1]), letters)
                listed = ", ".join(sorted(choice.words)) or f"the letters {choice.alphabet}"
                said = said or (of, f"{name} is one of {listed}")
                grounds += [sentence.ground(name, said[1])] if of == said[0] else []
    return (said[0], grounds) if said is not None else None


def _quoted(
    knowledge: Knowledge, name: str, seen: Collection[str], compared: Collection[str]
) -> tuple[WordType, list[Evidence]] | None:
    if not seen or len(seen) > _MOST:
        return None
    classes = set(map(_class, seen))
    is_known = len(seen) > 1 or set(seen) <= set(compared)
    for listed, sentence in quoted_choices(knowledge.statement):
        if not is_known and not (sentence == knowledge.described.get(name) and _ONE_OF.search(sentence.text)):
            continue
        words = frozenset(word for word in listed if _class(word) in classes)
        if set(seen) <= words and 1 < len(words) <= _MOST and (of := _type(words)) is not None:
            return of, [sentence.ground(name, f"{name} is one of {', '.join(sorted(words))}")]
    return None


def _class(word: str) -> tuple[bool, ...]:
    """Whether there are digits, letters and signs in a word: "01" is none of "plus-minus" and "minus-plus"."""
    return any(map(str.isdigit, word)), any(map(str.isalpha, word)), any(not letter.isalnum() for letter in word)


def _type(words: Collection[str]) -> WordType | None:
    """The type of one of some words: letters where each is one, else a pattern of those that one can be made of."""
    if all(len(word) == 1 for word in words):
        return WordType(expr(1), expr(1), "".join(sorted(words)))
    if not all(_BARE.fullmatch(word) for word in words):
        return None
    return pattern_type("|".join(sorted(words)))


def _in_one_case(alphabet: str, site: Site) -> str:
    """Letters of either case, of which samples only hold one, in that."""
    for case in (string.ascii_lowercase, string.ascii_uppercase):
        if alphabet == string.ascii_letters and site.alphabet and site.alphabet <= set(case):
            return case
    return alphabet


def _is_meant(choice: Choice, name: str, knowledge: Knowledge, alone: bool) -> bool:
    return alone or any(
        name == variable_name(word) or knowledge.same(base_name(word), name, subscript(word)) for word in choice.names
    )


def _tells(choice: Choice, site: Site) -> bool:
    """Whether the samples hold nothing but such words, longer than a letter, which is no chance."""
    return bool(site.values) and site.values <= choice.words and min(map(len, choice.words)) > 1


def _agrees(choice: Choice, site: Site) -> bool:
    """Whether the samples hold such strings. Where there are none, `s_i` may be the letter of a string."""
    if not site.visits:
        return (not choice.words or choice.plain) and not any(
            "_" in name and not name[-1].isdigit() for name in choice.names
        )
    if choice.words:
        return site.values <= choice.words
    return site.longest == 1 and site.alphabet <= set(choice.alphabet)
