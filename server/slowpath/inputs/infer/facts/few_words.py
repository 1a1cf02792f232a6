"""Strings that are one of a few words by what a statement quotes: `"Y" (for yes) or "N"`, "its type (BUS or TRAM)", a
list of signs in quotes, an item each.

Only where the samples hold such words alone, and at least two of them, or the program compares the string with them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from slowpath.inputs.filling.word_patterns import pattern_type
from slowpath.model.expression import expr
from slowpath.model.format import Evidence, WordType
from slowpath.statement.sentences.statement import Sentence, Statement

_MOST = 16
_QUOTED = re.compile(r"(?<!\w)[\"'`]([^\s\"'`]{1,20})[\"'`](?!\w)")
_APART = re.compile(r"(?<=[\"'`]) ?\([^()]{1,60}\)")
_ITEM = re.compile(r"\W{0,4}[\"'`][^\s\"'`]{1,20}[\"'`]")
_IN_BRACKETS = re.compile(r"\(((?:[A-Z][\w/+-]{0,20}(?:, ?| or | and )){1,8}[A-Z][\w/+-]{0,20})\)")
_EXAMPLE = re.compile(r"\b(?:for example|e\.g|for instance|such as)\b", re.I)
_CHOICE = re.compile(r"\b(?:or|either|one of)\b", re.I)
_BARE = re.compile(r"[\w!#%&,/:;<=>@~-]+")


def few_words(
    statement: Statement, name: str, values: Collection[str], compared: Collection[str]
) -> tuple[WordType, Evidence] | None:
    """The words that a string is one of, with the ground; `values` are those of the samples, `compared` the words that
    the program looks for."""
    seen = set(values)
    if not seen or len(seen) > _MOST or not (len(seen) > 1 or seen <= set(compared)):
        return None
    classes = set(map(_class, seen))
    for listed, sentence in _groups(statement):
        words = frozenset(word for word in listed if _class(word) in classes)
        if seen <= words and 1 < len(words) <= _MOST and (kind := _type(words)) is not None:
            said = f"{name} is one of {', '.join(sorted(words))}"
            return kind, sentence.ground(name, said)
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


def _describes(sentence: Sentence) -> bool:
    """Whether a sentence describes the input, or says of what there is a choice: what a story quotes is an example."""
    if _EXAMPLE.search(sentence.text):
        return False
    return sentence.section in ("input", "constraints") or (
        sentence.section == "" and _CHOICE.search(sentence.text) is not None
    )


def _groups(statement: Statement) -> Iterator[tuple[frozenset[str], Sentence]]:
    """The words that sentences list, those of single sentences first."""
    listed: list[tuple[set[str], Sentence]] = []
    open_list = False
    for sentence in statement.sentences:
        if not _describes(sentence):
            open_list = False
            continue
        quote = _APART.sub("", re.sub(r"[«»“”]", '"', sentence.quote))
        words = _QUOTED.findall(quote)
        yield frozenset(words), sentence
        for inside in _IN_BRACKETS.findall(quote):
            yield frozenset(re.split(r",? (?:or|and) |, ?", inside)), sentence
        is_item = _ITEM.match(quote) is not None
        if is_item and open_list:
            listed[-1][0].add(words[0])
        elif is_item:
            listed.append(({words[0]}, sentence))
        open_list = is_item
    yield from ((frozenset(words), sentence) for words, sentence in listed)
