"""What the characters of a word are together (`WordType.form`): numbers without a leading zero, brackets that match.

Both have a flaw (for the validator), a random draw, and a repair that keeps what can be kept of a proposal.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from slowpath.inputs.assign import CannotGenerate
from slowpath.model.format import WordType

PAIRS = ("()", "[]", "{}", "<>")


@lru_cache(maxsize=64)
def bracket_pairs(alphabet: str) -> dict[str, str]:
    """The closing bracket by its opening one; empty where the alphabet holds anything but pairs of brackets."""
    pairs = {pair[0]: pair[1] for pair in PAIRS if set(pair) <= set(alphabet)}
    return pairs if set(alphabet) == {*pairs, *pairs.values()} else {}


def form_flaw(form: str, word: str, alphabet: str) -> str:
    """Why `word` lacks the form, "" when it doesn't."""
    if form == "number" and len(word) > 1 and word[0] == "0":
        return "begins with a zero"
    if form == "brackets":
        return _brackets_flaw(word, alphabet)
    return ""


def _brackets_flaw(word: str, alphabet: str) -> str:
    pairs = bracket_pairs(alphabet)
    if len(pairs) == 1:
        return _one_pair_flaw(word, next(iter(pairs)))
    awaited: list[str] = []
    for place, character in enumerate(word, 1):
        if character in pairs:
            awaited.append(pairs[character])
        elif not awaited or awaited.pop() != character:
            return f"isn't balanced: nothing matches character {place}, {character!r}"
    return f"isn't balanced: {len(awaited)} brackets stay open" if awaited else ""


def _one_pair_flaw(word: str, opening: str) -> str:
    """By heights, which numpy adds up: long words of one pair are common."""
    heights = np.cumsum(np.where(_codes(word) == ord(opening), 1, -1))
    below = np.flatnonzero(heights < 0)
    if below.size:
        return f"isn't balanced: nothing matches character {below[0] + 1}, {word[below[0]]!r}"
    return f"isn't balanced: {heights[-1]} brackets stay open" if word and heights[-1] else ""


def _codes(word: str) -> np.ndarray:
    return np.frombuffer(word.encode("utf-32-le"), dtype=np.uint32)


# Repair

def even_lengths(lows: np.ndarray, highs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The part of lengths that bracket sequences can have."""
    return lows + lows % 2, highs - highs % 2


def formed(word: str, of: WordType, rng: np.random.Generator) -> str:
    """`word` (characters of the type's alphabet) in the type's form, as little changed as can be."""
    if of.form == "number":
        return _without_leading_zero(word, of.alphabet, rng)
    if of.form == "brackets":
        return _balanced(word, of.alphabet)
    return word


def _without_leading_zero(word: str, alphabet: str, rng: np.random.Generator) -> str:
    """Alone a zero may stand, but it is no number that every program expects; so it gives way too."""
    if not word.startswith("0"):
        return word
    others = alphabet.replace("0", "")
    if not others:
        if len(word) > 1:
            raise CannotGenerate("a number of zeros alone")
        return word
    return others[int(rng.integers(len(others)))] + word[1:]


def _balanced(word: str, alphabet: str) -> str:
    """Every bracket is kept that can be: one that nothing matches is turned, and at the end open ones are closed."""
    pairs = bracket_pairs(alphabet)
    if not pairs:
        raise CannotGenerate(f"a bracket sequence of {alphabet!r}")
    if len(word) % 2:
        raise CannotGenerate("a bracket sequence of odd length")
    if not _brackets_flaw(word, alphabet):
        return word
    opening = {closing: first for first, closing in pairs.items()}
    made: list[str] = []
    awaited: list[str] = []
    left = len(word)
    for character in word:
        if len(awaited) == left or (character in opening and awaited):
            made.append(awaited.pop())
        else:
            made.append(opening.get(character, character))
            awaited.append(pairs[made[-1]])
        left -= 1
    return "".join(made)
