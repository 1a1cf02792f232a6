"""A recursion that asks for the same again and again, with its results remembered.

What it changes:
    A function that only computes from numbers and strings looks its result up in a table before it computes it.

Why it is faster:
    Each result is computed once, not once for every way that leads to it.

When it refuses:
    The function prints, reads or changes anything, takes or gives what can change, reads variables that may change
    between two calls from outside, or doesn't call itself, at least twice or in a loop, with arguments near its own.

Example:
    def ways(n):
        if n <= 1:
            return 1
        return ways(n - 1) + ways(n - 2)
    print(ways(int(input())))

Not here:
    calls = 0
    def ways(n):
        global calls
        calls += 1
        if n <= 1:
            return 1
        return ways(n - 1) + ways(n - 2)
    print(ways(int(input())), calls)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import Site
from slowpath.model.rewrite import SourceEdit
from slowpath.rewrites.python_program import PythonProgram
from slowpath.rewrites.rule import Change, RewriteRule, change

MOST_REMEMBERED = 1 << 20
"""A table that gets larger than this is emptied, so that it takes no more memory than it should."""
_PURE = frozenset(
    {"min", "max", "abs", "len", "int", "str", "range", "ord", "chr", "divmod", "pow", "bool", "float", "sum"}
)
_ODD = (
    ast.Yield,
    ast.YieldFrom,
    ast.Global,
    ast.Nonlocal,
    ast.FunctionDef,
    ast.Lambda,
    ast.ClassDef,
    ast.Try,
    ast.With,
    ast.Delete,
    ast.Import,
    ast.ImportFrom,
    ast.NamedExpr,
    ast.Assert,
    ast.Raise,
    ast.Attribute,
)
_FIXED = frozenset({"int", "str", "bool", "float"})


def _find(program: PythonProgram) -> Iterator[Change]:
    for site in program.view.functions:
        function = site.node
        assert isinstance(function, ast.FunctionDef)
        inner = program.view.self_calls(function)
        near = [each for each in inner if _is_near(each, function)]
        meets = len(near) >= 2 or any(_runs_again(program, each.node) for each in near)
        if (
            meets
            and isinstance(program.parent(function), ast.Module)
            and _is_plain(program, function)
            and _only_computes(program, function)
            and _takes_values(program, function)
            and _means_the_same(program, function, inner)
        ):
            yield from _remembered(program, function)


def _is_plain(program: PythonProgram, function: ast.FunctionDef) -> bool:
    given = function.args
    bindings = program.view.scopes.bindings[program.module].get(function.name, [])
    return (
        not function.decorator_list
        and len(bindings) == 1
        and bool(given.args)
        and not (given.defaults or given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs)
    )


def _only_computes(program: PythonProgram, function: ast.FunctionDef) -> bool:
    """Whether a function binds its own names, and calls itself and what computes, and no more."""
    for statement in function.body:
        for part in program.view.tree.walk(statement):
            if isinstance(part, _ODD):
                return False
            if isinstance(part, ast.Subscript) and not isinstance(part.ctx, ast.Load):
                return False
            if isinstance(part, ast.Call):
                name = part.func.id if isinstance(part.func, ast.Name) else ""
                own = name == function.name and not part.keywords
                if not own and not (name in _PURE and program.is_builtin(name)):
                    return False
    return not any(
        isinstance(use.ctx, ast.Store)
        for parameter in function.args.args
        for use in program.uses(parameter.arg, function)
    )


def _is_near(site: Site, function: ast.FunctionDef) -> bool:
    """Whether a call goes to a state near by: each argument is the parameter, or that and something."""
    node = site.node
    assert isinstance(node, ast.Call)
    if len(node.args) != len(function.args.args):
        return False
    moved = 0
    for argument, parameter in zip(node.args, function.args.args, strict=True):
        if isinstance(argument, ast.Name) and argument.id == parameter.arg:
            continue
        if (
            not isinstance(argument, ast.BinOp)
            or not isinstance(argument.op, ast.Add | ast.Sub)
            or not isinstance(argument.left, ast.Name)
            or argument.left.id != parameter.arg
        ):
            return False
        moved += 1
    return moved > 0


def _runs_again(program: PythonProgram, call: ast.AST) -> bool:
    """Whether one run of the function may come by a call in each round of a loop: nothing in the loop ends it early."""
    above = program.parent(call)
    while not isinstance(above, ast.FunctionDef | ast.Return | ast.For | ast.While):
        if isinstance(above, ast.GeneratorExp | ast.ListComp | ast.SetComp):
            return True
        above = program.parent(above)
    return isinstance(above, ast.For | ast.While) and not any(
        isinstance(part, ast.Return | ast.Break) for part in program.view.tree.walk(above)
    )


def _takes_values(program: PythonProgram, function: ast.FunctionDef) -> bool:
    """Whether all calls pass integers and strings, and what comes back can't change."""
    calls = [site.node for site in program.view.calls_of(function.name)]
    named = [node for node in program.view.tree.nodes if isinstance(node, ast.Name) and node.id == function.name]
    if len(named) != len(calls):
        return False
    for call in calls:
        assert isinstance(call, ast.Call)
        if call.keywords or any(program.view.kinds.of(argument).name not in ("int", "str") for argument in call.args):
            return False
    return program.view.kinds.of(calls[0]).name in _FIXED  # type: ignore[arg-type]


def _means_the_same(program: PythonProgram, function: ast.FunctionDef, inner: list[Site]) -> bool:
    """Whether a result stays right: nothing that the function reads changes, or it is called once from outside."""
    scopes = program.view.scopes
    for statement in function.body:
        for part in program.view.tree.walk(statement):
            if (
                isinstance(part, ast.Name)
                and scopes.scope_of(part.id, part) is program.module
                and scopes.comprehension_binding(part.id, part) is None
                and part.id != function.name
                and not _is_constant(program, part)
            ):
                return _is_called_once(program, function, inner)
    return True


def _is_constant(program: PythonProgram, node: ast.Name) -> bool:
    bindings = program.view.scopes.bindings[program.module].get(node.id, [])
    return (
        len(bindings) == 1
        and bindings[0].how == "whole"
        and isinstance(bindings[0].value, ast.Constant)
        and isinstance(program.parent(bindings[0].node), ast.Module)
    )


def _is_called_once(program: PythonProgram, function: ast.FunctionDef, inner: list[Site]) -> bool:
    outside = [site for site in program.view.calls_of(function.name) if site.function is not function]
    if len(outside) != 1 or outside[0].loops or outside[0].in_lambda:
        return False
    caller = outside[0].function
    if caller is None:
        return True
    calls = list(program.view.calls_of(caller.name))
    return (
        isinstance(program.parent(caller), ast.Module)
        and len(calls) == 1
        and calls[0].function is None
        and not calls[0].loops
    )


def _remembered(program: PythonProgram, function: ast.FunctionDef) -> Iterator[Change]:
    first = function.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and len(function.body) > 1:
        first = function.body[1]
    table, key, result = program.fresh("remembered"), program.fresh("state"), program.fresh("result")
    names = [parameter.arg for parameter in function.args.args]
    state = names[0] if len(names) == 1 else f"({', '.join(names)})"
    head = (
        f"{key} = {state}\nif {key} in {table}:\n    return {table}[{key}]\n"
        f"if len({table}) >= {MOST_REMEMBERED}:\n    {table}.clear()"
    )
    if not program.is_builtin("len"):
        return
    edits: list[SourceEdit | None] = [
        program.line_before(function, f"{table} = {{}}\n\n"),
        program.line_before(first, head),
    ]
    for part in program.view.tree.walk(function):
        if isinstance(part, ast.Return) and part.value is not None:
            begin, end = program.stretch(part)
            value = program.source[program.stretch(part.value)[0] : end].decode()
            if program.source[begin:end].decode() != f"return {value}" or "\n" in value:
                return
            edits.append(program.replaced(part, f"{table}[{key}] = {result} = {value}; return {result}"))
    yield from change(function.lineno, edits, f"`{function.name}` is asked for the same again and again")


RULE = RewriteRule("py-remembered-results", "Remember the results of a recursion", "python", 3, _find, __doc__ or "")
