"""Graphs on which flows and matchings need most phases.

A weighted graph is `(vertices, count, lo, hi, rng) -> (u, v, w)` with capacities for weights, source 1, sink n; an edge
filler `(vertices, count, rng) -> (u, v)`, whose left side are `u` and right side `v`.
"""

from __future__ import annotations

import numpy as np

from slowpath.catalogue.construction import Construction, by_name

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


def wrong_first_choices(vertices, count, rng):
    """Left vertex i knows the right ones i-1 and i, in this order: Kuhn's search goes down the chain of all earlier
    ones in vain before it takes the free one."""
    left = np.repeat(np.arange(1, count // 2 + 2, dtype=np.int64), 2)[1:count + 1]
    right = left.copy()
    right[1::2] -= 1
    return _on_sides(left - 1, right - 1, vertices)


def wrongly_matched_chains(vertices, count, rng):
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
    return _on_sides(np.array(u[:count], dtype=np.int64), np.array(v[:count], dtype=np.int64), vertices)


def _on_sides(left: np.ndarray, right: np.ndarray, vertices: int) -> tuple[np.ndarray, np.ndarray]:
    """Places on both sides (from 0) as vertices: the first half is the left side, the second half the right one."""
    half = max(1, vertices // 2)
    return left % half + 1, right % half + 1 + (half if vertices > 1 else 0)


FLOWS = by_name(
    Construction("ladder with a path a phase", ladder, "flows by layers or shortest paths", DINITZ),
)
MATCHINGS = by_name(
    Construction("chain of wrong first choices", wrong_first_choices, "matchings by Kuhn's algorithm", "Kuhn 1955"),
    Construction("wrongly matched chains of all lengths", wrongly_matched_chains, "matchings in phases",
                 "Hopcroft and Karp 1973"),
)
