"""Integers that grow without a bound.

What it finds:
    Products, shifts, powers and sums that double in a loop (`x *= y`, `x <<= k`, `a, b = b, a + b`) of integers
    without a remainder.
Why it is slow:
    Python's integers have as many digits as they need: an operation costs what the number is long, a product more,
    and `str` of it the square.
Evidence:
    The binary digits of the variable when it is worked on.
Example:
    n = int(input())
    product = 1
    for i in range(1, n + 1):
        product *= i
    print(product % 1000000007)
Not here:
    n = int(input())
    product = 1
    for i in range(1, n + 1):
        product = product * i % 1000000007
    print(product)
False alarms:
    Few iterations, or factors that are mostly 0 or 1.
Source:
    CPython, `Objects/longobject.c`, `k_mul`; docs.python.org, "Integer string conversion length limitation".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import LOOPS, Loop, Site, View
from slowpath.analysis.rules.python_view_conditions import constraint, iterated_name, large_elements, sizes_large
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Aim, Condition, Constraint

ID = "py-big-integers"
WHY = "An operation on an integer costs as much as it has digits, and nothing keeps this one short."
_DIGITS = 4096.0
_GROWING = (ast.Mult, ast.LShift, ast.Pow)


def find(view: View) -> Iterator[Constraint]:
    """Integers that loops make larger without a remainder."""
    done: set[tuple[str, ast.AST]] = set()
    for site in view.sites(ast.AugAssign, ast.Assign):
        if not site.outer or site.in_lambda:
            continue
        loop = site.outer[-1]
        for name in _growing(site):
            if (
                (name, loop.node) in done
                or _is_cut(view, name, loop)
                or not _is_int(view, site, name)
                or not view.scopes.is_before(name, view.head(site.statement))
            ):
                continue
            done.add((name, loop.node))
            assert isinstance(loop.node, LOOPS)
            condition = Condition(f"{name}.bit_length()", view.before(site.statement), factor=_DIGITS)
            yield constraint(
                ID,
                site.line,
                f"`{name}` becomes a number of very many digits",
                condition,
                WHY,
                (site.line, *(each.lines[0] for each in site.outer)),
                _aims(view, site),
            )


def _aims(view: View, site: Site) -> tuple[Aim, ...]:
    """Large sizes, and large elements where the loop goes over an array of the input."""
    return (*sizes_large(view), *large_elements(view, iterated_name(view, site.outer[-1])))


def _growing(site: Site) -> Iterator[str]:
    """The variables that a statement makes larger by a factor."""
    node = site.node
    if isinstance(node, ast.AugAssign):
        if isinstance(node.op, _GROWING) and isinstance(node.target, ast.Name) and not _is_one(node.value):
            yield node.target.id
        return
    assert isinstance(node, ast.Assign)
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Name) and isinstance(value, ast.BinOp):
        factors = [value]
        while factors:
            part = factors.pop()
            if isinstance(part.op, ast.Mult | ast.LShift):
                for side in (part.left, part.right):
                    if isinstance(side, ast.Name) and side.id == target.id:
                        yield target.id
                        return
            factors.extend(
                side
                for side in (part.left, part.right)
                if isinstance(side, ast.BinOp) and isinstance(part.op, ast.Add | ast.Mult | ast.Sub)
            )
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts) == 2:
        names = [part.id if isinstance(part, ast.Name) else "" for part in target.elts]
        second, last = value.elts
        if (
            isinstance(second, ast.Name)
            and second.id == names[1]
            and isinstance(last, ast.BinOp)
            and isinstance(last.op, ast.Add)
            and {getattr(last.left, "id", ""), getattr(last.right, "id", "")} == set(names)
        ):
            yield names[1]


def _is_one(value: ast.expr) -> bool:
    return isinstance(value, ast.UnaryOp) or (isinstance(value, ast.Constant) and not isinstance(value.value, int))


def _is_cut(view: View, name: str, loop: Loop) -> bool:
    """Whether the loop takes a remainder, a quotient or fewer bits of the variable, or sets it anew."""
    for part in view.tree.walk(loop.node):
        if (
            isinstance(part, ast.AugAssign)
            and isinstance(part.op, ast.Mod | ast.FloorDiv | ast.RShift | ast.BitAnd)
            and view.text(part.target) == name
        ):
            return True
        if (
            isinstance(part, ast.Assign)
            and any(isinstance(target, ast.Name) and target.id == name for target in part.targets)
            and (
                name not in view.scopes.names_in(part.value)
                or any(
                    isinstance(inner, ast.BinOp)
                    and isinstance(inner.op, ast.Mod | ast.FloorDiv | ast.RShift | ast.BitAnd)
                    for inner in ast.walk(part.value)
                )
            )
        ):
            return True
        if (
            isinstance(part, ast.Assign)
            and isinstance(part.value, ast.Tuple)
            and any(isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Mod) for inner in ast.walk(part.value))
        ):
            return True
    return False


def _is_int(view: View, site: Site, name: str) -> bool:
    bindings = view.scopes.bindings_of(name, site.statement)
    first = next(
        (
            part
            for binding in bindings
            for part in ast.walk(binding.node)
            if isinstance(part, ast.Name) and part.id == name
        ),
        None,
    )
    return first is not None and view.kinds.of(first).name == "int"


RULE = Rule(ID, "Integers that grow without a bound", "python", 3, find, __doc__)
