"""What the kinds of planted mistakes share: how a change is said, and what is read off the parse trees of both
languages."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from slowpath.model.breaking import FaultCategory

Change = tuple[str, FaultCategory, int, int, bytes]
"""Its kind, what kind of bug that is as a rule, and the bytes from begin to end that become others."""


def descendants(root: Node) -> Iterator[Node]:
    """Every node of the code; not those of `#include` lines, imports, comments and broken text."""
    pending = [root]
    while pending:
        node = pending.pop()
        if node.type in ("preproc_include", "ERROR", "comment", "import_statement", "import_from_statement"):
            continue
        yield node
        pending.extend(reversed(node.children))


def text_of(node: Node, source: bytes) -> bytes:
    """The text of a node."""
    return source[node.start_byte:node.end_byte]


def word_of(node: Node | None, source: bytes) -> str:
    """The text of a node as a word, "" for none."""
    return "" if node is None else text_of(node, source).decode("utf-8", "replace")


def called(node: Node, source: bytes) -> str:
    """The last name of what a call calls (`sort` in `std::sort(...)` and `a.sort()`), "" where it has none."""
    return word_of(last_identifier(node.child_by_field_name("function")), source)


def last_identifier(function: Node | None) -> Node | None:
    """The name of what is called: `sort` in `std::sort`, `a.sort`."""
    while function is not None and function.type in ("qualified_identifier", "field_expression", "attribute",
                                                     "template_function"):
        function = function.child_by_field_name("name") or function.child_by_field_name("field") \
            or function.child_by_field_name("attribute")
    return function if function is not None and function.type in ("identifier", "field_identifier") else None


def nothing(node: Node) -> bytes:
    """A statement that does nothing, in the node's language."""
    return b";" if is_cpp(node) else b"pass"


def is_cpp(node: Node) -> bool:
    """Whether the node is of a C++ program, and not of a Python one."""
    root = node
    while root.parent is not None:
        root = root.parent
    return root.type == "translation_unit"


def is_ordering(node: Node, source: bytes) -> bool:
    """Whether the node stands in what orders elements: a lambda, an `operator<`, a function called `cmp` or such."""
    above = node.parent
    while above is not None:
        if above.type in ("lambda_expression", "lambda"):
            return True
        if above.type == "function_definition":
            name = word_of(above.child_by_field_name("declarator") or above.child_by_field_name("name"), source)
            return name.startswith(("operator<", "operator>", "operator (", "operator()", "cmp", "comp", "less"))
        above = above.parent
    return False


def is_transition(node: Node) -> bool:
    """Whether the node stands in what is assigned to an element of a table, or in what a function returns."""
    above: Node | None = node
    while above is not None and above.type not in ("block", "compound_statement"):
        left = above.child_by_field_name("left") if above.type in (
            "assignment_expression", "assignment", "augmented_assignment") else None
        if above.type == "return_statement" or (left is not None and left.type in (
                "subscript_expression", "subscript") and not _holds(left, node)):
            return True
        above = above.parent
    return False


def _holds(outer: Node, inner: Node) -> bool:
    return outer.start_byte <= inner.start_byte and inner.end_byte <= outer.end_byte
