"""Facts about graphs given as two int64 arrays of 0-based endpoints, vectorised where that can be done."""

from __future__ import annotations

import numpy as np

from slowpath.inputs.number_sets import different

_SMALL = 300
MANY = 2**20


def is_sparse(vertices: int, edges: int) -> bool:
    """Whether most of many vertices touch no edge: rooms numbered up to 10^9, of which a few have doors."""
    return vertices > max(MANY, 4 * edges)


def most_drawn(vertices: int, edges: int) -> int:
    """On how many vertices a construction of so many edges is drawn: all, unless most would touch none."""
    return max(MANY, 4 * edges) if is_sparse(vertices, edges) else vertices


def without_idle(
    vertices: int, u: np.ndarray, v: np.ndarray, spare: int = 1
) -> tuple[int, np.ndarray, np.ndarray, np.ndarray]:
    """A sparse graph on the vertices that its edges touch, at least `spare` others and vertex 0, in their order:
    how many, the endpoints, and the vertices' numbers before. What is connected, acyclic or bipartite stays so, and
    what isn't stays so too."""
    ends = np.concatenate((u, v))
    touched = different(ends)
    names = different(np.append(touched, np.arange(min(vertices, spare + touched.size))))
    return names.size, np.searchsorted(names, u), np.searchsorted(names, v), names


def components(vertices: int, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """For every vertex the least vertex of its component. O((n + m) log n): hooking and pointer jumping."""
    if vertices + u.size <= _SMALL:
        return np.array(_small_components(vertices, u.tolist(), v.tolist()), dtype=np.int64)
    root = np.arange(vertices, dtype=np.int64)
    while True:
        ru, rv = root[u], root[v]
        differ = ru != rv
        if not differ.any():
            return root
        u, v, ru, rv = u[differ], v[differ], ru[differ], rv[differ]
        # Every larger root hooks onto a smaller one, so no cycle can arise; then all paths are flattened.
        np.minimum.at(root, np.maximum(ru, rv), np.minimum(ru, rv))
        while True:
            above = root[root]
            if np.array_equal(above, root):
                break
            root = above


def _small_components(vertices: int, u: list[int], v: list[int]) -> list[int]:
    root = list(range(vertices))
    for tail, head in zip(u, v, strict=True):
        a, b = _root(root, tail), _root(root, head)
        root[max(a, b)] = min(a, b)
    for vertex in range(vertices):
        root[vertex] = root[root[vertex]]
    return root


def _root(root: list[int], vertex: int) -> int:
    while root[vertex] != vertex:
        root[vertex] = root[root[vertex]]
        vertex = root[vertex]
    return vertex


def is_connected(vertices: int, u: np.ndarray, v: np.ndarray) -> bool:
    """Whether all vertices lie in one component (true for none or one)."""
    return vertices <= 1 or not components(vertices, u, v).any()


def is_forest(vertices: int, u: np.ndarray, v: np.ndarray) -> bool:
    """Whether the undirected graph has no cycle (loops and parallel edges are cycles)."""
    if u.size >= max(vertices, 1):
        return False
    roots = components(vertices, u, v)
    return int((roots == np.arange(vertices)).sum()) == vertices - u.size


def is_tree(vertices: int, u: np.ndarray, v: np.ndarray) -> bool:
    """Whether the undirected graph is one tree over all vertices."""
    return u.size == max(vertices - 1, 0) and is_connected(vertices, u, v)


def leads_away(u: np.ndarray, v: np.ndarray) -> bool:
    """Whether each edge of a tree leads away from vertex 0: then every other vertex is a head just once."""
    return not u.size or bool(v.min() > 0 and different(v).size == v.size)


def led_away(vertices: int, u: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The edges of a tree, each turned so that it leads away from vertex 0. O(n), in Python where any is wrong."""
    if leads_away(u, v):
        return u, v
    neighbours: list[list[int]] = [[] for _ in range(vertices)]
    for a, b in zip(u.tolist(), v.tolist(), strict=True):
        neighbours[a].append(b)
        neighbours[b].append(a)
    depth = [-1] * vertices
    depth[0] = 0
    order = [0]
    for vertex in order:
        for other in neighbours[vertex]:
            if depth[other] < 0:
                depth[other] = depth[vertex] + 1
                order.append(other)
    depths = np.array(depth)
    turned = depths[u] > depths[v]
    return np.where(turned, v, u), np.where(turned, u, v)


def is_bipartite(vertices: int, u: np.ndarray, v: np.ndarray) -> bool:
    """Whether the vertices can be coloured with two colours: no vertex meets itself in the double cover."""
    roots = components(2 * vertices, np.concatenate((u, u + vertices)), np.concatenate((v + vertices, v)))
    return not bool((roots[:vertices] == roots[vertices:]).any())


def topological_order(vertices: int, u: np.ndarray, v: np.ndarray) -> np.ndarray | None:
    """Vertices such that every edge u -> v goes forward; None when there is a directed cycle."""
    if not u.size or (u < v).all():
        return np.arange(vertices)
    by_tail = np.argsort(u, kind="stable")
    heads = v[by_tail].tolist()
    first = np.searchsorted(u[by_tail], np.arange(vertices + 1)).tolist()
    incoming = np.bincount(v, minlength=vertices).tolist()
    order = [vertex for vertex in range(vertices) if not incoming[vertex]]
    for vertex in order:
        for head in heads[first[vertex] : first[vertex + 1]]:
            incoming[head] -= 1
            if not incoming[head]:
                order.append(head)
    return np.array(order, dtype=np.int64) if len(order) == vertices else None


def has_loop(u: np.ndarray, v: np.ndarray) -> bool:
    """Whether an edge joins a vertex with itself."""
    return bool((u == v).any())


def edge_keys(vertices: int, u: np.ndarray, v: np.ndarray, directed: bool) -> np.ndarray:
    """One number per edge, equal for parallel edges."""
    if directed:
        return u * vertices + v
    return np.minimum(u, v) * vertices + np.maximum(u, v)


def spanning_edges(vertices: int, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """A mask of edges that form a spanning forest, those earlier in the arrays preferred. O((n + m) log n)."""
    if vertices + u.size <= _SMALL:
        return _small_spanning(vertices, u, v)
    root = np.arange(vertices, dtype=np.int64)
    kept = np.zeros(u.size, dtype=bool)
    edges = np.arange(u.size)
    while True:
        ru, rv = root[u[edges]], root[v[edges]]
        differ = ru != rv
        if not differ.any():
            return kept
        edges, high, low = edges[differ], np.maximum(ru, rv)[differ], np.minimum(ru, rv)[differ]
        # Every larger root hooks onto its smallest neighbour through one edge, which can't close a cycle.
        order = np.lexsort((low, high))
        first = order[np.append(True, high[order][1:] != high[order][:-1])]
        kept[edges[first]] = True
        root[high[first]] = low[first]
        while True:
            above = root[root]
            if np.array_equal(above, root):
                break
            root = above


def _small_spanning(vertices: int, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    root = list(range(vertices))
    kept = np.zeros(u.size, dtype=bool)
    for place, (tail, head) in enumerate(zip(u.tolist(), v.tolist(), strict=True)):
        a, b = _root(root, tail), _root(root, head)
        if a != b:
            root[max(a, b)] = min(a, b)
            kept[place] = True
    return kept
