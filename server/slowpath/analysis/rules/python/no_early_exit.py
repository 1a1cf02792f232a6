"""A loop that goes on when the answer is known.

What it finds:
    A loop that sets a variable to `True`, `False` or a constant under a condition, reads it only behind the loop, and
    has no `break`.
Why it is slow:
    Once the variable is set nothing can change it; all iterations after that are made in vain.
Evidence:
    The iterations that begin with the variable set, counted while the program runs.
Example:
    n = int(input())
    a = list(map(int, input().split()))
    found = False
    for x in a:
        if x % 7 == 0:
            found = True
    print(found)
Not here:
    n = int(input())
    a = list(map(int, input().split()))
    found = False
    for x in a:
        if x % 7 == 0:
            found = True
            break
    print(found)
False alarms:
    Loops that do something else as well in these iterations.
Source:
    WEDGE, appendix C, program 16B: no early termination.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import View
from slowpath.analysis.rules.python_view_conditions import constraint, scale
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import COUNT, Condition, Constraint, Count

ID = "py-no-early-exit"
WHY = "The answer is known early, and the loop goes on to its end all the same."


def find(view: View) -> Iterator[Constraint]:
    """Loops that set a flag and go on."""
    for site in view.sites(ast.For):
        node = site.node
        assert isinstance(node, ast.For)
        if (
            site.in_class
            or view.is_reading(node)
            or any(True for _ in view.within(node.body, ast.Break, ast.Return, ast.Raise, ast.Yield, ast.Global))
        ):
            continue
        for name, value in _flags(view, node):
            before = _value_before(view, node, name)
            if before is None or before == value:
                continue
            place = view.body(node)
            condition = Condition(
                COUNT,
                view.after(node),
                factor=float(max(8, scale(view) // 2)),
                count=Count(place, f"{name} == {value!r}"),
            )
            yield constraint(
                ID,
                node.lineno,
                f"`{name}` becomes {value!r} early, and many iterations follow",
                condition,
                WHY,
                (node.lineno, *(loop.lines[0] for loop in site.outer)),
            )


def _flags(view: View, node: ast.For) -> Iterator[tuple[str, object]]:
    """The variables that the loop sets to one constant, under a condition, and doesn't read."""
    found: dict[str, set[object]] = {}
    read = {part.id for part in view.within(node.body, ast.Name) if isinstance(part.ctx, ast.Load)}  # type: ignore[attr-defined]
    for part in view.within(node.body, ast.Assign):
        assert isinstance(part, ast.Assign)
        target = part.targets[0]
        if isinstance(target, ast.Name):
            constant = (
                isinstance(part.value, ast.Constant)
                and isinstance(part.value.value, bool | int | str)
                and part not in node.body
            )
            value = part.value.value if constant else None  # type: ignore[attr-defined]
            found.setdefault(target.id, set()).add(value)
    changed = {view.text(part.target) for part in view.within(node.body, ast.AugAssign)}  # type: ignore[attr-defined]
    for name, values in found.items():
        if len(values) == 1 and None not in values and name not in read and name not in changed:
            yield name, next(iter(values))


def _value_before(view: View, node: ast.For, name: str) -> object | None:
    """The constant that the variable has before the loop, None where it isn't one."""
    parent = view.parents.get(node)
    blocks = [getattr(parent, block, []) for block in ("body", "orelse")]
    siblings = next((block for block in blocks if isinstance(block, list) and node in block), [node])
    for other in reversed(siblings[: siblings.index(node)]):
        if isinstance(other, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == name for target in other.targets
        ):
            return other.value.value if isinstance(other.value, ast.Constant) else None
    return None


RULE = Rule(ID, "A loop that goes on when the answer is known", "python", 1, find, __doc__)
