"""Where the vertices of a small graph are drawn: a tree in layers under its root, anything else by forces. Pure and
deterministic; O(rounds * vertices^2)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

ROUNDS = 250
LEAST_DISTANCE = 1e-3
Edge = tuple[int, int]
Positions = tuple[tuple[float, float], ...]


def laid_out(vertices: int, edges: Sequence[Edge]) -> Positions:
    """Positions in 0..1, y upwards; vertices count from 0, and the first is the root of a tree."""
    neighbours: list[list[int]] = [[] for _ in range(vertices)]
    for tail, head in edges:
        neighbours[tail].append(head)
        neighbours[head].append(tail)
    depths = _depths(neighbours)
    is_tree = len(edges) == vertices - 1 and all(depth >= 0 for depth in depths)
    x, y = _layered(neighbours, depths) if is_tree else _by_forces(vertices, edges)
    return tuple(zip(_stretched(x), _stretched(y), strict=True))


def _depths(neighbours: Sequence[Sequence[int]]) -> list[int]:
    """How far each vertex is from the first, -1 where it isn't joined to it."""
    depths = [-1] * len(neighbours)
    depths[0] = 0
    layer = [0]
    while layer:
        following = []
        for vertex in layer:
            for other in neighbours[vertex]:
                if depths[other] < 0:
                    depths[other] = depths[vertex] + 1
                    following.append(other)
        layer = following
    return depths


def _layered(neighbours: Sequence[Sequence[int]], depths: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
    """Leaves side by side, each inner vertex over the middle of its children."""
    x = np.zeros(len(neighbours))
    leaves = 0
    for vertex in _children_first(neighbours, depths):
        below = [x[other] for other in neighbours[vertex] if depths[other] > depths[vertex]]
        if below:
            x[vertex] = (min(below) + max(below)) / 2
        else:
            x[vertex], leaves = leaves, leaves + 1
    return x, -np.asarray(depths, dtype=float)


def _children_first(neighbours: Sequence[Sequence[int]], depths: Sequence[int]) -> list[int]:
    order, stack = [], [0]
    while stack:
        vertex = stack.pop()
        order.append(vertex)
        stack += [other for other in neighbours[vertex] if depths[other] > depths[vertex]]
    return order[::-1]


def _by_forces(vertices: int, edges: Sequence[Edge]) -> tuple[np.ndarray, np.ndarray]:
    """Fruchterman and Reingold 1991, from a circle: vertices repel each other, edges pull."""
    angles = 2 * np.pi * np.arange(vertices) / max(1, vertices)
    at = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    ideal = 2 / np.sqrt(max(1, vertices))
    tails, heads = (np.array(side, dtype=np.int64) for side in zip(*edges, strict=True))
    for turn in range(ROUNDS):
        apart = at[:, None, :] - at[None, :, :]
        distance = np.maximum(np.linalg.norm(apart, axis=2), LEAST_DISTANCE)
        push = (apart * (ideal**2 / distance**2)[:, :, None]).sum(axis=1)
        along = at[tails] - at[heads]
        pull = along * (np.linalg.norm(along, axis=1) / ideal)[:, None]
        np.subtract.at(push, tails, pull)
        np.add.at(push, heads, pull)
        length = np.maximum(np.linalg.norm(push, axis=1), LEAST_DISTANCE)
        heat = 0.2 * (1 - turn / ROUNDS)
        at = at + push / length[:, None] * np.minimum(length, heat)[:, None]
    return at[:, 0], at[:, 1]


def _stretched(values: np.ndarray) -> list[float]:
    low, high = float(values.min()), float(values.max())
    if high - low < LEAST_DISTANCE:
        return [0.5] * len(values)
    return [round((float(value) - low) / (high - low), 4) for value in values]
