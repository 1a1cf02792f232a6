"""A recursion that solves the same subproblems again.

What it finds:
    A function that calls itself at least twice in one go, or in a loop over numbers, and keeps no answers: no cache,
    no table that it asks first.
Why it is slow:
    The calls grow by a factor with each level where the subproblems overlap: exponential, with few
    different arguments.
Evidence:
    The calls, counted while the program runs.
Example:
    def ways(n):
        if n < 2:
            return 1
        return ways(n - 1) + ways(n - 2)

    print(ways(int(input())))
Not here:
    from functools import lru_cache

    @lru_cache(None)
    def ways(n):
        if n < 2:
            return 1
        return ways(n - 1) + ways(n - 2)

    print(ways(int(input())))
False alarms:
    Recursions over parts that don't overlap (the halves of a list, the children of a vertex): left out where the
    text shows it, else their calls stay few.
Source:
    Cormen et al., "Introduction to Algorithms", section 14.3, overlapping subproblems.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import Site, View
from slowpath.analysis.rules.python_view_conditions import constraint, large, much
from slowpath.analysis.rules.python_view_repetition import is_exclusive
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import COUNT, Aim, Condition, Constraint, Count

ID = "py-missing-memo"
WHY = "Each call makes several, and the same arguments come up again and again."
_CACHES = ("cache", "memo", "lru")


def find(view: View) -> Iterator[Constraint]:
    """Functions that call themselves more than once in one go and keep no answers."""
    for site in view.functions:
        node = site.node
        assert isinstance(node, ast.FunctionDef)
        calls = view.self_calls(node)
        if not calls or _keeps_answers(view, node) or not _branches(view, calls) or _parts(view, calls):
            continue
        place = view.body(node)
        condition = Condition(COUNT, place, factor=float(min(much(view), 50_000)), count=Count(place))
        yield constraint(
            ID,
            node.lineno,
            f"`{node.name}` is called again and again for subproblems that it solved before",
            condition,
            WHY,
            (node.lineno, *(call.line for call in calls)),
            _aims(view, node),
        )


def _keeps_answers(view: View, node: ast.FunctionDef) -> bool:
    """Whether it has a cache, stores into a table or marks what it has seen."""
    if any(word in view.text(decorator).lower() for decorator in node.decorator_list for word in _CACHES):
        return True
    for part in view.within(node.body, ast.Subscript, ast.Call):
        if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store):
            return True
        if (
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Attribute)
            and part.func.attr in ("add", "setdefault")
        ):
            return True
    return False


def _branches(view: View, calls: list[Site]) -> bool:
    """Whether one call makes several: two that aren't in different branches, or one in a loop over numbers."""
    for index, call in enumerate(calls):
        if any(not is_exclusive(view, call.node, other.node) for other in calls[index + 1 :]):
            return True
        if any(
            loop.iterated is not None
            and isinstance(loop.iterated, ast.Call)
            and view.text(loop.iterated.func) == "range"
            for loop in call.loops
        ):
            return True
    return False


def _parts(view: View, calls: list[Site]) -> bool:
    """Whether the arguments show that the calls are about parts that don't overlap: slices, halves, children."""
    for call in calls:
        assert isinstance(call.node, ast.Call)
        for argument in call.node.args:
            for part in ast.walk(argument):
                if (
                    isinstance(part, ast.Slice | ast.Attribute | ast.ListComp)
                    or (isinstance(part, ast.BinOp) and isinstance(part.op, ast.FloorDiv | ast.RShift))
                    or (
                        isinstance(part, ast.BinOp)
                        and isinstance(part.op, ast.Mult)
                        and isinstance(part.left, ast.Constant)
                    )
                    or (isinstance(part, ast.Name) and part.id in _middles(view, call))
                ):
                    return True
    return False


def _middles(view: View, call: Site) -> set[str]:
    """Variables of the function that hold a middle, or a part of a list."""
    assert call.function is not None
    found = set()
    for part in view.within(call.function.body, ast.Assign):
        assert isinstance(part, ast.Assign)
        is_part = (
            isinstance(part.value, ast.ListComp)
            or any(
                isinstance(inner, ast.Slice)
                or (isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.FloorDiv | ast.RShift))
                for inner in ast.walk(part.value)
            )
            or isinstance(part.value, ast.List)
        )
        if is_part:
            found |= {name.id for target in part.targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    return found


def _aims(view: View, node: ast.FunctionDef) -> tuple[Aim, ...]:
    """The numbers of the input that the first call passes on, large."""
    outside = [site for site in view.calls_of(node.name) if site.function is not node]
    names = [part.id for site in outside for part in ast.walk(site.node) if isinstance(part, ast.Name)]
    return large(
        view, *(name for name in names if (found := view.inputs.of(name)) is not None and found.shape == "scalar")
    )


RULE = Rule(ID, "A recursion that remembers no results", "python", 3, find, __doc__)
