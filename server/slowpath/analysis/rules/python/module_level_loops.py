"""Hot loops outside of functions.

What it finds:
    Loops of the module itself, not in a function, that work on its variables.
Why it is slow:
    The module's variables stand in a dict that is asked for each use of a name, where a function's stand at fixed
    places: the same loop in a `main()` is up to twice as fast.
Evidence:
    The iterations of the innermost loop, added up while the program runs.
Example:
    n = int(input())
    total = 0
    for i in range(n):
        total = (total * 31 + i) % 1000003
    print(total)
Not here:
    def main():
        n = int(input())
        total = 0
        for i in range(n):
            total = (total * 31 + i) % 1000003
        print(total)

    main()
False alarms:
    Loops with few iterations, or whose time goes to built-in functions.
Source:
    CPython, `Python/bytecodes.c`, `LOAD_NAME` against `LOAD_FAST`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import LOOPS, Site, View
from slowpath.analysis.rules.python_view_conditions import constraint, scale, size, sizes_large
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import COUNT, Condition, Constraint, Count

ID = "py-module-level-loops"
WHY = "Each use of a variable of the module is a look-up in a dict."


def find(view: View) -> Iterator[Constraint]:
    """The innermost loops of the module that don't read."""
    for site in view.sites(ast.For, ast.While):
        node = site.node
        assert isinstance(node, ast.For | ast.While)
        if (
            site.function is not None
            or site.in_class
            or view.is_reading(node)
            or any(True for _ in view.within(node.body, *LOOPS))
        ):
            continue
        yield _constraint(view, site, node)


def _constraint(view: View, site: Site, node: ast.For | ast.While) -> Constraint:
    factor = float(max(8, scale(view) // 2))
    rounds = size(view, node.iter, node) if isinstance(node, ast.For) else None
    before = view.before(node)
    aims = sizes_large(view) if rounds is not None else ()
    if rounds is not None and not site.outer:
        condition = Condition(rounds, before, factor=factor)
    elif rounds is not None:
        condition = Condition(COUNT, before, factor=factor, count=Count(before, rounds))
    else:
        condition = Condition(COUNT, view.after(node), factor=factor, count=Count(view.body(node)))
    return constraint(
        ID,
        node.lineno,
        "The loop, which stands outside of a function, has very many iterations",
        condition,
        WHY,
        (node.lineno, *(loop.lines[0] for loop in site.loops)),
        aims,
    )


RULE = Rule(ID, "Hot loops outside of functions", "python", 1, find, __doc__)
