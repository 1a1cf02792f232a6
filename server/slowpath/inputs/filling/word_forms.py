"""What the characters of a word are together (`WordType.form`): numbers without a leading zero, which may have a
minus, brackets that match, one fixed word, words of a pattern.

All have a flaw (for the validator), a random draw, and a repair that keeps what can be kept of a proposal.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from slowpath.inputs.filling.word_patterns import pattern_flaw, patterned
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.model.format import WordType
from slowpath.model.patterns import late_regex

_SPARE_BLANKS = late_regex(r"^ | $|(?<= ) ")
PAIRS = ("()", "[]", "{}", "<>")
MINUS = "-"


@lru_cache(maxsize=64)
def bracket_pairs(alphabet: str) -> dict[str, str]:
    """The closing bracket by its opening one; empty where the alphabet holds anything but pairs of brackets."""
    pairs = {pair[0]: pair[1] for pair in PAIRS if set(pair) <= set(alphabet)}
    return pairs if set(alphabet) == {*pairs, *pairs.values()} else {}


def form_flaw(form: str, word: str, alphabet: str, pattern: str = "") -> str:
    """Why `word` lacks the form, "" when it doesn't."""
    if form == "pattern":
        return pattern_flaw(word, pattern)
    if form == "number":
        return _number_flaw(word)
    if form == "brackets":
        return _brackets_flaw(word, alphabet)
    return f"isn't {alphabet!r}" if form == "fixed" and word != alphabet else ""


def _number_flaw(word: str) -> str:
    digits = word.removeprefix(MINUS)
    if MINUS in digits:
        return "has a minus that doesn't stand first"
    if not digits and word:
        return "is a minus without digits"
    if digits[:1] == "0" and len(word) > 1:
        return "begins with a zero"
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


def single_spaced(text: str, alphabet: str, rng: np.random.Generator) -> str:
    """`text` with other characters for the blanks at its ends, and for those behind another one."""
    others = alphabet.replace(" ", "")
    return _SPARE_BLANKS.sub(lambda _: others[int(rng.integers(len(others)))], text)


def formed(word: str, of: WordType, rng: np.random.Generator) -> str:
    """`word` (characters of the type's alphabet) in the type's form, as little changed as can be."""
    if of.form == "number":
        return as_number(word, of.alphabet, rng)
    if of.form == "brackets":
        return _balanced(word, of.alphabet)
    if of.form == "pattern":
        return patterned(word, of.pattern, rng)
    return of.alphabet if of.form == "fixed" else word


def as_number(word: str, alphabet: str, rng: np.random.Generator) -> str:
    """`word` without a leading zero and with no minus but a first one. Alone a zero may stand, but it is no number
    that every program expects; so it gives way too."""
    digits = digits_of(alphabet)
    leading = digits.replace("0", "")
    if not digits:
        raise CannotGenerate("a number without digits")
    sign = MINUS if len(word) > 1 and word[0] == MINUS and leading else ""
    body = _digits_for_minus(word[len(sign) :], digits, rng)
    if not body.startswith("0"):
        return sign + body
    if not leading:
        if len(body) > 1:
            raise CannotGenerate("a number of zeros alone")
        return body
    return sign + leading[int(rng.integers(len(leading)))] + body[1:]


def _digits_for_minus(word: str, digits: str, rng: np.random.Generator) -> str:
    first, *pieces = word.split(MINUS)
    places = rng.integers(len(digits), size=len(pieces)).tolist() if pieces else []
    return first + "".join([digits[place] + piece for place, piece in zip(places, pieces, strict=True)])


def digits_of(alphabet: str) -> str:
    """The characters of a number but its minus."""
    return alphabet.replace(MINUS, "")


def with_random_sign(number: str, alphabet: str, rng: np.random.Generator) -> str:
    """A number of the same length that has a minus as often as not, where its alphabet and length let it."""
    if MINUS not in alphabet or len(number) < 2 or rng.random() < 0.5:
        return number
    return as_number(MINUS + number[1:], alphabet, rng)


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
