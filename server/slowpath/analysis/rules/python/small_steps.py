"""A range whose step comes from the input.

What it finds:
    `for i in range(start, stop, step)`, and a `while` with `i += step`, where the step is no constant and no variable
    of an outer loop.
Why it is slow:
    The iterations are the distance over the step: a small step makes many, a large one few, at the same distance.
Evidence:
    The distance over the step, where the loop begins.
Example:
    start, stop, step = map(int, input().split())
    total = 0
    for i in range(start, stop, step):
        total += i % 7
    print(total)
Not here:
    n = int(input())
    total = 0
    for i in range(0, n, 2):
        total += i % 7
    print(total)
False alarms:
    A sieve, whose steps are the outer loop's: n/1 + n/2 + ... is n log n.
Source:
    WEDGE, appendix C, program 633A: the step of a loop decides its iterations.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import Site, View
from slowpath.analysis.rules.python_view_conditions import bracketed, constraint, held, large, number, scale, small
from slowpath.analysis.rules.python_view_repetition import fixed
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Condition, Constraint

ID = "py-small-steps"
WHY = "The iterations are the distance divided by the step."


def find(view: View) -> Iterator[Constraint]:
    """Loops whose step is a variable."""
    for site in view.sites(ast.For, ast.While):
        made = _stepped(view, site)
        if made is None:
            continue
        start, stop, step = made
        if fixed(view, step) is not None or _is_of_loop(view, site, step) or not view.kinds.is_int(step):
            continue
        assert isinstance(site.node, ast.stmt)
        texts = [number(view, part, site.node) for part in (start, stop, step)]
        if any(text is None for text in texts):
            continue
        low, high, by = (text or "" for text in texts)
        distance = high if low == "0" else f"{bracketed(high)} - {bracketed(low)}"
        condition = Condition(distance, view.before(site.node), by, factor=_share(view, stop))
        names = [part.id for part in (stop,) if isinstance(part, ast.Name)]
        aims = (*large(view, *names), *(small(view, step.id, 1) if isinstance(step, ast.Name) else ()))
        yield constraint(
            ID,
            site.line,
            f"The step `{by}` is small against the distance `{distance}`",
            condition,
            WHY,
            (site.line, *(loop.lines[0] for loop in site.loops)),
            aims,
        )


def _stepped(view: View, site: Site) -> tuple[ast.expr, ast.expr, ast.expr] | None:
    """Start, stop and step of a loop, None where it has no step of its own."""
    node = site.node
    if isinstance(node, ast.For):
        call = node.iter
        if isinstance(call, ast.Call) and view.is_builtin_call(call, "range") and len(call.args) == 3:
            return call.args[0], call.args[1], call.args[2]
        return None
    assert isinstance(node, ast.While)
    if not (isinstance(node.test, ast.Compare) and isinstance(node.test.ops[0], ast.Lt | ast.LtE)):
        return None
    for part in node.body:
        if (
            isinstance(part, ast.AugAssign)
            and isinstance(part.op, ast.Add)
            and isinstance(part.value, ast.Name)
            and view.text(part.target) == view.text(node.test.left)
            and view.kinds.is_int(node.test.left)
            and view.kinds.is_int(node.test.comparators[0])
            and not view.scopes.changes_in(part.value.id, node.body)
        ):
            return node.test.left, node.test.comparators[0], part.value
    return None


def _is_of_loop(view: View, site: Site, step: ast.expr) -> bool:
    """Whether the step is a variable that an outer loop moves."""
    names = view.scopes.names_in(step)
    return any(
        isinstance(part, ast.Name) and part.id in names and not isinstance(part.ctx, ast.Load)
        for loop in site.outer
        for part in view.tree.walk(loop.node)
        if not view.is_reading(loop.node)
    )


def _share(view: View, stop: ast.expr) -> float:
    found = held(view, stop.id) if isinstance(stop, ast.Name) else None
    most = found.hi if found is not None and found.hi is not None else scale(view)
    return float(min(1_000_000, max(16, most // 16)))


RULE = Rule(ID, "A loop whose step comes from the input", "python", 3, find, __doc__)
