"""Graphs that are hard for traversals; those with weights are in `shortest_paths`.

STAB appendix G (graph shortest path). An edge filler is `(vertices, count, rng) -> (u, v)`, vertices from 1.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from slowpath.catalogue.construction import Construction, by_name
from slowpath.catalogue.flows import MATCHINGS
from slowpath.catalogue.trees import SHAPES, as_edges

STAB = "STAB appendix G, graph shortest path"
Edges = tuple[np.ndarray, np.ndarray]


def padded(u: np.ndarray, v: np.ndarray, vertices: int, count: int, rng: np.random.Generator) -> Edges:
    """The edges cut or filled with random ones to exactly `count`, no loops."""
    missing = count - len(u)
    if missing > 0 and vertices > 1:
        a = rng.integers(1, vertices, size=missing, endpoint=True)
        b = (a + rng.integers(1, vertices, size=missing) - 1) % vertices + 1
        u, v = np.concatenate([u, a]), np.concatenate([v, b])
    return u[:count].astype(np.int64), v[:count].astype(np.int64)


def uniform(vertices, count, rng):
    empty = np.zeros(0, dtype=np.int64)
    return padded(empty, empty, vertices, count, rng)


def tree_and_random(shape_name: str) -> Callable[..., Edges]:
    """A tree of that shape first, random edges for the rest."""

    def filler(vertices, count, rng):
        u, v = as_edges(SHAPES[shape_name].filler)(vertices, vertices - 1, rng)
        return padded(u, v, vertices, count, rng)

    return filler


def backward(vertices, count, rng):
    """A chain from the last vertex to the first, and other edges from larger to smaller numbers: without a cycle, and
    against the order in which vertices are looked through."""
    last = np.arange(vertices, 1, -1)
    u, v = padded(last, last - 1, vertices, count, rng)
    return np.maximum(u, v), np.minimum(u, v)


def _clique(first: int, vertices: int, count: int) -> Edges:
    """The `count` first pairs of the complete graph on `first..vertices`, by larger end."""
    size = vertices - first + 1
    rows = min(size - 1, int((2 * count) ** 0.5) + 2)
    v, u = np.tril_indices(rows + 1, -1) if rows > 0 else (np.zeros(0, int), np.zeros(0, int))
    return u[:count] + first, v[:count] + first


def dense_low(vertices, count, rng):
    u, v = _clique(1, vertices, count)
    return padded(u, v, vertices, count, rng)


def dense_high(vertices, count, rng):
    """A chain that leads to a clique of the last vertices."""
    size = max(2, min(vertices, int((2 * max(0, count - vertices)) ** 0.5)))
    chain_u = np.arange(1, vertices - size + 1)
    u, v = _clique(vertices - size + 1, vertices, max(0, count - len(chain_u)))
    return padded(np.concatenate([chain_u, u]), np.concatenate([chain_u + 1, v]), vertices, count, rng)


def hub(vertices, count, rng):
    """All edges at vertex 1, repeated round the others."""
    return np.ones(count, dtype=np.int64), np.arange(count, dtype=np.int64) % max(1, vertices - 1) + 2


def hub_turned(vertices, count, rng):
    """The same with vertex 1 second: unions that hang the hub's set under the new one, or the other way round."""
    u, v = hub(vertices, count, rng)
    return v, u


def complete(vertices, count, rng):
    """Every pair once, both ways round where there are more edges than pairs; the smallest vertices first."""
    u, v = _clique(1, vertices, count)
    return np.resize(np.concatenate([u, v]), count), np.resize(np.concatenate([v, u]), count)


def cycle(vertices, count, rng):
    u = np.arange(1, vertices + 1)
    return padded(u, u % vertices + 1, vertices, count, rng)


def grid(vertices, count, rng):
    u, v = grid_edges(vertices, max(1, int(vertices**0.5)))
    return padded(u, v, vertices, count, rng)


def grid_edges(vertices: int, width: int) -> Edges:
    index = np.arange(1, vertices + 1)
    right = index[(index % width != 0) & (index < vertices)]
    down = index[index + width <= vertices]
    return np.concatenate([right, down]), np.concatenate([right + 1, down + width])


def layered(vertices, count, rng):
    """Layers of equal size, each vertex joined to all of the next layer, as far as the edges reach."""
    size = max(1, count // max(1, vertices))
    index = np.arange(vertices)
    u, offsets = np.repeat(index, size), np.tile(np.arange(size), vertices)
    v = (u // size + 1) * size + offsets
    keep = v < vertices
    return padded(u[keep] + 1, v[keep] + 1, vertices, count, rng)


def bipartite(vertices, count, rng):
    half = max(1, vertices // 2)
    index = np.arange(count, dtype=np.int64)
    return index % half + 1, half + 1 + (index // half) % max(1, vertices - half)


EDGES = by_name(
    Construction("random", uniform, "whatever is slow by size alone", STAB),
    Construction("chain and random", tree_and_random("chain"), "deep recursion, long queues", STAB),
    Construction("backward chain and random", backward, "rounds over all vertices in the order of their numbers", STAB),
    Construction("star and random", tree_and_random("star"), "loops over neighbours", STAB),
    Construction("dense at the start", dense_low, "adjacency scans, Dijkstra with duplicates", STAB),
    Construction("chain to a dense end", dense_high, "searches that come late to many edges", STAB),
    Construction("hub", hub, "loops over neighbours of one vertex", STAB),
    Construction("grid", grid, "SPFA, breadth-first search with a wide frontier", STAB),
    Construction("layered", layered, "path counting, flows, depth-first search without marks", STAB),
    Construction("bipartite", bipartite, "matchings", STAB),
    Construction("cycle and random", cycle, "cycle detection, deep recursion", STAB),
    Construction("caterpillar and random", tree_and_random("caterpillar"), "tree parts of graphs", STAB),
    Construction("binary tree and random", tree_and_random("binary"), "tree parts of graphs", STAB),
    Construction("hub, turned", hub_turned, "unions without compression", "Tarjan 1975"),
    Construction("complete", complete, "adjacency scans, bitmask states", "STAB, bitmasks"),
    *MATCHINGS.values(),
)
