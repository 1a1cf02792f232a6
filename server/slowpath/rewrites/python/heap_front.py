"""A list that is sorted again before its smallest is taken, as a heap.

What it changes:
    A list of which a loop asks `sort()` and then `pop(0)` becomes a heap, with `heappop` and `heappush`.

Why it is faster:
    Sorting goes over the whole list each time, and so does taking its front.

When it refuses:
    The list is looked at in any other way than by its length, its elements aren't surely integers, strings or tuples of
    them, of which equal ones can't be told apart, or something else may mean the same list.

Example:
    n = int(input())
    ropes = list(map(int, input().split()))
    cost = 0
    while len(ropes) > 1:
        ropes.sort()
        a = ropes.pop(0)
        b = ropes.pop(0)
        cost += a + b
        ropes.append(a + b)
    print(cost)

Not here:
    n = int(input())
    ropes = list(map(int, input().split()))
    while len(ropes) > 2:
        ropes.sort()
        a = ropes.pop(0)
        ropes.append(a + ropes[0])
    print(ropes[1])
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.model.rewrite import SourceEdit
from slowpath.rewrites.python_program import PythonProgram
from slowpath.rewrites.python_uses import Use, holds_scalars, is_kept_to_itself, scope_of, uses_of
from slowpath.rewrites.rule import Change, RewriteRule, change


def _find(program: PythonProgram) -> Iterator[Change]:
    seen: set[tuple[str, ast.AST]] = set()
    for site in program.view.sites(ast.Call):
        node = site.node
        if (
            not isinstance(node, ast.Call)
            or not isinstance(node.func, ast.Attribute)
            or node.func.attr != "sort"
            or not isinstance(node.func.value, ast.Name)
            or not site.outer
        ):
            continue
        name = node.func.value
        scope = scope_of(program, name)
        if scope is None or (name.id, scope) in seen or not is_kept_to_itself(program, name.id, scope):
            continue
        seen.add((name.id, scope))
        uses = uses_of(program, name.id, scope)
        if (
            holds_scalars(program, name, scope, only=frozenset({"int", "str"}))
            and any(use.what == "pop" for use in uses)
            and all(_is_of_heap(program, use) for use in uses)
        ):
            yield from _as_heap(program, name.id, uses, site.line)


def _is_of_heap(program: PythonProgram, use: Use) -> bool:
    """Whether a use only fills the list, asks for its length, sorts it to take its front, or takes it then."""
    around = use.around
    if use.what == "bind":
        return isinstance(around, ast.Assign) and len(around.targets) == 1
    if use.what == "append":
        return isinstance(around, ast.Call) and isinstance(program.parent(around), ast.Expr)
    if use.what == "bool":
        return True
    if use.what == "call":
        return isinstance(around, ast.Call) and isinstance(around.func, ast.Name) and around.func.id == "len"
    if use.what == "sort":
        return (
            isinstance(around, ast.Call)
            and not around.args
            and not around.keywords
            and isinstance(program.parent(around), ast.Expr)
        )
    return use.what == "pop" and isinstance(around, ast.Call) and _is_front(around) and _is_sorted_before(program, use)


def _is_front(call: ast.Call) -> bool:
    return (
        len(call.args) == 1
        and isinstance(call.args[0], ast.Constant)
        and call.args[0].value == 0
        and type(call.args[0].value) is int
    )


def _is_sorted_before(program: PythonProgram, use: Use) -> bool:
    """Whether the statements right before, in the same block, sort the list, but for others that take its front."""
    statement = program.statement(use.node)
    if not isinstance(statement, ast.Assign | ast.Expr) or statement.value is not use.around:
        return False
    block = program.block_of(statement)
    for before in reversed(block[: block.index(statement)]):
        value = before.value if isinstance(before, ast.Expr | ast.Assign) else None
        if (
            not isinstance(value, ast.Call)
            or not isinstance(value.func, ast.Attribute)
            or not isinstance(value.func.value, ast.Name)
            or value.func.value.id != use.node.id
        ):
            return False
        if value.func.attr == "sort":
            return True
        if value.func.attr != "pop" or not _is_front(value):
            return False
    return False


def _as_heap(program: PythonProgram, name: str, uses: list[Use], line: int) -> Iterator[Change]:
    names: dict[str, str] = {}
    edits: list[SourceEdit | None] = []
    for wanted in ("heapify", "heappop", "heappush"):
        found = program.imported("heapq", wanted)
        if found is None:
            return
        names[wanted] = found[0]
        edits += found[1]
    for use in uses:
        around = use.around
        if use.what == "bind":
            edits.append(program.after(program.statement(use.node), f"; {names['heapify']}({name})"))
        elif use.what == "sort":
            statement = program.statement(use.node)
            edits.append(program.removed_line(statement) or program.replaced(statement, "pass"))
        elif use.what == "pop":
            edits.append(program.replaced(around, f"{names['heappop']}({name})"))
        elif use.what == "append":
            assert isinstance(around, ast.Call)
            added = program.text(around.args[0])
            edits.append(program.replaced(around, f"{names['heappush']}({name}, {added})") if added else None)
    yield from change(line, edits, f"all of `{name}` is sorted to take its smallest")


RULE = RewriteRule("py-heap-front", "Take the smallest from a heap", "python", 3, _find, __doc__ or "")
