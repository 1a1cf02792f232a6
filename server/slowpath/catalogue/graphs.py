"""Graphs, plain and weighted, that are hard for traversals and shortest paths.

STAB appendix G (graph shortest path). The weighted ones answer queue-based Bellman-Ford (SPFA): its bound of
vertices times edges is reached when each pass improves every vertex once and the vertex that is improved most
often has most edges. An edge filler is `(vertices, count, rng) -> (u, v)`, vertices from 1; a weighted graph is
`(vertices, count, lo, hi, rng) -> (u, v, w)`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import numpy as np

from slowpath.catalogue.construction import Construction, by_name
from slowpath.catalogue.flows import FLOWS, MATCHINGS
from slowpath.catalogue.trees import SHAPES, as_edges

STAB = "STAB appendix G, graph shortest path"
Edges = tuple[np.ndarray, np.ndarray]
Weighted = Callable[..., tuple[np.ndarray, np.ndarray, np.ndarray]]


def _padded(u: np.ndarray, v: np.ndarray, vertices: int, count: int, rng: np.random.Generator) -> Edges:
    """The edges cut or filled with random ones to exactly `count`, no loops."""
    missing = count - len(u)
    if missing > 0 and vertices > 1:
        a = rng.integers(1, vertices, size=missing, endpoint=True)
        b = (a + rng.integers(1, vertices, size=missing) - 1) % vertices + 1
        u, v = np.concatenate([u, a]), np.concatenate([v, b])
    return u[:count].astype(np.int64), v[:count].astype(np.int64)


def uniform(vertices, count, rng):
    empty = np.zeros(0, dtype=np.int64)
    return _padded(empty, empty, vertices, count, rng)


def tree_and_random(shape_name: str) -> Callable[..., Edges]:
    """A tree of that shape first, random edges for the rest."""

    def filler(vertices, count, rng):
        u, v = as_edges(SHAPES[shape_name].filler)(vertices, vertices - 1, rng)
        return _padded(u, v, vertices, count, rng)

    return filler


def _clique(first: int, vertices: int, count: int) -> Edges:
    """The `count` first pairs of the complete graph on `first..vertices`, by larger end."""
    size = vertices - first + 1
    rows = min(size - 1, int((2 * count) ** 0.5) + 2)
    v, u = np.tril_indices(rows + 1, -1) if rows > 0 else (np.zeros(0, int), np.zeros(0, int))
    return u[:count] + first, v[:count] + first


def dense_low(vertices, count, rng):
    u, v = _clique(1, vertices, count)
    return _padded(u, v, vertices, count, rng)


def dense_high(vertices, count, rng):
    """A chain that leads to a clique of the last vertices."""
    size = max(2, min(vertices, int((2 * max(0, count - vertices)) ** 0.5)))
    chain_u = np.arange(1, vertices - size + 1)
    u, v = _clique(vertices - size + 1, vertices, max(0, count - len(chain_u)))
    return _padded(np.concatenate([chain_u, u]), np.concatenate([chain_u + 1, v]), vertices, count, rng)


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
    return _padded(u, u % vertices + 1, vertices, count, rng)


def grid(vertices, count, rng):
    u, v = _grid(vertices, max(1, int(vertices**0.5)))
    return _padded(u, v, vertices, count, rng)


def _grid(vertices: int, width: int) -> Edges:
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
    return _padded(u[keep] + 1, v[keep] + 1, vertices, count, rng)


def bipartite(vertices, count, rng):
    half = max(1, vertices // 2)
    index = np.arange(count, dtype=np.int64)
    return index % half + 1, half + 1 + (index // half) % max(1, vertices - half)


EDGES = by_name(
    Construction("random", uniform, "whatever is slow by size alone", STAB),
    Construction("chain and random", tree_and_random("chain"), "deep recursion, long queues", STAB),
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


def relabelled_passes(backward: bool) -> Weighted:
    """Vertex k of a chain `1, 2, .. k` of light edges also hangs on 1 by an edge of weight about 2k.

    The first pass of a queue sees all vertices by their heavy edges; when the far end of the chain is queued
    first, every later pass improves each vertex only once and by one: about L passes over L vertices. The other
    edges are heavy ones at the chain's end, the vertex that is improved in every pass. `backward` lists the
    edges of 1 from the far end (adjacency by `push_back`), else from the near end (by linked heads).
    """

    def weighted(vertices, count, lo, hi, rng):
        step = max(1, lo)
        length = max(1, min(vertices - 1, count // 2, (hi - lo) // (step + 1)))
        far = np.arange(2, length + 2, dtype=np.int64)
        heavy = lo + (far - 1) * (step + 1)
        near_u, near_v = far[:-1], far[1:]
        spare = max(0, count - len(far) - len(near_u))
        ends = _far_ends(spare, length + 1, vertices, rng)
        order = slice(None, None, -1 if backward else 1)
        u = np.concatenate([np.ones(len(far), dtype=np.int64), near_u, np.full(spare, length + 1)])
        v = np.concatenate([far[order], near_v, ends])
        w = np.concatenate([heavy[order], np.full(len(near_u), lo), np.full(spare, hi)])
        return u[:count], v[:count], w[:count]

    return weighted


def passes_into_a_fan(vertices, count, lo, hi, rng):
    """As `relabelled_passes` backward, but the edges that are left go from the chain's end to one vertex, by
    falling weights, and the heavy edges rise by more than those differ: each of them improves it in every pass."""
    length = max(1, min(vertices - 2, count // 3))
    fan = max(0, count - 2 * length + 1)
    rise = max(lo + 1, min(lo + fan, (hi - lo) // length))
    far = np.arange(2, length + 2, dtype=np.int64)
    heavy = np.minimum(lo + (far - 1) * rise, hi)
    near = far[:-1]
    u = np.concatenate([np.ones(length, dtype=np.int64), near, np.full(fan, length + 1)])
    v = np.concatenate([far[::-1], near + 1, np.full(fan, min(length + 2, vertices))])
    w = np.concatenate([heavy[::-1], np.full(len(near), lo), np.minimum(lo + np.arange(fan)[::-1], hi)])
    return u[:count], np.minimum(v, vertices)[:count], w[:count]


def _far_ends(spare: int, hub_vertex: int, vertices: int, rng: np.random.Generator) -> np.ndarray:
    """Distinct as long as possible: the neighbours that a vertex doesn't have yet, unused vertices first."""
    others = np.concatenate([np.arange(hub_vertex + 1, vertices + 1), np.arange(2, max(2, hub_vertex - 1))])
    return np.resize(others if len(others) else np.array([1]), spare).astype(np.int64)


def falling_distances(vertices, count, lo, hi, rng):
    """Edge (i, j) of weight `2(j-i) - 1`: each vertex in turn improves all after it (Dijkstra with duplicates)."""
    # Vertex i has min(reach, vertices - i) edges: the least reach for which these are `count` together.
    root = max(0.0, (2 * vertices - 1) ** 2 - 8.0 * count) ** 0.5
    reach = max(1, min(vertices - 1, ceil((2 * vertices - 1 - root) / 2), (hi - lo) // 2 + 1))
    u = np.repeat(np.arange(1, vertices + 1, dtype=np.int64), reach)
    v = u + np.tile(np.arange(1, reach + 1, dtype=np.int64), vertices)
    keep = v <= vertices
    u, v = u[keep][:count], v[keep][:count]
    w = lo + 2 * (v - u - 1)
    u2, v2 = _padded(u, v, vertices, count, rng)
    return u2, v2, np.concatenate([w, np.full(len(u2) - len(w), hi, dtype=np.int64)])


def falling_distances_backward(vertices, count, lo, hi, rng):
    """The same with the edges of each vertex listed from the far end: lists that grow at the front see the order of
    `falling_distances` turned."""
    u, v, w = falling_distances(vertices, count, lo, hi, rng)
    return u[::-1].copy(), v[::-1].copy(), w[::-1].copy()


def chain_from_far_end(vertices, count, lo, hi, rng):
    """Rounds over a list of edges improve one vertex each: a light chain whose far edges are listed first.

    What is left of the edges leads from the end to earlier vertices and improves nothing.
    """
    last = min(vertices, count + 1)
    far = np.arange(last, 1, -1, dtype=np.int64)
    spare = max(0, count - len(far))
    ends = np.resize(np.arange(1, max(2, last)), spare)
    u = np.concatenate([far - 1, np.full(spare, last)])
    return u, np.concatenate([far, ends]), np.concatenate([np.full(len(far), lo), np.full(spare, hi)])


def weighted_grid(width: int) -> Weighted:
    """A long grid `width` wide, light across and random along: the known killer of SPFA on grids."""

    def weighted(vertices, count, lo, hi, rng):
        u, v = _padded(*_grid(vertices, min(width, max(2, vertices // 2))), vertices, count, rng)
        along = rng.integers(lo, hi, size=len(u), endpoint=True)
        return u, v, np.where(np.abs(v - u) == 1, np.minimum(lo + rng.integers(0, 10, size=len(u)), hi), along)

    return weighted


def random_weights_on_chain(vertices, count, lo, hi, rng):
    """A light chain with heavy random shortcuts: many paths, most of them improved late."""
    u, v = tree_and_random("chain")(vertices, count, rng)
    w = rng.integers(lo + (hi - lo) // 2, hi, size=len(u), endpoint=True)
    return u, v, np.where(np.abs(v - u) == 1, lo, w)


WEIGHTED = by_name(
    Construction("SPFA passes, far end first", relabelled_passes(True), "queue-based Bellman-Ford", STAB),
    Construction("SPFA passes into a fan", passes_into_a_fan, "queue-based Bellman-Ford", STAB),
    Construction("SPFA passes, near end first", relabelled_passes(False), "queue-based Bellman-Ford", STAB),
    Construction("falling distances", falling_distances, "Dijkstra with duplicates, SPFA", STAB),
    Construction("long grid, light across", weighted_grid(10), "SPFA", STAB),
    Construction("light chain, heavy shortcuts", random_weights_on_chain, "SPFA, label correcting", STAB),
    Construction("square grid", weighted_grid(300), "SPFA", STAB),
    Construction("falling distances, listed backward", falling_distances_backward, "Dijkstra with duplicates", STAB),
    Construction("chain, edges from the far end", chain_from_far_end, "Bellman-Ford in rounds", "Bellman 1958"),
    *FLOWS.values(),
)


class WeightedGraph:
    """One weighted construction as two fillers that agree: `edges` for the endpoints, `weights` for the column.

    `vertices` is the number planned; the edge filler corrects it when it is called with another before. `lo` and
    `hi` are the bounds of the weights.
    """

    def __init__(self, make: Weighted, vertices: int, lo: int, hi: int) -> None:
        self._make = make
        self._vertices = vertices
        self._bounds = (lo, hi)

    def edges(self, vertices: int, count: int, rng: np.random.Generator) -> Edges:
        """An `EdgeFiller`."""
        self._vertices = vertices
        u, v, _ = self._made(count)
        return _padded(u, v, vertices, count, rng)

    def weights(self, length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
        """An `ArrayFiller` for the weights, in the order of the edges."""
        return np.resize(self._made(length)[2], length).astype(np.int64)

    def _made(self, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return self._make(self._vertices, count, *self._bounds, np.random.default_rng(self._vertices))
