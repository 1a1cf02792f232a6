"""Primes: whether a number is one, and the one next to it within bounds.

Miller and Rabin's test with the first thirteen primes as bases, which is exact below 3.3 * 10^24; beyond, a number
that passes is prime but for odds that nobody will meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

_BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
_MOST_STEPS = 20_000
_MANY = 2_000


@lru_cache(maxsize=1 << 16)
def is_prime(number: int) -> bool:
    """Whether `number` is prime."""
    if number < 2:
        return False
    for base in _BASES:
        if number % base == 0:
            return number == base
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return all(_passes(number, base, odd, twos) for base in _BASES)


def _passes(number: int, base: int, odd: int, twos: int) -> bool:
    power = pow(base, odd, number)
    if power in (1, number - 1):
        return True
    for _ in range(twos - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False


def primes_near(number: int, lo: int, hi: int) -> Iterator[int]:
    """The primes of `lo..hi` on both sides of `number`, the nearest first, as far as is sensible to look."""
    for step in range(min(_MOST_STEPS, max(number - lo, hi - number) + 1)):
        if number - step >= lo and is_prime(number - step):
            yield number - step
        if step and number + step <= hi and is_prime(number + step):
            yield number + step


def near_primes(values: Sequence[int], lows: Sequence[int], highs: Sequence[int]) -> list[int] | None:
    """A prime near each of `values` within its bounds; None where some bounds hold none. Of very many values most
    take a prime that was found for another one, since finding each would take seconds."""
    made: list[int] = []
    pool: list[int] = []
    for place, (value, low, high) in enumerate(zip(values, lows, highs, strict=True)):
        if is_prime(value):
            made.append(value)
            continue
        known = pool[place % len(pool)] if len(pool) >= _MANY else None
        if known is None or not low <= known <= high:
            known = next(primes_near(value, low, high), None)
            if known is None:
                return None
            pool.append(known)
        made.append(known)
    return made
