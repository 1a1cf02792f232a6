"""Numbers up to a bound that programs treat in their own way: many divisors, none, a power of two.

What is cheap or dear at a size often hangs on its arithmetic: blocks that divide it, tables that double, remainders
that run through everything only by a prime. The largest size is seldom such a number.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from slowpath.inputs.relations.primes import is_prime

_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)
_LARGEST = 1 << 62


@lru_cache(maxsize=1024)
def most_divided(bound: int) -> int:
    """The least number up to `bound` that has the most divisors (Ramanujan 1915: highly composite); 1 below 2.

    Its exponents fall along the primes, which leaves few products to go through, even up to 2^62.
    """
    bound = min(bound, _LARGEST)
    best = (1, -1)
    waiting = [(1, 1, 0, bound.bit_length())]
    while waiting:
        product, divisors, place, most = waiting.pop()
        best = max(best, (divisors, -product))
        if place == len(_PRIMES):
            continue
        for exponent in range(1, most + 1):
            product *= _PRIMES[place]
            if product > bound:
                break
            waiting.append((product, divisors * (exponent + 1), place + 1, exponent))
    return -best[1]


@lru_cache(maxsize=1024)
def largest_prime(bound: int) -> int:
    """The largest prime up to `bound`; 1 below 2."""
    return next((number for number in range(bound, 1, -1) if is_prime(number)), 1)


def power_of_two(bound: int) -> int:
    """The largest power of two up to `bound`; 1 below 2."""
    return 1 << max(0, bound.bit_length() - 1) if bound > 0 else 1


REMARKABLE: dict[str, Callable[[int], int]] = {"divided": most_divided, "prime": largest_prime, "power": power_of_two}
"""By their names in the language of shapes."""
