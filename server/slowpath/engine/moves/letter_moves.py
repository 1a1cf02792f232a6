"""Steps of a local search over the letters of an instance: the squares of a small grid, the letters of short words.

What `number_moves` is for integers: of a few dozen squares each may matter for itself, which rectangles, runs and
turned rows get past.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.inputs.layout import places
from slowpath.inputs.mutators.order import below
from slowpath.model.format import InputFormat, WordType

SWAPPED = 0.3


@dataclass(frozen=True)
class Letter:
    """Where a letter stands: its variable, the word in a list of words (None for a word alone), its place there, and
    what may stand there."""

    name: str
    row: int | None
    at: int
    alphabet: str


def letters_of(fmt: InputFormat, instance: Mapping[str, Any], most: int) -> list[Letter]:
    """The letters outside of test cases that may change alone; empty where they are more than `most`."""
    found = []
    for letter in _letters(fmt, instance):
        found.append(letter)
        if len(found) > most:
            return []
    return found


def _letters(fmt: InputFormat, instance: Mapping[str, Any]) -> Iterator[Letter]:
    for name, place in places(fmt).items():
        of = getattr(place.item, "type", None)
        if place.path or not isinstance(of, WordType) or of.form or len(of.alphabet) < 2 or name not in instance:
            continue
        value = instance[name]
        if isinstance(value, str):
            yield from (Letter(name, None, at, of.alphabet) for at in range(len(value)))
        elif isinstance(value, list) and all(isinstance(word, str) for word in value):
            yield from (Letter(name, row, at, of.alphabet) for row, word in enumerate(value) for at in range(len(word)))


def letter_at(instance: Mapping[str, Any], letter: Letter) -> str:
    """The letter that stands there."""
    value = instance[letter.name]
    return (value if letter.row is None else value[letter.row])[letter.at]


def with_letter(instance: Mapping[str, Any], letter: Letter, put: str) -> dict[str, Any]:
    """A copy with another letter there; shares what didn't change."""
    value = instance[letter.name]
    word = value if letter.row is None else value[letter.row]
    word = word[: letter.at] + put + word[letter.at + 1 :]
    return {
        **instance,
        letter.name: word if letter.row is None else [*value[: letter.row], word, *value[letter.row + 1 :]],
    }


def stepped(instance: Mapping[str, Any], letters: list[Letter], rng: np.random.Generator) -> tuple[dict[str, Any], str]:
    """One letter changed, or two of one variable swapped; and what was done."""
    letter = letters[below(len(letters), rng)]
    if rng.random() < SWAPPED:
        same = [other for other in letters if other.name == letter.name]
        other = same[below(len(same), rng)]
        mine, theirs = letter_at(instance, letter), letter_at(instance, other)
        return with_letter(with_letter(instance, letter, theirs), other, mine), f"{letter.name}: swapped"
    put = letter.alphabet[below(len(letter.alphabet), rng)]
    row = "" if letter.row is None else f"[{letter.row + 1}]"
    return with_letter(instance, letter, put), f"{letter.name}{row}[{letter.at + 1}] = {put!r}"
