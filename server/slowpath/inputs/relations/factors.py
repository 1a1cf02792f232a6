"""The divisors of numbers, by their prime factors: small ones by division, large ones by Pollard's rho.

Brent's way through the cycle ("An improved Monte Carlo factorization algorithm", 1980), which takes about the fourth
root of the number: some ten thousand steps for 10^18. The starts are tried in order, so that the same number is always
taken apart in the same way.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import gcd

from slowpath.inputs.relations.primes import is_prime

_DIVIDED_UP_TO = 1000
_LARGEST = 1 << 80
_LARGEST_TESTED = 1 << 1024
"""Whether a number of thousands of digits is prime takes minutes to tell."""
_MOST_DIVISORS = 1 << 17
_BATCH = 128
_STARTS = 50


@lru_cache(maxsize=16)
def divisors(number: int) -> tuple[int, ...]:
    """All divisors of a positive number, rising; none where there are too many, or finding them would take too long."""
    primes = _factors(number)
    if primes is None:
        return ()
    made = [1]
    for prime, times in sorted(primes.items()):
        made = [part * prime**power for part in made for power in range(times + 1)]
        if len(made) > _MOST_DIVISORS:
            return ()
    return tuple(sorted(made))


def _factors(number: int) -> Counter[int] | None:
    """The prime factors with how often each stands there; None for 0 and where one can't be found in sensible time."""
    if number <= 0:
        return None
    found: Counter[int] = Counter()
    for small in range(2, _DIVIDED_UP_TO):
        while number % small == 0:
            found[small] += 1
            number //= small
    waiting = [number] if number > 1 else []
    while waiting:
        whole = waiting.pop()
        if whole > _LARGEST_TESTED:
            return None
        if is_prime(whole):
            found[whole] += 1
            continue
        part = _part_of(whole) if whole < _LARGEST else None
        if part is None:
            return None
        waiting += [part, whole // part]
    return found


def _part_of(number: int) -> int | None:
    """A divisor of an odd composite number, neither 1 nor itself."""
    return next((part for start in range(1, _STARTS) if 1 < (part := _rho(number, start)) < number), None)


def _rho(number: int, start: int) -> int:
    """What the cycle of x -> x^2 + start shares with the number; the number itself where it shows nothing."""
    ahead, product, power, common = 2, 1, 1, 1
    behind = before = ahead
    while common == 1:
        behind = ahead
        for _ in range(power):
            ahead = (ahead * ahead + start) % number
        done = 0
        while done < power and common == 1:
            before = ahead
            for _ in range(min(_BATCH, power - done)):
                ahead = (ahead * ahead + start) % number
                product = product * abs(behind - ahead) % number
            common = gcd(product, number)
            done += _BATCH
        power *= 2
    if common == number:
        common = 1
        while common == 1:
            before = (before * before + start) % number
            common = gcd(abs(behind - before), number)
    return common
