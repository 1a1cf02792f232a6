"""A search for a divisor that ends at the square root.

What it changes:
    `for i in range(2, n): if n % i == 0: return False` goes up to `isqrt(n)`.

Why it is faster:
    A number that has a divisor has one that isn't larger than its square root.

When it refuses:
    The loop does anything but set something to a constant, return one or break, when it finds a divisor.

Example:
    def is_prime(n):
        for i in range(2, n):
            if n % i == 0:
                return False
        return n > 1
    print(is_prime(int(input())))

Not here:
    n = int(input())
    divisors = 0
    for i in range(2, n):
        if n % i == 0:
            divisors += 1
    print(divisors)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.rewrites.python_program import PythonProgram
from slowpath.rewrites.rule import Change, RewriteRule, change


def _find(program: PythonProgram) -> Iterator[Change]:
    view = program.view
    for site in view.sites(ast.For):
        loop = site.node
        assert isinstance(loop, ast.For)
        bound = _bound(program, loop.iter)
        branch = loop.body[0] if len(loop.body) == 1 else None
        if (
            bound is None
            or not isinstance(loop.target, ast.Name)
            or not isinstance(branch, ast.If)
            or branch.orelse
            or view.kinds.of(bound).name != "int"
            or not program.is_builtin("max", "range")
        ):
            continue
        counted = loop.target.id
        if (
            view.text(branch.test) not in (f"{bound.id} % {counted} == 0", f"not {bound.id} % {counted}")
            or not _is_settled(branch.body, {counted, bound.id})
            or _is_used_elsewhere(program, loop, counted)
        ):
            continue
        found = program.imported("math", "isqrt")
        if found is None:
            continue
        name, edits = found
        assert isinstance(loop.iter, ast.Call)
        last = program.replaced(loop.iter.args[1], f"{name}(max({bound.id}, 0)) + 1")
        yield from change(loop.lineno, [*edits, last], "the smallest divisor isn't larger than the square root")


def _bound(program: PythonProgram, node: ast.expr) -> ast.Name | None:
    """n of `range(2, n)`, `range(2, n // 2 + 1)`."""
    if (
        not program.view.is_builtin_call(node, "range")
        or not isinstance(node, ast.Call)
        or len(node.args) != 2
        or not isinstance(node.args[0], ast.Constant)
        or node.args[0].value != 2
    ):
        return None
    last = node.args[1]
    if (
        isinstance(last, ast.BinOp)
        and isinstance(last.op, ast.Add)
        and program.view.text(last.right) == "1"
        and isinstance(last.left, ast.BinOp)
        and isinstance(last.left.op, ast.FloorDiv)
        and program.view.text(last.left.right) == "2"
    ):
        last = last.left.left
    return last if isinstance(last, ast.Name) else None


def _is_settled(body: list[ast.stmt], names: set[str]) -> bool:
    """Whether what is done once a divisor is found is the same for every one, however often."""
    for statement in body:
        if isinstance(statement, ast.Break):
            continue
        if isinstance(statement, ast.Return) and (statement.value is None or isinstance(statement.value, ast.Constant)):
            continue
        if (
            isinstance(statement, ast.Assign)
            and len(statement.targets) == 1
            and isinstance(statement.targets[0], ast.Name)
            and isinstance(statement.value, ast.Constant)
            and statement.targets[0].id not in names
        ):
            continue
        return False
    return True


def _is_used_elsewhere(program: PythonProgram, loop: ast.For, name: str) -> bool:
    """Whether anything may use the loop's variable once it ended, in the whole program."""
    inside = {id(part) for part in program.view.tree.walk(loop)}
    bound: set[int] = set()
    for node in program.view.tree.nodes:
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name) and node.target.id == name:
            bound |= {id(part) for whole in [node.target, *node.body] for part in program.view.tree.walk(whole)}
    if any(
        isinstance(part, ast.Name) and part.id == name
        for statement in loop.orelse
        for part in program.view.tree.walk(statement)
    ):
        return True
    scopes = program.view.scopes
    return any(
        isinstance(node, ast.Name)
        and node.id == name
        and id(node) not in inside | bound
        and scopes.comprehension_binding(name, node) is None
        and scopes.scope_of(name, node) is scopes.scope_of(name, loop)
        for node in program.view.tree.nodes
    )


RULE = RewriteRule(
    "py-divisors-to-root", "Look for divisors up to the square root only", "python", 3, _find, __doc__ or ""
)
