"""Whether control can go on behind a Java statement, as its language says it (JLS 14.22): javac refuses what can't
be reached."""

from __future__ import annotations

from tree_sitter import Node

LOOPS = frozenset({"for_statement", "enhanced_for_statement", "while_statement", "do_statement"})
_JUMPS = frozenset({"return_statement", "break_statement", "continue_statement", "throw_statement", "yield_statement"})
_DEEPEST = 40


def leaves(node: Node, depth: int = 0) -> bool:
    """Whether a statement can't complete normally. Where that's in doubt (a constant's value) it can."""
    if depth > _DEEPEST:
        return False
    if node.type in _JUMPS:
        return True
    if node.type == "block":
        inside = [child for child in node.named_children if not child.type.endswith("comment")]
        return bool(inside) and leaves(inside[-1], depth + 1)
    if node.type == "labeled_statement":
        inner = node.named_children[-1]
        return leaves(inner, depth + 1) and not _breaks(inner, _text(node.named_children[0]))
    if node.type == "synchronized_statement":
        return _part_leaves(node, "body", depth)
    if node.type == "if_statement":
        return all(_part_leaves(node, part, depth) for part in ("consequence", "alternative"))
    if node.type in ("try_statement", "try_with_resources_statement"):
        last = [child for child in node.children if child.type == "finally_clause"]
        if last and leaves(last[0].named_children[-1], depth + 1):
            return True
        caught = [child for child in node.children if child.type == "catch_clause"]
        return _part_leaves(node, "body", depth) and all(_part_leaves(each, "body", depth) for each in caught)
    return node.type in LOOPS and _is_endless(node) and not _breaks(node, "")


def _part_leaves(node: Node, field: str, depth: int) -> bool:
    part = node.child_by_field_name(field)
    return part is not None and leaves(part, depth + 1)


def _is_endless(node: Node) -> bool:
    if node.type == "enhanced_for_statement":
        return False
    condition = node.child_by_field_name("condition")
    return (condition is None and node.type == "for_statement") or _text(condition).strip("() ") == "true"


def _breaks(node: Node, label: str) -> bool:
    """Whether a `break` in it ends it: one without a label in its own body, or one with this label anywhere."""
    stack = [(child, False) for child in node.named_children]
    while stack:
        inner, within = stack.pop()
        if inner.type == "break_statement":
            named = [_text(child) for child in inner.named_children]
            if (named == [label]) if named else (not within and not label):
                return True
        if inner.type not in ("lambda_expression", "class_body"):
            within |= inner.type in (*LOOPS, "switch_expression", "switch_statement")
            stack.extend((child, within) for child in inner.named_children)
    return False


def _text(node: Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""
