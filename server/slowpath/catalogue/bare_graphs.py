"""Graphs of just the edges that their structure has: how many there are is part of the shape.

Where a graph may have more edges than a cycle, random ones beside it undo what makes it hard: every vertex has two
neighbours, parts hang together nowhere, whatever is looked for isn't there. A construction is an edge filler
(`graphs`) together with the number of edges that it has on so many vertices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import gcd, isqrt

import numpy as np

from slowpath.catalogue.graphs import Edges, grid_edges, padded
from slowpath.catalogue.trees import SHAPES, as_edges
from slowpath.inputs.number_sets import without

SHORTEST = 3
"""Vertices of the shortest cycle of a simple graph."""


@dataclass(frozen=True)
class Bare:
    """An edge filler and how many edges it has on so many vertices."""

    filler: Callable[..., Edges]
    count: Callable[[int], int]
    against: str


def one(vertices: int) -> list[int]:
    return [vertices]


def two_coprime(vertices: int) -> list[int]:
    """About half of the vertices and the others, without a common factor."""
    first = next((size for size in range(vertices // 2, SHORTEST - 1, -1) if gcd(size, vertices) == 1), vertices)
    return [first, vertices - first] if first < vertices else [vertices]


def coprime(vertices: int) -> list[int]:
    """The odd primes in order, the rest in the last one."""
    is_prime = np.ones(2 * isqrt(vertices * max(1, vertices.bit_length())) + 2 * SHORTEST, dtype=bool)
    for factor in range(2, isqrt(len(is_prime)) + 1):
        is_prime[factor * factor :: factor] = False
    lengths = np.flatnonzero(is_prime)
    lengths = lengths[lengths >= SHORTEST]
    kept = lengths[np.cumsum(lengths) <= vertices - SHORTEST].tolist()
    return [*kept, vertices - sum(kept)]


def roots(vertices: int) -> list[int]:
    """The square root of the vertices each."""
    size = max(SHORTEST, isqrt(vertices))
    whole = max(1, vertices // size)
    return [size] * (whole - 1) + [vertices - size * (whole - 1)]


def next_in_cycles(lengths: list[int]) -> np.ndarray:
    """For each vertex from 0 on the next one of its cycle, the cycles one after the other."""
    ends = np.cumsum(np.array(lengths, dtype=np.int64))
    following = np.arange(1, ends[-1] + 1, dtype=np.int64)
    following[ends - 1] = ends - lengths
    return following


def cycles(lengths: Callable[[int], list[int]]) -> Callable[..., Edges]:
    """Cycles of these lengths, apart from each other."""

    def filler(vertices, count, rng):
        following = next_in_cycles(lengths(vertices))
        return padded(np.arange(1, vertices + 1), following + 1, vertices, count, rng)

    return filler


def halves(vertices: int) -> list[int]:
    """Half of the vertices and the others."""
    return [vertices - vertices // 2, vertices // 2]


def chains(lengths: Callable[[int], list[int]]) -> Bare:
    """Chains of these many vertices, apart from each other."""

    def filler(vertices, count, rng):
        last = np.cumsum(lengths(vertices))
        before = without(np.arange(1, vertices), last)
        return padded(before, before + 1, vertices, count, rng)

    return Bare(filler, lambda vertices: vertices - len(lengths(vertices)), "searches begun anew in every part")


def pairs(vertices, count, rng):
    first = np.arange(1, vertices, 2)
    return padded(first, first + 1, vertices, count, rng)


def grid(vertices, count, rng):
    return padded(*grid_edges(vertices, max(1, isqrt(vertices))), vertices, count, rng)


def grid_count(vertices: int) -> int:
    width = max(1, isqrt(vertices))
    return 2 * vertices - -(-vertices // width) - width


def whole(vertices: int) -> int:
    return vertices


def _tree(name: str) -> Bare:
    shape = as_edges(SHAPES[name].filler)

    def filler(vertices, count, rng):
        return padded(*shape(vertices, vertices - 1, rng), vertices, count, rng)

    return Bare(filler, lambda vertices: vertices - 1, SHAPES[name].against)


BARE: dict[str, Bare] = {
    "just two cycles of coprime lengths": Bare(cycles(two_coprime), whole, "tests of every vertex, walks along cycles"),
    "just a chain": _tree("chain"),
    "just a star": _tree("star"),
    "just a cycle": Bare(cycles(one), whole, "walks along cycles"),
    "just cycles of coprime lengths": Bare(cycles(coprime), whole, "simulation until all is as before"),
    "just cycles of root n": Bare(cycles(roots), whole, "searches begun anew in every part"),
    "just two chains": chains(halves),
    "just chains of root n": chains(roots),
    "just a broom": _tree("broom"),
    "just a caterpillar": _tree("caterpillar"),
    "just a grid": Bare(grid, grid_count, "searches with a wide frontier"),
    "just pairs": Bare(pairs, lambda vertices: vertices // 2, "searches begun anew in every part"),
}
"""By the name that the user reads, in the order of trial."""
