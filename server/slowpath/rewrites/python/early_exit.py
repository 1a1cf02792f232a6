"""A loop that ends once its answer is known.

What it changes:
    `for x in a:` with nothing but `if bad(x): ok = False` in it gets a `break` behind the assignment.

Why it is faster:
    Further iterations can only assign the same again.

When it refuses:
    The loop does anything else, what it goes over may be used up by it, its test may change something or depends on
    what is assigned, or its variable is used behind it.

Example:
    n = int(input())
    a = list(map(int, input().split()))
    twice = False
    for i in range(n):
        for j in range(i):
            if a[i] == a[j]:
                twice = True
    print(twice)

Not here:
    a = list(map(int, input().split()))
    twice = False
    for x in a:
        if x < 0:
            twice = True
    print(twice, x)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import Site
from slowpath.rewrites.python_program import PythonProgram
from slowpath.rewrites.python_uses import is_in_try
from slowpath.rewrites.rule import Change, RewriteRule, change

_PURE = frozenset({"len", "abs", "min", "max", "int", "str", "ord", "chr", "sum"})
_ODD = (ast.NamedExpr, ast.Lambda, ast.Yield, ast.YieldFrom, ast.Await)
_WHOLE = frozenset({"list", "tuple", "str", "range", "set", "dict"})


def _find(program: PythonProgram) -> Iterator[Change]:
    for site in program.view.sites(ast.For):
        loop = site.node
        assert isinstance(loop, ast.For)
        branch = loop.body[0] if len(loop.body) == 1 else None
        if (
            loop.orelse
            or not isinstance(branch, ast.If)
            or branch.orelse
            or len(branch.body) != 1
            or is_in_try(program, loop)
            or site.in_class
        ):
            continue
        statement = branch.body[0]
        name = _flagged(statement)
        if (
            not name
            or not _is_pure(program, branch.test)
            or not _is_whole(program, loop.iter)
            or any(
                isinstance(part, ast.Name) and part.id == name
                for whole in (branch.test, loop.iter, loop.target)
                for part in ast.walk(whole)
            )
            or not _is_forgotten(program, site, loop)
        ):
            continue
        edit = program.line_after(statement, "break")
        own_line = program.indent(program.stretch(statement)[0]) is not None
        edits = [edit if own_line else program.after(statement, "; break")]
        yield from change(loop.lineno, edits, f"once `{name}` is set, further iterations set it again at most")


def _flagged(statement: ast.stmt) -> str:
    """The variable that a statement sets to a constant, "" where it does anything else."""
    if (
        not isinstance(statement, ast.Assign)
        or len(statement.targets) != 1
        or not isinstance(statement.value, ast.Constant)
    ):
        return ""
    target = statement.targets[0]
    return target.id if isinstance(target, ast.Name) else ""


def _is_pure(program: PythonProgram, node: ast.expr) -> bool:
    """Whether evaluating it changes nothing."""
    for part in ast.walk(node):
        if isinstance(part, _ODD):
            return False
        if isinstance(part, ast.Call) and not (
            isinstance(part.func, ast.Name) and part.func.id in _PURE and program.is_builtin(part.func.id)
        ):
            return False
        if isinstance(part, ast.Subscript | ast.Compare | ast.BinOp) and list(program.view.sites(ast.ClassDef)):
            return False
        if isinstance(part, ast.Subscript) and program.view.kinds.of(part.value).name not in _WHOLE:
            # A `defaultdict` gets an element where it is asked for one.
            return False
        if isinstance(part, ast.GeneratorExp) or (
            isinstance(part, ast.Name) and program.view.kinds.of(part).name == "iterator"
        ):
            return False
    return not program.mentions("defaultdict")


def _is_whole(program: PythonProgram, node: ast.expr) -> bool:
    """Whether going over it uses nothing up."""
    if program.view.is_builtin_call(node, "range"):
        return (
            _is_pure(program, node)
            if not isinstance(node, ast.Call)
            else all(_is_pure(program, argument) for argument in node.args)
        )
    if program.view.is_builtin_call(node, "enumerate", "zip", "reversed", "sorted"):
        assert isinstance(node, ast.Call)
        return (
            all(
                isinstance(argument, ast.Name) and program.view.kinds.of(argument).name in _WHOLE
                for argument in node.args
            )
            and not node.keywords
        )
    return isinstance(node, ast.Name) and program.view.kinds.of(node).name in _WHOLE


def _is_forgotten(program: PythonProgram, site: Site, loop: ast.For) -> bool:
    """Whether nothing but the loop itself, and loops that bind them anew, uses its variables."""
    names = {part.id for part in ast.walk(loop.target) if isinstance(part, ast.Name)}
    if not all(isinstance(part, ast.Name | ast.Tuple | ast.expr_context) for part in ast.walk(loop.target)):
        return False
    for node in program.view.tree.nodes:
        if isinstance(node, ast.Global | ast.Nonlocal) and names & set(node.names):
            return False
        if not isinstance(node, ast.Name) or node.id not in names or not isinstance(node.ctx, ast.Load):
            continue
        if program.view.scopes.comprehension_binding(node.id, node) is not None:
            continue
        if program.view.scopes.scope_of(node.id, node) is not program.view.scopes.scope_of(node.id, loop):
            continue
        around: ast.AST = node
        while around is not program.module:
            above = program.parent(around)
            if (
                isinstance(above, ast.For)
                and around in above.body
                and any(isinstance(part, ast.Name) and part.id == node.id for part in ast.walk(above.target))
            ):
                break
            around = above
        else:
            return False
    return True


RULE = RewriteRule("py-early-exit", "End a loop once its answer is known", "python", 2, _find, __doc__ or "")
