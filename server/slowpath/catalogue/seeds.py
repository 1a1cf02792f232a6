"""Random numbers that aren't: generators whose seed stands in the source.

A quicksort with random pivots or a treap is safe only as long as nobody knows the numbers (STAB appendix G: "exposed
seed"). Here they are computed as the program will: the Mersenne twister of `std::mt19937`, glibc's `rand`, the linear
`minstd_rand0` behind `std::default_random_engine`, CPython's `random`, and the 48 bits of `java.util.Random`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from slowpath.catalogue.spread import spread_over

KINDS = ("mt19937", "rand", "minstd", "python", "java")


@dataclass(frozen=True)
class ExposedGenerator:
    """A generator of one of `KINDS` and its seed."""

    kind: str
    seed: int

    def raw(self, count: int) -> np.ndarray:
        """The first `count` numbers as they come, as int64; of CPython's generator `random()` in 2**-53."""
        return _raw(self, count)

    def pivots(self, length: int) -> list[int]:
        """Numbers below `length`, then below `length - 1`, and so on to 1: `raw % size`, or by a method that draws
        below a bound."""
        if self.kind in _BELOW:
            below = _BELOW[self.kind](self.seed)
            return [below(size) for size in range(length, 0, -1)]
        return (self.raw(length) % np.arange(length, 0, -1)).tolist()


@lru_cache(maxsize=8)
def _raw(generator: ExposedGenerator, count: int) -> np.ndarray:
    if generator.kind == "mt19937":
        twister = np.random.MT19937()
        twister._legacy_seeding(generator.seed & 0xFFFFFFFF)
        return twister.random_raw(count).astype(np.int64)
    if generator.kind == "python":
        drawn = random.Random(generator.seed)
        return np.array([int(drawn.random() * (1 << 53)) for _ in range(count)], dtype=np.int64)
    if generator.kind == "java":
        numbers = JavaRandom(generator.seed)
        return np.array([(numbers.bits(32) ^ 1 << 31) - (1 << 31) for _ in range(count)], dtype=np.int64)
    return np.array((_glibc if generator.kind == "rand" else _minstd)(generator.seed, count), dtype=np.int64)


def _glibc(seed: int, count: int) -> list[int]:
    """`random_r` of type 3: `r[i] = r[i-3] + r[i-31]`, the lowest bit dropped, the first 310 thrown away."""
    state = [seed or 1]
    for _ in range(30):
        state.append(16807 * state[-1] % 2147483647)
    state += state[:3]
    for at in range(34, 344 + count):
        state.append((state[at - 3] + state[at - 31]) & 0xFFFFFFFF)
    return [number >> 1 for number in state[344:]]


def _minstd(seed: int, count: int) -> list[int]:
    number, made = seed % 2147483647 or 1, []
    for _ in range(count):
        number = 16807 * number % 2147483647
        made.append(number)
    return made


class JavaRandom:
    """`java.util.Random`, as its documentation says."""

    _FACTOR, _MASK = 0x5DEECE66D, (1 << 48) - 1

    def __init__(self, seed: int) -> None:
        self._state = (seed ^ self._FACTOR) & self._MASK

    def bits(self, count: int) -> int:
        """The uppermost bits of the next state."""
        self._state = (self._state * self._FACTOR + 0xB) & self._MASK
        return self._state >> (48 - count)

    def below(self, bound: int) -> int:
        """`nextInt(bound)`."""
        drawn = self.bits(31)
        if bound & (bound - 1) == 0:
            return bound * drawn >> 31
        while drawn - drawn % bound + bound - 1 >= 1 << 31:
            drawn = self.bits(31)
        return drawn % bound


_BELOW: dict[str, Callable[[int], Callable[[int], int]]] = {
    "python": lambda seed: random.Random(seed).randrange,
    "java": lambda seed: JavaRandom(seed).below,
}


def monotone_priorities(generator: ExposedGenerator, falling: bool) -> Callable[..., np.ndarray]:
    """Keys in the order of the priorities that a treap will draw for them: the treap is a chain."""

    def filler(length, lo, hi, rng):
        ranks = np.empty(length, dtype=np.int64)
        ranks[np.argsort(generator.raw(length), kind="stable")] = np.arange(length)
        return spread_over(length - 1 - ranks if falling else ranks, lo, hi)

    return filler
