"""Java as a dialect of constraints."""

from __future__ import annotations

from slowpath.constraints.dialects.braces import condition_of, outermost_comparison
from slowpath.constraints.dialects.dialect import Comparison, Dialect
from slowpath.constraints.purity.java import Looks, expression_root, program_of


def unwrapped(text: str) -> str:
    """See `condition_of`."""
    return condition_of(text, program_of)


def comparison(expression: str) -> Comparison | None:
    """The outermost comparison."""
    return outermost_comparison(expression_root(expression), "variable_declarator")


DIALECT = Dialect("java", "Java", unwrapped, comparison, Looks)
