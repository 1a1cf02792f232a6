"""What the nodes of a Python program bind, and the expressions that one evaluates itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
BLOCK_FIELDS = ("body", "orelse", "finalbody")


class Binding:
    """One place that binds a name. `value` is what it is bound to, None where the text doesn't say; `how` says which
    part of it: "whole", "item" (one element of it), "part" (element `index` of it), "add" (`+=`)."""

    __slots__ = ("how", "index", "node", "value")

    def __init__(self, node: ast.AST, value: ast.expr | None, how: str = "whole", index: int = 0) -> None:
        self.node, self.value, self.how, self.index = node, value, how, index


def evaluated_by(statement: ast.stmt) -> frozenset[str]:
    """The texts of names, paths and remainders that a statement surely evaluates, whatever its conditions say; none
    where it assigns within an expression."""
    found: set[str] = set()
    parts: list[ast.AST] = list(own_expressions(statement))
    while parts:
        node = parts.pop()
        if isinstance(node, ast.NamedExpr):
            return frozenset()
        is_path = isinstance(node, ast.Name | ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Load)
        if is_path or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod | ast.FloorDiv)):
            found.add(ast.unparse(node))
        if isinstance(node, ast.BoolOp):
            parts.append(node.values[0])
        elif isinstance(node, ast.IfExp):
            parts.append(node.test)
        elif isinstance(node, ast.Compare):
            parts += [node.left, node.comparators[0]]
        elif isinstance(node, COMPREHENSIONS):
            parts.append(node.generators[0].iter)
        elif not isinstance(node, ast.Lambda):
            parts.extend(ast.iter_child_nodes(node))
    return frozenset(found)


def own_expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions of a statement that aren't in its body; of a `for` only what it goes over."""
    if isinstance(statement, ast.For | ast.AsyncFor):
        yield statement.iter
        return
    for name, value in ast.iter_fields(statement):
        if name in (*BLOCK_FIELDS, "handlers", "cases", "decorator_list", "args", "items"):
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.expr):
                yield part


def parameter_names(scope: ast.AST) -> set[str]:
    """The names of a function's parameters, none for what is no function."""
    arguments = getattr(scope, "args", None)
    if not isinstance(arguments, ast.arguments):
        return set()
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return {argument.arg for argument in every if argument is not None}


def binding_targets(node: ast.AST, target: ast.expr, value: ast.expr | None, how: str) -> Iterator[tuple[Binding, str]]:
    """The names that a target binds, `.x` for an attribute x, each with what it is bound to."""
    if isinstance(target, ast.Name):
        yield Binding(node, value, how), target.id
    elif isinstance(target, ast.Attribute):
        yield Binding(node, value, how), "." + target.attr
    elif isinstance(target, ast.Starred):
        yield from binding_targets(node, target.value, None, "whole")
    elif isinstance(target, ast.Tuple | ast.List):
        shown = value.elts if how == "whole" and isinstance(value, ast.Tuple | ast.List) else []
        starred = any(isinstance(part, ast.Starred) for part in (*target.elts, *shown))
        for index, part in enumerate(target.elts):
            if len(shown) == len(target.elts) and not starred:
                yield from binding_targets(node, part, shown[index], "whole")
            elif isinstance(part, ast.Name) and not starred:
                yield Binding(node, value, "part" if how == "whole" else "item part", index), part.id
            else:
                yield from binding_targets(node, part, None, "whole")


def names_of_target(target: ast.expr) -> set[str]:
    """The variables that a target assigns to."""
    return {part.id for part in ast.walk(target) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def bound_by(statement: ast.stmt) -> Iterator[str]:
    """The variables that are surely bound behind a statement, where control gets there."""
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            yield from names_of_target(target)
    elif (isinstance(statement, ast.AnnAssign) and statement.value is not None) or isinstance(statement, ast.AugAssign):
        yield from names_of_target(statement.target)
    elif isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
        yield statement.name
    elif isinstance(statement, ast.Import | ast.ImportFrom):
        yield from ((alias.asname or alias.name).split(".")[0] for alias in statement.names)
    elif isinstance(statement, ast.With):
        for part in statement.body:
            yield from bound_by(part)
    elif isinstance(statement, ast.If) and statement.orelse:
        branches = [branch for branch in (statement.body, statement.orelse) if not _leaves(branch)]
        bound = [{name for part in branch for name in bound_by(part)} for branch in branches]
        if bound:
            yield from set.intersection(*bound)


def _leaves(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], ast.Return | ast.Raise | ast.Break | ast.Continue)
