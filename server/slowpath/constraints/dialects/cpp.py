"""C++ as a dialect of constraints."""

from __future__ import annotations

from slowpath.constraints.dialects.braces import condition_of, outermost_comparison
from slowpath.constraints.dialects.dialect import Comparison, Dialect
from slowpath.constraints.purity.cpp import Looks
from slowpath.source.cpp.source import parse_cpp


def unwrapped(text: str) -> str:
    """See `condition_of`."""
    return condition_of(text, lambda statement: parse_cpp(f"void f() {{ {statement} }}".encode("utf-8", "replace")))


def comparison(expression: str) -> Comparison | None:
    """The outermost comparison."""
    return outermost_comparison(parse_cpp(f"auto f = {expression};".encode("utf-8", "replace")), "init_declarator")


DIALECT = Dialect("cpp", "C++", unwrapped, comparison, Looks)
