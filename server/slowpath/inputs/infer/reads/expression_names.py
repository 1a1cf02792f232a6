"""Which variable an expression is about: what it names, what is added to it, what a loop counts and up to where.

For C++ and Python, whose parse trees name these things alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from slowpath.source.cpp.values import text_of

_SHIFTED = re.compile(
    r"\(*(?:[A-Za-z_]\w*(?:\[[^\[\]]*\])?(?:\.|->))*(?P<name>[A-Za-z_]\w*)(?:\[[^\[\]]*\])?\)*"
    r"(?:\s*(?P<sign>[+-])\s*(?P<more>\d+))?\)*"
)


def outside_subscripts(node: Node) -> Iterator[Node]:
    """The names of which an index is made: of `a[i] + j` j alone, since a list by `a[i]` isn't visited in order."""
    if node.type == "identifier":
        yield node
    elif node.type not in ("subscript_expression", "subscript"):
        for child in node.named_children:
            yield from outside_subscripts(child)


def base_of(node: Node) -> Node:
    """The innermost part of `(s[i])`, `p.x`, `*q` that names a variable."""
    while True:
        inner = None
        if node.type in ("parenthesized_expression", "pointer_expression") and node.named_children:
            inner = node.named_children[-1]
        elif node.type in ("subscript_expression", "subscript"):
            inner = node.child_by_field_name("argument") or node.child_by_field_name("value")
        if inner is None:
            return node
        node = inner


def base_name(node: Node | None) -> str:
    """The name of the variable, or of the member, that an expression is or is a part of; "" for any other."""
    if node is None:
        return ""
    found = base_of(node)
    if found.type in ("field_expression", "attribute"):
        return text_of(found.child_by_field_name("field") or found.child_by_field_name("attribute"))
    return text_of(found) if found.type == "identifier" else ""


def literal_text(node: Node) -> str:
    """What a literal of a character or string holds."""
    match = re.fullmatch(r"[bruLf]?(['\"])(.*)\1", text_of(node), re.S)
    return match.group(2) if match and "\\" not in match.group(2) else ""


def shifted_name(node: Node) -> tuple[str, int]:
    """The name in an index and what is added to it: `x-1` -> ("x", -1), `a[i]` -> ("a", 0), `e.u` -> ("u", 0)."""
    match = _SHIFTED.fullmatch(text_of(node))
    return (match["name"], int((match["sign"] or "+") + (match["more"] or "0"))) if match else ("", 0)


def index_of(node: Node) -> Node | None:
    """What stands in the brackets of a subscript, None where there are none."""
    indices = node.child_by_field_name("indices") or node.child_by_field_name("subscript")
    is_list = indices is not None and indices.type == "subscript_argument_list"
    return indices.named_children[0] if indices is not None and is_list and indices.named_children else indices


def cpp_loop(node: Node) -> tuple[str, str, int] | None:
    """(variable, bound, start) of `for (int i = 0; i < n; i++)`."""
    condition = text_of(node.child_by_field_name("condition"))
    match = re.match(
        r"\(?\s*([A-Za-z_]\w*)\s*(<=|<|!=)\s*\(?([A-Za-z_]\w*)\)?(?:\s*-\s*\d+|\s*\+\s*1)?"
        r"\s*\)?(?:$|&&|;)",
        condition,
    )
    start = re.search(r"=\s*(\d+)", text_of(node.child_by_field_name("initializer")))
    return (match.group(1), match.group(3), int(start.group(1)) if start else 0) if match else None


def python_loop(node: Node) -> tuple[str, str, int] | None:
    """(variable, bound, start) of `for i in range(n)`."""
    left, right = text_of(node.child_by_field_name("left")), text_of(node.child_by_field_name("right"))
    match = re.fullmatch(r"range\((?:(\d+)\s*,\s*)?([A-Za-z_]\w*)(?:\s*[-+]\s*1)?\s*\)", right)
    return (left, match.group(2), int(match.group(1) or 0)) if match and left.isidentifier() else None
