"""Python as a dialect of constraints."""

from __future__ import annotations

import ast
import textwrap

from slowpath.constraints.dialects.dialect import Comparison, Dialect
from slowpath.constraints.purity.python import Looks, parsed

_OPERATORS: dict[type[ast.cmpop], str] = {
    ast.GtE: ">=",
    ast.Gt: ">",
    ast.LtE: "<=",
    ast.Lt: "<",
    ast.Eq: "==",
    ast.NotEq: "!=",
}


def unwrapped(text: str) -> str:
    """The condition of an `if` or `assert` statement; anything else stays, on one line."""
    try:
        first = parsed(textwrap.dedent(text).strip()).body[0]
    except (SyntaxError, ValueError, IndexError, RecursionError, MemoryError):
        return text.strip()
    if isinstance(first, (ast.If, ast.Assert)):
        return ast.unparse(first.test)
    if isinstance(first, ast.Expr):
        return ast.unparse(first.value)
    return text.strip()


def comparison(expression: str) -> Comparison | None:
    """The outermost comparison."""
    try:
        tree = parsed(expression.strip(), "eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if not isinstance(tree, ast.Compare) or len(tree.ops) != 1 or type(tree.ops[0]) not in _OPERATORS:
        return None
    return Comparison(ast.unparse(tree.left), _OPERATORS[type(tree.ops[0])], ast.unparse(tree.comparators[0]))


DIALECT = Dialect("python", "Python", unwrapped, comparison, Looks)
