"""Words and texts that are hard for matching, suffix structures and stack machines.

STAB appendix G, table 8 (string matching); Fibonacci and Thue-Morse words from Lothaire, "Combinatorics on
words" (1983). Every filler is `(length, alphabet, rng) -> str`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from slowpath.catalogue.collisions import HASH_CODE, RollingHash, colliding_words
from slowpath.catalogue.construction import Construction, by_name
from slowpath.inputs.filling.fill import spelled

STAB = "STAB appendix G, table 8"
LOTHAIRE = "Lothaire 1983"
DRAWN = 4
"""Letters that tell very many words apart."""


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


def halves_turned(length, alphabet, rng):
    """Other letters before the first of the alphabet: that one (`*`, `-`, `.`) may be a sign that does something to all
    that stands before it."""
    a, b = _two(alphabet)
    return b * ((length + 1) // 2) + a * (length // 2)


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
    """A de Bruijn sequence over two letters (all windows different): the Lyndon words of a length that divides the
    order, one after the other (Fredricksen, Kessler and Maiorana)."""
    order = max(1, (max(2, length) - 1).bit_length())
    a, b = _two(alphabet)
    made: list[int] = []
    word = [0]
    while len(made) < length and word:
        if order % len(word) == 0:
            made += word
        word = (word * (order // len(word) + 1))[:order]
        while word and word[-1]:
            word.pop()
        if word:
            word[-1] = 1
    return "".join(b if letter else a for letter in np.resize(np.array(made), length).tolist())


def one_off_both_ends(length, alphabet, rng):
    """One letter, a run of a second, a third at the end (or the first again)."""
    a, b = _two(alphabet)
    c = alphabet[2] if len(alphabet) > 2 else a
    return (a + b * (length - 2) + c)[:length] if length > 1 else a * length


def one_off_other_letters(length, alphabet, rng):
    """The last letter of the alphabet in a run, its first at the end: where the run needs letters of another class."""
    return alphabet[-1] * (length - 1) + alphabet[0] if length else ""


def nested_palindromes(length, alphabet, rng):
    """a, aba, abacaba, ...: every prefix of a length 2^k - 1 a palindrome, every position rich in centres."""
    index = np.arange(1, length + 1)
    order = np.zeros(length, dtype=np.int64)
    while (even := index % 2 == 0).any():
        order += even
        index = np.where(even, index // 2, 1)
    return _letters(order, alphabet)


def random_two(length, alphabet, rng):
    return _letters(rng.integers(0, 2, size=length), alphabet)


def random_all(length, alphabet, rng):
    return _letters(rng.integers(0, len(alphabet), size=length), alphabet)


def rising(length, alphabet, rng):
    return _letters(np.arange(length) * len(alphabet) // max(1, length), alphabet)


def cycle(length, alphabet, rng):
    return (alphabet * (length // len(alphabet) + 1))[:length]


def _letters(indices: np.ndarray, alphabet: str) -> str:
    return spelled(np.asarray(indices, dtype=np.int64) % len(alphabet), alphabet)


def drawn_part(where: str, share: int) -> Callable[..., str]:
    """One letter but for a drawn part at the start, in the middle or at the end, of four letters or one over `share` of
    the length: words that are different and have all else in common."""

    def filler(length, alphabet, rng):
        size = min(length, max(DRAWN, length // share if share else 0))
        before = {"start": 0, "middle": (length - size) // 2, "end": length - size}[where]
        drawn = random_all(size, alphabet, rng)
        return alphabet[0] * before + drawn + alphabet[0] * (length - size - before)

    return filler


WORDS = by_name(
    Construction("random", random_all, "whatever is slow by size alone", STAB),
    Construction("all the first letter", all_first, "naive matching, suffix sorting, palindromes", STAB),
    Construction("one off at the end", one_off_end, "naive matching (text and pattern a..ab)", STAB),
    Construction("all the last letter", all_last, "loops over letters, automata that ignore the first letter", STAB),
    Construction("one off in the middle", one_off_middle, "matching from both ends", STAB),
    Construction("period 2", period(2), "matching with failure links, run-length code", LOTHAIRE),
    Construction("halves", halves, "bracket matching, stacks, pairing", STAB),
    Construction("halves, turned", halves_turned, "signs that go over all letters before them", STAB),
    Construction("one off at the start", one_off_start, "matching from the right", STAB),
    Construction("random over two letters", random_two, "hashing, tries", LOTHAIRE),
    Construction(
        "all in common but four letters at the end", drawn_part("end", 0), "comparisons of words, tries", STAB
    ),
    Construction("all in common but the second half", drawn_part("end", 2), "comparisons of words, tries", STAB),
    Construction(
        "all in common but four letters at the start",
        drawn_part("start", 0),
        "comparisons from the end, common suffixes",
        STAB,
    ),
    Construction("period of root length", root_period, "Z and prefix functions used naively", LOTHAIRE),
    Construction("Fibonacci word", fibonacci, "suffix structures, prefix functions", LOTHAIRE),
    Construction("Thue-Morse word", thue_morse, "polynomial hashes modulo a power of two", LOTHAIRE),
    Construction("de Bruijn word", de_bruijn, "substring sets, suffix automata", LOTHAIRE),
    Construction("rising letters", rising, "sorting by letters, monotone stacks", STAB),
    Construction("alphabet repeated", cycle, "window scans over distinct letters", STAB),
    Construction("one off at both ends", one_off_both_ends, "suffix automata: most transitions", "Blumer 1985"),
    Construction(
        "all in common but four letters in the middle", drawn_part("middle", 0), "comparisons from both ends", STAB
    ),
    Construction(
        "one off at the end, other letters", one_off_other_letters, "backtracking in regular expressions", "Crosby 2003"
    ),
    Construction(
        "palindromes within palindromes",
        nested_palindromes,
        "palindromes, palindromic trees",
        "Droubay, Justin and Pirillo 2001",
    ),
    Construction(
        "equal hash codes, base 31",
        colliding_words([RollingHash(*HASH_CODE)]),
        "tables and sets of strings with hashCode",
        "Crosby and Wallach 2003",
    ),
    Construction(
        "equal hash codes, base 31, long common prefix",
        colliding_words([RollingHash(*HASH_CODE)], 0.5),
        "tables of strings that fall back to a tree",
        "JEP 180",
    ),
)
