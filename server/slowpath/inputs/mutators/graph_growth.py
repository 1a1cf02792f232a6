"""Graphs grown to more vertices so that they keep what they look like: edges divided, leaves, a path at the end.

Elements of a list of edges that are copied one by one join what they will: a cycle becomes a random graph. Here new
vertices have numbers beyond the old ones, and old edges stay, or are divided.
"""

from __future__ import annotations

import numpy as np

from slowpath.inputs.number_sets import without

GRAPH_WAYS = ("edges divided", "a leaf at each vertex", "a path at the end")


def grown_graph(
    u: np.ndarray, v: np.ndarray, vertices: int, more: int, way: str
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The edges `u`-`v` of a graph with vertices 0, 1, ..., grown by `more` vertices and as many edges, and of each the
    place of the edge that it came from; `way` is one of `GRAPH_WAYS`."""
    fresh = vertices + np.arange(more)
    edges = len(u)
    match way:
        case "edges divided":
            pieces = 1 + more // edges + (np.arange(edges) < more % edges)
            of = np.repeat(np.arange(edges), pieces)
            last = np.cumsum(pieces) - 1
            one, two = u[of], v[of]
            one[without(np.arange(len(of)), last - pieces + 1)] = fresh
            two[without(np.arange(len(of)), last)] = fresh
            return one, two, of
        case "a leaf at each vertex":
            hangs = np.arange(more) % vertices
        case _:
            hangs = np.concatenate(([vertices - 1], fresh[:-1]))
    return np.concatenate((u, hangs)), np.concatenate((v, fresh)), np.concatenate((np.arange(edges), hangs % edges))
