"""Taking out of, or putting into, the middle of a list.

What it finds:
    `items.insert(i, x)`, `items.pop(i)`, `del items[i]` and `insort(items, x)` in a loop.
Why it is slow:
    All elements behind the place move. A sorted list that is kept by `insort` moves most where values come in
    descending order, so that each goes to the front.
Evidence:
    The elements behind the places, added up while the program runs.
Example:
    n = int(input())
    people = list(range(1, n + 1))
    at = 0
    while len(people) > 1:
        at = (at + 2) % len(people)
        del people[at]
    print(people[0])
Not here:
    n = int(input())
    people = list(range(1, n + 1))
    while len(people) > 1:
        people.pop()
    print(people[0])
False alarms:
    Places near the end of the list; lists that stay short: moving is a fast copy of memory.
Source:
    CPython, `Objects/listobject.c`, `list_ass_slice`, `ins1`; docs.python.org, `bisect`, performance notes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import Site, View
from slowpath.analysis.rules.python_view_conditions import bracketed, is_safe, size, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "py-list-middle"
WHY = "All elements behind the place move by one, so each step costs as much as stands behind it."


def find(view: View) -> Iterator[Constraint]:
    """Changes in the middle of lists, in loops or functions that run often."""
    for site in view.sites(ast.Call, ast.Delete):
        if not view.is_repeated(site):
            continue
        for moved, place in _moved(site.node):
            if view.kinds.of(moved).name not in ("list", ""):
                continue
            text = view.text(moved)
            yield from work(
                view,
                ID,
                site,
                _behind(view, site, moved, place),
                f"Much of `{text}` stands behind the place where it changes",
                WHY,
            )


def _moved(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """The lists that change, with the place, None where the text doesn't say it."""
    if isinstance(node, ast.Delete):
        for target in node.targets:
            if isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Constant | ast.UnaryOp):
                yield target.value, None if isinstance(target.slice, ast.Slice) else target.slice
    elif isinstance(node, ast.Call) and node.args:
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called in ("insort", "insort_left", "insort_right") and len(node.args) >= 2:
            yield node.args[0], None
        elif (
            isinstance(node.func, ast.Attribute)
            and not isinstance(node.args[0], ast.Constant | ast.UnaryOp)
            and (called, len(node.args)) in (("pop", 1), ("insert", 2))
        ):
            yield node.func.value, node.args[0]


def _behind(view: View, site: Site, moved: ast.expr, place: ast.expr | None) -> str | None:
    """How many elements stand behind the place, the whole list where that can't be asked."""
    length = size(view, moved, site.statement, "list")
    if length is None or place is None or not view.kinds.is_int(place) or not is_safe(view, place, site.statement):
        return length
    return f"{length} - {bracketed(view.text(place))}"


RULE = Rule(ID, "Changing a list in its middle", "python", 3, find, __doc__)
