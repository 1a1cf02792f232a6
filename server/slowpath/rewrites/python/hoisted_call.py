"""A sum, minimum, maximum or sorted copy of a list that a loop asks for again and again.

What it changes:
    `sum(a)`, `min(a)`, `max(a)`, `sorted(a)` and `set(a)` in a loop that doesn't change the list are computed before
    it.

Why it is faster:
    Each of them goes over the whole list.

When it refuses:
    The list may change in the loop or have another name, its elements aren't surely numbers or strings, or the copy
    that is asked for may itself be changed.

Example:
    n = int(input())
    a = list(map(int, input().split()))
    above = 0
    for x in a:
        if x * n > sum(a):
            above += 1
    print(above)

Not here:
    n = int(input())
    a = list(map(int, input().split()))
    rounds = 0
    while sum(a) > n:
        a.pop()
        rounds += 1
    print(rounds)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.rewrites.python_program import PythonProgram
from slowpath.rewrites.python_uses import holds_scalars, is_in_try, is_kept_to_itself, scope_of, widest_loop
from slowpath.rewrites.rule import Change, RewriteRule, change

_NUMBERS = frozenset({"int", "float", "bool"})


def _find(program: PythonProgram) -> Iterator[Change]:
    view = program.view
    for site in view.sites(ast.Call):
        node = site.node
        if (
            not view.is_builtin_call(node, "sum", "min", "max", "sorted", "set")
            or not isinstance(node, ast.Call)
            or len(node.args) != 1
            or node.keywords
            or not isinstance(node.args[0], ast.Name)
            or site.in_lambda
        ):
            continue
        name = node.args[0]
        assert isinstance(node.func, ast.Name)
        function, scope = node.func.id, scope_of(program, name)
        if scope is None or isinstance(scope, ast.ClassDef) or not is_kept_to_itself(program, name.id, scope):
            continue
        only = (
            _NUMBERS
            if function == "sum"
            else frozenset({"int", "str"})
            if function == "set"
            else frozenset({"int", "str", "float"})
        )
        loop = widest_loop(program, site, name.id, scope)
        if (
            loop is None
            or not holds_scalars(program, name, scope, only=only)
            or is_in_try(program, loop)
            or (function in ("sorted", "set") and not _is_only_read(program, node))
        ):
            continue
        made = program.fresh(f"{function}_of_{name.id}")
        asked = f"{function}({name.id}, default=None)" if function in ("min", "max") else f"{function}({name.id})"
        yield from change(
            site.line,
            [program.line_before(loop, f"{made} = {asked}"), program.replaced(node, made)],
            f"`{function}({name.id})` goes over the whole list each time",
        )


def _is_only_read(program: PythonProgram, node: ast.Call) -> bool:
    """Whether the copy is asked for elements, or gone through, where it stands."""
    above = program.parent(node)
    if isinstance(above, ast.Subscript):
        return above.value is node and isinstance(above.ctx, ast.Load)
    if isinstance(above, ast.Compare):
        return node in above.comparators and isinstance(above.ops[-1], ast.In | ast.NotIn)
    if isinstance(above, ast.Call) and isinstance(above.func, ast.Name):
        return above.func.id == "len" and program.is_builtin("len")
    return False


RULE = RewriteRule("py-hoisted-call", "Compute once what every iteration asks again", "python", 3, _find, __doc__ or "")
