"""Sorting again in each step.

What it finds:
    `sorted(x)` and `x.sort()` in a loop over data that outlives an iteration.
Why it is slow:
    Each sort costs n log n, n where little changed since the last. A heap, or `bisect.insort`, keeps order as
    elements come and go.
Evidence:
    The elements sorted, added up while the program runs.
Example:
    n = int(input())
    a = list(map(int, input().split()))
    total = 0
    while len(a) > 1:
        a.sort()
        x = a.pop() - a.pop()
        total += x
        a.append(x)
    print(total)
Not here:
    n = int(input())
    a = sorted(map(int, input().split()))
    total = 0
    for x in a:
        total = total * 2 + x
    print(total)
False alarms:
    Lists that stay short; one sort for each test case.
Source:
    CPython, `Objects/listsort.txt`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import View
from slowpath.analysis.rules.python_view_conditions import size, work
from slowpath.analysis.rules.python_view_repetition import is_again, is_short
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "py-sort-in-loop"
WHY = "Sorting goes over all elements each time, more than once where they are out of order."


def find(view: View) -> Iterator[Constraint]:
    """Sorts that are made again and again."""
    for site in view.sites(ast.Call):
        sorted_ = _sorted(view, site.node)
        if sorted_ is None or is_short(view, sorted_) or not is_again(view, site, sorted_):
            continue
        yield from work(
            view,
            ID,
            site,
            size(view, sorted_, site.statement, "list"),
            f"`{view.text(sorted_)}` is long whenever it is sorted, and that is often",
            WHY,
        )


def _sorted(view: View, node: ast.AST) -> ast.expr | None:
    """What a call sorts."""
    assert isinstance(node, ast.Call)
    if isinstance(node.func, ast.Attribute) and node.func.attr == "sort" and not node.args:
        return node.func.value
    if view.is_builtin_call(node, "sorted") and node.args and not isinstance(node.args[0], ast.GeneratorExp):
        return node.args[0]
    return None


RULE = Rule(ID, "Sorting again in each step", "python", 3, find, __doc__)
