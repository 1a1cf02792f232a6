"""Values of single numbers that are hard: bounds and their neighbours, primes, powers, coprime pairs.

STAB appendix G, number theory. A wish is a function of the bounds, `(lo, hi) -> int`.
"""

from __future__ import annotations

from collections.abc import Callable

from slowpath.catalogue.arrays import primes_below

Wish = Callable[[int, int], int]


def clipped(value: int, lo: int, hi: int) -> int:
    """The nearest value within the bounds."""
    return max(lo, min(hi, value))


def largest_fibonacci(lo: int, hi: int) -> int:
    """The largest Fibonacci number up to `hi` (with its neighbour: Euclid's worst case)."""
    return _fibonacci(lo, hi)[1]


def second_fibonacci(lo: int, hi: int) -> int:
    """The Fibonacci number before `largest_fibonacci`."""
    return _fibonacci(lo, hi)[0]


def _fibonacci(lo: int, hi: int) -> tuple[int, int]:
    a, b = 1, 1
    while a + b <= hi:
        a, b = b, a + b
    return clipped(a, lo, hi), clipped(b, lo, hi)


def largest_prime(lo: int, hi: int) -> int:
    """The largest prime within the bounds, `hi` where none is near."""
    return next(iter(primes_below(hi, lo, 1)), hi)


def prime_square(lo: int, hi: int) -> int:
    """The square of the largest prime whose square fits: trial division goes to the root and succeeds there."""
    root = int(max(hi, 0) ** 0.5)
    prime = next(iter(primes_below(root, 2, 1)), 2)
    return clipped(prime * prime, lo, hi)


def largest_power_of_two(lo: int, hi: int) -> int:
    """The largest power of two up to `hi`."""
    return clipped(1 << (hi.bit_length() - 1), lo, hi) if hi > 0 else hi


def below_power_of_two(lo: int, hi: int) -> int:
    """The largest number of one bits only up to `hi`."""
    return clipped((1 << ((hi + 1).bit_length() - 1)) - 1, lo, hi) if hi > 0 else hi


def most_divisors(lo: int, hi: int) -> int:
    """A number up to `hi` with many small factors."""
    value = 1
    for factor in (2, 3, 2, 5, 2, 3, 7, 2, 11, 13, 2, 3, 17, 19, 23):
        if value * factor <= hi:
            value *= factor
    return clipped(value, lo, hi)


SCALARS: dict[str, Wish] = {
    "max": lambda lo, hi: hi,
    "min": lambda lo, hi: lo,
    "max - 1": lambda lo, hi: clipped(hi - 1, lo, hi),
    "min + 1": lambda lo, hi: clipped(lo + 1, lo, hi),
    "largest prime": largest_prime,
    "min + 2": lambda lo, hi: clipped(lo + 2, lo, hi),
    "half": lambda lo, hi: lo + (hi - lo) // 2,
    "square root": lambda lo, hi: clipped(int(max(hi, 0) ** 0.5), lo, hi),
    "square of a prime": prime_square,
    "power of two": largest_power_of_two,
    "power of two - 1": below_power_of_two,
    "Fibonacci": largest_fibonacci,
    "Fibonacci before": second_fibonacci,
    "many divisors": most_divisors,
    "0": lambda lo, hi: clipped(0, lo, hi),
    "1": lambda lo, hi: clipped(1, lo, hi),
}
"""Wishes in the order of trial, by the name that the user reads."""
