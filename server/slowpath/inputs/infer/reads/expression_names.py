"""Which variable an expression is about: what it names, what is added to it, what a loop counts and up to where.

For C++ and Python, whose parse trees name these things alike.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from tree_sitter import Node

from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import text_of

CALLS = ("call", "call_expression")
SETS = ("assignment", "assignment_expression")
LISTED = ("subscript", "subscript_expression")

_UP_TO = late_regex(
    r"\(?\s*(?P<name>[A-Za-z_]\w*)\s*(?P<sign><=|<|!=)\s*\(?(?P<bound>[A-Za-z_]\w*)\)?\s*"
    r"(?P<more>-\s*\d+|\+\s*1)?\s*\)?(?:$|&&|;)"
)
_FROM = late_regex(r"=\s*(?P<first>\d+)")
_RANGE = late_regex(r"range\((?:(?P<first>\d+)\s*,\s*)?(?P<bound>[A-Za-z_]\w*)\s*(?P<more>[-+]\s*1)?\s*\)")
_SHIFTED = late_regex(
    r"\(*(?:[A-Za-z_]\w*(?:\[[^\[\]]*\])?(?:\.|->))*(?P<name>[A-Za-z_]\w*)(?:\[[^\[\]]*\])?\)*"
    r"(?:\s*(?P<sign>[+-])\s*(?P<more>\d+))?\)*"
)


def arguments(node: Node | None) -> list[Node]:
    """What a call is given."""
    given = node.child_by_field_name("arguments") if node is not None else None
    return given.named_children if given is not None else []


def compared_sides(node: Node, operators: Collection[str]) -> tuple[Node, Node] | None:
    """Both sides of a comparison by one of these operators."""
    sides, signs = node.named_children, [text_of(one) for one in node.children if not one.is_named]
    return (sides[0], sides[1]) if len(sides) == 2 and signs[:1] and signs[0] in operators else None


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


class Turns(NamedTuple):
    """The turns of a loop: from `first` up to, but not including, the variable `bound` and `more`."""

    bound: str
    first: int
    more: int


def loop_turns(node: Node) -> tuple[str, Turns] | None:
    """The variable and the turns of `for (int i = 0; i < n; i++)` or `for i in range(n)`."""
    condition = node.child_by_field_name("condition")
    if condition is None:
        found = first = _RANGE.fullmatch(text_of(node.child_by_field_name("right")))
        name = text_of(node.child_by_field_name("left"))
    else:
        found, first = _UP_TO.match(text_of(condition)), _FROM.search(text_of(node.child_by_field_name("initializer")))
        name = found["name"] if found is not None else ""
    if found is None or not name.isidentifier():
        return None
    more = int((found["more"] or "0").replace(" ", "")) + (condition is not None and found["sign"] == "<=")
    return name, Turns(found["bound"], int((first and first["first"]) or 0), more)
