"""What languages with C's statements share as dialects."""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from slowpath.constraints.dialects.dialect import Comparison
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import descendants, text_of

_COMMENT = late_regex(r"//[^\n]*|/\*.*?\*/", re.S)
_COMPARISONS = (">=", ">", "<=", "<", "==", "!=")


def condition_of(text: str, parsed: Callable[[str], Node]) -> str:
    """The condition of `if (condition) { ... }`; anything else stays, without comments and on one line. `parsed` gives
    the tree of a program that holds a statement."""
    text = " ".join(_COMMENT.sub(" ", text).split())
    stripped = text.rstrip(";").strip()
    if not re.match(r"if\s*\(", stripped):
        return stripped
    found = next(descendants(parsed(text), "if_statement"), None)
    condition = found.child_by_field_name("condition") if found is not None else None
    if condition is None:
        return stripped
    value = condition.child_by_field_name("value") or next(iter(condition.named_children), None)
    return text_of(value) or stripped


def outermost_comparison(root: Node, declarator: str) -> Comparison | None:
    """The comparison that the first variable of a tree begins with; `declarator` is what declares one."""
    node = next(descendants(root, declarator), None)
    value = node.child_by_field_name("value") if node is not None and not root.has_error else None
    while value is not None and value.type == "parenthesized_expression":
        value = next(iter(value.named_children), None)
    if value is None or value.type != "binary_expression":
        return None
    operator = text_of(value.child_by_field_name("operator"))
    if operator not in _COMPARISONS:
        return None
    return Comparison(text_of(value.child_by_field_name("left")), operator, text_of(value.child_by_field_name("right")))
