"""Taking from, or putting at, the front of a list.

What it finds:
    `items.pop(0)`, `items.insert(0, x)` and `del items[0]` in a loop: a list as a queue.
Why it is slow:
    All that follows moves by one place, so each costs as much as the list is long. A queue that is wide at one time
    makes the whole search quadratic, one that stays narrow hides it. `collections.deque` does both ends in one step.
Evidence:
    The places moved, added up while the program runs; and the most elements that wait at once.
Example:
    n = int(input())
    queue = list(map(int, input().split()))
    while queue:
        x = queue.pop(0)
        if x > 1:
            queue.append(x // 2)
    print(n)
Not here:
    from collections import deque
    n = int(input())
    queue = deque(map(int, input().split()))
    while queue:
        x = queue.popleft()
        if x > 1:
            queue.append(x // 2)
    print(n)
False alarms:
    A queue that never holds many elements at once.
Source:
    CPython, `Objects/listobject.c`, `list_pop_impl`, `ins1`; docs.python.org, tutorial, "Using Lists as Queues".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import Site, View
from slowpath.analysis.rules.python_view_conditions import constraint, scale, size, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Condition, Constraint

ID = "py-list-front"
WHY = "All elements behind the front of a list move by one place, so each step costs as much as the list is long."
_SHARE = 4


def find(view: View) -> Iterator[Constraint]:
    """Changes at the front of lists, in loops or functions that run often."""
    for site in view.sites(ast.Call, ast.Delete):
        for moved in _moved(site.node):
            if not view.is_repeated(site) or view.kinds.of(moved).name not in ("list", ""):
                continue
            length = size(view, moved, site.statement, "list")
            text = view.text(moved)
            for made in work(view, ID, site, length, f"`{text}` holds many elements while its front changes", WHY):
                yield made
                yield from _wide(view, site, text, length or "")


def _moved(node: ast.AST) -> Iterator[ast.expr]:
    """The lists of which a call or `del` changes the front."""
    if isinstance(node, ast.Delete):
        for target in node.targets:
            if isinstance(target, ast.Subscript) and _is_zero(target.slice):
                yield target.value
    elif (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.args
        and _is_zero(node.args[0])
        and ((node.func.attr == "pop" and len(node.args) == 1) or (node.func.attr == "insert" and len(node.args) == 2))
    ):
        yield node.func.value


def _is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0 and not isinstance(node.value, bool)


def _wide(view: View, site: Site, text: str, length: str) -> Iterator[Constraint]:
    """That a good part of everything waits at once."""
    place = view.place_of(site)
    if place is not None and not site.inner:
        condition = Condition(length, place, factor=float(max(16, scale(view) // _SHARE)))
        yield constraint(
            ID,
            site.line,
            f"Many of all elements wait in `{text}` at the same time",
            condition,
            WHY,
            (site.line, *(loop.lines[0] for loop in site.loops)),
        )


RULE = Rule(ID, "The front of a list as the front of a queue", "python", 3, find, __doc__)
