"""String algorithms that count comparisons of letters."""

from __future__ import annotations

from functools import cmp_to_key

import numpy as np
from proof import Proof

from slowpath.catalogue.brackets import BRACKETS, DIGITS
from slowpath.catalogue.collisions import RollingHash, colliding_windows
from slowpath.catalogue.strings import WORDS

TEXT, PATTERN = 400, 100
HASH = RollingHash(131, 10**9 + 7)


def naive(pair):
    """Letters compared by a search that begins anew at each place and lists all occurrences."""
    text, pattern = pair
    compared = 0
    for start in range(len(text) - len(pattern) + 1):
        for offset, letter in enumerate(pattern):
            compared += 1
            if text[start + offset] != letter:
                break
    return compared


def rabin_karp(pair):
    """Letters compared to verify windows whose hash is the pattern's."""
    text, pattern = pair
    size, compared = len(pattern), 0
    wanted, window, power = 0, 0, pow(HASH.base, size - 1, HASH.modulus)
    for place in range(size):
        wanted = (wanted * HASH.base + ord(pattern[place])) % HASH.modulus
        window = (window * HASH.base + ord(text[place])) % HASH.modulus
    for start in range(len(text) - size + 1):
        if window == wanted:
            for offset in range(size):
                compared += 1
                if text[start + offset] != pattern[offset]:
                    break
        if start + size < len(text):
            window = (window - ord(text[start]) * power) * HASH.base + ord(text[start + size])
            window %= HASH.modulus
    return compared


def suffix_sort(text):
    """Letters compared when suffixes are sorted as strings."""
    compared = 0

    def order(a, b):
        nonlocal compared
        while a < len(text) and b < len(text):
            compared += 1
            if text[a] != text[b]:
                return -1 if text[a] < text[b] else 1
            a, b = a + 1, b + 1
        return -1 if a == len(text) else 1

    sorted(np.random.default_rng(0).permutation(len(text)).tolist(), key=cmp_to_key(order))
    return compared


def palindromes(text):
    """Letters compared by expansion round each centre."""
    compared = 0
    for centre in range(2 * len(text) - 1):
        left, right = centre // 2, (centre + 1) // 2
        while left >= 0 and right < len(text):
            compared += 1
            if text[left] != text[right]:
                break
            left, right = left - 1, right + 1
    return compared


def nested_quantifier(text):
    """Steps of a backtracking matcher for `(a+)+$`."""
    steps = 0

    def groups(at):
        nonlocal steps
        steps += 1
        end = at
        while end < len(text) and text[end] == "a":
            end += 1
        return any(stop == len(text) or groups(stop) for stop in range(end, at, -1)) if end > at else False

    groups(0)
    return steps


def nesting(text):
    """The depth of the stack that a parser of brackets needs."""
    depth = deepest = 0
    for letter in text:
        depth += 1 if letter == "(" else -1
        deepest = max(deepest, depth)
    return deepest


def carries(digits):
    """Carries when one is added to the number and to its square."""
    return sum(letter == "9" for letter in digits)


def different_substrings(text, longest=12):
    """Entries of a memo keyed by substrings of up to twelve letters."""
    return len({text[i : i + size] for size in range(1, longest + 1) for i in range(len(text) - size + 1)})


def text_and_pattern(filler, alphabet="ab", pattern=PATTERN):
    def make():
        rng = np.random.default_rng(2)
        return filler(TEXT, alphabet, rng), filler(pattern, alphabet, rng)

    return make


def word(name, length, alphabet="ab"):
    return lambda: {**WORDS, **BRACKETS, **DIGITS}[name].filler(length, alphabet, np.random.default_rng(2))


def random_word(length, alphabet="ab"):
    return lambda rng: "".join(rng.choice(list(alphabet), size=length))


def random_pair(alphabet="ab", pattern=PATTERN):
    return lambda rng: (random_word(TEXT, alphabet)(rng), random_word(pattern, alphabet)(rng))


STRINGS = "string-matching"
SMALL = "abcdefghijklmnopqrstuvwxyz"
PROOFS = (
    Proof(
        STRINGS,
        "Naive string matching",
        "one off at the end",
        naive,
        text_and_pattern(WORDS["one off at the end"].filler),
        random_pair(),
        30,
        PATTERN * (TEXT - PATTERN + 1),
    ),
    Proof(
        STRINGS,
        "Rabin–Karp (single modulus)",
        "colliding windows",
        rabin_karp,
        text_and_pattern(colliding_windows((HASH,)), SMALL, 96),
        random_pair(SMALL, 96),
        1000,
    ),
    Proof(
        STRINGS,
        "Rabin–Karp (single modulus)",
        "all the first letter",
        rabin_karp,
        text_and_pattern(WORDS["all the first letter"].filler),
        random_pair(),
        1000,
        PATTERN * (TEXT - PATTERN + 1),
    ),
    Proof(
        STRINGS,
        "Suffix array (basic compare sort)",
        "all the first letter",
        suffix_sort,
        word("all the first letter", 300),
        random_word(300),
        10,
    ),
    Proof(
        STRINGS,
        "Suffix array (basic compare sort)",
        "Fibonacci word",
        suffix_sort,
        word("Fibonacci word", 300),
        random_word(300),
        5,
    ),
    Proof(
        STRINGS,
        "Palindromes by expansion round each centre",
        "all the first letter",
        palindromes,
        word("all the first letter", 300),
        random_word(300),
        25,
    ),
    Proof(
        STRINGS,
        "Palindromes by expansion round each centre",
        "palindromes within palindromes",
        palindromes,
        word("palindromes within palindromes", 255, SMALL),
        random_word(255, SMALL),
        1.8,
    ),
    Proof(
        STRINGS,
        "Backtracking regular expression",
        "one off at the end",
        nested_quantifier,
        word("one off at the end", 12),
        random_word(12),
        50,
    ),
    Proof(
        STRINGS,
        "Bracket parser by recursion",
        "nested brackets",
        nesting,
        word("nested brackets", 200, "()"),
        lambda rng: "()" * 100,
        100,
        100,
    ),
    Proof(
        STRINGS,
        "Big integers read or multiplied digit by digit",
        "nines",
        carries,
        word("nines", 200, "0123456789"),
        random_word(200, "0123456789"),
        6,
        200,
    ),
    Proof(
        STRINGS,
        "Memoisation keyed by strings, substring sets",
        "de Bruijn word",
        different_substrings,
        word("de Bruijn word", 1024),
        random_word(1024),
        1.05,
    ),
)
