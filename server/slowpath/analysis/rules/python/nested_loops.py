"""A loop within a loop.

What it finds:
    A `for` in another loop of the same function, whose iterations don't only read the data of a test case.
Why it is slow:
    The inner iterations are made again in each of the outer ones. Where the inner loop can be left early it is slow if
    that happens late or never.
Evidence:
    The inner loop's iterations, added up: from its bounds, counted before it begins; one by one where it can be left.
Example:
    n = int(input())
    a = list(map(int, input().split()))
    pairs = 0
    for i in range(n):
        for j in range(i + 1, n):
            if a[i] > a[j]:
                pairs += 1
    print(pairs)
Not here:
    t = int(input())
    for _ in range(t):
        n = int(input())
        a = list(map(int, input().split()))
        total = 0
        for x in a:
            total += x
        print(total)
False alarms:
    Inner loops that share their iterations, such as over the neighbours of each vertex: their sum is linear, and the
    condition is never met.
Source:
    WEDGE, appendix C, program 16B: the outer loop goes on over all containers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import LOOPS, Loop, Site, View
from slowpath.analysis.rules.python_view_conditions import constraint, much, size, sizes_large, work
from slowpath.analysis.rules.python_view_repetition import fixed, is_again
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import COUNT, Condition, Constraint, Count

ID = "py-nested-loops"
WHY = "All iterations of the inner loop are made again in each iteration of the outer one."


def find(view: View) -> Iterator[Constraint]:
    """`for` loops within loops, the innermost ones."""
    for site in view.sites(ast.For):
        node = site.node
        assert isinstance(node, ast.For)
        if (
            not _is_again(view, site, node)
            or any(True for _ in view.within(node.body, *LOOPS))
            or _is_small(view, node.iter)
            or view.is_reading(node)
        ):
            continue
        whole = work(
            view,
            ID,
            site,
            size(view, node.iter, node, "list"),
            f"`{view.text(node.iter)}` has many iterations whenever the loop begins, and it begins often",
            WHY,
            aims=sizes_large(view) if site.outer else (),
        )
        early = _left_early(view, site, node)
        yield early if _can_be_left(view, node) else next(whole, early)


def _is_again(view: View, site: Site, node: ast.For) -> bool:
    """Whether the loop begins many times for the same data, in its function or by calls of it."""
    return is_again(view, site, node.iter)


def _is_small(view: View, node: ast.expr) -> bool:
    """Whether it has few iterations, whatever the input is."""
    if isinstance(node, ast.Call) and view.is_builtin_call(node, "range") and node.args:
        most = fixed(view, node.args[-1 if len(node.args) < 3 else 1])
        return most is not None and most <= 32
    return isinstance(node, ast.List | ast.Tuple | ast.Constant)


def _can_be_left(view: View, node: ast.For) -> bool:
    """Whether `break` or `return` may end the loop before its last iteration."""
    return any(
        isinstance(part, ast.Return) or (isinstance(part, ast.Break) and _loop_of(view, part) is node)
        for part in view.within(node.body, ast.Return, ast.Break)
    )


def _loop_of(view: View, node: ast.AST) -> ast.AST | None:
    loops = view.site(node).outer
    return loops[-1].node if loops else None


def _left_early(view: View, site: Site, node: ast.For) -> Constraint:
    """That the iterations really made are many, counted one by one."""
    place = view.body(node)
    inner = any(isinstance(part, ast.Return) for part in view.within(node.body, ast.Return))
    condition = Condition(
        COUNT, place if inner or not site.outer else view.after(node), factor=float(much(view)), count=Count(place)
    )
    loops: tuple[Loop, ...] = site.loops
    sentence = (
        f"`{view.text(node.iter)}` is gone through nearly to its end each time"
        if _can_be_left(view, node)
        else f"`{view.text(node.iter)}` has many elements whenever the loop begins, and it begins often"
    )
    return constraint(ID, node.lineno, sentence, condition, WHY, (node.lineno, *(loop.lines[0] for loop in loops)))


RULE = Rule(ID, "A loop within a loop", "python", 3, find, __doc__)
