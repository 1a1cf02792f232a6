"""Trees and graphs in words: a path, a star, a cycle, a complete graph; else how many parts and how large a degree."""

from __future__ import annotations

import numpy as np

from slowpath.inputs.graphs import MANY, components
from slowpath.inputs.number_sets import different


def network_words(u: np.ndarray, v: np.ndarray, vertices: int) -> str:
    """The edges `u[i]`-`v[i]`, whatever the vertices are numbered from; `vertices` is how many there are, 0 where
    nobody says."""
    if not len(u):
        return "no edges"
    names, ends = np.unique(np.concatenate((u, v)), return_inverse=True)
    tails, heads = ends[: len(u)], ends[len(u) :]
    touched, edges = len(names), len(u)
    degrees = np.bincount(ends, minlength=touched)
    parts = len(different(components(touched, tails, heads))) if touched <= MANY else 0
    idle = max(0, vertices - touched)
    shape = _connected(degrees, tails, heads, np.array_equal(np.sort(u), u)) if parts == 1 else ""
    said = shape or f"{_count(edges, 'edge')} on {_count(touched, 'vertex')}, {_degree(degrees)}"
    if not shape and parts > 1:
        said += f", in {parts:,} parts"
    return said + (f", {_count(idle, 'vertex')} without edges" if idle else "")


def _count(number: int, what: str) -> str:
    several = {"vertex": "vertices"}.get(what, what + "s")
    return f"{number:,} {what if number == 1 else several}"


def _degree(degrees: np.ndarray) -> str:
    least, most = int(degrees.min()), int(degrees.max())
    return f"each with {_count(least, 'neighbour')}" if least == most else f"up to {most:,} edges at one vertex"


def _connected(degrees: np.ndarray, tails: np.ndarray, heads: np.ndarray, is_in_order: bool) -> str:
    """The shape of a connected graph, "" where it has no name."""
    vertices, edges, most = len(degrees), len(tails), int(degrees.max())
    leaves = int((degrees == 1).sum())
    if edges == vertices - 1:
        return _tree(degrees, tails, heads, leaves, most, is_in_order)
    if edges == vertices and most == 2 and leaves == 0:
        return "a cycle"
    if edges == vertices * (vertices - 1) // 2 and most == vertices - 1 and leaves == 0 and vertices > 2:
        return "a complete graph"
    return ""


def _tree(degrees: np.ndarray, tails: np.ndarray, heads: np.ndarray, leaves: int, most: int, is_in_order: bool) -> str:
    vertices = len(degrees)
    if most <= 2:
        follows = is_in_order and bool((np.abs(tails - heads) == 1).all())
        return "a path, in the order of its vertices" if follows else "a path"
    if most == vertices - 1:
        return "a star"
    branching = int((degrees > 2).sum())
    if branching == 1:
        return f"{leaves:,} paths from one vertex"
    inner = degrees > 1
    joined = inner[tails] & inner[heads]
    between = np.bincount(np.concatenate((tails[joined], heads[joined])), minlength=vertices)
    if int(between.max(initial=0)) <= 2:
        return "a caterpillar: a path with leaves"
    if most == 3:
        return f"a binary tree with {_count(leaves, 'leaf') if leaves == 1 else f'{leaves:,} leaves'}"
    return f"a tree with {leaves:,} leaves, up to {most:,} edges at one vertex"


def parent_edges(parents: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The edges of a rooted tree in which element i is the parent of vertex i+2, or of vertex i+1 where the root has an
    element as well (itself, or 0)."""
    first = 2 if (parents < np.arange(2, len(parents) + 2)).all() and parents.min() >= 1 else 1
    children = np.arange(first, len(parents) + first)
    kept = (parents != children) & (parents > 0)
    return parents[kept], children[kept]
