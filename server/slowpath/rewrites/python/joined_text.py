"""A string that grows in a loop, joined at once.

What it changes:
    The pieces that `s += x`, `s = s + x` or `s = x + s` add in a loop are collected and joined behind it.

Why it is faster:
    A string can't be changed, so adding to it may copy all that is there; at its front it always does.

When it refuses:
    The string is used otherwise in the loop, a piece isn't surely a string, or the loop may be left other than by its
    end or a `break`.

Example:
    n = int(input())
    digits = ""
    while n:
        digits = str(n % 2) + digits
        n //= 2
    print(digits)

Not here:
    n = int(input())
    digits = ""
    while len(digits) < n:
        digits = str(len(digits) % 2) + digits
    print(digits)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.model.rewrite import SourceEdit
from slowpath.rewrites.python_program import PythonProgram
from slowpath.rewrites.python_uses import is_in_try, is_known_call
from slowpath.rewrites.rule import Change, RewriteRule, change

_LEAVES = (
    ast.Return,
    ast.Try,
    ast.Yield,
    ast.YieldFrom,
    ast.With,
    ast.FunctionDef,
    ast.ClassDef,
    ast.Lambda,
    ast.Global,
    ast.Nonlocal,
)
_Growth = tuple[ast.stmt, tuple[ast.expr, ...], bool]


def _find(program: PythonProgram) -> Iterator[Change]:
    view = program.view
    found: dict[tuple[str, ast.AST, ast.stmt], list[_Growth]] = {}
    for site in (*view.sites(ast.Assign), *view.sites(ast.AugAssign)):
        grown = _grown(site.node)
        if grown is None or not site.outer:
            continue
        name, parts, at_front = grown
        scope = view.scopes.scope_of(name.id, name)
        if scope is None or isinstance(scope, ast.ClassDef):
            continue
        for each in site.outer:
            loop = each.node
            assert not isinstance(loop, ast.comprehension)
            inside = {id(part) for part in view.tree.walk(loop)}
            own = [use for use in program.uses(name.id, scope) if id(use) in inside]
            grows = [_grown(program.statement(use)) for use in own]
            if all(grow is not None and grow[0].id == name.id and grow[2] == at_front for grow in grows):
                found.setdefault((name.id, scope, loop), []).append((program.statement(site.node), parts, at_front))
                break
    for (grown_name, owner, around), growths in found.items():
        if _is_closed(program, grown_name, owner, around) and all(
            view.kinds.of(part).name == "str" for _, parts, _ in growths for part in parts
        ):
            yield from _joined(program, grown_name, around, growths)


def _grown(node: ast.AST) -> tuple[ast.Name, tuple[ast.expr, ...], bool] | None:
    """(the variable, what is added in order, whether at its front) of a statement that lengthens a string."""
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and isinstance(node.target, ast.Name):
        parts = (node.value,)
        return None if _mentions(parts, node.target.id) else (node.target, parts, False)
    if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
        return None
    name, value, behind = node.targets[0], node.value, list[ast.expr]()
    if (
        isinstance(value, ast.BinOp)
        and isinstance(value.op, ast.Add)
        and isinstance(value.right, ast.Name)
        and value.right.id == name.id
    ):
        return None if _mentions((value.left,), name.id) else (name, (value.left,), True)
    while isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        behind.insert(0, value.right)
        value = value.left
    if not behind or not isinstance(value, ast.Name) or value.id != name.id or _mentions(tuple(behind), name.id):
        return None
    return name, tuple(behind), False


def _mentions(parts: tuple[ast.expr, ...], name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for each in parts for part in ast.walk(each))


def _is_closed(program: PythonProgram, name: str, scope: ast.AST, loop: ast.stmt) -> bool:
    """Whether nothing sees the string while the loop runs, and it is there before and after."""
    view = program.view
    if is_in_try(program, loop) or not view.scopes.is_before(name, loop):
        return False
    first = next((use for use in program.uses(name, scope)), None)
    if first is None or view.kinds.of(first).name != "str":
        return False
    if any(view.scopes.scope_around(use) is not scope for use in program.uses(name, scope)):
        return False
    return not any(
        isinstance(part, _LEAVES) or (isinstance(part, ast.Call) and not is_known_call(program, part))
        for part in view.tree.walk(loop)
    )


def _joined(program: PythonProgram, name: str, loop: ast.stmt, growths: list[_Growth]) -> Iterator[Change]:
    pieces = program.fresh(f"{name}_pieces")
    edits: list[SourceEdit | None] = [program.line_before(loop, f"{pieces} = []")]
    for statement, parts, _ in growths:
        texts = [program.text(part) for part in parts]
        if any(text is None for text in texts):
            return
        added = (
            f"{pieces}.append({texts[0]})"
            if len(texts) == 1
            else f"{pieces} += [{', '.join(str(text) for text in texts)}]"
        )
        edits.append(program.replaced(statement, added))
    at_front = growths[0][2]
    last = f'{name} = "".join({pieces}[::-1]) + {name}' if at_front else f'{name} += "".join({pieces})'
    edits.append(program.line_after(loop, last))
    yield from change(growths[0][0].lineno, edits, f"all of `{name}` may be copied to add to it")


RULE = RewriteRule("py-joined-text", "Join a growing string at once", "python", 2, _find, __doc__ or "")
