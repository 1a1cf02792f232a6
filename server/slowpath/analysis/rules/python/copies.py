"""Copying a whole container in each step.

What it finds:
    `list(x)`, `x[:]`, `x.copy()`, `set(x)`, `tuple(x)`, `dict(x)`, `copy.copy(x)` and `copy.deepcopy(x)` in a loop or
    a function that runs often.
Why it is slow:
    Each copy costs what the container is long; `deepcopy` asks about every element and is a hundred times
    slower than a slice.
Evidence:
    The elements copied, added up while the program runs.
Example:
    n = int(input())
    a = list(map(int, input().split()))
    best = 0
    for i in range(n):
        b = a[:]
        b[i] = 0
        best = max(best, b[0] - b[-1])
    print(best)
Not here:
    n = int(input())
    a = list(map(int, input().split()))
    best = 0
    b = a[:]
    for i in range(n):
        best = max(best, b[i] - a[0])
    print(best)
False alarms:
    Containers that stay small, such as a board of fixed size.
Source:
    CPython, `Lib/copy.py`; wiki.python.org/moin/TimeComplexity, "Copy".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import View
from slowpath.analysis.rules.python_view_conditions import is_safe, size, work
from slowpath.analysis.rules.python_view_repetition import is_again, is_short
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "py-copies"
COPYING = ("list", "set", "tuple", "dict", "frozenset", "deque", "Counter")
WHY = "A copy costs as much as the container is long, each time."


def find(view: View) -> Iterator[Constraint]:
    """Copies of containers that are made again and again."""
    for site in view.sites(ast.Call, ast.Subscript):
        copied = _copied(view, site.node)
        if copied is None or is_short(view, copied) or not is_again(view, site, copied):
            continue
        yield from work(
            view,
            ID,
            site,
            _amount(view, site.node, copied, site.statement),
            f"`{view.text(copied)}` is long whenever it is copied",
            WHY,
        )


def _copied(view: View, node: ast.AST) -> ast.expr | None:
    """What a call or slice copies whole, None for anything else."""
    if isinstance(node, ast.Subscript):
        whole = isinstance(node.slice, ast.Slice) and node.slice.lower is None and node.slice.upper is None
        return node.value if whole and isinstance(node.ctx, ast.Load) else None
    if not isinstance(node, ast.Call) or len(node.args) > 1 or node.keywords:
        return None
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if isinstance(node.func, ast.Attribute) and called == "copy" and not node.args:
        return node.func.value
    if not node.args or isinstance(node.args[0], ast.GeneratorExp | ast.Starred):
        return None
    if called in ("deepcopy", "copy"):
        return node.args[0]
    return node.args[0] if view.is_builtin_call(node, *COPYING) and view.kinds.of(node.args[0]).is_sized else None


def _amount(view: View, node: ast.AST, copied: ast.expr, statement: ast.stmt) -> str | None:
    """The elements copied; those of the rows too where `deepcopy` copies a table."""
    length = size(view, copied, statement)
    is_deep = isinstance(node, ast.Call) and "deepcopy" in view.text(node.func)
    rows = view.kinds.of(copied).element.is_sized and view.kinds.of(copied).name == "list"
    if (
        length is not None
        and is_deep
        and rows
        and is_safe(view, copied, statement)
        and not view.scopes.is_bound_anywhere("sum")
    ):
        return f"sum(map(len, {view.text(copied)}))"
    return length


RULE = Rule(ID, "Copying a whole container in each step", "python", 2, find, __doc__)
