"""Walking up links that are never shortened.

What it finds:
    `while parent[x] != x: x = parent[x]`, and a recursive `find` that returns `find(parent[x])`, without a store that
    shortens the way: union-find without path compression, climbing a tree of parents.
Why it is slow:
    Joining in a bad order makes one long chain, and each look-up walks all of it.
Evidence:
    The links walked, counted while the program runs.
Example:
    def find(x):
        while parent[x] != x:
            x = parent[x]
        return x

    n, m = map(int, input().split())
    parent = list(range(n + 1))
    for _ in range(m):
        a, b = map(int, input().split())
        parent[find(a)] = find(b)
    print(sum(parent[x] == x for x in range(1, n + 1)))
Not here:
    def find(x):
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    n, m = map(int, input().split())
    parent = list(range(n + 1))
    for _ in range(m):
        a, b = map(int, input().split())
        parent[find(a)] = find(b)
    print(sum(parent[x] == x for x in range(1, n + 1)))
False alarms:
    Joins by size or rank: chains stay as short as a logarithm, and the condition is never met.
Source:
    Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm" (1975).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import View
from slowpath.analysis.rules.python_view_conditions import constraint, scale
from slowpath.analysis.rules.python_view_repetition import followed_links
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import COUNT, Condition, Constraint, Count

ID = "py-uncompressed-find"
WHY = "Nothing shortens the way, so each look-up walks all links up to the top."
_LINKS = 16


def find(view: View) -> Iterator[Constraint]:
    """Walks over links in loops and recursions without a store into the links."""
    factor = float(_LINKS * scale(view))
    for site in view.sites(ast.While):
        node = site.node
        assert isinstance(node, ast.While)
        links = followed_links(view, node)
        if (
            not links
            or not view.is_repeated(site)
            or site.in_class
            or _is_shortened(view, site.function or node, links)
        ):
            continue
        place = view.body(node)
        yield constraint(
            ID,
            node.lineno,
            f"The links of `{links}` make long chains, and these are walked often",
            Condition(COUNT, view.after(node), factor=factor, count=Count(place)),
            WHY,
            (node.lineno, *(loop.lines[0] for loop in site.loops)),
        )
    for site in view.functions:
        function = site.node
        assert isinstance(function, ast.FunctionDef)
        for call in view.self_calls(function):
            assert isinstance(call.node, ast.Call)
            if (
                len(call.node.args) == 1
                and isinstance(call.node.args[0], ast.Subscript)
                and isinstance(call.statement, ast.Return)
                and call.statement.value is call.node
            ):
                links = view.text(call.node.args[0].value)
                if not _is_shortened(view, function, links):
                    place = view.body(function)
                    yield constraint(
                        ID,
                        function.lineno,
                        f"The links of `{links}` make long chains, and these are walked often",
                        Condition(COUNT, place, factor=factor, count=Count(place)),
                        WHY,
                        (function.lineno, call.line),
                    )
                    break


def _is_shortened(view: View, around: ast.AST, links: str) -> bool:
    return any(
        isinstance(part, ast.Subscript) and not isinstance(part.ctx, ast.Load) and view.text(part.value) == links
        for part in view.tree.walk(around)
    )


RULE = Rule(ID, "Walking up links that are never shortened", "python", 3, find, __doc__)
