"""Searching, counting or replacing in a long string again and again.

What it finds:
    `t in s`, `s.find(t)`, `s.index(t)`, `s.count(t)`, `s.replace(t, u)` and `s.split(t)` in a loop.
Why it is slow:
    Each goes over the whole string, and `replace` and `split` build a new one. "Replace until nothing changes" is
    quadratic where each iteration changes little.
Evidence:
    The characters gone over, added up while the program runs.
Example:
    s = input()
    iterations = 0
    while "()" in s:
        s = s.replace("()", "", 1)
        iterations += 1
    print(iterations)
Not here:
    s = input()
    depth = 0
    for c in s:
        if c in "([":
            depth += 1
    print(depth)
False alarms:
    Strings that stay short, such as the words of a line.
Source:
    CPython, `Objects/stringlib/fastsearch.h`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import Site, View
from slowpath.analysis.rules.python_view_conditions import size, work
from slowpath.analysis.rules.python_view_repetition import is_again, is_short
from slowpath.analysis.rules.python_view_values import TEXT
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "py-string-search"
METHODS = ("find", "index", "count", "replace", "rfind", "rindex", "split", "translate")
WHY = "Each search goes over the whole string."


def find(view: View) -> Iterator[Constraint]:
    """Searches in strings that are made again and again."""
    for site in view.sites(ast.Compare, ast.Call):
        searched = _searched(site)
        if (
            searched is None
            or view.kinds.of(searched).name not in TEXT
            or is_short(view, searched)
            or not is_again(view, site, searched)
            or _is_own_item(view, site, searched)
        ):
            continue
        yield from work(
            view,
            ID,
            site,
            size(view, searched, site.statement),
            f"`{view.text(searched)}` is long whenever it is gone over, which is often",
            WHY,
        )


def _searched(site: Site) -> ast.expr | None:
    """The container that a comparison or call goes over."""
    node = site.node
    if isinstance(node, ast.Compare):
        return node.comparators[-1] if isinstance(node.ops[-1], ast.In | ast.NotIn) else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
        return node.func.value if node.args or node.func.attr == "split" else None
    return None


def _is_own_item(view: View, site: Site, searched: ast.expr) -> bool:
    """Whether it is the very word that the innermost loop is at: all words are gone over once, which is linear."""
    if not isinstance(searched, ast.Name) or not site.loops or len(site.loops) > 1:
        return False
    return any(binding.how.startswith("item") for binding in view.scopes.bindings_of(searched.id, searched))


RULE = Rule(ID, "Going over a long string again and again", "python", 2, find, __doc__)
