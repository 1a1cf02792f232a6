"""A list whose front is taken, as a deque.

What it changes:
    A list of which `pop(0)` or `insert(0, x)` is asked becomes a `deque`, with `popleft` and `appendleft`.

Why it is faster:
    All elements behind the front move by one place each time.

When it refuses:
    The list is sliced, printed whole, compared, added, passed on, or gone through while it changes, or something else
    may mean the same list.

Example:
    n = int(input())
    waiting = [1]
    steps = 0
    while waiting:
        a = waiting.pop(0)
        steps += 1
        if 2 * a <= n:
            waiting.append(2 * a)
        if 2 * a + 1 <= n:
            waiting.append(2 * a + 1)
    print(steps)

Not here:
    n = int(input())
    waiting = [1]
    while len(waiting) < n:
        a = waiting.pop(0)
        waiting.append(a + 1)
        waiting.append(a + 2)
    print(waiting[1:3])
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.model.rewrite import SourceEdit
from slowpath.rewrites.python_program import PythonProgram
from slowpath.rewrites.python_uses import Use, changes_within, is_kept_to_itself, uses_of
from slowpath.rewrites.rule import Change, RewriteRule, change

_READS = frozenset({"len", "sum", "min", "max", "sorted", "any", "all", "list", "tuple", "set", "Counter", "bool"})


def _find(program: PythonProgram) -> Iterator[Change]:
    seen: set[tuple[str, ast.AST]] = set()
    for site in program.view.sites(ast.Call):
        name = _front_of(site.node)
        if name is None or not (site.outer or program.view.is_repeated(site)):
            continue
        scope = program.view.scopes.scope_of(name.id, name)
        if scope is None or (name.id, scope) in seen or isinstance(scope, ast.ClassDef):
            continue
        seen.add((name.id, scope))
        uses = uses_of(program, name.id, scope)
        if is_kept_to_itself(program, name.id, scope) and all(_is_shared(program, use, scope) for use in uses):
            yield from _doubled(program, name.id, uses, site.line)


def _front_of(node: ast.AST) -> ast.Name | None:
    """The list whose front a call takes or adds."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and not node.keywords
        and node.args
        and _is_zero(node.args[0])
        and (node.func.attr, len(node.args)) in (("pop", 1), ("insert", 2))
    ):
        return node.func.value
    return None


def _is_zero(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0 and type(node.value) is int


def _is_shared(program: PythonProgram, use: Use, scope: ast.AST) -> bool:
    """Whether a deque can be used there in the same way, to the same effect."""
    node, around = use.node, use.around
    if use.what == "bind":
        return (isinstance(around, ast.Assign) and around.targets == [node]) or (
            isinstance(around, ast.AugAssign) and isinstance(around.op, ast.Add)
        )
    if use.what in ("append", "extend", "clear", "reverse", "bool", "in", "remove"):
        return True
    if use.what in ("pop", "insert"):
        assert isinstance(around, ast.Call)
        return _front_of(around) is not None or (use.what == "pop" and not around.args)
    if use.what in ("item", "store"):
        return isinstance(around, ast.Subscript) and program.view.kinds.of(around.slice).name == "int"
    if use.what == "del":
        statement = program.statement(node)
        return (
            isinstance(around, ast.Subscript)
            and _is_zero(around.slice)
            and isinstance(statement, ast.Delete)
            and len(statement.targets) == 1
        )
    if use.what == "for":
        return (isinstance(around, ast.comprehension) and not isinstance(program.parent(around), ast.GeneratorExp)) or (
            isinstance(around, ast.For) and not changes_within(program, node.id, scope, around)
        )
    if use.what == "call":
        if isinstance(around, ast.Starred):
            return True
        function = around.func if isinstance(around, ast.Call) else None
        return (isinstance(function, ast.Name) and function.id in _READS) or (
            isinstance(function, ast.Attribute) and function.attr == "join"
        )
    return False


def _doubled(program: PythonProgram, name: str, uses: list[Use], line: int) -> Iterator[Change]:
    found = program.imported("collections", "deque")
    if found is None:
        return
    deque, edits = found
    made: list[SourceEdit | None] = [*edits]
    for use in uses:
        around = use.around
        if use.what == "bind" and isinstance(around, ast.Assign):
            made += [program.before(around.value, f"{deque}("), program.after(around.value, ")")]
        elif use.what == "del":
            made.append(program.replaced(program.statement(use.node), f"{name}.popleft()"))
        elif use.what in ("pop", "insert") and isinstance(around, ast.Call) and _front_of(around) is not None:
            added = program.text(around.args[1]) if use.what == "insert" else ""
            method = "appendleft" if use.what == "insert" else "popleft"
            made.append(program.replaced(around, f"{name}.{method}({added})") if added is not None else None)
    yield from change(line, made, f"all that is in `{name}` moves when its front does")


RULE = RewriteRule("py-double-ended", "Take the front of a deque, not of a list", "python", 3, _find, __doc__ or "")
