"""Handing pieces of a sequence down a recursion.

What it finds:
    A function that calls itself with a slice or a filtered copy of its own list or string.
Why it is slow:
    Each call copies what it hands on. Where a call takes off only one element the copies add up to a square; where it
    halves the sequence they add up to n log n.
Evidence:
    The elements that all calls get, added up, against n log n of the largest input.
Example:
    def total(a):
        if not a:
            return 0
        return a[0] + total(a[1:])

    n = int(input())
    print(total(list(map(int, input().split()))))
Not here:
    def total(a, i):
        if i == len(a):
            return 0
        return a[i] + total(a, i + 1)

    n = int(input())
    print(total(list(map(int, input().split())), 0))
False alarms:
    Recursions that halve: their sum stays at n log n, and the condition is never met.
Source:
    CPython, `Objects/listobject.c`, `list_slice`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import Site, View
from slowpath.analysis.rules.python_view_conditions import constraint, scale, size, with_trait
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import COUNT, Aim, Condition, Constraint, Count

ID = "py-slices-in-recursion"
WHY = "Each call copies what it hands on, so with little taken off each time the copying is quadratic."


def find(view: View) -> Iterator[Constraint]:
    """Recursive functions that hand on pieces of a parameter."""
    for site in view.functions:
        calls = view.self_calls(site.node)
        for name in _cut_parameters(view, site, calls):
            node = site.node
            assert isinstance(node, ast.FunctionDef)
            first = next((part for part in ast.walk(node) if isinstance(part, ast.Name) and part.id == name), None)
            amount = size(view, first, node.body[0]) if first is not None else None
            if amount is None:
                continue
            most = scale(view)
            place = view.body(node)
            factor = float(2 * most * max(4, most.bit_length()))
            condition = Condition(COUNT, place, factor=factor, count=Count(place, amount))
            yield constraint(
                ID,
                node.lineno,
                f"Little is taken off `{name}` before it is handed on, so that the calls "
                "of the recursion get long pieces",
                condition,
                WHY,
                (node.lineno, *(call.line for call in calls)),
                _aims(view, calls),
            )


def _cut_parameters(view: View, site: Site, calls: list[Site]) -> list[str]:
    """The parameters in whose place the function hands itself slices, or lists that it filtered."""
    node = site.node
    assert isinstance(node, ast.FunctionDef)
    names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
    in_class = isinstance(view.parents.get(node), ast.ClassDef)
    found: dict[str, None] = {}
    for call in calls:
        assert isinstance(call.node, ast.Call)
        for index, argument in enumerate(call.node.args):
            at = index + (1 if in_class else 0)
            if at < len(names) and _is_cut(view, argument):
                found[names[at]] = None
    return list(found)


def _is_cut(view: View, argument: ast.expr) -> bool:
    """Whether an argument is a slice, a comprehension, or a variable that is bound to such."""
    if isinstance(argument, ast.Subscript):
        return isinstance(argument.slice, ast.Slice)
    if isinstance(argument, ast.Name):
        return any(
            binding.value is not None
            and not isinstance(binding.value, ast.Name)
            and binding.how == "whole"
            and _is_cut(view, binding.value)
            for binding in view.scopes.bindings_of(argument.id, argument)
        ) or _is_filled(view, argument)
    return isinstance(argument, ast.ListComp)


def _is_filled(view: View, argument: ast.Name) -> bool:
    """Whether a local list begins empty and gets elements one by one."""
    bindings = view.scopes.bindings_of(argument.id, argument)
    empty = any(isinstance(binding.value, ast.List) and not binding.value.elts for binding in bindings)
    return empty and any(
        isinstance(site.node, ast.Call) and view.text(site.node.func) == f"{argument.id}.append"
        for site in view.sites(ast.Call)
    )


def _aims(view: View, calls: list[Site]) -> tuple[Aim, ...]:
    """Values in ascending order, where the function parts its list by one element of it in two or more calls."""
    if len(calls) < 2:
        return ()
    arrays = [held.variable for held in view.inputs.variables.values() if held.shape == "list" and held.hi is not None]
    names = [name for name, several in view.inputs.by_name.items() for each in several if each.variable in arrays]
    return with_trait(view, names[0], "sorted") if len(set(names)) == 1 else ()


RULE = Rule(ID, "Pieces of a sequence handed down a recursion", "python", 3, find, __doc__)
