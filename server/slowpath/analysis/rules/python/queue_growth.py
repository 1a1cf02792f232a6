"""A queue or stack that gets the same elements again.

What it finds:
    `queue.append(x)` in a `while` loop that pops from the same queue, under a condition that compares values (SPFA,
    label correcting, states that are made again) or under none.
Why it is slow:
    An element that comes back for each improvement is worked on as often: on a bad graph SPFA takes vertices times
    edges steps. States that nothing marks as seen are made again without end.
Evidence:
    The elements put in, counted while the program runs, against the number of vertices where the text shows a
    table of these.
Example:
    from collections import deque
    n = int(input())
    edges = [[] for _ in range(n)]
    for _ in range(2 * n):
        a, b, w = map(int, input().split())
        edges[a].append((b, w))
    best = [10**9] * n
    best[0] = 0
    queue = deque([0])
    while queue:
        v = queue.popleft()
        for u, w in edges[v]:
            if best[v] + w < best[u]:
                best[u] = best[v] + w
                queue.append(u)
    print(*best)
Not here:
    from collections import deque
    n = int(input())
    edges = [[] for _ in range(n)]
    seen = [False] * n
    queue = deque([0])
    while queue:
        v = queue.popleft()
        for u in edges[v]:
            if not seen[u]:
                seen[u] = True
                queue.append(u)
    print(sum(seen))
False alarms:
    Graphs on which each vertex comes back rarely.
Source:
    STAB, section 3.2, SPFA; Cherkassky, Goldberg, Radzik, "Shortest paths algorithms" (1996).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import Site, View
from slowpath.analysis.rules.python_view_growth import growth
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "py-queue-growth"
WHY = "What is put in again is taken out, and all that follows from it looked at, as often."


def find(view: View) -> Iterator[Constraint]:
    """Queues that their own loop fills without marking what was there."""
    for site in view.sites(ast.Call):
        node = site.node
        assert isinstance(node, ast.Call)
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in ("append", "appendleft", "put"):
            continue
        queue = view.text(node.func.value)
        loop = next(
            (
                each.node
                for each in site.outer
                if isinstance(each.node, ast.While) and _is_drained(view, each.node, queue)
            ),
            None,
        )
        if loop is not None and not _is_marked(view, site, loop):
            yield growth(view, ID, site, f"`{queue}` gets the same elements again and again", WHY)


def _is_drained(view: View, loop: ast.While, queue: str) -> bool:
    return any(
        view.text(part.func) in (f"{queue}.pop", f"{queue}.popleft", f"{queue}.get")  # type: ignore[attr-defined]
        for part in view.inside(loop, ast.Call)
    )


def _is_marked(view: View, site: Site, loop: ast.While) -> bool:
    """Whether the element is put in only if it wasn't marked: an `if` around it, or before it, that asks `not seen[u]`,
    `seen[u] == -1` or `u not in seen`."""
    tests: list[ast.expr] = []
    node: ast.AST = site.node
    while node is not loop:
        node = view.parents[node]
        if isinstance(node, ast.If):
            tests.append(node.test)
    tests += [
        part.test  # type: ignore[attr-defined]
        for part in view.within(loop.body, ast.If)
        if isinstance(part.body[0], ast.Continue)  # type: ignore[attr-defined]
    ]
    return any(_asks_a_mark(test) for test in tests)


def _asks_a_mark(test: ast.expr) -> bool:
    for part in ast.walk(test):
        if isinstance(part, ast.Compare) and isinstance(part.ops[0], ast.In | ast.NotIn | ast.Is | ast.IsNot):
            return True
        if (
            isinstance(part, ast.Compare)
            and isinstance(part.ops[0], ast.Eq | ast.NotEq)
            and any(isinstance(side, ast.Constant | ast.UnaryOp | ast.Name) for side in part.comparators)
            and isinstance(part.left, ast.Subscript)
        ):
            return True
        if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not):
            return True
    return isinstance(test, ast.Subscript | ast.Name)


RULE = Rule(ID, "A queue that gets the same elements again", "python", 3, find, __doc__)
