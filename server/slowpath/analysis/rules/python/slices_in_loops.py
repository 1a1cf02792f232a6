"""Cutting pieces out of a sequence again and again.

What it finds:
    `a[1:]`, `s[i:]`, `s[:k]`, `a[i:j]` in a loop or a function that runs often, where the pieces may be long.
Why it is slow:
    A slice copies its elements. Taking the rest of a sequence in each step copies it as often as it has elements:
    quadratic. An index that moves on costs nothing.
Evidence:
    The elements of the pieces, added up while the program runs.
Example:
    s = input()
    total = 0
    while s:
        total += len(s) % 3
        s = s[1:]
    print(total)
Not here:
    s = input()
    total = 0
    for i in range(len(s) - 1):
        total += s[i:i + 2] == "ab"
    print(total)
False alarms:
    Pieces that are short for another reason than their bounds show.
Source:
    CPython, `Objects/listobject.c`, `list_slice`; wiki.python.org/moin/TimeComplexity, "Get Slice".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import View
from slowpath.analysis.rules.python_view_conditions import size, work
from slowpath.analysis.rules.python_view_repetition import fixed, is_again
from slowpath.analysis.rules.python_view_values import LINEAR, TEXT
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "py-slices-in-loops"
WHY = "A slice copies all of its elements each time."


def find(view: View) -> Iterator[Constraint]:
    """Slices that are taken again and again and may be long."""
    for site in view.sites(ast.Subscript):
        node = site.node
        assert isinstance(node, ast.Subscript)
        if (
            not isinstance(node.slice, ast.Slice)
            or not isinstance(node.ctx, ast.Load)
            or _is_narrow(view, node.slice)
            or view.kinds.of(node.value).name not in (*LINEAR, *TEXT)
            or not is_again(view, site, node.value)
        ):
            continue
        if site.function is not None and not site.loops and view.self_calls(site.function):
            continue
        yield from work(
            view, ID, site, size(view, node, site.statement), f"`{view.text(node)}` is long whenever it is cut out", WHY
        )


def _is_narrow(view: View, piece: ast.Slice) -> bool:
    """Whether the bounds themselves say that the piece is short, or all of it (which is a copy, another matter)."""
    if piece.lower is None and piece.upper is None:
        return True
    if isinstance(piece.upper, ast.BinOp) and isinstance(piece.upper.op, ast.Add) and piece.lower is not None:
        sides = (piece.upper.left, piece.upper.right)
        texts = [view.text(side) for side in sides]
        if view.text(piece.lower) in texts:
            return fixed(view, sides[1 - texts.index(view.text(piece.lower))]) is not None
    upper = fixed(view, piece.upper)
    return upper is not None and 0 <= upper <= 64


RULE = Rule(ID, "Cutting pieces out of a sequence again and again", "python", 3, find, __doc__)
