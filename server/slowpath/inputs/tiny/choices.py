"""Makes things by numbered choices, so that all of them can be made in order, or some at random.

A maker asks `choose(count)` for a number below `count`, as often as it likes, and what it makes depends on nothing
else. The answers are the branches of a tree whose leaves are the things made. This is how Hypothesis and SmallCheck
(Runciman et al. 2008) enumerate.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np

Choose = Callable[[int], int]
Made = TypeVar("Made")
PROBES = 24


class DeadEnd(Exception):
    """What was chosen so far leads to nothing that may be made."""


def every(make: Callable[[Choose], Made], most: int) -> Iterator[Made | None]:
    """All that `make` makes, the first choices changing last; None for a dead end. Ends after `most` of both."""
    path: list[tuple[int, int]] = []
    for _ in range(most):
        taken = 0

        def choose(count: int) -> int:
            nonlocal taken
            if count < 1:
                raise DeadEnd
            if taken == len(path):
                path.append((0, count))
            taken += 1
            return path[taken - 1][0]

        try:
            yield make(choose)
        except DeadEnd:
            yield None
        del path[taken:]
        while path and path[-1][0] + 1 == path[-1][1]:
            path.pop()
        if not path:
            return
        path[-1] = path[-1][0] + 1, path[-1][1]


def some(make: Callable[[Choose], Made], rng: np.random.Generator, most: int) -> Iterator[Made | None]:
    """What `make` makes of random choices, `most` times; None for a dead end."""
    for _ in range(most):
        try:
            yield make(lambda count: _random(count, rng))
        except DeadEnd:
            yield None


def _random(count: int, rng: np.random.Generator) -> int:
    if count < 1:
        raise DeadEnd
    return int(rng.integers(count))


def about_how_many(make: Callable[[Choose], Made], rng: np.random.Generator) -> float:
    """An estimate of the number of leaves, dead ends among them (Knuth 1975): the mean over random ways down of the
    product of the numbers of branches."""
    total = 0.0
    for _ in range(PROBES):
        product = 1.0

        def choose(count: int) -> int:
            nonlocal product
            product *= max(count, 1)
            return _random(count, rng)

        with contextlib.suppress(DeadEnd):
            make(choose)
        total += product
    return total / PROBES
