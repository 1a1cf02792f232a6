"""Bracket words and digit words: what parsers and big integers are fed.

Deep nesting exhausts stacks (Crosby and Wallach 2003); numbers of all nines carry at every place, and reading or
printing n digits is quadratic in common libraries (CVE-2020-10735). Every filler is `(length, alphabet, rng) -> str`.
"""

from __future__ import annotations

from collections.abc import Callable

from slowpath.catalogue.construction import Construction, by_name

PAIRS = ("()", "[]", "{}", "<>")


def _kinds(alphabet: str) -> list[str]:
    """The pairs of brackets that the alphabet has; its first and last letter where it has none."""
    return [pair for pair in PAIRS if set(pair) <= set(alphabet)] or [alphabet[0] + alphabet[-1]]


def nested(kinds: int) -> Callable[..., str]:
    """Half of the word opens, the other half closes; at most `kinds` kinds of brackets by turns."""

    def filler(length, alphabet, rng):
        pairs = _kinds(alphabet)[:kinds]
        depth = length // 2
        opened = [pairs[place % len(pairs)] for place in range(depth)]
        return (
            "".join(pair[0] for pair in opened)
            + "".join(pair[1] for pair in reversed(opened))
            + alphabet[0] * (length % 2)
        )

    return filler


def side_by_side(length, alphabet, rng):
    pair = _kinds(alphabet)[0]
    return pair * (length // 2) + alphabet[0] * (length % 2)


def comb(length, alphabet, rng):
    """A closed pair at every level of a nest: `(()(()(...` as deep as a quarter of the word."""
    pair = _kinds(alphabet)[0]
    opening, closing = pair[0], pair[1]
    depth = length // 4
    inner = length - 4 * depth
    middle = (opening + closing) * (inner // 2) + alphabet[0] * (inner % 2)
    return (opening + opening + closing) * depth + middle + closing * depth


def opened_only(length, alphabet, rng):
    return _kinds(alphabet)[0][0] * length


def digits(pattern: str) -> Callable[..., str]:
    """Numbers by three digits: the first, the one that is repeated in between, the last ("991": 99..91)."""
    first, filling, last = pattern[0], pattern[1], pattern[2]

    def filler(length, alphabet, rng):
        word = (first + filling * max(0, length - 2) + last)[:length]
        return "".join(letter if letter in alphabet else alphabet[-1] for letter in word)

    return filler


def random_digits(length, alphabet, rng):
    """Any digits the alphabet has, the first one not a zero."""
    known = [letter for letter in alphabet if letter.isdigit()] or list(alphabet)
    word = [known[place] for place in rng.integers(0, len(known), size=length).tolist()]
    if word and word[0] == "0":
        word[0] = known[-1]
    return "".join(word)


BRACKETS = by_name(
    Construction("nested brackets", nested(1), "parsers by recursion, stacks, bracket matching", "Crosby 2003"),
    Construction("nested brackets, kinds in turn", nested(4), "parsers by recursion, stacks", "Crosby 2003"),
    Construction(
        "brackets side by side",
        side_by_side,
        "splitting into blocks, quadratic scans for partners",
        "Knuth, volume 4A, section 7.2.1.6",
    ),
    Construction("comb of brackets", comb, "matching by rescanning, stacks", "Knuth, volume 4A, section 7.2.1.6"),
    Construction("opening brackets only", opened_only, "searches for a partner that isn't there", "Crosby 2003"),
)

DIGITS = by_name(
    Construction("nines", digits("999"), "big integers: every place carries", "Knuth, volume 2, section 4.3.1"),
    Construction(
        "one and zeros", digits("100"), "big integers: borrows through all places", "Knuth, volume 2, section 4.3.1"
    ),
    Construction("nines, then one", digits("991"), "big integers, loops over digits", "Knuth, volume 2, section 4.3.1"),
    Construction("random digits", random_digits, "parsing and printing of big integers", "CVE-2020-10735"),
    Construction("one, zeros, one", digits("101"), "remainders digit by digit", "Knuth, volume 2, section 4.3.1"),
)
