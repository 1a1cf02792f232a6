"""Changes of the edges of trees and graphs. Vertices are numbered as in the input."""

from __future__ import annotations

import numpy as np

from slowpath.inputs.graphs import is_sparse
from slowpath.inputs.mutators.change import Change
from slowpath.inputs.mutators.order import below, block
from slowpath.model.format import Records

_KINDS = (
    "edge rewired",
    "edge joined",
    "edges to one hub",
    "edges along a path",
    "vertices renamed",
    "vertices shuffled",
    "edges turned",
    "leaf moved",
    "edge doubled",
)
# Mending a tree costs a search for its components: steps that leave it one are the likelier ones.
_TREE_KINDS = (
    "leaf moved",
    "leaf moved",
    "leaf moved",
    "vertices renamed",
    "vertices shuffled",
    "edges turned",
    "edge rewired",
    "edges to one hub",
    "edges along a path",
)


def rewired(item: Records, u: np.ndarray, v: np.ndarray, rng: np.random.Generator) -> Change:
    """Edges bent to a hub, along a path or to other vertices, leaves moved, vertices renamed: `(u, v)`, two int64
    arrays. `u` and `v` aren't empty. Repeated edges, loops and cycles may arise; a mended graph is the caller's."""
    is_tree = item.structure == "tree"
    kinds = _TREE_KINDS if is_tree else _KINDS
    kind = kinds[below(len(kinds), rng)]
    # Names and directions matter to a rooted tree and to an order of vertices.
    named = bool(item.traits & {"rooted", "acyclic"})
    a, b = u.copy(), v.copy()
    begin, end = block(u.size, rng)
    at = below(u.size, rng)
    match kind:
        case "edge rewired":
            a[at] = u[below(u.size, rng)]
        case "edge joined":
            b[at] = u[below(u.size, rng)]
        case "edges to one hub":
            a[begin:end] = u[at]
        case "edges along a path":
            a[begin + 1 : end] = v[begin : end - 1]
        case "vertices renamed":
            a, b = _exchanged(u, v, int(u[at]), int(v[below(u.size, rng)]))
            return Change((a, b), kind, not named)
        case "vertices shuffled":
            a, b = _shuffled(u, v, rng)
            return Change((a, b), kind, not named)
        case "edges turned":
            a[begin:end], b[begin:end] = v[begin:end], u[begin:end]
            return Change((a, b), kind, not named and "directed" not in item.traits)
        case "leaf moved":
            return Change(_leaf_moved(u, v, rng), kind, is_tree and not named)
        case "edge doubled":
            a[at], b[at] = u[begin], v[begin]
    return Change((a, b), kind)


def _exchanged(u: np.ndarray, v: np.ndarray, one: int, other: int) -> tuple[np.ndarray, np.ndarray]:
    a, b = (np.where(side == one, other, np.where(side == other, one, side)) for side in (u, v))
    return a, b


def _shuffled(u: np.ndarray, v: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """All vertices from the smallest to the largest that occur, renamed at random; those alone that occur where most
    don't."""
    first = int(min(u.min(), v.min()))
    vertices = int(max(u.max(), v.max())) - first + 1
    if is_sparse(vertices, u.size):
        occurring, ends = np.unique(np.stack((u, v)), return_inverse=True)
        a, b = rng.permutation(occurring)[ends.reshape(2, -1)]
        return a, b
    names = rng.permutation(vertices) + first
    return names[u - first], names[v - first]


def _leaf_moved(u: np.ndarray, v: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """An edge at a vertex of degree 1 gets another other end, which keeps a tree a tree; deeper ones are likelier
    to grow: half of the time the new end is a leaf too."""
    place = np.concatenate((u, v)) - min(u.min(), v.min())
    if is_sparse(int(place.max()), u.size):
        place = np.unique(place, return_inverse=True)[1]
    degrees = np.bincount(place)[place]
    at_tail = degrees[: u.size] == 1
    ends = np.flatnonzero(at_tail | (degrees[u.size :] == 1))
    if ends.size < 2 or u.size < 2:
        return u.copy(), v.copy()
    edge = int(ends[below(ends.size, rng)])
    leaf = int(u[edge] if at_tail[edge] else v[edge])
    target = int(ends[below(ends.size, rng)])
    held = int(u[target] if at_tail[target] else v[target]) if rng.random() < 0.5 else int(u[below(u.size, rng)])
    if held == leaf:
        return u.copy(), v.copy()
    a, b = u.copy(), v.copy()
    a[edge], b[edge] = (leaf, held) if at_tail[edge] else (held, leaf)
    return a, b
