"""Words and texts that are hard for matching, suffix structures and stack machines.

STAB appendix G, table 8 (string matching); Fibonacci and Thue-Morse words from Lothaire, "Combinatorics on
words" (1983). Every filler is `(length, alphabet, rng) -> str`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from slowpath.catalogue.construction import Construction, by_name

STAB = "STAB appendix G, table 8"
LOTHAIRE = "Lothaire 1983"


def _two(alphabet: str) -> tuple[str, str]:
    return alphabet[0], alphabet[1 if len(alphabet) > 1 else 0]


def all_first(length, alphabet, rng):
    return alphabet[0] * length


def all_last(length, alphabet, rng):
    return alphabet[-1] * length


def one_off_end(length, alphabet, rng):
    a, b = _two(alphabet)
    return a * (length - 1) + b if length else ""


def one_off_start(length, alphabet, rng):
    return one_off_end(length, alphabet, rng)[::-1]


def one_off_middle(length, alphabet, rng):
    a, b = _two(alphabet)
    half = length // 2
    return a * half + b + a * (length - half - 1) if length else ""


def halves(length, alphabet, rng):
    a, b = _two(alphabet)
    return a * ((length + 1) // 2) + b * (length // 2)


def period(size: int) -> Callable[..., str]:
    """A word of period `size`: `size - 1` first letters, then the second."""

    def filler(length, alphabet, rng):
        a, b = _two(alphabet)
        return ((a * (size - 1) + b) * (length // size + 1))[:length]

    return filler


def root_period(length, alphabet, rng):
    return period(max(2, int(length**0.5)))(length, alphabet, rng)


def fibonacci(length, alphabet, rng):
    a, b = _two(alphabet)
    before, word = b, a
    while len(word) < length:
        before, word = word, word + before
    return word[:length]


def thue_morse(length, alphabet, rng):
    bits = np.arange(length, dtype=np.uint64)
    for shift in (32, 16, 8, 4, 2, 1):
        bits ^= bits >> np.uint64(shift)
    return _letters(bits & np.uint64(1), alphabet)


def de_bruijn(length, alphabet, rng):
    """A de Bruijn sequence over two letters (all windows different), by the prefer-one shift register."""
    order = max(1, (max(2, length) - 1).bit_length())
    a, b = _two(alphabet)
    word, seen = [a] * order, {a * order}
    while len(word) < length + order:
        tail = "".join(word[len(word) - order + 1:]) if order > 1 else ""
        letter = b if tail + b not in seen else a
        seen.add(tail + letter)
        word.append(letter)
    return "".join(word[order:order + length])


def random_two(length, alphabet, rng):
    return _letters(rng.integers(0, 2, size=length), alphabet)


def random_all(length, alphabet, rng):
    return _letters(rng.integers(0, len(alphabet), size=length), alphabet)


def rising(length, alphabet, rng):
    return _letters(np.arange(length) * len(alphabet) // max(1, length), alphabet)


def cycle(length, alphabet, rng):
    return (alphabet * (length // len(alphabet) + 1))[:length]


def _letters(indices: np.ndarray, alphabet: str) -> str:
    letters = np.array(list(alphabet))
    return "".join(letters[np.asarray(indices, dtype=np.int64) % len(letters)].tolist())


WORDS = by_name(
    Construction("random", random_all, "whatever is slow by size alone", STAB),
    Construction("all the first letter", all_first, "naive matching, suffix sorting, palindromes", STAB),
    Construction("one off at the end", one_off_end, "naive matching (text and pattern a..ab)", STAB),
    Construction("all the last letter", all_last, "loops over letters, automata that ignore the first letter", STAB),
    Construction("one off in the middle", one_off_middle, "matching from both ends", STAB),
    Construction("period 2", period(2), "matching with failure links, run-length code", LOTHAIRE),
    Construction("halves", halves, "bracket matching, stacks, pairing", STAB),
    Construction("one off at the start", one_off_start, "matching from the right", STAB),
    Construction("random over two letters", random_two, "hashing, tries", LOTHAIRE),
    Construction("period of root length", root_period, "Z and prefix functions used naively", LOTHAIRE),
    Construction("Fibonacci word", fibonacci, "suffix structures, prefix functions", LOTHAIRE),
    Construction("Thue-Morse word", thue_morse, "polynomial hashes modulo a power of two", LOTHAIRE),
    Construction("de Bruijn word", de_bruijn, "substring sets, suffix automata", LOTHAIRE),
    Construction("rising letters", rising, "sorting by letters, monotone stacks", STAB),
    Construction("alphabet repeated", cycle, "window scans over distinct letters", STAB),
)
