"""Sorting by a key that goes over data itself.

What it finds:
    `sorted(a, key=...)`, `a.sort(key=...)`, `min`/`max` with a key, whose key function searches, counts, cuts or
    sums; and `cmp_to_key`, whose function runs for every comparison.
Why it is slow:
    The key is computed for each element: a search of the list makes that a square; suffixes as keys copy the square
    of the text, and are compared character by character.
Evidence:
    The elements sorted, times those that each key goes over.
Example:
    n = int(input())
    a = input().split()
    b = sorted(a, key=lambda w: (a.count(w), w))
    print(*b)
Not here:
    n = int(input())
    a = input().split()
    b = sorted(a, key=lambda w: (len(w), w))
    print(*b)
False alarms:
    Short lists; comparisons that differ early.
Source:
    docs.python.org, "Sorting Techniques", key functions.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import Site, View
from slowpath.analysis.rules.python_view_conditions import bracketed, size, sizes_large, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "py-costly-keys"
WHY = "The key is computed for every element, and each time goes over many others."
_SCANNING = ("index", "count", "find", "rfind", "replace")
_AGGREGATES = ("sum", "sorted", "min", "max")


def find(view: View) -> Iterator[Constraint]:
    """Sorts whose keys go over data."""
    for site in view.sites(ast.Call):
        node = site.node
        assert isinstance(node, ast.Call)
        ordered = _ordered(view, node)
        key = next((keyword.value for keyword in node.keywords if keyword.arg == "key"), None)
        if ordered is None or key is None:
            continue
        length = size(view, ordered, site.statement, "list")
        if length is None:
            continue
        if isinstance(key, ast.Call) and view.text(key.func).endswith("cmp_to_key"):
            yield from work(
                view,
                ID,
                site,
                f"{bracketed(length)} * 8",
                f"`{view.text(ordered)}` is long where it is sorted by a comparison that is a function",
                WHY,
                aims=sizes_large(view),
            )
        else:
            gone_over = next(_gone_over(view, site, key), None)
            yield from work(
                view,
                ID,
                site,
                f"{bracketed(length)} * {bracketed(gone_over)}" if gone_over is not None else None,
                f"`{view.text(ordered)}` is long, and so is what each key goes over",
                WHY,
                aims=sizes_large(view),
            )


def _ordered(view: View, node: ast.Call) -> ast.expr | None:
    if isinstance(node.func, ast.Attribute) and node.func.attr == "sort":
        return node.func.value
    return node.args[0] if view.is_builtin_call(node, "sorted", "min", "max") and len(node.args) == 1 else None


def _gone_over(view: View, site: Site, key: ast.expr) -> Iterator[str]:
    """How many elements one key goes over, as text at the sort, for each thing that it goes over."""
    parts = ast.walk(key.body) if isinstance(key, ast.Lambda) else iter([key])
    for part in parts:
        over: ast.expr | None = None
        is_search = isinstance(part, ast.Attribute) and part.attr in _SCANNING
        is_rest = isinstance(part, ast.Subscript) and isinstance(part.slice, ast.Slice) and part.slice.upper is None
        if is_search or is_rest:
            over = part.value  # type: ignore[attr-defined]
        elif isinstance(part, ast.Call) and view.is_builtin_call(part, *_AGGREGATES) and len(part.args) == 1:
            over = part.args[0]
        if (
            over is not None
            and isinstance(over, ast.Name)
            and view.kinds.of(over).is_sized
            and over.id not in _arguments(key)
            and view.scopes.is_before(over.id, view.head(site.statement))
        ):
            yield f"len({over.id})"


def _arguments(key: ast.expr) -> set[str]:
    return {argument.arg for argument in key.args.args} if isinstance(key, ast.Lambda) else set()


RULE = Rule(ID, "Sorting by a key that goes over data", "python", 2, find, __doc__)
