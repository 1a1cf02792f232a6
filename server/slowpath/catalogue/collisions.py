"""Different words of equal polynomial hash, for a base and modulus that are known.

Two words of equal length collide when the signed sum of base powers at the places where they differ is 0 modulo M;
blocks that collide may be put one after the other in every order, which makes 2^k words of one hash out of k blocks.

Up to 32 bits a birthday search over random words finds short blocks. Beyond, sorted powers are subtracted from their
neighbours again and again (a tree of differences: Wagner, "A generalized birthday problem", 2002): each round
halves their number and takes as many bits off their size, so that about `sqrt(2 log2 M)` rounds and 2^11 powers
suffice for 61 bits, and for two hashes at once, which are one hash modulo the product of their moduli. Hashes that
overflow 64 bits fall to Thue and Morse's word (Pachocki and Radoszewski 2013), which `strings` has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd, isqrt

import numpy as np

BIRTHDAY_BITS = 32
MOST_POWERS = 16_384
HASH_CODE = (31, 1 << 32)
"""Base and modulus of Java's `String.hashCode`, and of many hashes in other languages that follow it."""


@dataclass(frozen=True)
class RollingHash:
    """A polynomial hash: `sum of character * base**place, modulo modulus`; 2**32 or 2**64 where it overflows."""

    base: int
    modulus: int


def joined(hashes: Sequence[RollingHash]) -> RollingHash | None:
    """One hash that is equal exactly where all of them are (Chinese remainders); None for none.

    Where two moduli have a common factor the first of them stands alone.
    """
    made: RollingHash | None = None
    for one in hashes:
        if made is None:
            made = one
        elif gcd(made.modulus, one.modulus) == 1:
            step = (one.base - made.base) * pow(made.modulus, -1, one.modulus) % one.modulus
            made = RollingHash(made.base + made.modulus * step, made.modulus * one.modulus)
    return made


@lru_cache(maxsize=64)
def colliding_blocks(base: int, modulus: int, alphabet: str, longest: int) -> tuple[str, str] | None:
    """Two different words of equal length, at most `longest`, and equal hash; None where none is found.

    The first letter has the highest power. A fraction of a second the first time.
    """
    letters = "".join(sorted(set(alphabet)))
    if len(letters) < 2 or modulus < 2 or base % modulus == 0:
        return None
    if modulus.bit_length() <= BIRTHDAY_BITS + 1:
        found = _by_birthday(base % modulus, modulus, letters)
    else:
        found = _by_differences(base % modulus, modulus, letters)
    return found if found is not None and len(found[0]) <= longest else None


def _by_birthday(base: int, modulus: int, letters: str) -> tuple[str, str] | None:
    if {"A", "B", "a"} <= set(letters) and (base, modulus) == HASH_CODE:
        return "Aa", "BB"
    rng = np.random.default_rng([base, modulus])
    length = 1
    while len(letters) ** length < 16 * modulus:
        length += 1
    codes = np.array([ord(letter) for letter in letters], dtype=np.uint64)
    for _ in range(8):
        places = rng.integers(0, len(letters), size=(3 * isqrt(modulus) + 8, length))
        hashes = np.zeros(len(places), dtype=np.uint64)
        for column in range(length):  # At most 2^32 * 2^32 a step: never beyond uint64.
            hashes = (hashes * np.uint64(base) + codes[places[:, column]]) % np.uint64(modulus)
        order = np.argsort(hashes, kind="stable")
        for at in np.flatnonzero(hashes[order][1:] == hashes[order][:-1]):
            one, other = places[order[at]], places[order[at + 1]]
            if (one != other).any():
                return _spelled(one, letters), _spelled(other, letters)
    return None


def _spelled(places: np.ndarray, letters: str) -> str:
    return "".join(letters[place] for place in places.tolist())


def _by_differences(base: int, modulus: int, letters: str) -> tuple[str, str] | None:
    count = 64
    while count <= MOST_POWERS:
        signs = _zero_sum(base, modulus, count)
        if signs is not None:
            used = np.flatnonzero(signs)
            low = int(used[0]) if gcd(base, modulus) == 1 else 0
            signs = signs[low : int(used[-1]) + 1][::-1]
            return (_spelled(signs == 1, letters), _spelled(signs == -1, letters))
        count *= 2
    return None


def _zero_sum(base: int, modulus: int, count: int) -> np.ndarray | None:
    """Signs, not all zero, for powers `0..count-1` whose sum is 0 modulo `modulus`; None where rounds run out."""
    values, power = [], 1
    for _ in range(count):
        values.append(power)
        power = power * base % modulus
    # Of each value the places with sign 1 and those with sign -1: every place is used in one value only.
    parts = [([place], list[int]()) for place in range(count)]
    while len(values) > 1:
        order = sorted(range(len(values)), key=values.__getitem__)
        pairs = list(zip(order[1::2], order[0::2], strict=False))
        parts = [(parts[high][0] + parts[low][1], parts[high][1] + parts[low][0]) for high, low in pairs]
        values = [values[high] - values[low] for high, low in pairs]
        if 0 in values:
            signs = np.zeros(count, dtype=np.int8)
            signs[parts[values.index(0)][0]] = 1
            signs[parts[values.index(0)][1]] = -1
            return signs
    return None


def colliding_words(
    hashes: Sequence[RollingHash], common: float = 0.0, *, low_first: bool = False
) -> Callable[..., str]:
    """Words made of both blocks in random order: all words of one length have one hash.

    The share `common` of each word is the same in all, so that comparisons don't end early. `low_first`: the hash gives
    the first letter the lowest power, so the words are turned round.
    """

    def filler(length, alphabet, rng):
        blocks = _blocks(tuple(hashes), alphabet, length)
        if blocks is None:
            return _random(length, alphabet, rng)
        count = length // len(blocks[0])
        same = int(count * common)
        choice = rng.integers(0, 2, size=count)
        choice[: min(same, count - 1)] = 0
        made = "".join(blocks[which] for which in choice.tolist()) + alphabet[0] * (length - count * len(blocks[0]))
        return made[::-1] if low_first else made

    return filler


def colliding_windows(hashes: Sequence[RollingHash]) -> Callable[..., str]:
    """One block again and again, the other one at the end.

    As text and pattern: every window at a multiple of the block has the pattern's hash, and differs in its last block.
    """

    def filler(length, alphabet, rng):
        blocks = _blocks(tuple(hashes), alphabet, length)
        if blocks is None:
            return _random(length, alphabet, rng)
        count = length // len(blocks[0])
        rest = length - count * len(blocks[0])
        return alphabet[0] * rest + blocks[0] * (count - 1) + blocks[1]

    return filler


@lru_cache(maxsize=64)
def _blocks(hashes: tuple[RollingHash, ...], alphabet: str, length: int) -> tuple[str, str] | None:
    """Blocks for all hashes together, else for the first alone (two at once need longer words)."""
    both = joined(hashes)
    for one in (both, *hashes[:1]):
        blocks = colliding_blocks(one.base, one.modulus, alphabet, length) if one is not None else None
        if blocks is not None:
            return blocks
    return None


def _random(length: int, alphabet: str, rng: np.random.Generator) -> str:
    return _spelled(rng.integers(0, len(alphabet), size=length), alphabet)
