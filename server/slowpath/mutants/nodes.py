"""What the kinds of planted mistakes share: how a change is said, and what is read off the parse trees of all
languages."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from slowpath.model.breaking import FaultCategory

Change = tuple[str, FaultCategory, int, int, bytes]
"""Its kind, what kind of bug that is as a rule, and the bytes from begin to end that become others."""
CALLS = ("call_expression", "call", "method_invocation")
SUBSCRIPTS = ("subscript_expression", "subscript", "array_access")
_NO_CODE = frozenset(
    (
        "preproc_include ERROR comment line_comment block_comment import_statement import_from_statement "
        "import_declaration package_declaration"
    ).split()
)


def descendants(root: Node) -> Iterator[Node]:
    """Every node of the code; not those of `#include` lines, imports, comments and broken text."""
    pending = [root]
    while pending:
        node = pending.pop()
        if node.type in _NO_CODE:
            continue
        yield node
        pending.extend(reversed(node.children))


def text_of(node: Node, source: bytes) -> bytes:
    """The text of a node."""
    return source[node.start_byte : node.end_byte]


def word_of(node: Node | None, source: bytes) -> str:
    """The text of a node as a word, "" for none."""
    return "" if node is None else text_of(node, source).decode("utf-8", "replace")


def called(node: Node, source: bytes) -> str:
    """The last name of what a call calls (`sort` in `std::sort(...)` and `a.sort()`), "" where it has none."""
    return word_of(name_of_call(node), source)


def name_of_call(node: Node) -> Node | None:
    """The last name of what a call calls, None where it has none."""
    return (
        node.child_by_field_name("name")
        if node.type == "method_invocation"
        else last_identifier(node.child_by_field_name("function"))
    )


def last_identifier(function: Node | None) -> Node | None:
    """The name of what is called: `sort` in `std::sort`, `a.sort`."""
    while function is not None and function.type in (
        "qualified_identifier",
        "field_expression",
        "attribute",
        "template_function",
    ):
        function = (
            function.child_by_field_name("name")
            or function.child_by_field_name("field")
            or function.child_by_field_name("attribute")
        )
    return function if function is not None and function.type in ("identifier", "field_identifier") else None


def nothing(node: Node) -> bytes:
    """A statement that does nothing, in the node's language."""
    return b"pass" if _root_of(node).type == "module" else b";"


def is_cpp(node: Node) -> bool:
    """Whether the node is of a C++ program."""
    return _root_of(node).type == "translation_unit"


def _root_of(node: Node) -> Node:
    while node.parent is not None:
        node = node.parent
    return node


def is_ordering(node: Node, source: bytes) -> bool:
    """Whether the node stands in what orders elements: a lambda, an `operator<`, a function called `cmp` or such."""
    above = node.parent
    while above is not None:
        if above.type in ("lambda_expression", "lambda"):
            return True
        if above.type in ("function_definition", "method_declaration"):
            name = word_of(above.child_by_field_name("declarator") or above.child_by_field_name("name"), source)
            return name.startswith(("operator<", "operator>", "operator (", "operator()", "cmp", "comp", "less"))
        above = above.parent
    return False


def is_transition(node: Node) -> bool:
    """Whether the node stands in what is assigned to an element of a table, or in what a function returns."""
    above: Node | None = node
    while above is not None and above.type not in ("block", "compound_statement"):
        left = (
            above.child_by_field_name("left")
            if above.type in ("assignment_expression", "assignment", "augmented_assignment")
            else None
        )
        if above.type == "return_statement" or (
            left is not None and left.type in (*SUBSCRIPTS,) and not _holds(left, node)
        ):
            return True
        above = above.parent
    return False


def _holds(outer: Node, inner: Node) -> bool:
    return outer.start_byte <= inner.start_byte and inner.end_byte <= outer.end_byte
