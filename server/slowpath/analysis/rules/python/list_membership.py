"""Searching a list again and again.

What it finds:
    `x in items` and `x not in items` in a loop, where `items` is a list, tuple or deque.
Why it is slow:
    `in` compares with one element after the other until it finds x: it costs as much as the list is long, more than
    all around it as soon as the list has some tens of elements. A set or dict answers in one step.
Evidence:
    The elements that all searches may go over, added up while the program runs.
Example:
    n = int(input())
    seen = []
    for word in input().split():
        if word not in seen:
            seen.append(word)
    print(len(seen))
Not here:
    n = int(input())
    seen = set()
    for word in input().split():
        if word not in seen:
            seen.add(word)
    print(len(seen))
False alarms:
    A list that stays short, or values that are found near its beginning.
Source:
    CPython, `Objects/listobject.c`, `list_contains`; wiki.python.org/moin/TimeComplexity.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import Site, View
from slowpath.analysis.rules.python_view_conditions import iterated_name, size, sizes_large, with_trait, work
from slowpath.analysis.rules.python_view_repetition import is_again, is_short
from slowpath.analysis.rules.python_view_values import LINEAR
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Aim, Constraint

ID = "py-list-membership"
WHY = "Every search compares with one element after the other, so it costs as much as the list is long."


def find(view: View) -> Iterator[Constraint]:
    """Searches of lists that are made again and again."""
    for site in view.sites(ast.Compare):
        node = site.node
        assert isinstance(node, ast.Compare)
        searched = node.comparators[-1]
        if (
            not isinstance(node.ops[-1], ast.In | ast.NotIn)
            or is_short(view, searched)
            or view.kinds.of(searched).name not in (*LINEAR, "")
            or not is_again(view, site, searched)
        ):
            continue
        text = view.text(searched)
        yield from work(
            view,
            ID,
            site,
            size(view, searched, site.statement, "list"),
            f"`{text}` is long whenever it is searched for `{view.text(node.left)}`, and it is searched often",
            WHY,
            aims=_aims(view, site, searched),
        )


def _aims(view: View, site: Site, searched: ast.expr) -> tuple[Aim, ...]:
    """Different values all along, where the list collects those of an array of the input that weren't there yet."""
    if not site.outer or not isinstance(searched, ast.Name):
        return ()
    grown = any(
        isinstance(part, ast.Call) and view.text(part.func) == f"{searched.id}.append"
        for part in view.inside(site.outer[-1].node, ast.Call)
    )
    distinct = with_trait(view, iterated_name(view, site.outer[-1]), "distinct") if grown else ()
    return (*sizes_large(view), *distinct) if distinct else ()


RULE = Rule(ID, "Searching a list again and again", "python", 3, find, __doc__)
