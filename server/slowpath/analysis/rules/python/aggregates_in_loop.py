"""Asking for the least, largest or sum of a list that changes in each step.

What it finds:
    `min(x)`, `max(x)`, `sum(x)`, `any(x)`, `all(x)` in a loop that changes the list x, or over another list each time.
Why it is slow:
    Each goes over the whole list, so that it and the loop make a square. A heap, a running sum or a prefix table
    answers in one step.
Evidence:
    The elements gone over, added up while the program runs.
Example:
    n = int(input())
    a = list(map(int, input().split()))
    total = 0
    while a:
        x = min(a)
        total = total * 3 + x
        a.remove(x)
    print(total)
Not here:
    n = int(input())
    a = list(map(int, input().split()))
    most = max(a)
    print(sum(x == most for x in a))
False alarms:
    Lists that stay short, such as the row of a small table.
Source:
    CPython, `Python/bltinmodule.c`, `min_max`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import View
from slowpath.analysis.rules.python_view_conditions import size, work
from slowpath.analysis.rules.python_view_repetition import is_again, is_changed, is_short
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "py-aggregates-in-loop"
WHY = "The call goes over all elements each time."


def find(view: View) -> Iterator[Constraint]:
    """Aggregates of changing lists that are asked for again and again."""
    for site in view.sites(ast.Call):
        node = site.node
        assert isinstance(node, ast.Call)
        if not view.is_builtin_call(node, "min", "max", "sum", "any", "all") or len(node.args) != 1:
            continue
        over = node.args[0]
        if (
            isinstance(over, ast.GeneratorExp | ast.ListComp)
            or is_short(view, over)
            or not is_again(view, site, over)
            or _stays(view, site.loops, over)
        ):
            continue
        yield from work(
            view,
            ID,
            site,
            size(view, over, site.statement, "list"),
            f"`{view.text(over)}` is long whenever `{view.text(node)}` goes over it, which is often",
            WHY,
        )


def _stays(view: View, loops: tuple, over: ast.expr) -> bool:
    """Whether the innermost loop leaves it as it is, which is a matter of its own."""
    return bool(loops) and not any(is_changed(view, name, loops[-1]) for name in view.scopes.names_in(over))


RULE = Rule(ID, "Going over a changing list in each step", "python", 3, find, __doc__)
