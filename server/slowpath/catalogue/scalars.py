"""Values of single numbers that are hard: bounds and their neighbours, primes, powers, coprime pairs.

STAB appendix G, number theory. A wish is a function of the bounds, `(lo, hi) -> int`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from slowpath.catalogue.numbers import (
    all_bits,
    carmichael_below,
    clipped,
    fibonacci_pair,
    most_divisors,
    prime_squares_below,
    primes_below,
    semiprimes_below,
)

Wish = Callable[[int, int], int]


def largest_power_of_two(lo: int, hi: int) -> int:
    """The largest power of two up to `hi`."""
    return clipped(1 << (hi.bit_length() - 1), lo, hi) if hi > 0 else hi


def first(numbers: Callable[[int, int, int], list[int]]) -> Wish:
    """The largest of what `numbers(hi, lo, most)` gives, `hi` where that is nothing."""
    return lambda lo, hi: next(iter(numbers(hi, lo, 1)), hi)


SCALARS: dict[str, Wish] = {
    "max": lambda lo, hi: hi,
    "min": lambda lo, hi: lo,
    "max - 1": lambda lo, hi: clipped(hi - 1, lo, hi),
    "min + 1": lambda lo, hi: clipped(lo + 1, lo, hi),
    "largest prime": first(primes_below),
    "min + 2": lambda lo, hi: clipped(lo + 2, lo, hi),
    "half": lambda lo, hi: lo + (hi - lo) // 2,
    "square root": lambda lo, hi: clipped(isqrt(max(hi, 0)), lo, hi),
    "square of a prime": first(prime_squares_below),
    "power of two": largest_power_of_two,
    "power of two - 1": all_bits,
    "Fibonacci": lambda lo, hi: fibonacci_pair(lo, hi)[1],
    "Fibonacci before": lambda lo, hi: fibonacci_pair(lo, hi)[0],
    "many divisors": most_divisors,
    "semiprime": first(semiprimes_below),
    "Carmichael number": first(carmichael_below),
    "0": lambda lo, hi: clipped(0, lo, hi),
    "1": lambda lo, hi: clipped(1, lo, hi),
}
"""Wishes in the order of trial, by the name that the user reads."""
