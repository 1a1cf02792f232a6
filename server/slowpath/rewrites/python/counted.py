"""Counts that are made once for all values.

What it changes:
    `a.count(x)` in a loop that doesn't change the list or string asks a `Counter` that is made before it.

Why it is faster:
    `count` goes over all elements each time.

When it refuses:
    The list may change in the loop or have another name, its elements or what is counted aren't surely numbers,
    strings or tuples of them, or more than one character of a string is counted.

Example:
    a = input().split()
    alone = 0
    for x in a:
        if a.count(x) == 1:
            alone += 1
    print(alone)

Not here:
    a = input().split()
    rounds = 0
    while a.count("x"):
        a.remove("x")
        rounds += 1
    print(rounds)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import Site
from slowpath.rewrites.python_program import PythonProgram
from slowpath.rewrites.python_uses import holds_scalars, is_kept_to_itself, is_scalar, scope_of, widest_loop
from slowpath.rewrites.rule import Change, RewriteRule, change


def _find(program: PythonProgram) -> Iterator[Change]:
    for site in program.view.sites(ast.Call):
        node = site.node
        if (
            not isinstance(node, ast.Call)
            or not isinstance(node.func, ast.Attribute)
            or node.func.attr != "count"
            or not isinstance(node.func.value, ast.Name)
            or len(node.args) != 1
            or node.keywords
            or site.in_lambda
        ):
            continue
        name = node.func.value
        scope = scope_of(program, name)
        if scope is None or isinstance(scope, ast.ClassDef):
            continue
        loop = _loop(program, site, name, scope, node.args[0])
        found = program.imported("collections", "Counter") if loop is not None else None
        text = program.text(node.args[0])
        if loop is None or found is None or text is None:
            continue
        counter, edits = found
        made = program.fresh(f"{name.id}_counts")
        yield from change(
            site.line,
            [
                *edits,
                program.line_before(loop, f"{made} = {counter}({name.id})"),
                program.replaced(node, f"{made}[{text}]"),
            ],
            f"`count` goes over all of `{name.id}` each time",
        )


def _loop(program: PythonProgram, site: Site, name: ast.Name, scope: ast.AST, wanted: ast.expr) -> ast.stmt | None:
    """The loop before which all is counted; None where that may not be the same."""
    kind = program.view.kinds.of(name).name
    if kind == "list":
        if (
            not is_kept_to_itself(program, name.id, scope)
            or not holds_scalars(program, name, scope)
            or not is_scalar(program, wanted)
        ):
            return None
        return widest_loop(program, site, name.id, scope)
    if kind != "str" or not _is_character(program, wanted) or not site.outer:
        return None
    bindings = program.view.scopes.bindings.get(scope, {}).get(name.id, [])
    loop = site.outer[0].node
    assert isinstance(loop, ast.stmt)
    inside = {id(part) for part in program.view.tree.walk(loop)}
    stays = all(id(binding.node) not in inside for binding in bindings) and all(
        program.view.scopes.scope_around(binding.node) is program.view.scopes.scope_around(loop) for binding in bindings
    )
    return loop if stays and program.view.scopes.is_before(name.id, loop) else None


def _is_character(program: PythonProgram, node: ast.expr) -> bool:
    """Whether an expression surely is one character of a string."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and len(node.value) == 1
    if isinstance(node, ast.Subscript):
        return (
            program.view.kinds.of(node.value).name == "str"
            and not isinstance(node.slice, ast.Slice)
            and program.view.kinds.of(node.slice).name == "int"
        )
    if not isinstance(node, ast.Name):
        return False
    bindings = program.view.scopes.bindings_of(node.id, node)
    return bool(bindings) and all(
        binding.how == "item" and binding.value is not None and program.view.kinds.of(binding.value).name == "str"
        for binding in bindings
    )


RULE = RewriteRule("py-counted", "Count all values once", "python", 3, _find, __doc__ or "")
