"""A heap that gets every vertex many times.

What it finds:
    `heappush` in a `while` loop that also pops: Dijkstra's and Prim's algorithms, simulations by events.
Why it is slow:
    An element that is pushed whenever a better value is found stands in the heap as often as it was improved. An
    order of edges in which each improves all that was found makes the heap, and the iterations, many times larger than
    the graph.
Evidence:
    The pushes, counted while the program runs, against the number of vertices where the text shows a table of these.
Example:
    import heapq
    n = int(input())
    graph = [[] for _ in range(n)]
    for _ in range(2 * n):
        a, b, w = map(int, input().split())
        graph[a].append((b, w))
    best = [10**9] * n
    best[0] = 0
    heap = [(0, 0)]
    while heap:
        d, v = heapq.heappop(heap)
        for u, w in graph[v]:
            if d + w < best[u]:
                best[u] = d + w
                heapq.heappush(heap, (best[u], u))
    print(*best)
Not here:
    import heapq
    n = int(input())
    heap = [int(x) for x in input().split()]
    heapq.heapify(heap)
    order = []
    while heap:
        order.append(heapq.heappop(heap))
    print(*order)
False alarms:
    Sparse graphs: no vertex can be pushed more often than edges lead to it.
Source:
    Cormen et al., "Introduction to Algorithms", section 22.3; STAB, section 3.2, shortest paths.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import View
from slowpath.analysis.rules.python_view_growth import growth
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "py-heap-growth"
WHY = "What is pushed again for each improvement is popped, and its edges are looked at, as often."


def find(view: View) -> Iterator[Constraint]:
    """Pushes into heaps within loops that pop from them."""
    for site in view.sites(ast.Call):
        node = site.node
        assert isinstance(node, ast.Call)
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called not in ("heappush", "put") or not site.outer or not node.args:
            continue
        heap = view.text(node.args[0]) if called == "heappush" else view.text(node.func.value)  # type: ignore[attr-defined]
        if any("heappop" in text or text == f"{heap}.get" for text in _called(view, site.outer[0].node)):
            yield growth(
                view, ID, site, f"`{heap}` gets the same elements again and again, each time with a better value", WHY
            )


def _called(view: View, node: ast.AST) -> set[str]:
    return {view.text(part.func) for part in view.inside(node, ast.Call)}  # type: ignore[attr-defined]


RULE = Rule(ID, "A heap that gets every vertex many times", "python", 2, find, __doc__)
