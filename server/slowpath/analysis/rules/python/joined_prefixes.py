"""Putting the whole text together in each step.

What it finds:
    `"".join(parts)` in a loop, where `parts` is a list that lives longer than one iteration.
Why it is slow:
    `join` goes over all pieces that are there: with one more in each iteration that is quadratic.
Evidence:
    The pieces joined, added up while the program runs.
Example:
    n = int(input())
    parts = []
    seen = set()
    for i in range(n):
        parts.append(chr(97 + i % 3))
        seen.add("".join(parts))
    print(len(seen))
Not here:
    n = int(input())
    parts = []
    for i in range(n):
        parts.append(chr(97 + i % 3))
    print("".join(parts))
False alarms:
    Rows of a table printed one by one: each piece is joined once.
Source:
    CPython, `Objects/unicodeobject.c`, `_PyUnicode_JoinArray`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import Loop, View
from slowpath.analysis.rules.python_view_conditions import size, work
from slowpath.analysis.rules.python_view_repetition import is_again
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "py-joined-prefixes"
WHY = "`join` goes over all pieces each time."


def find(view: View) -> Iterator[Constraint]:
    """Joins of lists that outlive an iteration of the loop."""
    for site in view.sites(ast.Call):
        node = site.node
        assert isinstance(node, ast.Call)
        if (
            not isinstance(node.func, ast.Attribute)
            or node.func.attr != "join"
            or len(node.args) != 1
            or not view.kinds.is_text(node.func.value)
        ):
            continue
        joined = node.args[0]
        while isinstance(joined, ast.Call) and len(joined.args) > 0 and isinstance(joined.func, ast.Name):
            joined = joined.args[-1]
        if (
            not isinstance(joined, ast.Name | ast.Attribute | ast.Subscript)
            or not is_again(view, site, joined)
            or (site.loops and _is_new(view, joined, site.loops[-1]))
        ):
            continue
        yield from work(
            view,
            ID,
            site,
            size(view, joined, site.statement, "list"),
            f"`{view.text(joined)}` has many pieces whenever they are joined",
            WHY,
        )


def _is_new(view: View, joined: ast.expr, loop: Loop) -> bool:
    """Whether the loop binds the list anew in each iteration, or goes over such lists."""
    return any(
        isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load) and part.id in view.scopes.names_in(joined)
        for part in view.tree.walk(loop.node)
    )


RULE = Rule(ID, "Putting the whole text together in each step", "python", 2, find, __doc__)
