"""A power that is taken modulo a number all along.

What it changes:
    `a ** b % m` and `pow(a, b) % m` become `pow(a, b, m)`, for a negative `b` what they were.

Why it is faster:
    The power itself has millions of digits; what is left of it by `m` never gets larger than `m`.

When it refuses:
    Any of the three isn't a plain variable or number, a sum or product of such, or not surely an integer.

Example:
    a, b, m = map(int, input().split())
    print(a ** b % m)

Not here:
    a, b, m = map(float, input().split())
    print(a ** b % m)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.rewrites.python_program import PythonProgram
from slowpath.rewrites.rule import Change, RewriteRule, change


def _find(program: PythonProgram) -> Iterator[Change]:
    view = program.view
    if not program.is_builtin("pow"):
        return
    for site in view.sites(ast.BinOp):
        node = site.node
        assert isinstance(node, ast.BinOp)
        found = _power(program, node.left) if isinstance(node.op, ast.Mod) else None
        if found is None or _is_for_negative(program, node):
            continue
        parts = (*found, node.right)
        if not all(_is_plain(program, part) for part in parts):
            continue
        made = f"pow({', '.join(map(view.text, parts))})"
        if not isinstance(parts[1], ast.Constant):
            base, exponent, modulus = (_apart(program, part) for part in parts)
            made = f"({made} if {view.text(parts[1])} >= 0 else {base} ** {exponent} % {modulus})"
        yield from change(site.line, [program.replaced(node, made)], "the whole power is computed first")


def _is_plain(program: PythonProgram, node: ast.expr) -> bool:
    """Whether it surely is an integer, and nothing but variables and numbers are asked for it, so that it may be
    worked out once more."""
    if isinstance(node, ast.Name | ast.Constant):
        return program.view.kinds.of(node).name == "int"
    if not isinstance(node, ast.BinOp):
        return False
    if isinstance(node.op, ast.Pow):
        return all(isinstance(side, ast.Constant) and _is_plain(program, side) for side in (node.left, node.right))
    return (
        isinstance(node.op, ast.Add | ast.Sub | ast.Mult)
        and _is_plain(program, node.left)
        and _is_plain(program, node.right)
    )


def _apart(program: PythonProgram, node: ast.expr) -> str:
    """A part as text that stands beside any operator."""
    text = program.view.text(node)
    return text if isinstance(node, ast.Name | ast.Constant) else f"({text})"


def _is_for_negative(program: PythonProgram, node: ast.BinOp) -> bool:
    """Whether it is what a test for a negative exponent leaves over."""
    above = program.parent(node)
    return (
        isinstance(above, ast.IfExp)
        and above.orelse is node
        and isinstance(above.test, ast.Compare)
        and isinstance(above.test.ops[0], ast.GtE)
    )


def _power(program: PythonProgram, node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        return node.left, node.right
    if (
        isinstance(node, ast.Call)
        and program.view.is_builtin_call(node, "pow")
        and len(node.args) == 2
        and not node.keywords
    ):
        return node.args[0], node.args[1]
    return None


RULE = RewriteRule("py-modular-power", "Take a power modulo a number all along", "python", 3, _find, __doc__ or "")
