"""Trees: long, wide, and both; as edges and as arrays of parents.

STAB appendix G (tree traversal: bamboo, star); caterpillars and brooms are the usual killers of heavy-path and
square-root arguments. A shape is `(vertices, rng) -> parent of vertex 2..vertices`, parents before children.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from slowpath.catalogue.construction import Construction, by_name

STAB = "STAB appendix G, tree traversal"
Shape = Callable[[int, np.random.Generator], np.ndarray]


def chain(vertices, rng):
    return np.arange(1, vertices, dtype=np.int64)


def star(vertices, rng):
    return np.ones(max(0, vertices - 1), dtype=np.int64)


def caterpillar(vertices, rng):
    """A spine of half the vertices, one leaf on each."""
    parents = np.arange(1, vertices, dtype=np.int64)
    spine = (vertices + 1) // 2
    leaves = np.arange(spine + 1, vertices + 1)
    parents[spine - 1 :] = leaves - spine
    return parents


def broom(vertices, rng):
    """A chain of half the vertices, the rest leaves at its end."""
    parents = np.arange(1, vertices, dtype=np.int64)
    half = max(1, vertices // 2)
    parents[half - 1 :] = half
    return parents


def star_then_chain(vertices, rng):
    """The root has half the vertices as leaves; a chain of the rest hangs on it."""
    parents = np.arange(1, vertices, dtype=np.int64)
    half = max(1, vertices // 2)
    parents[:half] = 1
    return parents


def root_brooms(vertices, rng):
    """About sqrt(n) chains of sqrt(n) vertices each, all hung on the root."""
    parents = np.arange(1, vertices, dtype=np.int64)
    parents[:: max(1, int(vertices**0.5))] = 1
    return parents


def two_arms(vertices, rng):
    """Two chains from the root: vertex i hangs on i-2, so the last two vertices are the farthest apart."""
    return np.maximum(1, np.arange(0, vertices - 1, dtype=np.int64))


def binary(vertices, rng):
    return np.arange(2, vertices + 1, dtype=np.int64) // 2


def binary_of_chains(vertices, rng):
    """A complete binary tree of about root n vertices whose edges are chains: many light edges, and long ones."""
    size = max(1, int(vertices**0.5))
    own = np.arange(2, vertices + 1, dtype=np.int64)
    segment, first = (own - 2) // size, (own - 2) % size == 0
    # Segment k hangs on the last vertex of segment (k-1) // 2; the first on the root.
    above = np.where(segment == 0, 1, (segment - 1) // 2 * size + size + 1)
    return np.where(first, np.minimum(above, own - 1), own - 1)


def growing_comb(vertices, rng):
    """A spine with teeth of 1, 2, 3, ... vertices: depths and sizes of all kinds up to root n."""
    parents = np.empty(max(0, vertices - 1), dtype=np.int64)
    spine, own, size = 1, 2, 1
    while own <= vertices:
        end = min(vertices, own + size)
        parents[own - 2 : end - 1] = np.arange(own - 1, end)
        parents[own - 2] = spine
        if own + 1 <= end:
            parents[own - 1] = own
        spine, own, size = own, end + 1, size + 1
    return parents


def binomial(vertices, rng):
    """A binomial tree: what unions by rank make at worst, log n deep (vertex i hangs on i without its lowest bit)."""
    own = np.arange(1, vertices, dtype=np.int64)
    return (own & (own - 1)) + 1


def random_recursive(vertices, rng):
    limits = np.arange(1, vertices)
    return (rng.random(max(0, vertices - 1)) * limits).astype(np.int64) + 1


def random_deep(vertices, rng):
    """Each parent among the last few vertices: depth proportional to n, with some width."""
    own = np.arange(2, vertices + 1, dtype=np.int64)
    return np.maximum(1, own - rng.integers(1, 6, size=max(0, vertices - 1)))


def as_edges(shape: Shape, labels: str = "in order") -> Callable[..., tuple[np.ndarray, np.ndarray]]:
    """The shape as an `EdgeFiller`. `labels`: "in order" (root 1), "reversed" (root n) or "shuffled"."""

    def filler(vertices, count, rng):
        if vertices < 2:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        parents, children = shape(vertices, rng), np.arange(2, vertices + 1, dtype=np.int64)
        if labels == "reversed":
            parents, children = vertices + 1 - parents, vertices + 1 - children
        elif labels == "shuffled":
            names = rng.permutation(vertices) + 1
            order = rng.permutation(vertices - 1)
            parents, children = names[parents - 1][order], names[children - 1][order]
        return parents, children

    return filler


def as_parents(shape: Shape) -> Callable[..., np.ndarray]:
    """The shape as an `ArrayFiller`: element i is the parent of vertex i+2, or of i+1 where the root counts.

    `lo` is the number of the first vertex (0 or 1).
    """

    def filler(length, lo, hi, rng):
        return np.clip(shape(length + 1, rng) + (lo - 1), lo, hi)

    return filler


SHAPES = by_name(
    Construction("chain", chain, "deep recursion, naive walks to the root", STAB),
    Construction("star", star, "centroids, loops over neighbours of neighbours", STAB),
    Construction("two arms", two_arms, "naive lowest common ancestors", STAB),
    Construction("caterpillar", caterpillar, "heavy paths, small to large done wrong", STAB),
    Construction("broom", broom, "walks to the root from many leaves", STAB),
    Construction("star then chain", star_then_chain, "degree loops along a path", STAB),
    Construction("root-n chains", root_brooms, "square-root decompositions", STAB),
    Construction("random", random_recursive, "whatever is slow by size alone", STAB),
    Construction("random and deep", random_deep, "walks to the root, heavy paths", STAB),
    Construction("binary", binary, "heavy-light decomposition", STAB),
    Construction("binary of chains", binary_of_chains, "heavy-light decomposition, heavy paths", "Sleator 1983"),
    Construction("comb with growing teeth", growing_comb, "square-root arguments on depth", "Laaksonen 2017"),
    Construction("binomial unions", binomial, "disjoint sets by rank or size", "Tarjan 1975"),
)

LABELS = ("in order", "reversed", "shuffled")
