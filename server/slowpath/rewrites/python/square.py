"""A square of an integer, in a loop or a function.

What it changes:
    `x ** 2` and `pow(x, 2)` of a variable become `x * x`.

Why it is faster:
    A power is worked out for any exponent, digit by digit of it; a product of small integers is one step.

When it refuses:
    The variable isn't surely an integer, or anything in the program may make a float (of floats the power and the
    product may differ in the last digit), what is squared is more than a variable, or it stands outside of all loops
    and functions.

Example:
    n = int(input())
    total = 0
    for x in range(n):
        total += x ** 2
    print(total)

Not here:
    n = float(input())
    total = 0
    for k in range(9):
        total += n ** 2
    print(total)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.rewrites.python_program import PythonProgram
from slowpath.rewrites.rule import Change, RewriteRule, change

_PLAIN = frozenset({"sys", "collections", "heapq", "bisect", "itertools", "functools", "os", "io"})
"""Modules of which nothing that a program would ask makes a float."""
_FLOATS = frozenset(
    (
        "float complex round eval exec float_info times getloadavg __truediv__ __rtruediv__ __itruediv__ __pow__ "
        "__rpow__ __ipow__ __mul__ __rmul__"
    ).split()
)
_BINDS_CLOSER = (ast.BinOp, ast.UnaryOp, ast.Attribute, ast.Subscript, ast.Await)


def _find(program: PythonProgram) -> Iterator[Change]:
    view = program.view
    if any(_may_make_float(program, node) for node in ast.walk(program.module)):
        return
    for kind in (ast.BinOp, ast.Call):
        for site in view.sites(kind):
            base = _squared(program, site.node)
            if (
                base is None
                or not (site.loops or site.function or site.in_lambda)
                or view.kinds.of(base).name != "int"
                or _is_modular(program, site.node)
            ):
                continue
            made = f"{base.id} * {base.id}"
            apart = isinstance(program.parent(site.node), _BINDS_CLOSER)
            yield from change(
                site.line,
                [program.replaced(site.node, f"({made})" if apart else made)],
                f"the power of `{base.id}` is worked out as for any exponent",
            )


def _may_make_float(program: PythonProgram, node: ast.AST) -> bool:
    """Whether a number that isn't an integer, or an object with a product of its own, may come from a node. A list may
    get it later on, so the kind of what is squared doesn't tell."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float | complex)
    if isinstance(node, ast.Import):
        return not all(alias.name.split(".")[0] in _PLAIN for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").split(".")[0] not in _PLAIN or any(alias.name in _FLOATS for alias in node.names)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        return not _is_count(node.right)
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Pow):
        return not _is_count(node.value)
    if isinstance(node, ast.Name) and node.id == "pow":
        above = program.parent(node)
        return not (
            isinstance(above, ast.Call)
            and above.func is node
            and not above.keywords
            and (len(above.args) == 3 or (len(above.args) == 2 and _is_count(above.args[1])))
        )
    if isinstance(node, ast.FunctionDef):
        return node.name in _FLOATS
    return (
        isinstance(node, ast.Div)
        or (isinstance(node, ast.Name) and node.id in _FLOATS)
        or (isinstance(node, ast.Attribute) and node.attr in _FLOATS)
    )


def _is_count(node: ast.expr) -> bool:
    """Whether an exponent keeps an integer an integer."""
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value >= 0


def _squared(program: PythonProgram, node: ast.AST) -> ast.Name | None:
    """The variable that is squared, None where it isn't one, or isn't squared."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        base, exponent = node.left, node.right
    elif (
        isinstance(node, ast.Call)
        and program.view.is_builtin_call(node, "pow")
        and len(node.args) == 2
        and not node.keywords
        and program.is_builtin("pow")
    ):
        base, exponent = node.args
    else:
        return None
    is_two = isinstance(exponent, ast.Constant) and type(exponent.value) is int and exponent.value == 2
    return base if is_two and isinstance(base, ast.Name) else None


def _is_modular(program: PythonProgram, node: ast.AST) -> bool:
    """Whether it is the power of `x ** 2 % m`, which a better rule knows."""
    above = program.parent(node)
    return isinstance(above, ast.BinOp) and isinstance(above.op, ast.Mod) and above.left is node


RULE = RewriteRule("py-square", "Square by a product", "python", 1, _find, __doc__ or "")
