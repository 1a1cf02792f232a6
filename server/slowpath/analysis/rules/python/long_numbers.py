"""Turning very long numbers into text, and back.

What it finds:
    `int(s)` of a string variable, and `str(x)` of an integer that a loop or a power makes large.
Why it is slow:
    Both cost the square of the number of digits in CPython, as its base isn't ten: a million digits take minutes.
    Since 3.11 more than 4300 digits are refused unless the limit is raised.
Evidence:
    The digits, where the number is converted.
Example:
    s = input()
    print(int(s) % 97)
Not here:
    s = input()
    rest = 0
    for c in s:
        rest = (rest * 10 + ord(c) - 48) % 97
    print(rest)
False alarms:
    Words that are short by the statement.
Source:
    CPython, `Objects/longobject.c`, `long_to_decimal_string`; docs.python.org, "Integer string conversion length
    limitation".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import Site, View
from slowpath.analysis.rules.python_view_conditions import constraint, is_safe, size
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Condition, Constraint

ID = "py-long-numbers"
WHY = "Converting between decimal text and Python's binary integers costs the square of the digits."
_DIGITS = 1000
_GROWING = (ast.Mult, ast.LShift, ast.Pow)


def find(view: View) -> Iterator[Constraint]:
    """Conversions of numbers that may have very many digits."""
    for site in view.sites(ast.Call):
        node = site.node
        assert isinstance(node, ast.Call)
        place = view.place_of(site)
        if len(node.args) != 1 or not isinstance(node.args[0], ast.Name) or place is None or site.inner:
            continue
        converted = node.args[0]
        left = None
        if view.is_builtin_call(node, "int") and _is_long_text(view, converted):
            left, digits = size(view, converted, site.statement), float(_DIGITS)
        elif (
            view.is_builtin_call(node, "str")
            and view.kinds.of(converted).name == "int"
            and _is_grown(view, site, converted)
            and is_safe(view, converted, site.statement)
        ):
            left, digits = f"{converted.id}.bit_length()", 3.3 * _DIGITS
        if left is not None:
            yield constraint(
                ID,
                site.line,
                f"`{converted.id}` has very many digits where it is converted",
                Condition(left, place, factor=digits),
                WHY,
                (site.line, *(loop.lines[0] for loop in site.outer)),
            )


def _is_long_text(view: View, converted: ast.Name) -> bool:
    """Whether it is text that isn't one of many words of a line, and that the format doesn't keep short."""
    if view.kinds.of(converted).name not in ("str", "bytes"):
        return False
    bindings = view.scopes.bindings_of(converted.id, converted)
    found = view.inputs.of(converted.id)
    short = found is not None and found.length is not None and found.length < _DIGITS
    return not short and all(binding.how == "whole" for binding in bindings)


def _is_grown(view: View, site: Site, converted: ast.Name) -> bool:
    """Whether the text shows products, shifts or powers, or sums with itself, that make the variable."""
    for binding in view.scopes.bindings_of(converted.id, converted):
        if isinstance(binding.node, ast.AugAssign) and (
            isinstance(binding.node.op, _GROWING)
            or (
                isinstance(binding.node.op, ast.Add)
                and site.loops
                and binding.value is not None
                and view.is_builtin_call(binding.value, "int")
            )
        ):
            return True
        if (
            isinstance(binding.value, ast.BinOp)
            and not isinstance(binding.value.op, ast.Mod | ast.FloorDiv)
            and any(isinstance(part, ast.BinOp) and isinstance(part.op, _GROWING) for part in ast.walk(binding.value))
        ):
            return True
        if binding.value is not None and site.loops and _adds_itself(binding.value, converted.id):
            return True
    return False


def _adds_itself(value: ast.expr, name: str) -> bool:
    """Whether a sum has the variable in it and a number made from it: `x + int(str(x)[::-1])`."""
    mentions = any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(value))
    return (
        mentions
        and isinstance(value, ast.BinOp)
        and isinstance(value.op, ast.Add)
        and any(isinstance(part, ast.Call) for part in ast.walk(value))
    )


RULE = Rule(ID, "Very long numbers as text", "python", 2, find, __doc__)
