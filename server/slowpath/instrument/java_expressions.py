"""Expressions and definitions of conditions in Java: that each is one, and that what it does ends with it.

Definitions are methods. They become static ones of the program's own class, so that they know its types.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from slowpath.instrument.insertions import CannotPlace
from slowpath.instrument.marks import is_marked
from slowpath.model.patterns import late_regex
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
_CHANGING_CALLS = late_regex(
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


def defined_methods(setup: str) -> list[Node]:
    """The methods of a setup. Raises `CannotPlace` where it holds anything else."""
    root = parse_java(f"class C {{\n{setup}\n}}".encode("utf-8", "replace"))
    body = root.named_children[0].child_by_field_name("body") if root.named_child_count == 1 else None
    members = [each for each in body.named_children if not each.type.endswith("comment")] if body is not None else []
    if root.has_error or not members or any(each.type != "method_declaration" for each in members) or is_marked(setup):
        raise CannotPlace("its definitions are more than methods")
    return members


def judged_definitions(setup: str) -> str:
    """The methods of a setup as static ones, without comments. Raises `CannotPlace`."""
    return "\n".join(_static(method) for method in defined_methods(setup))


def _static(method: Node) -> str:
    """A method's text, whatever else it said of who may call it."""
    text, begin = method.text or b"", method.start_byte
    modifiers = next((each for each in method.children if each.type == "modifiers"), None)
    start = modifiers.end_byte if modifiers is not None else begin
    cut = [(start - begin, start - begin)]
    stack = list(method.children)
    while stack:
        node = stack.pop()
        if node.type.endswith("comment") and node.start_byte >= start:
            cut.append((node.start_byte - begin, node.end_byte - begin))
        if node.type == "string_literal" and node.start_point.row != node.end_point.row:
            raise CannotPlace("its definitions hold a text of several lines")
        stack.extend(node.children)
    cut.sort()
    ends = [first for first, _ in cut[1:]] + [len(text)]
    kept = b" ".join(text[last:end] for (_, last), end in zip(cut, ends, strict=True))
    return "static " + kept.decode("utf-8", "replace").strip()


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
