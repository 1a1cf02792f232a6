"""A dict or set keyed by integers of the input.

What it finds:
    `d[x] = ...`, `d[x] += ...`, `d.get(x)`, `s.add(x)`, `x in s`, `set(a)` and `Counter(a)` for integers.
Why it is slow:
    CPython's hash of an integer is the integer (modulo 2**61 - 1), and its lowest bits choose the place in the table:
    multiples of a large power of two all begin at the same place and probe one after the other.
Evidence:
    The keys whose 16 lowest bits are zero, counted while the program runs.
Example:
    n = int(input())
    counts = {}
    for x in map(int, input().split()):
        if x in counts:
            counts[x] += 1
        else:
            counts[x] = 1
    print(max(counts.values()))
Not here:
    n = int(input())
    counts = {}
    for word in input().split():
        counts[word] = counts.get(word, 0) + 1
    print(max(counts.values()))
False alarms:
    Keys that the statement bounds below some hundred thousand; the probing soon looks at higher bits too, so that
    single powers of two cost a small factor only.
Source:
    CPython, `Objects/dictobject.c`, the comment on collision resolution; `Objects/longobject.c`, `long_hash`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import Site, View
from slowpath.analysis.rules.python_view_conditions import bracketed, constraint, number, scale, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Condition, Constraint

ID = "py-colliding-keys"
WHY = "Integers that are multiples of a large power of two begin at the same place of the table."
_LOW_BITS = (1 << 16) - 1
_METHODS = ("add", "get", "setdefault")


def find(view: View) -> Iterator[Constraint]:
    """Hash tables keyed by integers, once for each key and table."""
    done: set[str] = set()
    for site in view.sites(ast.Subscript, ast.Call):
        for table, key in _keyed(view, site):
            name = f"{view.text(table)} {view.text(key)}"
            if name in done or not view.is_repeated(site) or view.kinds.of(key).name != "int" or _is_bounded(view, key):
                continue
            text = number(view, key, site.statement)
            if text is None:
                continue
            done.add(name)
            yield from work(
                view,
                ID,
                site,
                f"({bracketed(text)} & {_LOW_BITS}) == 0",
                f"Many keys `{text}` of `{view.text(table)}` are multiples of a large power of two",
                WHY,
                factor=max(16.0, scale(view) / 4),
            )
    yield from _whole_lists(view)


def _keyed(view: View, site: Site) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The tables that a node looks into, with their keys."""
    node = site.node
    if (
        isinstance(node, ast.Subscript)
        and not isinstance(node.slice, ast.Slice)
        and view.kinds.of(node.value).name == "dict"
    ):
        yield node.value, node.slice
    elif (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _METHODS
        and node.args
        and view.kinds.of(node.func.value).name in ("dict", "set")
    ):
        yield node.func.value, node.args[0]


def _is_bounded(view: View, key: ast.expr) -> bool:
    """Whether the statement keeps the key too small for it."""
    found = view.inputs.of(key.id) if isinstance(key, ast.Name) else None
    return found is not None and found.hi is not None and found.hi < scale(view) * 8


def _whole_lists(view: View) -> Iterator[Constraint]:
    """`set(a)` and `Counter(a)` of a list of integers, outside of loops."""
    for site in view.sites(ast.Call):
        node = site.node
        assert isinstance(node, ast.Call)
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if (
            called not in ("set", "Counter")
            or len(node.args) != 1
            or site.loops
            or site.in_class
            or site.in_lambda
            or not isinstance(node.args[0], ast.Name)
            or site.function in view.repeated
        ):
            continue
        keys = node.args[0]
        kind = view.kinds.of(keys)
        place = view.place_of(site)
        if (
            kind.name != "list"
            or kind.element.name != "int"
            or place is None
            or _is_bounded(view, keys)
            or view.scopes.is_bound_anywhere("sum")
            or not view.scopes.is_before(keys.id, site.statement)
        ):
            continue
        left = f"sum((key & {_LOW_BITS}) == 0 for key in {keys.id})"
        yield constraint(
            ID,
            site.line,
            f"Many elements of `{keys.id}` are multiples of a large power of two",
            Condition(left, place, factor=max(16.0, scale(view) / 4)),
            WHY,
        )


RULE = Rule(ID, "Integers of the input as hash keys", "python", 2, find, __doc__)
