"""C++ as a dialect of constraints."""

from __future__ import annotations

import re

from slowpath.constraints.dialects.dialect import Comparison, Dialect
from slowpath.constraints.purity.cpp import Looks
from slowpath.source.cpp.source import parse_cpp
from slowpath.source.cpp.values import descendants, text_of

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
_COMPARISONS = (">=", ">", "<=", "<", "==", "!=")


def unwrapped(text: str) -> str:
    """The condition of `if (condition) { ... }`; anything else stays, without comments and on one line."""
    text = " ".join(_COMMENT.sub(" ", text).split())
    stripped = text.rstrip(";").strip()
    if not re.match(r"if\s*\(", stripped):
        return stripped
    root = parse_cpp(f"void f() {{ {text} }}".encode("utf-8", "replace"))
    found = next(descendants(root, "if_statement"), None)
    value = found.child_by_field_name("condition") if found is not None else None
    inner = value.child_by_field_name("value") if value is not None else None
    return text_of(inner) if inner is not None else stripped


def comparison(expression: str) -> Comparison | None:
    """The outermost comparison."""
    root = parse_cpp(f"auto f = {expression};".encode("utf-8", "replace"))
    node = next(descendants(root, "init_declarator"), None)
    value = node.child_by_field_name("value") if node is not None and not root.has_error else None
    while value is not None and value.type == "parenthesized_expression":
        value = next(iter(value.named_children), None)
    if value is None or value.type != "binary_expression":
        return None
    operator = text_of(value.child_by_field_name("operator"))
    if operator not in _COMPARISONS:
        return None
    return Comparison(text_of(value.child_by_field_name("left")), operator, text_of(value.child_by_field_name("right")))


DIALECT = Dialect("cpp", "C++", unwrapped, comparison, Looks)
