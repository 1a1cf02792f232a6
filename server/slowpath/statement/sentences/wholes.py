"""A statement's sentences as people read them, for what they say of the output.

What bounds the input is read part by part. What is to be printed is said by whole sentences: those that a semicolon
parts are one, and a question ends with its mark.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from slowpath.statement.sentences.asked_lists import is_listed
from slowpath.statement.sentences.sentence import Sentence
from slowpath.statement.sentences.statement import LONGEST_SENTENCE, read_statement


@lru_cache(maxsize=4)
def whole_sentences(statement: str) -> tuple[Sentence, ...]:
    """The sentences in order, in English where the language is known."""
    wholes: list[Sentence] = []
    for sentence in read_statement(statement).sentences:
        if wholes and _goes_on(wholes[-1], sentence):
            wholes[-1] = _joined(wholes[-1], sentence)
        else:
            wholes.append(sentence)
    return tuple(replace(each, text=f"{each.text}?") if each.sign == "?" else each for each in wholes)


def _goes_on(one: Sentence, other: Sentence) -> bool:
    """Whether a sentence is a part of the one before it, and no item of a list."""
    is_part = one.sign == ";" and one.section == other.section and other.original[:1].islower()
    return is_part and not is_listed(other) and len(one.text) + len(other.text) < LONGEST_SENTENCE


def _joined(one: Sentence, other: Sentence) -> Sentence:
    """Two parts of a sentence, in the section of the first."""
    foreign = f"{one.foreign or one.text}; {other.foreign or other.text}" if one.foreign or other.foreign else ""
    return replace(one, text=f"{one.text}; {other.text}", foreign=foreign, sign=other.sign)
