"""Counting a value down, or up to one, step by step.

What it finds:
    `while x > 0: ... x -= 1` and `while x < limit: ... x += 1`, where x or the limit is a value of the input rather
    than a size of it, or is made from one.
Why it is slow:
    The iterations are as many as the value is large: one number of the input decides the time, however short the
    input is. A division or a remainder would give the same.
Evidence:
    The distance to count, before the loop; added up where the loop begins more than once.
Example:
    a, b = map(int, input().split())
    moves = 0
    while a > b:
        a -= 1
        moves += a % 3
    print(moves)
Not here:
    n = int(input())
    a = list(map(int, input().split()))
    i = 0
    total = 0
    while i < n:
        total += a[i]
        i += 1
    print(total)
False alarms:
    A value that is small by the statement; steps that something else cuts short.
Source:
    WEDGE, appendix C, program 16B: one iteration for each match box taken.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.names import SCALAR
from slowpath.analysis.rules.python_view import Site, View
from slowpath.analysis.rules.python_view_conditions import bracketed, constraint, held, large, much, number, small
from slowpath.analysis.rules.python_view_repetition import fixed
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import COUNT, Aim, Condition, Constraint, Count

ID = "py-count-by-one"
WHY = "Every unit of the value costs an iteration, so one large number makes the loop long."
_LARGEST_STEP = 16


def find(view: View) -> Iterator[Constraint]:
    """`while` loops that move one variable by a small step towards another value."""
    for site in view.sites(ast.While):
        node = site.node
        assert isinstance(node, ast.While)
        for moving, other, step in _moves(view, node):
            is_fixed = fixed(view, other) is not None and (step > 0 or _begins_fixed(view, moving))
            if is_fixed or _is_size(view, node, moving, other, step):
                continue
            here, there = number(view, moving, node), number(view, other, node)
            if here is None or there is None or not view.kinds.is_int(moving) or not view.kinds.is_int(other):
                continue
            far, near = (here, there) if step < 0 else (there, here)
            distance = far if near == "0" else f"{bracketed(far)} - {bracketed(near)}"
            yield _constraint(view, site, node, distance, _aims(view, moving, other, step))
            break


def _moves(view: View, node: ast.While) -> Iterator[tuple[ast.expr, ast.expr, int]]:
    """The variables that the body moves by a small step, with what the test compares them with and the step."""
    steps: dict[str, int] = {}
    for part in node.body:
        if isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name):
            by = fixed(view, part.value)
            if by is not None and 0 < by <= _LARGEST_STEP and isinstance(part.op, ast.Add | ast.Sub):
                steps[part.target.id] = by if isinstance(part.op, ast.Add) else -by
    tests = node.test.values if isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.And) else [node.test]
    for test in tests:
        if isinstance(test, ast.Name) and steps.get(test.id, 0) < 0:
            yield test, ast.Constant(0), steps[test.id]
        elif isinstance(test, ast.Compare) and len(test.ops) == 1:
            yield from _compared(test, steps)


def _compared(test: ast.Compare, steps: dict[str, int]) -> Iterator[tuple[ast.expr, ast.expr, int]]:
    left, right, operator = test.left, test.comparators[0], test.ops[0]
    for moving, other, up, down in (
        (left, right, ast.Lt | ast.LtE, ast.Gt | ast.GtE),
        (right, left, ast.Gt | ast.GtE, ast.Lt | ast.LtE),
    ):
        step = steps.get(moving.id, 0) if isinstance(moving, ast.Name) else 0
        fits = isinstance(operator, up) if step > 0 else isinstance(operator, down)
        if step and (fits or isinstance(operator, ast.NotEq)):
            yield moving, other, step


def _begins_fixed(view: View, moving: ast.expr) -> bool:
    """Whether all that the variable is set to are constants: then its iterations are the same for all inputs."""
    assert isinstance(moving, ast.Name)
    values = [binding.value for binding in view.scopes.bindings_of(moving.id, moving) if binding.how != "add"]
    return all(value is not None and fixed(view, value) is not None for value in values)


def _is_size(view: View, node: ast.While, moving: ast.expr, other: ast.expr, step: int) -> bool:
    """Whether it goes over the places of a list: the variable is an index there, or its limit a size of the input."""
    limit = other if step > 0 else moving
    name = limit.id if isinstance(limit, ast.Name) else ""
    found = view.inputs.of(name) if name else None
    if view.is_builtin_call(limit, "len") or (found is not None and found.shape == SCALAR and found.count):
        return True
    index = view.text(moving)
    return any(
        isinstance(part, ast.Subscript) and index in view.scopes.names_in(part.slice) for part in view.tree.walk(node)
    )


def _constraint(view: View, site: Site, node: ast.While, distance: str, aims: tuple[Aim, ...]) -> Constraint:
    before = view.before(node)
    lines = (node.lineno, *(loop.lines[0] for loop in site.loops))
    sentence = f"`{distance}` is large where the loop begins, and each iteration takes only a small step"
    if view.is_repeated(site) and not view.scopes.is_bound_anywhere("max"):
        condition = Condition(COUNT, before, factor=float(much(view)), count=Count(before, f"max(0, {distance})"))
        return constraint(ID, node.lineno, sentence, condition, WHY, lines, aims)
    return constraint(ID, node.lineno, sentence, Condition(distance, before, factor=_share(view)), WHY, lines, aims)


def _share(view: View) -> float:
    """An eighth of the largest value of the input, at most what takes a second."""
    values = [each.hi for each in view.inputs.variables.values() if each.hi is not None and not each.count]
    return float(min(1_000_000, max(100, max(values, default=800_000) // 8)))


def _aims(view: View, moving: ast.expr, other: ast.expr, step: int) -> tuple[Aim, ...]:
    """The larger one large, the smaller one small, where both are numbers of the input."""
    far, near = (moving, other) if step < 0 else (other, moving)
    made: tuple[Aim, ...] = large(view, far.id) if isinstance(far, ast.Name) else ()
    found = held(view, near.id) if isinstance(near, ast.Name) else None
    if made and isinstance(near, ast.Name) and found is not None and found.hi is not None:
        made = (*made, *small(view, near.id, found.hi // 16))
    return made


RULE = Rule(ID, "Counting a value step by step", "python", 3, find, __doc__)
