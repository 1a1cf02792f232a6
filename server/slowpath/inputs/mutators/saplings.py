"""Trees grown to more vertices: copies hung below each other or side by side, edges divided, leaves put everywhere.

A tree is a vector of parents here: vertex 0 is the root, every other's parent has a smaller number.
"""

from __future__ import annotations

import numpy as np

TREE_WAYS = (
    "copies in a chain",
    "copies at the root",
    "edges divided",
    "a leaf at each vertex",
    "a path at the end",
    "leaves at the end",
)


def grown_parents(parents: np.ndarray, length: int, way: str) -> np.ndarray:
    """More parents, of vertices 1, 2, ...: `length` of them, each smaller than its vertex, from those of a tree."""
    grown = _grown(np.concatenate(([-1], parents)), length + 1, way)
    return grown[1:]


def grown_edges(u: np.ndarray, v: np.ndarray, count: int, way: str) -> tuple[np.ndarray, np.ndarray]:
    """`count` edges of a tree grown from one with the edges `u`-`v`; its vertices are numbered from the least of both,
    parents before children."""
    first = int(min(u.min(), v.min()))
    grown = _grown(_rooted(u - first, v - first), count + 1, way)
    return grown[1:] + first, np.arange(1, count + 1) + first


def _grown(parents: np.ndarray, size: int, way: str) -> np.ndarray:
    while len(parents) < size:
        parents = _doubled(parents, way)
    return parents[:size]


def _doubled(parents: np.ndarray, way: str) -> np.ndarray:
    size = len(parents)
    if way in ("edges divided", "a leaf at each vertex"):
        made = np.empty(2 * size, dtype=np.int64)
        made[::2] = 2 * parents + (way == "edges divided")
        made[1::2] = np.arange(0, 2 * size, 2)
        made[0] = -1
        return made
    deepest = int(np.argmax(_depths(parents)))
    match way:
        case "a path at the end":
            more = np.concatenate(([deepest], np.arange(size, 2 * size - 1)))
        case "leaves at the end":
            more = np.full(size, deepest)
        case _:
            more = parents + size
            more[0] = deepest if way == "copies in a chain" else 0
    return np.concatenate((parents, more))


def _depths(parents: np.ndarray) -> np.ndarray:
    depths = [0] * len(parents)
    for vertex, parent in enumerate(parents.tolist()):
        if vertex:
            depths[vertex] = depths[parent] + 1
    return np.array(depths)


def _rooted(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """The parents of a tree rooted at vertex 0, renumbered in the order of a breadth-first search."""
    size = len(u) + 1
    neighbours: list[list[int]] = [[] for _ in range(size)]
    for a, b in zip(u.tolist(), v.tolist(), strict=True):
        neighbours[a].append(b)
        neighbours[b].append(a)
    parents, order, number = [-1], [0], {0: 0}
    for vertex in order:
        for other in neighbours[vertex]:
            if other not in number:
                number[other] = len(order)
                order.append(other)
                parents.append(number[vertex])
    return np.array(parents, dtype=np.int64)
