"""Whether control goes on behind a C++ statement, as far as its text shows.

Only what is sure counts: a loop without an end, a jump, branches that all jump. What isn't sure is taken to go on.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

LOOPS = frozenset({"for_statement", "while_statement", "do_statement", "for_range_loop"})
_JUMPS = frozenset(
    {
        "return_statement",
        "break_statement",
        "continue_statement",
        "goto_statement",
        "throw_statement",
        "co_return_statement",
    }
)
_DEEPEST = 40
_ENDLESS = frozenset({"", "1", "true"})
_LEAVERS = frozenset({"exit", "abort", "_exit", "quick_exit", "std::exit", "std::abort"})


def leaves(node: Node, depth: int = 0) -> bool:
    """Whether the program surely doesn't go on behind the statement, as far as a look `_DEEPEST` blocks down shows."""
    if depth > _DEEPEST:
        return False
    if node.type in _JUMPS:
        return True
    if node.type == "expression_statement" and node.named_children:
        call = node.named_children[0]
        function = call.child_by_field_name("function")
        return call.type == "throw_statement" or (
            call.type == "call_expression" and function is not None and _text(function) in _LEAVERS
        )
    if node.type == "compound_statement":
        inside = [child for child in node.named_children if child.type != "comment"]
        return bool(inside) and leaves(inside[-1], depth + 1)
    if node.type in ("labeled_statement", "attributed_statement", "case_statement"):
        return bool(node.named_children) and (
            _text(node).startswith("[[fallthrough") or leaves(node.named_children[-1], depth + 1)
        )
    if node.type == "if_statement":
        return all(arm is not None and leaves(arm, depth + 1) for arm in _arms(node))
    return node.type in LOOPS and _is_endless(node) and not _breaks(node)


def _arms(node: Node) -> Iterator[Node | None]:
    """The branches of an `if` and of those that its `else`s go on with; None where the last `else` is missing."""
    branch: Node | None = node
    while branch is not None and branch.type == "if_statement":
        yield branch.child_by_field_name("consequence")
        alternative = branch.child_by_field_name("alternative")
        branch = alternative.named_children[-1] if alternative is not None else None
    yield branch


def _is_endless(node: Node) -> bool:
    if node.type == "for_range_loop":
        return False
    return _text(node.child_by_field_name("condition")).strip("() ") in _ENDLESS


def _breaks(loop: Node) -> bool:
    stack = list(loop.named_children)
    while stack:
        node = stack.pop()
        if node.type in ("break_statement", "goto_statement"):
            return True
        if node.type not in (*LOOPS, "switch_statement", "lambda_expression"):
            stack.extend(node.named_children)
        else:
            stack.extend(child for child in node.named_children if _has_goto(child))
    return False


def _has_goto(node: Node) -> bool:
    stack = [node]
    while stack:
        inner = stack.pop()
        if inner.type == "goto_statement":
            return True
        stack.extend(inner.named_children)
    return False


def _text(node: Node | None) -> str:
    return (node.text or b"").decode("latin-1") if node is not None else ""
