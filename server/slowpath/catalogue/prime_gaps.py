"""Numbers from which the next prime is far, and those between have large smallest factors.

A search for a prime that goes from number to number tries divisors of each up to its smallest factor. Where that is
dearest within a window below the bound is reckoned by a sieve (Bays and Hudson, "The segmented sieve of Eratosthenes",
1977).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import isqrt

import numpy as np

WINDOW = 2_000_000
LARGEST_FACTOR = 200_000
"""What has no factor up to this counts as prime: dear either way."""
_LARGEST = (1 << 63) - 1


@lru_cache(maxsize=16)
def dearest_start(lo: int, hi: int, step: int) -> int | None:
    """The number of the window from which divisors are tried most often until a prime is met; `step` is 1 where the
    search goes up, -1 where it goes down. None where no search ends within the bounds."""
    hi = min(hi, _LARGEST)
    lo = max(lo, 2, hi - WINDOW)
    if hi <= lo:
        return None
    tried = _divisors_tried(lo, hi)[::step]
    ends = np.flatnonzero(tried < 0)
    if not len(ends):
        return None
    sums = np.concatenate([[0], np.cumsum(np.abs(tried))])
    starts = np.concatenate([[0], ends[:-1] + 1])
    at = int(starts[np.argmax(sums[ends + 1] - sums[starts])])
    return lo + at if step > 0 else hi - at


def _divisors_tried(lo: int, hi: int) -> np.ndarray:
    """For each number its smallest factor, less the root of it where it counts as prime."""
    tried = np.zeros(hi - lo + 1, dtype=np.int64)
    for prime in _primes(min(isqrt(hi), LARGEST_FACTOR))[::-1].tolist():
        tried[max(prime * prime, -(-lo // prime) * prime) - lo :: prime] = prime
    roots = np.sqrt(np.arange(lo, hi + 1, dtype=np.float64)).astype(np.int64)
    return np.where(tried == 0, -roots, tried)


@lru_cache(maxsize=4)
def _primes(most: int) -> np.ndarray:
    is_prime = np.ones(most + 1, dtype=bool)
    is_prime[:2] = False
    for number in range(2, isqrt(most) + 1):
        if is_prime[number]:
            is_prime[number * number :: number] = False
    return np.flatnonzero(is_prime)


def long_search(step: int) -> Callable[..., np.ndarray]:
    """That number in every place, the largest value where there is none."""

    def filler(length, lo, hi, rng):
        start = dearest_start(int(lo), int(hi), step)
        return np.full(length, hi if start is None else start, dtype=np.int64)

    return filler
