"""Slow ways to do what a program does quickly: what a contestant writes who doesn't know better, with the same answer.

Sorting by insertion, a look through everything in place of halving, a tree of sets without its shortcuts, a hash table
where keys may be chosen to collide, lists in place of sets, a flush with every line, input that waits for output or is
read by the slow function, powers worked out before the remainder. Each is one change of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tree_sitter import Node

from slowpath.model.breaking import FaultCategory
from slowpath.mutants.nodes import Change, called, is_cpp, text_of, word_of

_BY_INSERTION = (
    b"([](auto from, auto to, auto... less) {"
    b" auto before = [&](const auto& a, const auto& b) { if constexpr (sizeof...(less) > 0) return (less(a, b), ...);"
    b" else return a < b; };"
    b" for (auto at = from; at != to; ++at)"
    b" for (auto back = at; back != from && before(*back, *(back - 1)); --back) std::swap(*back, *(back - 1)); })"
)
_FROM_THE_FRONT = {
    "lower_bound": b"([](auto from, auto to, const auto& value) { while (from != to && *from < value) ++from;"
    b" return from; })",
    "upper_bound": b"([](auto from, auto to, const auto& value) { while (from != to && !(value < *from)) ++from;"
    b" return from; })",
    "binary_search": b"([](auto from, auto to, const auto& value) { while (from != to && *from < value) ++from;"
    b" return from != to && !(value < *from); })",
}
_HASHED = {"map": "unordered_map", "set": "unordered_set"}
_HASHABLE = ("int", "long", "long long", "string", "std::string", "ll", "char", "unsigned", "int64_t", "size_t", "i64")


def _naive_calls(node: Node, source: bytes) -> Iterator[Change]:
    """Calls of the library's quick algorithms, as loops."""
    if node.type != "call_expression":
        return
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None or function.type not in ("identifier", "qualified_identifier"):
        return
    name, given = called(node, source), len(arguments.named_children)
    if name in ("sort", "stable_sort") and given in (2, 3):
        yield "sorted by insertion", FaultCategory.TIME, function.start_byte, function.end_byte, _BY_INSERTION
    elif name in _FROM_THE_FRONT and given == 3:
        yield (
            "looked for from the front",
            FaultCategory.TIME,
            function.start_byte,
            function.end_byte,
            _FROM_THE_FRONT[name],
        )


def _hash_tables(node: Node, source: bytes) -> Iterator[Change]:
    """A sorted map or set with keys that can be hashed, as a hash table."""
    if node.type != "template_type":
        return
    name, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
    if name is None or arguments is None or not arguments.named_children:
        return
    key = text_of(arguments.named_children[0], source).decode("utf-8", "replace")
    table = _HASHED.get(word_of(name, source))
    if table is not None and key in _HASHABLE:
        yield "a hash table", FaultCategory.TIME, name.start_byte, name.end_byte, table.encode()


def _long_paths(node: Node, source: bytes) -> Iterator[Change]:
    """`return up[x] = find(up[x])` without remembering: paths of a union-find stay long."""
    if (
        node.type == "assignment_expression"
        and node.parent is not None
        and node.parent.type in ("return_statement", "conditional_expression")
    ):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if (
            left is not None
            and right is not None
            and left.type == "subscript_expression"
            and right.type == "call_expression"
        ):
            yield "long paths", FaultCategory.TIME, node.start_byte, node.end_byte, text_of(right, source)


def _flushed(node: Node, source: bytes) -> Iterator[Change]:
    """A line end that flushes."""
    if (
        node.type in ("char_literal", "string_literal")
        and text_of(node, source) in (b"'\\n'", b'"\\n"')
        and node.parent is not None
        and node.parent.type == "binary_expression"
        and word_of(node.parent.child_by_field_name("operator"), source) == "<<"
    ):
        yield "flushed lines", FaultCategory.TIME, node.start_byte, node.end_byte, b"std::endl"


def _slow_streams(node: Node, source: bytes) -> Iterator[Change]:
    """What makes reading and printing quick, left out."""
    if node.type != "expression_statement" or not node.named_children:
        return
    only = node.named_children[0]
    if only.type in ("call_expression", "comma_expression") and re.search(
        rb"\bsync_with_stdio\b|\btie\s*\(", text_of(only, source)
    ):
        yield "streams in step", FaultCategory.TIME, node.start_byte, node.end_byte, b";"
    elif only.type == "assignment" and re.fullmatch(rb"input\s*=\s*(?:sys\.)?stdin\.readline", text_of(only, source)):
        yield "lines read by input", FaultCategory.TIME, node.start_byte, node.end_byte, b"pass"


def _whole_powers(node: Node, source: bytes) -> Iterator[Change]:
    """Python: `pow(a, b, m)` with the remainder of the whole power."""
    if node.type == "call" and word_of(node.child_by_field_name("function"), source) == "pow":
        arguments = node.child_by_field_name("arguments")
        given = [text_of(each, source) for each in arguments.named_children] if arguments is not None else []
        if len(given) == 3 and not given[1].startswith(b"-"):
            base, power, modulus = given
            yield (
                "whole powers",
                FaultCategory.TIME,
                node.start_byte,
                node.end_byte,
                b"((" + base + b") ** (" + power + b") % (" + modulus + b"))",
            )


def _python_lists(node: Node, source: bytes) -> Iterator[Change]:
    """Python: a set of elements as a list; halving as a look through everything; a queue that moves all its
    elements."""
    if node.type != "call" or is_cpp(node):
        return
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    given = arguments.named_children if arguments is not None else []
    if function is None:
        return
    name = called(node, source)
    if function.type == "identifier" and name == "set" and len(given) == 1:
        yield "a list for a set", FaultCategory.TIME, function.start_byte, function.end_byte, b"list"
    elif name in ("bisect_left", "bisect_right", "bisect") and len(given) == 2:
        sign = b"<" if name == "bisect_left" else b"<="
        text = (
            b"sum(each_ "
            + sign
            + b" ("
            + text_of(given[1], source)
            + b") for each_ in "
            + text_of(given[0], source)
            + b")"
        )
        yield "looked for from the front", FaultCategory.TIME, node.start_byte, node.end_byte, text


CHANGES: tuple[Callable[[Node, bytes], Iterator[Change]], ...] = (
    _naive_calls,
    _hash_tables,
    _long_paths,
    _flushed,
    _slow_streams,
    _whole_powers,
    _python_lists,
)
