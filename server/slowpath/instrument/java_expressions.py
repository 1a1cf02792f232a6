"""Expressions of conditions in Java: that each is one, and that what it does ends with it."""

from __future__ import annotations

import re

from tree_sitter import Node

from slowpath.instrument.insertions import CannotPlace
from slowpath.source.java.source import parse_java

LONGEST = 1000
_HEAD, _TAIL = "class C { void f() { Object o = (", "); } }"
_CHANGING = frozenset(
    {
        "assignment_expression",
        "update_expression",
        "object_creation_expression",
        "array_creation_expression",
        "lambda_expression",
        "switch_expression",
    }
)
_CHANGING_CALLS = re.compile(
    r"(?:add|put|remove|poll|pop|push|offer|set|clear|insert|append|delete|reverse|sort|fill|"
    r"shuffle|swap|next|read|print|exit|close|merge|compute|replaceAll|retain|take)"
)


def judged_expression(text: str) -> str:
    """The expression on one line. Raises `CannotPlace` where it isn't one, or may change something."""
    shown = " ".join(text.split())[:60]
    if len(text) > LONGEST:
        raise CannotPlace(f"'{shown}' is too long")
    root = parse_java(f"{_HEAD}{text}{_TAIL}".encode("utf-8", "replace"))
    value = _value(root)
    if root.has_error or value is None or value.end_byte - value.start_byte != len(text.encode("utf-8", "replace")) + 2:
        raise CannotPlace(f"'{shown}' isn't one expression")
    stack = [value]
    while stack:
        node = stack.pop()
        if node.type in _CHANGING:
            raise CannotPlace(f"'{shown}' changes something")
        if node.type.endswith("comment"):
            raise CannotPlace(f"'{shown}' has a comment in it")
        if node.type == "method_invocation":
            name = node.child_by_field_name("name")
            called = (name.text or b"").decode() if name is not None else ""
            if _CHANGING_CALLS.match(called):
                raise CannotPlace(f"'{shown}' calls {called}, which may change something")
        stack.extend(node.named_children)
    return re.sub(r"\s*\n\s*", " ", text).strip()


def _value(root: Node) -> Node | None:
    """What stands between head and tail, with its parentheses; None where that is more than one thing."""
    node: Node | None = root
    for kind in (
        "class_declaration",
        "class_body",
        "method_declaration",
        "block",
        "local_variable_declaration",
        "variable_declarator",
        "parenthesized_expression",
    ):
        parts = [child for child in node.named_children if child.type == kind] if node is not None else []
        node = parts[0] if len(parts) == 1 else None
    return node
