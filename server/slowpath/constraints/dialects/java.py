"""Java as a dialect of constraints."""

from __future__ import annotations

import re

from slowpath.constraints.dialects.dialect import Comparison, Dialect
from slowpath.constraints.purity.java import Looks, expression_root
from slowpath.source.cpp.values import descendants, text_of
from slowpath.source.java.source import parse_java

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
_COMPARISONS = (">=", ">", "<=", "<", "==", "!=")


def unwrapped(text: str) -> str:
    """The condition of `if (condition) { ... }`; anything else stays, without comments and on one line."""
    text = " ".join(_COMMENT.sub(" ", text).split())
    stripped = text.rstrip(";").strip()
    if not re.match(r"if\s*\(", stripped):
        return stripped
    root = parse_java(f"class C {{ void f() {{ {text} }} }}".encode("utf-8", "replace"))
    found = next(descendants(root, "if_statement"), None)
    condition = text_of(found.child_by_field_name("condition")) if found is not None else ""
    return condition[1:-1].strip() or stripped


def comparison(expression: str) -> Comparison | None:
    """The outermost comparison."""
    root = expression_root(expression)
    node = next(descendants(root, "variable_declarator"), None)
    value = node.child_by_field_name("value") if node is not None and not root.has_error else None
    while value is not None and value.type == "parenthesized_expression":
        value = next(iter(value.named_children), None)
    operator = text_of(value.child_by_field_name("operator")) if value is not None else ""
    if value is None or value.type != "binary_expression" or operator not in _COMPARISONS:
        return None
    return Comparison(text_of(value.child_by_field_name("left")), operator, text_of(value.child_by_field_name("right")))


DIALECT = Dialect("java", "Java", unwrapped, comparison, Looks)
