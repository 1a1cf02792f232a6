"""Edges that a structure and its traits allow, from edges that somebody proposed.

What can stay stays: a spanning forest of the proposal is kept where connectivity or acyclicity is wanted, the
first of parallel edges where none may be, and only the rest is drawn anew. Vertices are 0-based here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from slowpath.inputs.graphs import (
    components,
    edge_keys,
    is_bipartite,
    is_connected,
    is_forest,
    is_sparse,
    is_tree,
    led_away,
    spanning_edges,
    topological_order,
    without_idle,
)
from slowpath.inputs.number_sets import are_among, different
from slowpath.inputs.sizes.assign import CannotGenerate

_ROUNDS = 20
_MOST_ENUMERATED = 4_000_000


@dataclass(frozen=True)
class EdgeRules:
    """What the edges must be, from a `Records` node's structure and traits."""

    tree: bool = False
    connected: bool = False
    simple: bool = False
    loops: bool = True
    directed: bool = False
    acyclic: bool = False
    bipartite: bool = False
    rooted: bool = False


def rules_of(structure: str, traits: frozenset[str]) -> EdgeRules:
    """The rules that `structure` and `traits` state and imply."""
    loopless = bool(traits & {"simple", "no-loops", "acyclic", "bipartite"})
    return EdgeRules(
        structure == "tree",
        "connected" in traits,
        "simple" in traits,
        not loopless,
        "directed" in traits,
        "acyclic" in traits,
        "bipartite" in traits,
        "rooted" in traits,
    )


def random_edges(
    rules: EdgeRules, vertices: int, count: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """`count` edges under `rules`."""
    if vertices < 1:
        if count:
            raise CannotGenerate(f"{count} edges on {vertices} vertices")
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    if is_sparse(vertices, count):
        names = different(np.append(rng.integers(0, vertices, 2 * count + 2), 0))
        u, v = random_edges(rules, names.size, count, rng)
        return names[u], names[v]
    if rules.bipartite and rules.simple and not rules.tree and 2 * count > _most_across(rules, vertices).max(initial=0):
        u, v = _dense_across(rules, vertices, count, rng)
    elif rules.tree or (rules.acyclic and not rules.directed) or (rules.connected and count >= vertices - 1):
        u, v = _random_tree(vertices, rng, rules.rooted)
        more = max(count - u.size, 0)
        u = np.concatenate((u, rng.integers(0, vertices, more)))[:count]
        v = np.concatenate((v, rng.integers(0, vertices, more)))[:count]
    else:
        u, v = rng.integers(0, vertices, count), rng.integers(0, vertices, count)
    return repaired(rules, vertices, u, v, rng)


def _most_across(rules: EdgeRules, vertices: int) -> np.ndarray:
    """How many edges a simple bipartite graph has room for, by the size of its first side (1, 2, ...)."""
    side = np.arange(1, vertices, dtype=np.int64)
    return side * (vertices - side) * (2 if rules.directed and not rules.acyclic else 1)


def _dense_across(
    rules: EdgeRules, vertices: int, count: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Edges between two sides that are large enough for all of them, a spanning tree first."""
    roomy = np.flatnonzero(_most_across(rules, vertices) >= count) + 1
    if not roomy.size:
        raise CannotGenerate(f"{count} bipartite edges on {vertices} vertices")
    cut = int(rng.choice(roomy))
    names = rng.permutation(vertices)
    left, right = names[:cut], names[cut:]
    # Everybody on one side is tied to somebody of the other who is tied already.
    u = np.concatenate((np.full(right.size, left[0]), left[1:]))
    v = np.concatenate((right, rng.choice(right, cut - 1)))
    more = max(count - u.size, 0)
    u, v = np.concatenate((u, rng.choice(left, more)))[:count], np.concatenate((v, rng.choice(right, more)))[:count]
    turned = rng.random(count) < 0.5
    return np.where(turned, v, u), np.where(turned, u, v)


def _random_tree(vertices: int, rng: np.random.Generator, rooted: bool) -> tuple[np.ndarray, np.ndarray]:
    """A random recursive tree over shuffled vertices, each edge away from its root, which is 0 where `rooted`."""
    names = np.append(0, rng.permutation(np.arange(1, vertices))) if rooted else rng.permutation(vertices)
    parents = (rng.random(vertices - 1) * np.arange(1, vertices)).astype(np.int64)
    return names[parents], names[1:]


def repaired(
    rules: EdgeRules, vertices: int, u: np.ndarray, v: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """The edges with as few changes as the rules need. Raises `CannotGenerate` when no such edges exist."""
    u, v = u.astype(np.int64), v.astype(np.int64)
    if is_sparse(vertices, u.size):
        if rules.tree or rules.connected:
            raise CannotGenerate(f"{u.size} edges that connect {vertices} vertices")
        few, u, v, names = without_idle(vertices, u, v, spare=u.size + 1)
        u, v = repaired(rules, few, u, v, rng)
        return names[u], names[v]
    if rules.tree or (rules.acyclic and not rules.directed):
        whole = is_tree(vertices, u, v) if rules.tree else is_forest(vertices, u, v)
        u, v = (u, v) if whole else _as_forest(vertices, u, v, rng)
        return led_away(vertices, u, v) if rules.tree and rules.rooted else (u, v)
    kept = np.zeros(u.size, dtype=bool)
    if rules.connected and not (is_connected(vertices, u, v) and not _needs_redraw(rules, vertices, u, v)):
        u, v, kept = _connected(vertices, u, v, rng)
    return _redrawn(rules, vertices, u, v, kept, rng)


def _needs_redraw(rules: EdgeRules, vertices: int, u: np.ndarray, v: np.ndarray) -> bool:
    if not rules.loops and bool((u == v).any()):
        return True
    if rules.simple and different(edge_keys(vertices, u, v, rules.directed)).size < u.size:
        return True
    if rules.acyclic and topological_order(vertices, u, v) is None:
        return True
    return rules.bipartite and not is_bipartite(vertices, u, v)


def _as_forest(vertices: int, u: np.ndarray, v: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Replaces the edges that close a cycle by edges that join components."""
    if u.size > max(vertices - 1, 0):
        raise CannotGenerate(f"{u.size} edges without a cycle on {vertices} vertices")
    kept = spanning_edges(vertices, u, v)
    return _joining(vertices, u, v, kept, rng)[:2]


def _joining(
    vertices: int, u: np.ndarray, v: np.ndarray, kept: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Turns edges outside of `kept` into ones that join components, as far as there are any to join."""
    u, v, kept = u.copy(), v.copy(), kept.copy()
    roots = components(vertices, u[kept], v[kept])
    leaders = rng.permutation(different(roots))
    free = np.flatnonzero(~kept)
    joins = min(free.size, leaders.size - 1)
    # Component number k is tied to a random one before it, so that all of them end in one.
    before = (rng.random(joins) * np.arange(1, joins + 1)).astype(np.int64)
    u[free[:joins]], v[free[:joins]] = leaders[before], leaders[1 : joins + 1]
    kept[free[:joins]] = True
    return u, v, kept


def _connected(
    vertices: int, u: np.ndarray, v: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    if u.size < vertices - 1:
        raise CannotGenerate(f"{u.size} edges that connect {vertices} vertices")
    return _joining(vertices, u, v, spanning_edges(vertices, u, v), rng)


def _redrawn(
    rules: EdgeRules, vertices: int, u: np.ndarray, v: np.ndarray, kept: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Draws anew what the rules forbid among the edges outside of `kept`."""
    rank = np.arange(vertices)
    if rules.acyclic:
        order = topological_order(vertices, u, v)
        if order is None:
            u, v = np.minimum(u, v), np.maximum(u, v)
        else:
            rank[order] = np.arange(vertices)
    sides = _sides(vertices, u, v, kept, rng) if rules.bipartite else None
    bad = np.zeros(u.size, dtype=bool) if rules.loops else u == v
    if sides is not None:
        bad |= sides[u] == sides[v]
    if rules.simple:
        bad |= _repeats(edge_keys(vertices, u, v, rules.directed), kept)
    if bad.any():
        fresh = _Fresh(rules, vertices, rank, sides, rng)
        u, v = u.copy(), v.copy()
        u[bad], v[bad] = fresh.edges(int(bad.sum()), edge_keys(vertices, u[~bad], v[~bad], rules.directed))
    return u, v


def _repeats(keys: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """A mask of all edges that repeat another one; of equal ones a kept one stays, else the first."""
    order = np.lexsort((np.arange(keys.size), ~kept, keys))
    ordered = keys[order]
    mask = np.zeros(keys.size, dtype=bool)
    mask[order[1:]] = ordered[1:] == ordered[:-1]
    return mask


def _sides(vertices: int, u: np.ndarray, v: np.ndarray, kept: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A colouring with two colours: the graph's own where it has one, else that of its kept forest."""
    forest = kept if kept.any() or not u.size else spanning_edges(vertices, u, v)
    a, b = (u, v) if is_bipartite(vertices, u, v) else (u[forest], v[forest])
    roots = components(2 * vertices, np.concatenate((a, a + vertices)), np.concatenate((b + vertices, b)))
    # A vertex and its double lie in two components; the one with the smaller root has colour 0.
    sides = (roots[:vertices] > roots[vertices:]).astype(np.int64)
    alone = np.ones(vertices, dtype=bool)
    alone[a] = alone[b] = False
    sides[alone] = rng.integers(0, 2, int(alone.sum()))
    if vertices > 1 and u.size and (sides == sides[0]).all():
        sides[-1] = 1 - sides[0]
    return sides


@dataclass(frozen=True)
class _Fresh:
    """Draws edges that the rules allow."""

    rules: EdgeRules
    vertices: int
    rank: np.ndarray
    sides: np.ndarray | None
    rng: np.random.Generator

    def edges(self, count: int, taken: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """`count` edges, none of the keys in `taken` where the graph is simple."""
        if self.rules.simple and self.vertices**2 <= min(_MOST_ENUMERATED, 16 * (count + taken.size)):
            return self._enumerated(count, taken)
        u = v = np.empty(0, dtype=np.int64)
        for _ in range(_ROUNDS):
            a, b = self.rng.integers(0, self.vertices, (2, 2 * (count - u.size) + 8))
            a, b = self._allowed(a, b)
            u, v = np.concatenate((u, a)), np.concatenate((v, b))
            if self.rules.simple:
                keys = edge_keys(self.vertices, u, v, self.rules.directed)
                _, first = np.unique(keys, return_index=True)
                first = np.sort(first[~are_among(keys[first], taken)])
                u, v = u[first], v[first]
            if u.size >= count:
                return u[:count], v[:count]
        if self.vertices**2 <= _MOST_ENUMERATED:
            return self._enumerated(count, taken)
        raise CannotGenerate(f"{count} more edges on {self.vertices} vertices under {self.rules}")

    def _allowed(self, a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        allowed = np.ones(a.size, dtype=bool) if self.rules.loops else a != b
        if self.sides is not None:
            allowed &= self.sides[a] != self.sides[b]
        if self.rules.acyclic:
            backwards = self.rank[a] > self.rank[b]
            a, b = np.where(backwards, b, a), np.where(backwards, a, b)
        return a[allowed], b[allowed]

    def _enumerated(self, count: int, taken: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        a, b = (side.reshape(-1) for side in np.divmod(np.arange(self.vertices**2), self.vertices))
        if not (self.rules.directed and not self.rules.acyclic):
            upper = a <= b
            a, b = a[upper], b[upper]
        a, b = self._allowed(a, b)
        if self.rules.simple:
            free = ~are_among(edge_keys(self.vertices, a, b, self.rules.directed), taken)
            a, b = a[free], b[free]
        if a.size == 0 or (self.rules.simple and a.size < count):
            raise CannotGenerate(f"{count} more edges on {self.vertices} vertices under {self.rules}")
        chosen = self.rng.choice(a.size, count, replace=not self.rules.simple)
        return a[chosen], b[chosen]
