"""Shuffles whose generator and seed stand in the source, undone: what is in order once the program has shuffled it.

Programs shuffle before quicksort, before keys go into a tree, before points are added one by one. Where the numbers are
known (`seeds`) an input is the wanted order at the places from which the shuffle takes it. What libstdc++ does with the
numbers is in its `bits/stl_algo.h` and `bits/uniform_int_dist.h`; numbers in a range are drawn in another way since GCC
11 (Lemire 2019).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache

import numpy as np

from slowpath.catalogue.seeds import ExposedGenerator

LONGEST = 400_000
SPARE = 64
Below = Callable[[Iterator[int], int], int]
"""(32-bit numbers of a generator, size) -> a number from 0 to size - 1."""


def by_product(numbers: Iterator[int], size: int) -> int:
    """Lemire's way."""
    product = next(numbers) * size
    if product & 0xFFFFFFFF < size:
        least = (1 << 32) % size
        while product & 0xFFFFFFFF < least:
            product = next(numbers) * size
    return product >> 32


def by_quotient(numbers: Iterator[int], size: int) -> int:
    """The way before."""
    scale = 0xFFFFFFFF // size
    drawn = next(numbers)
    while drawn >= size * scale:
        drawn = next(numbers)
    return drawn // scale


def shuffled_in_pairs(generator: ExposedGenerator, length: int, below: Below) -> list[int]:
    """`std::shuffle`: two places are drawn at once as long as their product fits into a number."""
    numbers = iter(generator.raw(length + SPARE).tolist())
    order = list(range(length))

    def swap(at: int, other: int) -> None:
        order[at], order[other] = order[other], order[at]

    if 0xFFFFFFFF // max(1, length) < length:
        for at in range(1, length):
            swap(at, below(numbers, at + 1))
        return order
    at = 1
    if length % 2 == 0:
        swap(at, below(numbers, 2))
        at = 2
    for first in range(at, length, 2):
        one, other = divmod(below(numbers, (first + 1) * (first + 2)), first + 2)
        swap(first, one)
        swap(first + 1, other)
    return order


def shuffled_by_rand(generator: ExposedGenerator, length: int) -> list[int]:
    """`std::random_shuffle`."""
    order = list(range(length))
    for at, drawn in enumerate(generator.raw(length)[: max(0, length - 1)].tolist(), 1):
        other = drawn % (at + 1)
        order[at], order[other] = order[other], order[at]
    return order


def shuffled_by_python(generator: ExposedGenerator, length: int) -> list[int]:
    order = list(range(length))
    random.Random(generator.seed).shuffle(order)
    return order


def shuffled_by_java(generator: ExposedGenerator, length: int) -> list[int]:
    """`Collections.shuffle`."""
    order = list(range(length))
    for at, other in zip(range(length - 1, 0, -1), generator.pivots(length), strict=False):
        order[at], order[other] = order[other], order[at]
    return order


SHUFFLES: dict[str, tuple[tuple[str, Callable[[ExposedGenerator, int], list[int]]], ...]] = {
    "mt19937": (
        ("shuffle undone", lambda generator, length: shuffled_in_pairs(generator, length, by_product)),
        (
            "shuffle of an older library undone",
            lambda generator, length: shuffled_in_pairs(generator, length, by_quotient),
        ),
    ),
    "rand": (("shuffle undone", shuffled_by_rand),),
    "python": (("shuffle undone", shuffled_by_python),),
    "java": (("shuffle undone", shuffled_by_java),),
}
"""By the kind of generator: a name, and from which place the element at each place comes."""


def undone(generator: ExposedGenerator, name: str, ordered: Callable[..., np.ndarray]) -> Callable[..., np.ndarray]:
    """What is as `ordered` makes it after the shuffle of that name; very long arrays, for which reckoning that takes
    seconds, stay as they are."""

    def filler(length, lo, hi, rng):
        wanted = ordered(length, lo, hi, rng)
        if length > LONGEST:
            return wanted
        made = np.empty_like(wanted)
        made[_order(generator, name, length)] = wanted
        return made

    return filler


@lru_cache(maxsize=16)
def _order(generator: ExposedGenerator, name: str, length: int) -> np.ndarray:
    return np.array(dict(SHUFFLES[generator.kind])[name](generator, length), dtype=np.int64)
