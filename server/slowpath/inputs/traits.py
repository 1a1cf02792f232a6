"""What the traits of arrays and records mean, and the words to say that one is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from slowpath.inputs.graphs import (
    edge_keys,
    has_loop,
    is_bipartite,
    is_connected,
    is_forest,
    is_sparse,
    is_tree,
    leads_away,
    topological_order,
    without_idle,
)
from slowpath.model.format import Array, IntType, Records

_ORDERS = {"sorted": np.less_equal, "strictly-sorted": np.less, "reverse-sorted": np.greater_equal}


def array_flaw(item: Array, values: Any, lo: int) -> str:
    """Why `values` lack one of the traits of `item`, "" when they don't. `lo` is the element's least value."""
    for trait in sorted(item.traits):
        flaw = _array_flaw(item, trait, values, lo)
        if flaw:
            return flaw
    return ""


def _array_flaw(item: Array, trait: str, values: Any, lo: int) -> str:
    if trait in _ORDERS:
        return _order_flaw(trait, values)
    if trait == "distinct":
        return _repeated(values)
    if trait == "permutation" and not _is_permutation(np.asarray(values), lo):
        return f"isn't a permutation of {lo}..{lo + len(values) - 1}"
    if trait == "parents" and len(values):
        return _parents_flaw(item, np.asarray(values), lo)
    return ""


def _is_permutation(values: np.ndarray, lo: int) -> bool:
    return np.array_equal(np.sort(values), np.arange(lo, lo + values.size))


def _order_flaw(trait: str, values: Any) -> str:
    if isinstance(values, np.ndarray):
        wrong = np.flatnonzero(~_ORDERS[trait](values[:-1], values[1:])).tolist()
    else:
        test = {
            "sorted": lambda a, b: a <= b,
            "strictly-sorted": lambda a, b: a < b,
            "reverse-sorted": lambda a, b: a >= b,
        }[trait]
        wrong = [place for place, (a, b) in enumerate(pairwise(values)) if not test(a, b)]
    if wrong:
        place = wrong[0]
        return f"isn't {trait}: element {place + 1} is {values[place]}, element {place + 2} is {values[place + 1]}"
    return ""


def _repeated(values: Any) -> str:
    if isinstance(values, np.ndarray):
        ordered = np.sort(values)
        twice = np.flatnonzero(ordered[1:] == ordered[:-1])
        return f"isn't distinct: {ordered[twice[0]]} stands twice" if twice.size else ""
    seen = set()
    for value in values:
        if value in seen:
            return f"isn't distinct: {value} stands twice"
        seen.add(value)
    return ""


def root_marked(item: Array, lo: int) -> bool:
    """Whether an array of parents has an element for the root too, which then holds a mark below every vertex.

    That is so where the least value can be no vertex: -1, or 0 with as many elements as vertices (`p[n]`,
    not `p[n-1]`, which are the parents of all but the root).
    """
    return lo < 0 or (lo == 0 and "-" not in item.length.text)


def _parents_flaw(item: Array, values: np.ndarray, lo: int) -> str:
    if root_marked(item, lo):
        roots = np.flatnonzero(values == lo)
        if roots.size != 1:
            return f"has {roots.size} roots (elements {lo}), not 1"
        children = np.flatnonzero(values != lo)
        vertices, parents = len(values), values[children] - lo - 1
    else:
        children = np.arange(1, len(values) + 1)
        vertices, parents = len(values) + 1, values - lo
    if parents.size and parents.max() >= vertices:
        return f"names the vertex {int(parents.max()) + lo}, which doesn't exist"
    # Parents that are all smaller can't form a cycle; else the edges must make one tree.
    if (parents < children).all() or is_tree(vertices, parents, children):
        return ""
    return "isn't a tree: following the parents from some vertex leads into a cycle"


def records_flaw(item: Records, columns: Mapping[str, Any], scope: Mapping[str, Any]) -> str:
    """Why the rows lack the structure or a trait of `item`, "" when they don't."""
    if item.structure == "intervals":
        left, right = interval_fields(item)
        wrong = np.flatnonzero(np.asarray(columns[left]) > np.asarray(columns[right]))
        if wrong.size:
            return f"row {wrong[0] + 1} has {left} > {right}"
    if item.structure in ("tree", "graph") and len(item.endpoints) == 2:
        flaw = _graph_flaw(item, *edges_of(item, columns, scope))
        if flaw:
            return flaw
    return _rows_flaw(item, columns)


def interval_fields(item: Records) -> tuple[str, str]:
    """The names of an interval's two ends: the endpoints, else the first two fields."""
    names = item.endpoints if len(item.endpoints) == 2 else tuple(field.name for field in item.fields[:2])
    return names[0], names[1]


def first_vertex(item: Records, scope: Mapping[str, Any]) -> int:
    """The number of the first vertex: the least value of the first endpoint's field."""
    of = next(field.type for field in item.fields if field.name == item.endpoints[0])
    assert isinstance(of, IntType)
    return int(of.lo.value(scope))


def vertex_count(item: Records, scope: Mapping[str, Any]) -> int:
    """The number of vertices: `vertices`, else as many as the first endpoint's field has values."""
    if item.vertices is not None:
        return int(item.vertices.value(scope))
    of = next(field.type for field in item.fields if field.name == item.endpoints[0])
    assert isinstance(of, IntType)
    return int(of.hi.value(scope)) - int(of.lo.value(scope)) + 1


def edges_of(item: Records, columns: Mapping[str, Any], scope: Mapping[str, Any]) -> tuple[int, np.ndarray, np.ndarray]:
    """The number of vertices and the 0-based endpoints. `columns` are those of `item`."""
    first = first_vertex(item, scope)
    u, v = (np.asarray(columns[name], dtype=np.int64) - first for name in item.endpoints)
    return vertex_count(item, scope), u, v


def _graph_flaw(item: Records, vertices: int, u: np.ndarray, v: np.ndarray) -> str:
    if u.size and max(u.max(), v.max()) >= vertices:
        return f"an edge names a vertex beyond the {vertices} there are"
    everybody = vertices
    if is_sparse(vertices, u.size):
        vertices, u, v, _ = without_idle(vertices, u, v)
    if item.structure == "tree":
        if not is_tree(vertices, u, v):
            return f"isn't a tree on {everybody} vertices"
        rooted = "rooted" not in item.traits or leads_away(u, v)
        return "" if rooted else "isn't rooted: an edge doesn't lead from parent to child, away from the first vertex"
    directed = "directed" in item.traits
    checks = {
        "no-loops": lambda: not has_loop(u, v),
        "simple": lambda: not has_loop(u, v) and not _repeated(edge_keys(vertices, u, v, directed)),
        "connected": lambda: is_connected(vertices, u, v),
        "acyclic": lambda: topological_order(vertices, u, v) is not None if directed else is_forest(vertices, u, v),
        "bipartite": lambda: is_bipartite(vertices, u, v),
    }
    for trait, holds in checks.items():
        if trait in item.traits and not holds():
            return f"the graph isn't {trait}"
    return ""


def _rows_flaw(item: Records, columns: Mapping[str, Any]) -> str:
    if "distinct" in item.traits:
        flaw = _repeated_row([columns[name] for name in distinct_fields(item)])
        if flaw:
            return flaw
    first: Any = next(iter(columns.values()), [])
    for trait in sorted(item.traits & _ORDERS.keys()):
        flaw = _order_flaw(trait, first)
        if flaw:
            return flaw
    return ""


def distinct_fields(item: Records) -> tuple[str, ...]:
    """The fields in which no two rows may agree where rows are distinct: coordinates of points, else all."""
    if item.structure == "points" and item.endpoints:
        return item.endpoints
    return tuple(field.name for field in item.fields)


def repeated_rows(columns: Sequence[np.ndarray]) -> np.ndarray:
    """The places, in order, of rows that repeat an earlier one."""
    order = np.lexsort((np.arange(len(columns[0])), *columns))
    same = np.ones(max(0, order.size - 1), dtype=bool)
    for column in columns:
        ordered = column[order]
        same &= ordered[1:] == ordered[:-1]
    return np.sort(order[1:][same])


def _repeated_row(columns: list[Any]) -> str:
    if columns and all(isinstance(column, np.ndarray) for column in columns):
        repeated = repeated_rows(columns)
        if not repeated.size:
            return ""
        return f"isn't distinct: {tuple(int(column[repeated[0]]) for column in columns)} stands twice"
    return _repeated(list(zip(*(_hashable(column) for column in columns), strict=True)))


def _hashable(column: Any) -> list:
    if isinstance(column, np.ndarray):
        return column.tolist()
    return [tuple(value) if isinstance(value, list | np.ndarray) else value for value in column]
