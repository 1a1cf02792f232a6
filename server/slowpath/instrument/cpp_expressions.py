"""Expressions of conditions in C++: judged before they go into a program, and made fit for it.

What an expression means is the compiler's to say; here is made sure that it is one expression, whose effects end with
it, and that a plain `-Wall -Wextra` build stays without warnings.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from slowpath.instrument.insertions import CannotPlace
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.source import parse_cpp

LONGEST = 1000
MOST_BRACKETS = 100
_HEAD, _TAIL = "void f() { (", "); }"
_CHANGING = frozenset(
    {
        "assignment_expression",
        "update_expression",
        "delete_expression",
        "new_expression",
        "throw_statement",
        "co_await_expression",
        "co_yield_statement",
    }
)
_CHANGING_CALLS = late_regex(
    r"(?:\.|->)\s*(?:push|pop|push_back|pop_back|push_front|pop_front|insert|emplace\w*|erase|"
    r"clear|resize|getline)$|^(?:std::)?(?:scanf|getline|gets|getchar|"
    r"printf|puts|putchar|exit|abort|swap|sort)$"
)
_MAP = re.compile(rb"\bmap\s*<[^;{}()]*>\s*&?\s*([A-Za-z_]\w*)\s*(?![\w\[(])")
_BOOLEAN = frozenset({"<", "<=", ">", ">=", "==", "!=", "&&", "||"})
_TIGHTER = {
    "||": frozenset({"&&"}),
    "&": frozenset({"+", "-", "<", ">", "<=", ">=", "==", "!="}),
    "|": frozenset({"&", "^", "+", "-", "<", ">", "<=", ">=", "==", "!="}),
    "^": frozenset({"&", "+", "-", "<", ">", "<=", ">=", "==", "!="}),
    "<<": frozenset({"+", "-"}),
    ">>": frozenset({"+", "-"}),
}
"""Operators that compilers want in parentheses within another one (-Wparentheses)."""


def maps_of(source: bytes) -> frozenset[str]:
    """The names that a program gives to maps, by how their declarations look."""
    return frozenset(match[1].decode("latin-1") for match in _MAP.finditer(source))


def judged_expression(text: str, maps: frozenset[str] = frozenset()) -> str:
    """The expression on one line, with parentheses where compilers ask for them; `maps` are the program's maps.
    Raises `CannotPlace` where it isn't one expression, or may change something."""
    if len(text) > LONGEST or text.count("(") + text.count("[") + text.count("{") > MOST_BRACKETS:
        raise CannotPlace(f"'{_shown(text)}' is too long")
    root = parse_cpp(f"{_HEAD}{text}{_TAIL}".encode("utf-8", "replace"))
    inner = _only_expression(root, len(text.encode("utf-8", "replace")))
    if inner is None or root.has_error:
        raise CannotPlace(f"'{_shown(text)}' isn't one expression")
    _refuse_changes(inner, text, maps)
    return re.sub(r"\s*\n\s*", " ", _parenthesised(inner)).strip()


def is_boolean(text: str) -> bool:
    """Whether the expression is a comparison or joins some, so that it can be tested as it stands."""
    inner = _only_expression(parse_cpp(f"{_HEAD}{text}{_TAIL}".encode("utf-8", "replace")), None)
    return inner is not None and _is_boolean(inner)


def compares_unlike(text: str) -> bool:
    """Whether it may compare numbers with and without a sign, which `-Wextra` would tell the user about."""
    return re.search(r"size\s*\(|length\s*\(|sizeof|count\s*\(|unsigned|size_t|find\s*\(|\d[uU]", text) is not None


def _only_expression(root: Node, size: int | None) -> Node | None:
    body = root.named_children[0].child_by_field_name("body") if root.named_child_count == 1 else None
    if body is None or body.named_child_count != 1 or body.named_children[0].named_child_count != 1:
        return None
    outer = body.named_children[0].named_children[0]
    if outer.type != "parenthesized_expression" or outer.named_child_count != 1:
        return None
    if size is not None and outer.end_byte - outer.start_byte != size + 2:
        return None
    return outer.named_children[0]


def _refuse_changes(node: Node, text: str, maps: frozenset[str]) -> None:
    stack = [(node, False)]
    while stack:
        inner, in_lambda = stack.pop()
        if inner.type in _CHANGING and not in_lambda:
            raise CannotPlace(f"'{_shown(text)}' changes something")
        if inner.type == "subscript_expression" and _text(inner.child_by_field_name("argument")) in maps:
            raise CannotPlace(f"'{_shown(text)}' puts a key that isn't there into a map; count() and at() don't")
        if inner.type == "comment":
            raise CannotPlace(f"'{_shown(text)}' has a comment in it")
        if inner.type in ("string_literal", "raw_string_literal") and "\n" in _text(inner):
            raise CannotPlace(f"'{_shown(text)}' has a text of several lines in it")
        if inner.type == "call_expression":
            called = _text(inner.child_by_field_name("function"))
            if _CHANGING_CALLS.search(called) and not in_lambda:
                raise CannotPlace(f"'{_shown(text)}' calls {called}, which may change something")
        if inner.type == "comma_expression" and inner == node:
            raise CannotPlace(f"'{_shown(text)}' isn't one expression")
        stack.extend((child, in_lambda or inner.type == "lambda_expression") for child in inner.children)


def _parenthesised(node: Node) -> str:
    while (
        node.type == "parenthesized_expression"
        and node.named_child_count == 1
        and _is_boolean(node.named_children[0])
        and node.parent is not None
        and node.parent.type == "parenthesized_expression"
    ):
        node = node.named_children[0]
    if not node.children or node.type == "lambda_expression":
        return _text(node)
    whole = node.text or b""
    made, done = [], 0
    for child in node.children:
        begin = child.start_byte - node.start_byte
        made += [whole[done:begin].decode("utf-8", "replace"), _within(node, child)]
        done = child.end_byte - node.start_byte
    return "".join([*made, whole[done:].decode("utf-8", "replace")])


def _within(node: Node, child: Node) -> str:
    text = _parenthesised(child)
    if node.type == child.type == "binary_expression" and _operator(child) in _TIGHTER.get(_operator(node), ()):
        return f"({text})"
    return text


def _is_boolean(node: Node) -> bool:
    if node.type == "parenthesized_expression" and node.named_child_count == 1:
        return _is_boolean(node.named_children[0])
    if node.type == "unary_expression":
        return _text(node).startswith("!")
    if node.type in ("true", "false"):
        return True
    return node.type == "binary_expression" and _operator(node) in _BOOLEAN


def _operator(node: Node) -> str:
    return _text(node.child_by_field_name("operator"))


def _text(node: Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:57] + "..."
