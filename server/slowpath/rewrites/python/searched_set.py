"""A list that is searched, with a set beside it or in its place.

What it changes:
    `x in items` asks a set: one that is made before a loop in which the list doesn't change, or one that gets each
    element that the list gets. A list that is only searched and gets elements becomes a set itself.

Why it is faster:
    A list is compared with element by element.

When it refuses:
    The elements or what is looked for aren't surely numbers, strings or tuples of them, the list changes in other
    ways than by `append`, or something else may mean the same list.

Example:
    n = int(input())
    seen = []
    for word in input().split():
        if word not in seen:
            seen.append(word)
    print(len(seen))

Not here:
    n = int(input())
    seen = []
    for word in input().split():
        if word not in seen:
            seen.append(word)
        if len(seen) > 5:
            seen.pop()
    print(len(seen))
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.model.rewrite import SourceEdit
from slowpath.rewrites.python_program import PythonProgram
from slowpath.rewrites.python_uses import (
    WRITES,
    Use,
    holds_scalars,
    is_kept_to_itself,
    is_scalar,
    scope_of,
    uses_of,
    widest_loop,
)
from slowpath.rewrites.rule import Change, RewriteRule, change


def _find(program: PythonProgram) -> Iterator[Change]:
    view = program.view
    if not program.is_builtin("set"):
        return
    done: set[tuple[str, ast.AST]] = set()
    for site in view.sites(ast.Compare):
        node = site.node
        assert isinstance(node, ast.Compare)
        searched = node.comparators[0]
        if (
            len(node.ops) != 1
            or not isinstance(node.ops[0], ast.In | ast.NotIn)
            or not isinstance(searched, ast.Name)
            or not view.is_repeated(site)
        ):
            continue
        scope = scope_of(program, searched)
        if (
            scope is None
            or isinstance(scope, ast.ClassDef)
            or (searched.id, scope) in done
            or not is_kept_to_itself(program, searched.id, scope)
            or not is_scalar(program, node.left)
        ):
            continue
        loop = widest_loop(program, site, searched.id, scope)
        if loop is not None and not site.in_lambda and holds_scalars(program, searched, scope):
            name = program.fresh(f"{searched.id}_set")
            edits = [program.line_before(loop, f"{name} = set({searched.id})"), program.replaced(searched, name)]
            yield from change(site.line, edits, f"`{searched.id}` is compared with element by element")
        elif loop is None:
            done.add((searched.id, scope))
            yield from _in_its_place(program, searched, scope) or _accompanied(program, searched, scope)


def _in_its_place(program: PythonProgram, searched: ast.Name, scope: ast.AST) -> list[Change]:
    """A set in place of a list of which nobody asks more than what is in it, nothing where more is asked."""
    edits: list[SourceEdit | None] = []
    for use in uses_of(program, searched.id, scope):
        around = use.around
        if use.what == "bind" and _is_followed(program, use) and isinstance(around, ast.Assign):
            text = program.text(around.value) or ""
            elements = isinstance(around.value, ast.List) and around.value.elts
            edits.append(program.replaced(around.value, f"{{{text[1:-1]}}}" if elements else "set()"))
        elif (
            use.what == "append"
            and isinstance(around, ast.Call)
            and isinstance(around.func, ast.Attribute)
            and len(around.args) == 1
            and not around.keywords
            and is_scalar(program, around.args[0])
        ):
            edits.append(program.replaced(around.func, f"{searched.id}.add"))
        elif use.what == "in":
            if not isinstance(around, ast.Compare) or not is_scalar(program, around.left):
                return []
        elif use.what not in ("bool", "clear"):
            return []
    return list(change(searched.lineno, edits, f"`{searched.id}` is compared with element by element"))


def _accompanied(program: PythonProgram, searched: ast.Name, scope: ast.AST) -> Iterator[Change]:
    """A set that gets each element that the list gets."""
    name = searched.id
    uses = uses_of(program, name, scope)
    if any(name in node.names for node in program.view.tree.nodes if isinstance(node, ast.Global | ast.Nonlocal)):
        return
    if not all(use.how != WRITES or _is_followed(program, use) for use in uses):
        return
    made = program.fresh(f"{name}_set")
    edits: list[SourceEdit | None] = []
    for use in uses:
        if use.what == "bind":
            filled = name if getattr(getattr(use.around, "value", None), "elts", None) else ""
            edits.append(program.after(program.statement(use.node), f"; {made} = set({filled})"))
        elif use.what == "append":
            assert isinstance(use.around, ast.Call)
            added = program.text(use.around.args[0])
            edits.append(
                program.after(program.statement(use.node), f"; {made}.add({added})") if added is not None else None
            )
        elif use.what == "in":
            compared = use.around
            assert isinstance(compared, ast.Compare)
            if not is_scalar(program, compared.left):
                return
            edits.append(program.replaced(use.node, made))
    yield from change(searched.lineno, edits, f"`{name}` is compared with element by element")


def _is_followed(program: PythonProgram, use: Use) -> bool:
    """Whether a set can follow a change of the list: it is new with elements that are written there, or gets one
    more."""
    around = use.around
    if use.what == "bind":
        written = isinstance(around, ast.Assign) and (
            (isinstance(around.value, ast.List) and all(is_scalar(program, element) for element in around.value.elts))
            or (program.view.is_builtin_call(around.value, "list") and not around.value.args)  # type: ignore[attr-defined]
        )
        return written and isinstance(around, ast.Assign) and len(around.targets) == 1
    if use.what != "append" or not isinstance(around, ast.Call) or len(around.args) != 1:
        return False
    return (
        isinstance(program.parent(around), ast.Expr)
        and _is_plain(around.args[0])
        and is_scalar(program, around.args[0])
    )


def _is_plain(node: ast.expr) -> bool:
    """Whether evaluating it a second time changes nothing and is cheap."""
    return isinstance(node, ast.Name | ast.Constant) or (
        isinstance(node, ast.Tuple) and all(_is_plain(element) for element in node.elts)
    )


RULE = RewriteRule("py-searched-set", "Ask a set instead of searching a list", "python", 3, _find, __doc__ or "")
