"""A list that grows in place.

What it changes:
    `a = a + [x]` becomes `a.append(x)`.

Why it is faster:
    `a + [x]` makes a new list and copies all of `a` into it.

When it refuses:
    Something else may mean the list that was there before, or goes over it while it grows.

Example:
    n = int(input())
    squares = []
    for i in range(n):
        squares = squares + [i * i]
    print(sum(squares))

Not here:
    n = int(input())
    rows = []
    row = []
    for i in range(n):
        row = row + [i]
        rows.append(row)
    print(len(rows[0]))
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.rewrites.python_program import PythonProgram
from slowpath.rewrites.python_uses import LEAKS, makes_list, scope_of, uses_of
from slowpath.rewrites.rule import Change, RewriteRule, change

_LAZY = frozenset({"map", "zip", "enumerate", "filter", "iter", "reversed"})


def _find(program: PythonProgram) -> Iterator[Change]:
    for site in program.view.sites(ast.Assign):
        grown = _grown(site.node)
        if grown is None or not program.view.is_repeated(site):
            continue
        name, added = grown
        scope = scope_of(program, name)
        if scope is None or isinstance(scope, ast.ClassDef) or not _is_its_own(program, name.id, scope):
            continue
        texts = [program.text(part) for part in added.elts]
        if any(text is None for text in texts):
            continue
        made = (
            f"{name.id}.append({texts[0]})"
            if len(texts) == 1
            else f"{name.id} += [{', '.join(str(text) for text in texts)}]"
        )
        yield from change(site.line, [program.replaced(site.node, made)], f"all of `{name.id}` is copied to add to it")


def _grown(node: ast.AST) -> tuple[ast.Name, ast.List] | None:
    """The list that a statement lengthens at its end, and what it adds."""
    if (
        isinstance(node, ast.Assign)
        and len(node.targets) == 1
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.BinOp)
        and isinstance(node.value.op, ast.Add)
        and isinstance(node.value.left, ast.Name)
        and node.value.left.id == node.targets[0].id
        and isinstance(node.value.right, ast.List)
        and node.value.right.elts
        and not any(isinstance(part, ast.Starred) for part in node.value.right.elts)
    ):
        return node.targets[0], node.value.right
    return None


def _is_its_own(program: PythonProgram, name: str, scope: ast.AST) -> bool:
    """Whether no other name means the list, and nothing goes over it while it grows."""
    for binding in program.view.scopes.bindings.get(scope, {}).get(name, []):
        whole = isinstance(binding.node, ast.Assign) and binding.how == "whole" and len(binding.node.targets) == 1
        if (
            not whole
            or binding.value is None
            or not (makes_list(program, binding.value) or _grown(binding.node) is not None)
        ):
            return False
    for use in uses_of(program, name, scope):
        if use.how == LEAKS or program.view.scopes.scope_around(use.node) is not scope:
            return False
        function = use.around.func if isinstance(use.around, ast.Call) else None
        if isinstance(function, ast.Name) and function.id in _LAZY:
            return False
        around: ast.AST = use.node
        while around is not scope:
            if isinstance(around, ast.GeneratorExp | ast.Lambda):
                return False
            if (
                isinstance(around, ast.For)
                and around.iter is use.node
                and any(
                    _grown(part) is not None and _grown(part)[0].id == name  # type: ignore[index]
                    for part in program.view.tree.walk(around)
                )
            ):
                return False
            around = program.parent(around)
    return True


RULE = RewriteRule("py-grown-list", "Add to a list in place", "python", 3, _find, __doc__ or "")
