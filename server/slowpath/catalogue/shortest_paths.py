"""Weighted graphs that are hard for shortest paths.

STAB appendix G. Queue-based Bellman-Ford (SPFA) reaches its bound of vertices times edges when each pass improves every
vertex once and the vertex that is improved most often has most edges. Dijkstra's algorithm that doesn't pass over
what its heap holds a second time walks the edges of a vertex once for every improvement. What takes the newest vertex
first (a stack, recursion) needs time exponential in the length of the weights. A weighted graph is
`(vertices, count, lo, hi, rng) -> (u, v, w)`, vertices from 1.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import numpy as np

from slowpath.catalogue.construction import Construction, by_name
from slowpath.catalogue.flows import FLOWS
from slowpath.catalogue.graphs import STAB, Edges, grid_edges, padded, tree_and_random
from slowpath.inputs.graphs import most_drawn

JOHNSON = "Johnson 1973"
Weighted = Callable[..., tuple[np.ndarray, np.ndarray, np.ndarray]]


def relabelled_passes(backward: bool) -> Weighted:
    """Vertex k of a chain `1, 2, .. k` of light edges also hangs on 1 by an edge of weight about 2k.

    The first pass of a queue sees all vertices by their heavy edges; when the far end of the chain is queued
    first, every later pass improves each vertex only once and by one: about L passes over L vertices. The other
    edges are heavy ones at the chain's end, the vertex that is improved in every pass. `backward` lists the
    edges of 1 from the far end (adjacency by `push_back`), else from the near end (by linked heads).

    Two leaves of 1 come before all others and keep that order where queues look at distances: behind one that is
    nearest nothing is put in front (SLF), and one that is farther than all others together lets nothing be put
    off (LLL).
    """

    def weighted(vertices, count, lo, hi, rng):
        step = max(1, lo)
        length = max(1, min(vertices - 1, count // 2, (hi - lo) // (step + 1)))
        leaves = 2 if length > 8 else 0
        length -= leaves
        far = np.arange(2, length + 2, dtype=np.int64)
        heavy = lo + (far - 1) * (step + 1)
        near_u, near_v = far[:-1], far[1:]
        spare = max(0, count - leaves - len(far) - len(near_u))
        ends = _far_ends(spare, length + 1, vertices - leaves, rng)
        first = np.concatenate([np.arange(vertices, vertices - leaves, -1), far[::-1]])
        weights = np.concatenate([np.array([lo, hi])[:leaves], heavy[::-1]])
        listed = slice(None, None, 1 if backward else -1)
        u = np.concatenate([np.ones(len(first), dtype=np.int64), near_u, np.full(spare, length + 1)])
        v = np.concatenate([first[listed], near_v, ends])
        w = np.concatenate([weights[listed], np.full(len(near_u), lo), np.full(spare, hi)])
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
    u2, v2 = padded(u, v, vertices, count, rng)
    return u2, v2, np.concatenate([w, np.full(len(u2) - len(w), hi, dtype=np.int64)])


def falling_distances_backward(vertices, count, lo, hi, rng):
    """The same with the edges of each vertex listed from the far end: lists that grow at the front see the order of
    `falling_distances` turned."""
    u, v, w = falling_distances(vertices, count, lo, hi, rng)
    return u[::-1].copy(), v[::-1].copy(), w[::-1].copy()


def one_hub_by_many_ways(vertices, count, lo, hi, rng):
    """The k-th of many middle vertices is k away and leads to a hub by an edge that is 2k lighter than the first's.

    Each improves the hub before any of its places in the heap comes up; then all of these do, and where those that are
    no longer true aren't passed over, each walks the hub's other edges. Whatever order edges are listed in.
    """
    ways = max(1, min(vertices - 2, max(count // 4, (count - vertices + 2) // 2), (hi - lo) // 3))
    spare = max(0, count - 2 * ways)
    middle = np.arange(3, ways + 3, dtype=np.int64)
    rise = np.arange(ways, dtype=np.int64)
    others = np.concatenate([np.arange(ways + 3, vertices + 1), middle])
    u = np.concatenate([np.ones(ways, dtype=np.int64), middle, np.full(spare, 2)])
    v = np.concatenate([middle, np.full(ways, 2), np.resize(others, spare)])
    w = np.concatenate([lo + rise, hi - 2 * rise, np.full(spare, hi)])
    return padded_weighted(u, v, w, vertices, count, hi, rng)


def one_hub_by_parallel_edges(vertices, count, lo, hi, rng):
    """The same without vertices between: half of the edges lead from 1 to the hub, by falling weights."""
    ways = max(1, min(count // 2, hi - lo + 1))
    spare = max(0, count - ways)
    others = np.arange(3, vertices + 1) if vertices > 2 else np.array([1])
    u = np.concatenate([np.ones(ways, dtype=np.int64), np.full(spare, 2)])
    v = np.concatenate([np.full(ways, 2), np.resize(others, spare)])
    w = np.concatenate([hi - np.arange(ways, dtype=np.int64), np.full(spare, hi)])
    return padded_weighted(u, v, w, vertices, count, hi, rng)


def halving_detours(straight_first: bool) -> Weighted:
    """A chain of triangles: the detour over a third vertex is shorter than the straight edge by a power of two.

    What goes on from a vertex before it has seen the vertex's other ways (a stack, recursion) walks all that follows
    once by the straight edge and once more by the detour, in each triangle: two to the power of their number, which
    the largest weight limits. The other edges are leaves at the end. `straight_first` lists the straight edge first
    (recursion), else last (a stack, from which the newest is taken).
    """

    def weighted(vertices, count, lo, hi, rng):
        triangles = max(1, min((vertices - 1) // 2, count // 4, max(0, hi - 2 * lo).bit_length() - 1))
        at = 2 * np.arange(triangles, dtype=np.int64) + 1
        straight = np.minimum(2 * lo + 2 ** np.arange(triangles - 1, -1, -1, dtype=np.int64), hi)
        light = np.full(triangles, lo)
        ways = [(at, at + 1, light), (at + 1, at + 2, light)]
        ways.insert(0 if straight_first else 2, (at, at + 2, straight))
        u, v, w = (np.stack(part, axis=1).ravel() for part in zip(*ways, strict=True))
        spare = max(0, count - len(u))
        end = 2 * triangles + 1
        leaves = np.arange(end + 1, vertices + 1) if end < vertices else np.array([1])
        u, v = np.concatenate([u, np.full(spare, end)]), np.concatenate([v, np.resize(leaves, spare)])
        w = np.concatenate([w, np.full(spare, hi)])
        return padded_weighted(u, v, w, vertices, count, hi, rng)

    return weighted


def padded_weighted(
    u: np.ndarray, v: np.ndarray, w: np.ndarray, vertices: int, count: int, hi: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Exactly `count` edges between different vertices that there are; those that are missing are heavy."""
    real = (np.maximum(u, v) <= vertices) & (u != v)
    u, v = padded(u[real], v[real], vertices, count, rng)
    kept = w[real][:count]
    return u, v, np.concatenate([kept, np.full(count - len(kept), hi)]).astype(np.int64)


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
        u, v = padded(*grid_edges(vertices, min(width, max(2, vertices // 2))), vertices, count, rng)
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
    Construction("hub by many ways", one_hub_by_many_ways, "Dijkstra with duplicates", "folklore"),
    Construction("hub by parallel edges", one_hub_by_parallel_edges, "Dijkstra with duplicates", "folklore"),
    Construction("halving detours, straight last", halving_detours(False), "label correcting by a stack", JOHNSON),
    Construction("halving detours, straight first", halving_detours(True), "label correcting by recursion", JOHNSON),
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
        return padded(u, v, vertices, count, rng)

    def weights(self, length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
        """An `ArrayFiller` for the weights, in the order of the edges."""
        return np.resize(self._made(length)[2], length).astype(np.int64)

    def _made(self, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        vertices = most_drawn(self._vertices, count)
        return self._make(vertices, count, *self._bounds, np.random.default_rng(vertices))
