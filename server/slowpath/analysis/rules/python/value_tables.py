"""A table as large as a value of the input.

What it finds:
    `[0] * (w + 1)`, `[[0] * (w + 1) for _ in range(n + 1)]`, where a number of the input that isn't a size of it
    decides the table.
Why it is slow:
    The table, and the loops that fill it, grow with the value rather than with what was read: few elements with one
    large number cost all.
Evidence:
    The table's elements where it is made.
Example:
    n, w = map(int, input().split())
    weights = list(map(int, input().split()))
    best = [0] * (w + 1)
    for x in weights:
        for c in range(w, x - 1, -1):
            best[c] = max(best[c], best[c - x] + x)
    print(best[w])
Not here:
    n = int(input())
    weights = list(map(int, input().split()))
    best = [0] * (n + 1)
    for i, x in enumerate(weights):
        best[i + 1] = best[i] + x
    print(best[n])
False alarms:
    Tables that are made but hardly visited.
Source:
    Cormen et al., "Introduction to Algorithms", problem 15-2: the knapsack's table is pseudo-polynomial.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.names import SCALAR
from slowpath.analysis.rules.python_view import View
from slowpath.analysis.rules.python_view_conditions import constraint, held, large, size, sizes_large, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Condition, Constraint

ID = "py-value-tables"
WHY = "The table is as large as the value, however little is read."


def find(view: View) -> Iterator[Constraint]:
    """Tables whose size is a value of the input."""
    for site in view.sites(ast.BinOp):
        node = site.node
        assert isinstance(node, ast.BinOp)
        values = [name for name in sorted(view.scopes.names_in(node)) if _is_value(view, name)]
        place = view.place_of(site)
        if (
            not isinstance(node.op, ast.Mult)
            or not values
            or place is None
            or not (isinstance(node.left, ast.List) or isinstance(node.right, ast.List))
        ):
            continue
        elements = size(view, node, site.statement)
        if elements is None:
            continue
        aims = (*large(view, *values), *sizes_large(view))
        sentence = f"`{'`, `'.join(values)}` is large, and with it the table `{view.text(node)}`"
        if view.is_repeated(site) or site.inner:
            yield from work(view, ID, site, elements, sentence, WHY, aims=aims)
        else:
            yield constraint(
                ID,
                site.line,
                sentence,
                Condition(elements, place, factor=_share(view, values)),
                WHY,
                (site.line,),
                aims,
            )


def _is_value(view: View, name: str) -> bool:
    """Whether a variable holds a number of the input that announces no size: by the format, without one any but the
    first number."""
    found = view.inputs.of(name)
    if found is None or found.shape != SCALAR or found.count:
        return False
    return bool(found.variable) or name != next(iter(view.inputs.by_name), name)


def _share(view: View, values: list[str]) -> float:
    """An eighth of what the value may be."""
    most = [found.hi for name in values if (found := held(view, name)) is not None and found.hi is not None]
    return float(min(5_000_000, max(16, min(most, default=400_000) // 8)))


RULE = Rule(ID, "A table as large as a value of the input", "python", 2, find, __doc__)
