"""A recursion that goes far deeper than the logarithm of the input.

What it finds:
    Functions that call themselves.
Why it is slow:
    A recursion that should be as deep as a balanced tree costs as many levels as there are elements where the tree is
    a chain or the pivot is always the least. Python's frames are expensive, and its recursion limit is near.
Evidence:
    The depth of calls, looked at in one of 64 calls, against the logarithm of the largest input; and whether it comes
    near the recursion limit where that is at most 5000.
Example:
    def depth(v):
        return 1 + max((depth(c) for c in children[v]), default=0)

    n = int(input())
    children = [[] for _ in range(n)]
    for v, p in enumerate(input().split()[1:], 1):
        children[int(p)].append(v)
    print(depth(0))
Not here:
    n = int(input())
    children = [[] for _ in range(n)]
    stack = [0]
    while stack:
        stack.extend(children[stack.pop()])
    print(n)
False alarms:
    A recursion that is as deep as the input is long in any case, whatever its shape.
Source:
    Sedgewick, "Implementing Quicksort Programs" (1978); docs.python.org, `sys.setrecursionlimit`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import View
from slowpath.analysis.rules.python_view_conditions import constraint, scale
from slowpath.analysis.rules.python_view_repetition import fixed
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import COUNT, Condition, Constraint, Count

ID = "py-deep-recursion"
WHY = "Every level costs a frame; a balanced recursion has only as many levels as the input's size has binary digits."
_EVERY = 64
_HIGHEST = 5000
_SETUP = """\
def slowpath_depth():
    import sys
    frame, depth = sys._getframe(1), 0
    while frame is not None and depth < 4096:
        frame, depth = frame.f_back, depth + 1
    return depth
"""
_NEAR = """\
def slowpath_near_limit():
    import sys
    limit = sys.getrecursionlimit()
    frame, depth = sys._getframe(1), 0
    while frame is not None and limit <= 5000 and 10 * depth < 9 * limit:
        frame, depth = frame.f_back, depth + 1
    return 10 * depth >= 9 * limit
"""


def find(view: View) -> Iterator[Constraint]:
    """Functions that call themselves."""
    for site in view.functions:
        node = site.node
        assert isinstance(node, ast.FunctionDef)
        calls = view.self_calls(node)
        if not calls or node.decorator_list:
            continue
        place = view.body(node)
        depth = f"(slowpath_depth() if {COUNT} % {_EVERY} == 0 else 0)"
        lines = (node.lineno, *(call.line for call in calls))
        levels = float(8 * max(8, scale(view).bit_length()))
        condition = Condition(depth, place, factor=levels, count=Count(place), setup=_SETUP)
        yield constraint(
            ID,
            node.lineno,
            f"The data makes `{node.name}` go far deeper than a balanced tree of the same size would be",
            condition,
            WHY,
            lines,
        )
        if _has_high_limit(view):
            continue
        limit = Condition(f"{COUNT} % {_EVERY} == 0 and slowpath_near_limit()", place, count=Count(place), setup=_NEAR)
        yield constraint(
            ID, node.lineno, f"The data makes `{node.name}` go nearly as deep as the recursion limit", limit, WHY, lines
        )


def _has_high_limit(view: View) -> bool:
    """Whether the program raises the recursion limit so far that it is never near."""
    raised = [
        fixed(view, site.node.args[0])  # type: ignore[attr-defined]
        for site in view.calls_of("setrecursionlimit")
        if site.node.args  # type: ignore[attr-defined]
    ]
    return any(limit is None or limit > _HIGHEST for limit in raised)


RULE = Rule(ID, "A recursion that may be as deep as the input is long", "python", 2, find, __doc__)
