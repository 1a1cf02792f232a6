"""Computing the same thing in each iteration.

What it finds:
    A call in a loop whose arguments the loop doesn't change: `max(a)`, `sum(a)`, `sorted(a)`, `len(set(a))`, or a
    function of the program that has a loop itself.
Why it is slow:
    The answer is the same each time, and each time all elements are gone over for it. Once before the loop is enough.
Evidence:
    The elements gone over, or the calls, added up while the program runs.
Example:
    n = int(input())
    a = list(map(int, input().split()))
    far = 0
    for x in a:
        if max(a) - x > 10:
            far += 1
    print(far)
Not here:
    n = int(input())
    a = list(map(int, input().split()))
    most = max(a)
    far = 0
    for x in a:
        if most - x > 10:
            far += 1
    print(far)
False alarms:
    A call behind a condition that is rarely met; a function that answers differently each time (random numbers).
Source:
    Aho, Lam, Sethi, Ullman, "Compilers", section 9.5, loop-invariant code.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import LOOPS, Site, View
from slowpath.analysis.rules.python_view_conditions import scale, size, sizes_large, work
from slowpath.analysis.rules.python_view_repetition import is_again, is_changed, is_short
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "py-invariant-calls"
CALLS = ("max", "min", "sum", "sorted", "set", "list", "tuple", "any", "all", "Counter", "frozenset")
WHY = "Nothing that the call depends on changes in the loop, so the same is computed in every iteration."


def find(view: View) -> Iterator[Constraint]:
    """Calls in loops that would give the same outside of them."""
    for site in view.sites(ast.Call):
        node = site.node
        assert isinstance(node, ast.Call)
        if not site.loops or not node.args or not _is_invariant(view, site) or not is_again(view, site, *node.args):
            continue
        text = view.text(node)
        if view.is_builtin_call(node, *CALLS) and len(node.args) == 1 and not is_short(view, node.args[0]):
            yield from work(
                view,
                ID,
                site,
                size(view, node.args[0], site.statement, "list"),
                f"`{text}`, which never changes there, goes over many elements in many iterations",
                WHY,
                aims=sizes_large(view),
            )
        elif _is_heavy(view, node):
            yield from work(
                view,
                ID,
                site,
                "1",
                f"`{text}`, which never changes there, is computed in many iterations",
                WHY,
                factor=scale(view) / 4,
            )


def _is_invariant(view: View, site: Site) -> bool:
    """Whether the innermost loop leaves all that the arguments mention as it is."""
    assert isinstance(site.node, ast.Call)
    arguments = (*site.node.args, *(keyword.value for keyword in site.node.keywords))
    if any(
        isinstance(part, ast.Call | ast.NamedExpr | ast.GeneratorExp | ast.Lambda)
        for argument in arguments
        for part in ast.walk(argument)
        if not view.is_builtin_call(part, "set", "len", "list", "sorted")
    ):
        return False
    names = {
        name for argument in arguments for name in view.scopes.names_in(argument) if view.scopes.is_bound_anywhere(name)
    }
    inner = {name for loop in site.inner for name in view.scopes.names_in(loop.node.target)}  # type: ignore[union-attr]
    return bool(names) and not names & inner and not any(is_changed(view, name, site.loops[-1]) for name in names)


def _is_heavy(view: View, node: ast.Call) -> bool:
    """Whether a call is of a function of the program that loops, and neither reads nor writes."""
    if not isinstance(node.func, ast.Name):
        return False
    for site in view.functions:
        function = site.node
        if getattr(function, "name", "") != node.func.id or site.in_class:
            continue
        assert isinstance(function, ast.FunctionDef)
        effects = any(
            isinstance(part, ast.Global | ast.Nonlocal | ast.Yield)
            or (isinstance(part, ast.Call) and view.text(part.func) in ("print", "sys.stdout.write"))
            for part in view.tree.walk(function)
        )
        return (
            not effects
            and not view.is_reading(function)
            and any(True for _ in view.inside(function, *LOOPS))
            and any(isinstance(part, ast.Return) and part.value is not None for part in view.tree.walk(function))
        )
    return False


RULE = Rule(ID, "Computing the same thing in each iteration", "python", 3, find, __doc__)
