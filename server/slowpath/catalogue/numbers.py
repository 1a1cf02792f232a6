"""Numbers whose arithmetic is hard: primes, products of two primes, Carmichael numbers, many divisors, Fibonacci.

STAB appendix G, table 8 (number theory). The functions on bounds give single numbers (`scalars` uses them); the
fillers repeat the best of them over an array.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import isqrt

import numpy as np

from slowpath.catalogue.construction import Construction, by_name
from slowpath.catalogue.prime_gaps import long_search
from slowpath.inputs.relations.primes import is_prime

STAB = "STAB, number theory"
MOST = 64
LOOKED_AT = 5000
LONGEST_BITS = 1024
"""Of longer numbers none is looked for: to test one takes milliseconds, and of thousands next to each other few are
prime."""
_FACTORS = (2, 3, 2, 5, 2, 3, 7, 2, 11, 13, 2, 3, 17, 19, 23)


def clipped(value: int, lo: int, hi: int) -> int:
    """The nearest value within the bounds."""
    return max(lo, min(hi, value))


@lru_cache(maxsize=256)
def primes_below(hi: int, lo: int, most: int) -> list[int]:
    """Up to `most` primes in `[lo, hi]`, largest first; looks at up to 5,000 numbers only, none of them longer than
    `LONGEST_BITS`."""
    found: list[int] = []
    if hi.bit_length() > LONGEST_BITS:
        return found
    for candidate in range(hi, max(lo, 2, hi - LOOKED_AT) - 1, -1):
        if is_prime(candidate):
            found.append(candidate)
            if len(found) == most:
                break
    return found


@lru_cache(maxsize=256)
def semiprimes_below(hi: int, lo: int, most: int) -> list[int]:
    """Up to `most` products of two different primes next to the root of `hi`, largest first, within the bounds.

    The smaller factor is the largest prime below the root, the larger one follows it: no other product near `hi` hides
    its smaller factor longer.
    """
    found: set[int] = set()
    if hi.bit_length() > LONGEST_BITS:
        return []
    for small in primes_below(isqrt(max(hi, 0)), 2, 12):
        found.update(small * large for large in primes_below(hi // small, small + 1, 8) if lo <= small * large <= hi)
    return sorted(found, reverse=True)[:most]


def prime_squares_below(hi: int, lo: int, most: int) -> list[int]:
    """Up to `most` squares of primes within the bounds, largest first."""
    return [p * p for p in primes_below(isqrt(max(hi, 0)), 2, most) if lo <= p * p]


@lru_cache(maxsize=64)
def carmichael_below(hi: int, lo: int, most: int) -> list[int]:
    """Up to `most` Carmichael numbers (6k+1)(12k+1)(18k+1) below 2^63, largest first (Chernick 1939); the least, 561,
    as well. Larger ones lie too far apart to look for."""
    hi = min(hi, (1 << 63) - 1)
    k = int((max(hi, 1) / 1296) ** (1 / 3)) + 1
    found: list[int] = []
    while k > 0 and len(found) < most:
        factors = (6 * k + 1, 12 * k + 1, 18 * k + 1)
        product = factors[0] * factors[1] * factors[2]
        if product < lo:
            break
        if product <= hi and all(is_prime(factor) for factor in factors):
            found.append(product)
        k -= 1
    return found or [561] * (lo <= 561 <= hi)


def most_divisors(lo: int, hi: int) -> int:
    """A number up to `hi` with many small factors."""
    value = 1
    for factor in _FACTORS:
        if value * factor <= hi:
            value *= factor
    return clipped(value, lo, hi)


def fibonacci_pair(lo: int, hi: int) -> tuple[int, int]:
    """The two largest neighbours of Fibonacci's sequence up to `hi`, the smaller one first."""
    a, b = 1, 1
    while a + b <= hi:
        a, b = b, a + b
    return clipped(a, lo, hi), clipped(b, lo, hi)


def all_bits(lo: int, hi: int) -> int:
    """The largest number of one bits only up to `hi`."""
    return clipped((1 << ((hi + 1).bit_length() - 1)) - 1, lo, hi) if hi > 0 else hi


def repeated(numbers: Callable[[int, int, int], list[int]]) -> Callable[..., np.ndarray]:
    """An array of what `numbers(hi, lo, most)` gives, over and over; the largest value where that is nothing."""

    def filler(length, lo, hi, rng):
        return np.resize(np.array(numbers(hi, lo, MOST) or [hi], dtype=np.int64), length)

    return filler


def highly_composite(length, lo, hi, rng):
    """The number up to `hi` with the most small factors, in every place: divisor loops and gcds find most."""
    return np.full(length, most_divisors(lo, hi), dtype=np.int64)


def fibonacci_pairs(length, lo, hi, rng):
    """The two largest neighbours of Fibonacci's sequence by turns (STAB: Euclid's algorithm)."""
    return np.resize(np.array(fibonacci_pair(lo, hi)[::-1], dtype=np.int64), length)


def doubling(length, lo, hi, rng):
    """Powers of two within the bounds, rising, repeated: each value outweighs all before it."""
    powers = [1 << k for k in range(hi.bit_length()) if lo <= 1 << k <= hi] if hi > 0 else []
    return np.resize(np.array(powers or [hi], dtype=np.int64), length)


def doubling_sorted(length, lo, hi, rng):
    """The same, sorted: values that grow geometrically."""
    return np.sort(doubling(length, lo, hi, rng))


def bits_set(length, lo, hi, rng):
    return np.full(length, all_bits(lo, hi), dtype=np.int64)


NUMBERS = by_name(
    Construction("powers of two", doubling, "knapsacks, subset sums, greedy simulations", "STAB, bitmasks"),
    Construction("largest primes", repeated(primes_below), "trial division", STAB),
    Construction("highly composite", highly_composite, "divisor loops", STAB),
    Construction("Fibonacci neighbours", fibonacci_pairs, "Euclid's algorithm", STAB),
    Construction("largest semiprimes", repeated(semiprimes_below), "trial division, Pollard's rho", STAB),
    Construction("squares of primes", repeated(prime_squares_below), "trial division", STAB),
    Construction("Carmichael numbers", repeated(carmichael_below), "Fermat's primality test", "Chernick 1939"),
    Construction("all bits set", bits_set, "loops over bits and submasks", "STAB, bitmasks"),
    Construction(
        "before a long search for a prime", long_search(1), "searches for the next prime", "Bays and Hudson 1977"
    ),
    Construction(
        "behind a long search for a prime", long_search(-1), "searches for the next prime", "Bays and Hudson 1977"
    ),
    Construction("powers of two, sorted", doubling_sorted, "interpolation search", "Perl, Itai and Avni 1978"),
)
