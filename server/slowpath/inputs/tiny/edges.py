"""The edges of a tiny tree or graph by numbered choices: each edge set once, its edges in order."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, permutations
from typing import Any

import numpy as np

from slowpath.inputs.filling.edges import rules_of
from slowpath.inputs.graphs import led_away
from slowpath.inputs.tiny.choices import Choose, DeadEnd
from slowpath.inputs.traits import first_vertex, vertex_count
from slowpath.model.format import Records

_MOST_VERTICES = 24


def chosen_edges(item: Records, count: int, scope: Mapping[str, Any], choose: Choose) -> dict[str, list[int]]:
    """The endpoints of `count` edges, by the fields' names. That a graph is connected, acyclic or bipartite isn't
    seen to."""
    vertices, first = vertex_count(item, scope), first_vertex(item, scope)
    if vertices > _MOST_VERTICES or (count and vertices < 1):
        raise DeadEnd
    if item.structure == "tree":
        edges = _tree(vertices, count, "rooted" in item.traits, choose)
    else:
        edges = _graph(item, vertices, count, choose)
    u, v = item.endpoints
    return {u: [first + tail for tail, _ in edges], v: [first + head for _, head in edges]}


def _tree(vertices: int, count: int, rooted: bool, choose: Choose) -> list[tuple[int, int]]:
    """A labelled tree by its Prüfer code."""
    if count != vertices - 1:
        raise DeadEnd
    code = [choose(vertices) for _ in range(vertices - 2)]
    degree = [1 + code.count(vertex) for vertex in range(vertices)]
    edges = []
    for vertex in code:
        leaf = degree.index(1)
        edges.append((leaf, vertex))
        degree[leaf] -= 1
        degree[vertex] -= 1
    if vertices > 1:
        last = [vertex for vertex in range(vertices) if degree[vertex] == 1]
        edges.append((last[0], last[1]))
    if not rooted:
        return edges
    tails, heads = led_away(
        vertices,
        np.array([tail for tail, _ in edges], dtype=np.int64),
        np.array([head for _, head in edges], dtype=np.int64),
    )
    return list(zip(tails.tolist(), heads.tolist(), strict=True))


def _graph(item: Records, vertices: int, count: int, choose: Choose) -> list[tuple[int, int]]:
    rules = rules_of(item.structure, item.traits)
    pairs = permutations(range(vertices), 2) if rules.directed else combinations(range(vertices), 2)
    offered = list(pairs)
    if rules.loops:
        offered = sorted([*offered, *((vertex, vertex) for vertex in range(vertices))])
    # Parallel edges are next to each other; in a simple graph each edge is behind the one before.
    step, place, edges = int(rules.simple), 0, []
    for number in range(count):
        place += choose(len(offered) - place - step * (count - number - 1))
        edges.append(offered[place])
        place += step
    return edges
