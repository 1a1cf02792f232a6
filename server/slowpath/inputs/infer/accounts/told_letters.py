"""The letters that a sentence lists once more, of words whose letters another sentence told."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.inputs.layout import places
from slowpath.model.format import InputFormat, WordType
from slowpath.statement.claims.alphabets import alphabet_in
from slowpath.statement.claims.chains import chains_of
from slowpath.statement.claims.comparison import Chain
from slowpath.statement.claims.names import base_name
from slowpath.statement.sentences.sentence import Sentence

_OF_INPUT = ("input", "constraints")
_DIGITS = "0123456789"


def alphabets_told_again(sentence: Sentence, fmt: InputFormat) -> Iterator[str]:
    """The words whose characters a sentence of the input's description lists, though another one was gone by."""
    said = alphabet_in(sentence) if sentence.section in _OF_INPUT else ""
    for name, place in places(fmt).items() if said else ():
        of = getattr(place.item, "type", None)
        if isinstance(of, WordType) and of.alphabet == said:
            yield f"characters of {name}: {said}"
    for name, of in _words_of_digits(fmt) if sentence.section in _OF_INPUT else ():
        if any(_lists(chain, name, of.alphabet) for chain in chains_of(sentence)):
            yield f"characters of {name}: {of.alphabet}"


def _lists(chain: Chain, name: str, digits: str) -> bool:
    """Whether a comparison lists the digits of a word: "S_i in {0, 1}"."""
    operands = [one for place in chain.operands for one in place]
    ends = {one.text for one in operands if not one.name}
    return ends == {digits[0], digits[-1]} and any(base_name(one.name) == name and one.subscript for one in operands)


def _words_of_digits(fmt: InputFormat) -> Iterator[tuple[str, WordType]]:
    """The words that are made of neighbouring digits, by name."""
    for name, place in places(fmt).items():
        of = getattr(place.item, "type", None)
        if isinstance(of, WordType) and of.alphabet and of.alphabet in _DIGITS:
            yield name, of
