"""Making a new list by `+` in each step.

What it finds:
    `a = a + [x]`, `walk(path + [v])` and the like in a loop or a recursion, where both sides are lists or tuples.
Why it is slow:
    `+` copies both sides. Adding one element to a list of k costs k; `append` costs one.
Evidence:
    The elements copied, added up while the program runs.
Example:
    n = int(input())
    kept = []
    for i in range(n):
        x = int(input())
        if x % 2:
            kept = kept + [x]
    print(len(kept))
Not here:
    n = int(input())
    kept = []
    for i in range(n):
        x = int(input())
        if x % 2:
            kept += [x]
    print(len(kept))
False alarms:
    Lists that stay short, such as the path of a shallow search.
Source:
    CPython, `Objects/listobject.c`, `list_concat`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import View
from slowpath.analysis.rules.python_view_conditions import size, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "py-list-sums"
WHY = "`+` makes a new list and copies both sides into it."


def find(view: View) -> Iterator[Constraint]:
    """Sums of lists in loops and recursions."""
    for site in view.sites(ast.BinOp):
        node = site.node
        assert isinstance(node, ast.BinOp)
        kinds = {view.kinds.of(node.left).name, view.kinds.of(node.right).name}
        if (
            not isinstance(node.op, ast.Add)
            or not kinds <= {"list", "tuple"}
            or len(kinds) != 1
            or not view.is_repeated(site)
            or _is_part(view, node)
        ):
            continue
        yield from work(
            view,
            ID,
            site,
            size(view, node, site.statement),
            f"`{view.text(node)}` is long whenever it is put together",
            WHY,
        )


def _is_part(view: View, node: ast.BinOp) -> bool:
    """Whether it is only a part of a longer sum."""
    parent = view.parents.get(node)
    return isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add)


RULE = Rule(ID, "Making a new list by + in each step", "python", 2, find, __doc__)
