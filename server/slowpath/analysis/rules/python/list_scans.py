"""Going over a list to find, count or take out one element, again and again.

What it finds:
    `items.index(x)`, `items.count(x)` and `items.remove(x)` in a loop, where `items` is a list.
Why it is slow:
    Each of them goes over the list from its beginning; `count` always to its end, and `remove` then moves all that
    follows. A dict of places or a `Counter` answers in one step.
Evidence:
    The elements of the lists gone over, added up while the program runs.
Example:
    n = int(input())
    a = list(map(int, input().split()))
    best = 0
    for x in a:
        best = max(best, a.count(x))
    print(best)
Not here:
    from collections import Counter
    n = int(input())
    a = list(map(int, input().split()))
    counts = Counter(a)
    print(max(counts[x] for x in a))
False alarms:
    A list that stays short; `index` and `remove` where the value stands near the beginning.
Source:
    CPython, `Objects/listobject.c`, `list_index`, `list_count`, `list_remove`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import View
from slowpath.analysis.rules.python_view_conditions import size, sizes_large, work
from slowpath.analysis.rules.python_view_repetition import is_again, is_short
from slowpath.analysis.rules.python_view_values import LINEAR
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "py-list-scans"
METHODS = ("index", "count", "remove")
WHY = "The method goes over the list from its beginning each time, so it costs as much as the list is long."


def find(view: View) -> Iterator[Constraint]:
    """Scans of lists by their methods that are made again and again."""
    for site in view.sites(ast.Call):
        node = site.node
        assert isinstance(node, ast.Call)
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in METHODS or not node.args:
            continue
        scanned = node.func.value
        if (
            view.kinds.of(scanned).name not in (*LINEAR, "")
            or is_short(view, scanned)
            or not is_again(view, site, scanned)
        ):
            continue
        aims = sizes_large(view) if node.func.attr == "count" else ()
        yield from work(
            view,
            ID,
            site,
            size(view, scanned, site.statement, "list"),
            f"`{view.text(scanned)}` is long whenever `{node.func.attr}` goes over it, and that is often",
            WHY,
            aims=aims,
        )


RULE = Rule(ID, "Going over a list by its methods again and again", "python", 3, find, __doc__)
