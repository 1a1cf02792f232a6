"""Graphs on which flows and matchings need most phases.

A weighted graph is `(vertices, count, lo, hi, rng) -> (u, v, w)` with capacities for weights, source 1, sink n; what is
hard for matchings `(left, right, count) -> (u, v)`, both sides numbered from 0.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from slowpath.catalogue.construction import Construction, by_name

Sides = Callable[[int, int, int], tuple[np.ndarray, np.ndarray]]
DINITZ = "Dinitz 1970; Cherkassky and Goldberg 1995"


def ladder(vertices, count, lo, hi, rng):
    """Two wide chains, out from the source and back to the sink, with narrow rungs between them.

    The path over the k-th rung has 2k+1 edges, so each phase of a layered search finds one path and each search
    walks all edges: those left over lead from later to earlier vertices and are never of use.
    """
    rungs = max(1, min(vertices // 2, count // 3))
    out = np.arange(1, rungs, dtype=np.int64)
    back = vertices + 1 - out
    every = np.arange(1, rungs + 1, dtype=np.int64)
    spare = max(0, count - 2 * len(out) - len(every))
    later = rng.integers(2, max(3, rungs + 1), size=spare)
    earlier = (rng.random(spare) * (later - 1)).astype(np.int64) + 1
    u = np.concatenate([every, out, back - 1, later])
    v = np.concatenate([vertices + 1 - every, out + 1, back, earlier])
    w = np.concatenate([np.full(rungs, lo), np.full(2 * len(out) + spare, hi)])
    return u[:count], np.where(u == v, v % vertices + 1, v)[:count], w[:count].astype(np.int64)


def wrong_first_choices(left, right, count):
    """Left vertex i knows the right ones i-1 and i, in this order: Kuhn's search goes down the chain of all earlier
    ones in vain before it takes the free one."""
    u = np.repeat(np.arange(count // 2 + 1, dtype=np.int64), 2)[1 : count + 1]
    v = u.copy()
    v[1::2] -= 1
    return u % left, v % right


def wrongly_matched_chains(left, right, count):
    """Chains of 1, 2, 3, ... vertices a side. Vertex i of a chain knows the right ones i+1 and i, in this order: the
    first choices leave one free vertex at either end, and the path between them is as long as the chain."""
    u: list[int] = []
    v: list[int] = []
    base, size = 0, 1
    while len(u) < count:
        for at in range(size):
            if at < size - 1:
                u.append(base + at)
                v.append(base + at + 1)
            u.append(base + at)
            v.append(base + at)
        base, size = base + size, size + 1
    return np.array(u[:count], dtype=np.int64) % left, np.array(v[:count], dtype=np.int64) % right


def block_and_latecomers(left, right, count):
    """The first vertices of both sides know each other, all of them, and are all matched; every other vertex of the
    left side knows the right ones of that block alone, and searches it in vain."""
    side = max(1, min(right, 2 * left // 3, int((count - min(left, count // 3)) ** 0.5)))
    late = np.arange(side, min(left, side + count), dtype=np.int64)
    u, v = np.divmod(np.arange(side * side, dtype=np.int64), side)
    rounds = max(0, -(-(count - len(u)) // max(1, len(late))))
    more_v, more_u = np.divmod(np.arange(rounds * len(late), dtype=np.int64), max(1, len(late)))
    u, v = np.concatenate([u, side + more_u])[:count], np.concatenate([v, more_v % side])[:count]
    return np.resize(u, count) % left, np.resize(v, count) % right


def on_halves(sided: Sides) -> Callable[..., tuple[np.ndarray, np.ndarray]]:
    """An edge filler: the first half of a graph's vertices is the left side, the second half the right one."""

    def filler(vertices, count, rng):
        half = max(1, vertices // 2)
        u, v = sided(half, half, count)
        return u + 1, v + 1 + (half if vertices > 1 else 0)

    return filler


FLOWS = by_name(Construction("ladder with a path a phase", ladder, "flows by layers or shortest paths", DINITZ))
SIDED: dict[str, tuple[Sides, str, str]] = {
    "full block and latecomers": (block_and_latecomers, "matchings by Kuhn's algorithm", "Kuhn 1955"),
    "chain of wrong first choices": (wrong_first_choices, "matchings by Kuhn's algorithm", "Kuhn 1955"),
    "wrongly matched chains of all lengths": (wrongly_matched_chains, "matchings in phases", "Hopcroft and Karp 1973"),
}
MATCHINGS = by_name(
    *(Construction(name, on_halves(sided), against, source) for name, (sided, against, source) in SIDED.items())
)
