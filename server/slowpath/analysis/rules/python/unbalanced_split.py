"""A recursion over both parts of a range that may be split unevenly.

What it finds:
    A function over places `lo..hi` of a list that calls itself for the part before and the part behind a place that it
    finds by the values: quicksort, quickselect, building a tree from orders.
Why it is slow:
    Each level goes over its whole part. Halves make n log n; a part of one element and all the rest make n^2.
Evidence:
    The sizes of all parts, added up, against n log n of the largest input.
Example:
    def sort(a, lo, hi):
        if lo >= hi:
            return
        pivot, at = a[hi], lo
        for i in range(lo, hi):
            if a[i] < pivot:
                a[i], a[at] = a[at], a[i]
                at += 1
        a[at], a[hi] = a[hi], a[at]
        sort(a, lo, at - 1)
        sort(a, at + 1, hi)

    n = int(input())
    a = list(map(int, input().split()))
    sort(a, 0, n - 1)
    print(*a)
Not here:
    def sort(a, lo, hi):
        if hi - lo < 2:
            return a[lo:hi]
        middle = (lo + hi) // 2
        return sorted(sort(a, lo, middle) + sort(a, middle, hi))

    n = int(input())
    a = list(map(int, input().split()))
    print(*sort(a, 0, n))
False alarms:
    A pivot taken by chance: no input is bad for it for sure.
Source:
    Sedgewick, "Implementing Quicksort Programs" (1978).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import View
from slowpath.analysis.rules.python_view_conditions import constraint, scale, with_trait
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import COUNT, Condition, Constraint, Count

ID = "py-unbalanced-split"
WHY = "Each call goes over its whole part, so a part that hardly shrinks is gone over as often as it has elements."


def find(view: View) -> Iterator[Constraint]:
    """Recursions over (lo, hi) that part at a place which isn't their middle."""
    for site in view.functions:
        node = site.node
        assert isinstance(node, ast.FunctionDef)
        calls = [call.node for call in view.self_calls(node)]
        names = [argument.arg for argument in node.args.args]
        ends = _ends(
            view,
            names,
            [call for call in calls if isinstance(call, ast.Call)],
            isinstance(view.parents.get(node), ast.ClassDef),
        )
        if ends is None or _halves(view, node) or view.scopes.is_bound_anywhere("max"):
            continue
        low, high = ends
        place = view.body(node)
        most = scale(view)
        condition = Condition(
            COUNT,
            place,
            factor=float(2 * most * max(4, most.bit_length())),
            count=Count(place, f"max(0, {high} - {low})"),
        )
        lists = [name for name, several in view.inputs.by_name.items() for each in several if each.shape == "list"]
        aims = with_trait(view, lists[0], "sorted") if len(set(lists)) == 1 else ()
        yield constraint(
            ID,
            node.lineno,
            f"`{node.name}` parts its range unevenly: one part keeps nearly all, again and again",
            condition,
            WHY,
            (node.lineno, *(call.line for call in view.self_calls(node))),
            aims,
        )


def _ends(view: View, names: list[str], calls: list[ast.Call], in_class: bool) -> tuple[str, str] | None:
    """The parameters that hold the ends of the range: one call keeps the first and changes the second, another one
    the other way around."""
    shift = 1 if in_class else 0
    for low in range(shift, len(names) - 1):
        high = low + 1
        kept = [(_is(call, low - shift, names[low]), _is(call, high - shift, names[high])) for call in calls]
        if (True, False) in kept and (False, True) in kept:
            return names[low], names[high]
    return None


def _is(call: ast.Call, index: int, name: str) -> bool | None:
    if index >= len(call.args):
        return None
    argument = call.args[index]
    return isinstance(argument, ast.Name) and argument.id == name


def _halves(view: View, node: ast.FunctionDef) -> bool:
    """Whether it parts in the middle: the place that it hands on is made by halving or drawn by chance."""
    for call in view.self_calls(node):
        for part in ast.walk(call.node):
            if isinstance(part, ast.Name) and any(
                _is_half(binding.value) for binding in view.scopes.bindings_of(part.id, part)
            ):
                return True
            if isinstance(part, ast.BinOp) and _is_half(part):
                return True
    return False


def _is_half(value: ast.expr | None) -> bool:
    return value is not None and any(
        isinstance(part, ast.BinOp) and isinstance(part.op, ast.FloorDiv | ast.RShift) for part in ast.walk(value)
    )


RULE = Rule(ID, "A recursion that may split unevenly", "python", 3, find, __doc__)
