"""Time and memory wasted: what was remembered is worked out again, a walk goes on though all is known, an argument is
copied, a table is as large as the square of what it needs. What is printed mostly stays the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tree_sitter import Node

from slowpath.model.breaking import FaultCategory
from slowpath.mutants.nodes import Change, called, is_cpp, nothing, text_of, word_of

_REMEMBERS = re.compile(rb"\b(memo|seen|visited|vis|used|done|cache|known|dist|in_queue|reached)\w*\b", re.IGNORECASE)
_NAME = re.compile(rb"[A-Za-z_]\w*")
_TABLES = ("vector", "deque", "basic_string")
LARGER_TABLES = ("square of the size", "many times the size")
"""Kinds of changes that show hardly anywhere but in memory."""


def _forgotten(node: Node, source: bytes) -> Iterator[Change]:
    """What is known already is worked out once more; a loop isn't left."""
    if node.type == "decorator" and re.search(rb"\b(lru_)?cache\b", text_of(node, source)):
        yield "not remembered", FaultCategory.TIME, node.start_byte, node.end_byte, b""
    elif node.type == "if_statement" and node.child_by_field_name("alternative") is None:
        condition = node.child_by_field_name("condition")
        if condition is not None and _REMEMBERS.search(text_of(condition, source)):
            yield "not remembered", FaultCategory.TIME, node.start_byte, node.end_byte, nothing(node)
    elif node.type == "break_statement":
        yield "no early exit", FaultCategory.TIME, node.start_byte, node.end_byte, nothing(node)


def _shallow(node: Node, source: bytes) -> Iterator[Change]:
    """Python: a depth of recursion that nobody raised."""
    if (
        node.type == "expression_statement"
        and node.named_children
        and node.named_children[0].type == "call"
        and called(node.named_children[0], source) == "setrecursionlimit"
    ):
        yield "shallow recursion", FaultCategory.MEMORY, node.start_byte, node.end_byte, nothing(node)


def _copies(node: Node, source: bytes) -> Iterator[Change]:
    """An argument is taken as a copy (C++); each turn of a loop takes a copy (Python)."""
    if node.type == "parameter_declaration":
        kind, declared = node.child_by_field_name("type"), node.child_by_field_name("declarator")
        if (
            declared is not None
            and declared.type == "reference_declarator"
            and kind is not None
            and kind.type in ("template_type", "qualified_identifier", "type_identifier")
            and node.text is not None
            and node.text.startswith(b"const")
        ):
            text = text_of(kind, source) + b" " + text_of(declared, source).lstrip(b"& ")
            yield "copied argument", FaultCategory.TIME, node.start_byte, node.end_byte, text
    elif node.type == "comparison_operator" and not is_cpp(node) and b" in " in text_of(node, source):
        right = node.named_children[-1]
        if right.type == "identifier":
            yield (
                "copied to look",
                FaultCategory.TIME,
                right.start_byte,
                right.end_byte,
                b"list(" + text_of(right, source) + b")",
            )


def _roots(node: Node, source: bytes) -> Iterator[Change]:
    """`i * i <= n` as `i <= n`: divisors and the like are looked for up to the end."""
    if node.type not in ("binary_expression", "comparison_operator"):
        return
    first = node.named_children[0] if node.named_children else None
    if first is None or first.type not in ("binary_expression", "binary_operator"):
        return
    left, right = first.child_by_field_name("left"), first.child_by_field_name("right")
    if (
        word_of(first.child_by_field_name("operator"), source) == "*"
        and left is not None
        and right is not None
        and text_of(left, source) == text_of(right, source)
    ):
        yield "beyond the root", FaultCategory.TIME, first.start_byte, first.end_byte, text_of(left, source)


def _squares(node: Node, source: bytes) -> Iterator[Change]:
    """A table of n elements with n * n of them, or with two hundred times as many."""
    size = _table_size(node, source)
    if size is None:
        return
    text = text_of(size, source)
    # An unsigned product can't overflow; where it's a name only, for a sum would want parentheses anyway.
    squared = b"(size_t)(" + text + b") * (" + text + b")" if is_cpp(node) else b"((" + text + b") ** 2)"
    of_squares, of_many = LARGER_TABLES
    yield of_squares, FaultCategory.MEMORY, size.start_byte, size.end_byte, squared
    many = b"(size_t)(" + text + b") * 200" if is_cpp(node) else b"((" + text + b") * 200)"
    yield of_many, FaultCategory.MEMORY, size.start_byte, size.end_byte, many


def _table_size(node: Node, source: bytes) -> Node | None:
    """The size of the table that the node makes, where it names something."""
    found: Node | None = None
    if (
        node.type in ("init_declarator", "function_declarator")
        and node.parent is not None
        and node.parent.type == "declaration"
    ):
        kind = word_of(node.parent.child_by_field_name("type"), source).removeprefix("std::")
        # `vector<int> a(n);` reads like the declaration of a function.
        given = node.child_by_field_name("value") or node.child_by_field_name("parameters")
        if (
            given is not None
            and given.type in ("argument_list", "parameter_list")
            and given.named_children
            and kind.startswith(_TABLES)
        ):
            found = given.named_children[0]
    elif node.type == "binary_operator" and word_of(node.child_by_field_name("operator"), source) == "*":
        left = node.child_by_field_name("left")
        found = node.child_by_field_name("right") if left is not None and left.type == "list" else None
    elif node.type in ("call_expression", "call") and called(node, source) in ("assign", "resize", "bytearray"):
        arguments = node.child_by_field_name("arguments")
        found = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    return (
        found
        if found is not None and _NAME.search(text_of(found, source)) and found.type != "call_expression"
        else None
    )


CHANGES: tuple[Callable[[Node, bytes], Iterator[Change]], ...] = (_forgotten, _shallow, _copies, _roots, _squares)
