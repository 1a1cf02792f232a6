"""Taking away the same amount again and again where a remainder would do.

What it finds:
    `while a >= b: a -= b`, and the greatest common divisor by subtraction.
Why it is slow:
    The iterations are as many as the quotient is large: a large value over a small one costs as many iterations as it
    has units. `a %= b` is one step.
Evidence:
    The quotient of both where the loop begins.
Example:
    a, b = map(int, input().split())
    while a != b:
        if a > b:
            a -= b
        else:
            b -= a
    print(a)
Not here:
    a, b = map(int, input().split())
    while b:
        a, b = b, a % b
    print(a)
False alarms:
    Values that are always of like size.
Source:
    Knuth, "The Art of Computer Programming", volume 2, section 4.5.2.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import View
from slowpath.analysis.rules.python_view_conditions import constraint, held, large, number, small
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Aim, Condition, Constraint

ID = "py-subtracting"
WHY = "Each iteration takes the amount away once, so the iterations are as many as the quotient is large."


def find(view: View) -> Iterator[Constraint]:
    """`while` loops whose test compares two variables one of which is taken from the other."""
    for site in view.sites(ast.While):
        node = site.node
        assert isinstance(node, ast.While)
        tested = view.scopes.names_in(node.test)
        for part in view.within(node.body, ast.AugAssign):
            assert isinstance(part, ast.AugAssign)
            if not (
                isinstance(part.op, ast.Sub)
                and isinstance(part.target, ast.Name)
                and isinstance(part.value, ast.Name)
                and part.target.id in tested
            ):
                continue
            whole, piece = part.target.id, part.value.id
            if view.scopes.changes_in(piece, _rest(node, part)) and piece not in tested:
                continue
            if not _are_numbers(view, part.target, part.value, node):
                continue
            both = (
                _is_mutual(view, node, whole, piece)
                and not view.scopes.is_bound_anywhere("max")
                and not view.scopes.is_bound_anywhere("min")
            )
            left, right = (f"max({whole}, {piece})", f"min({whole}, {piece})") if both else (whole, piece)
            condition = Condition(left, view.before(node), right, factor=_share(view, whole))
            lines = (node.lineno, part.lineno, *(loop.lines[0] for loop in site.loops))
            sentence = (
                f"One of `{whole}` and `{piece}` is many times the other"
                if both
                else f"`{whole}` is many times `{piece}`"
            )
            yield constraint(ID, node.lineno, sentence, condition, WHY, lines, _aims(view, whole, piece))
            break


def _are_numbers(view: View, whole: ast.expr, piece: ast.expr, node: ast.While) -> bool:
    return all(view.kinds.is_int(each) and number(view, each, node) is not None for each in (whole, piece))


def _rest(node: ast.While, part: ast.AugAssign) -> list[ast.stmt]:
    return [each for each in node.body if each is not part]


def _is_mutual(view: View, node: ast.While, whole: str, piece: str) -> bool:
    """Whether each of the two is taken from the other."""
    return any(
        isinstance(part, ast.AugAssign)
        and isinstance(part.op, ast.Sub)
        and view.text(part.target) == piece
        and view.text(part.value) == whole
        for part in view.within(node.body, ast.AugAssign)
    )


def _share(view: View, whole: str) -> float:
    found = held(view, whole)
    most = found.hi if found is not None and found.hi is not None else 1_000_000
    return float(min(1_000_000, max(16, most // 16)))


def _aims(view: View, whole: str, piece: str) -> tuple[Aim, ...]:
    aims = large(view, whole)
    return (*aims, *small(view, piece, 1)) if aims and held(view, piece) is not None else ()


RULE = Rule(ID, "Taking away again and again instead of dividing", "python", 3, find, __doc__)
