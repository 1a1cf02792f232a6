"""Slips: a comparison, a bound or a constant off by one, a type too narrow, a reduction left out, a smallest instead of
a largest, a call, a state or a corner case forgotten, an index beside the right one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tree_sitter import Node

from slowpath.model.breaking import FaultCategory
from slowpath.mutants.nodes import (
    CALLS,
    SUBSCRIPTS,
    Change,
    called,
    is_ordering,
    is_transition,
    name_of_call,
    nothing,
    text_of,
    word_of,
)

_COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
_ARITHMETIC = {"+": "-", "-": "+", "*": "+", "/": "*", "//": "*"}
_LOGIC = {"&&": "||", "||": "&&", "and": "or", "or": "and"}
_EXTREMES = {
    "min": "max",
    "max": "min",
    "lower_bound": "upper_bound",
    "upper_bound": "lower_bound",
    "bisect_left": "bisect_right",
    "bisect_right": "bisect_left",
    "min_element": "max_element",
    "max_element": "min_element",
}
_WIDE = re.compile(rb"\b(long\s+long(\s+int)?|int64_t|ll|i64)\b")
_WIDE_NUMBER = re.compile(rb"[0-9]+[lL]{1,2}")
_WORDS_FOR_MOST = {b"LLONG_MAX": b"INT_MAX", b"LLONG_MIN": b"INT_MIN"}
_RESETS = tuple(
    "clear assign resize fill memset push_back append pop add insert erase heappush put offer poll push".split()
)
_LARGE = 100


def _operators(node: Node, source: bytes) -> Iterator[Change]:
    """Comparisons, arithmetic and logic: the operator is exchanged."""
    if node.type not in ("binary_expression", "comparison_operator", "binary_operator", "boolean_operator"):
        return
    for child in node.children:
        word = word_of(child, source)
        if child.is_named:
            continue
        for table, kind, category in (
            (_COMPARISONS, "comparison", FaultCategory.STRUCTURAL),
            (_ARITHMETIC, "arithmetic", FaultCategory.NUMERIC),
            (_LOGIC, "condition", FaultCategory.CONSTRAINT),
        ):
            if word in table:
                chosen = (
                    FaultCategory.GREEDY
                    if is_ordering(node, source)
                    else FaultCategory.DP
                    if kind == "arithmetic" and is_transition(node)
                    else category
                )
                yield kind, chosen, child.start_byte, child.end_byte, table[word].encode()


def _constants(node: Node, source: bytes) -> Iterator[Change]:
    """An integer off by one; a large one, which is a bound or a stand-in for infinity, much too small."""
    if node.type not in ("number_literal", "integer", "decimal_integer_literal"):
        return
    written = text_of(node, source)
    if _WIDE_NUMBER.fullmatch(written):
        yield "narrow number", FaultCategory.NUMERIC, node.start_byte, node.end_byte, written.rstrip(b"lL")
    try:
        value = int(written, 0)
    except ValueError:
        return
    yield "off by one", FaultCategory.STRUCTURAL, node.start_byte, node.end_byte, str(value + 1).encode()
    if value > 0:
        yield "off by one", FaultCategory.STRUCTURAL, node.start_byte, node.end_byte, str(value - 1).encode()
    if value >= _LARGE:
        yield "small bound", FaultCategory.NUMERIC, node.start_byte, node.end_byte, str(value // 16).encode()
        yield "half a bound", FaultCategory.CONSTRAINT, node.start_byte, node.end_byte, str(value // 2).encode()


def _reductions(node: Node, source: bytes) -> Iterator[Change]:
    """`x % m` without its reduction; in Python an exact division by way of floats."""
    if node.type not in ("binary_expression", "binary_operator"):
        return
    operator = node.child_by_field_name("operator")
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if operator is None or left is None or right is None:
        return
    word = source[operator.start_byte : operator.end_byte]
    if word == b"%":
        yield (
            "no reduction",
            FaultCategory.NUMERIC,
            node.start_byte,
            node.end_byte,
            b"(" + source[left.start_byte : left.end_byte] + b")",
        )
    if word == b"//":
        text = (
            b"int("
            + source[left.start_byte : left.end_byte]
            + b" / "
            + source[right.start_byte : right.end_byte]
            + b")"
        )
        yield "float division", FaultCategory.NUMERIC, node.start_byte, node.end_byte, text


def _types(node: Node, source: bytes) -> Iterator[Change]:
    """A type too narrow, or the most that it holds (C++); a conversion to the wider type forgotten (Java)."""
    wanted, value = node.child_by_field_name("type"), node.child_by_field_name("value")
    if (
        node.type == "cast_expression"
        and wanted is not None
        and value is not None
        and text_of(wanted, source) == b"long"
    ):
        yield "narrow type", FaultCategory.NUMERIC, node.start_byte, node.end_byte, text_of(value, source)
    if node.type == "identifier" and text_of(node, source) in _WORDS_FOR_MOST:
        yield (
            "narrow number",
            FaultCategory.NUMERIC,
            node.start_byte,
            node.end_byte,
            _WORDS_FOR_MOST[text_of(node, source)],
        )
    if (
        node.type in ("sized_type_specifier", "primitive_type", "type_identifier")
        and node.parent is not None
        and node.parent.type
        in ("declaration", "parameter_declaration", "function_definition", "type_descriptor", "field_declaration")
        and _WIDE.fullmatch(source[node.start_byte : node.end_byte])
    ):
        yield "narrow type", FaultCategory.NUMERIC, node.start_byte, node.end_byte, b"int"


def _calls(node: Node, source: bytes) -> Iterator[Change]:
    """The smallest instead of the largest, the first not less instead of the first greater; a range that ends early."""
    if node.type not in CALLS:
        return
    name = name_of_call(node)
    if name is None:
        return
    word = word_of(name, source)
    if word in _EXTREMES:
        category = FaultCategory.DP if is_transition(node) else FaultCategory.GREEDY
        yield "other extreme", category, name.start_byte, name.end_byte, _EXTREMES[word].encode()
    arguments = node.child_by_field_name("arguments")
    if word == "range" and arguments is not None and arguments.named_children:
        last = arguments.named_children[min(1, len(arguments.named_children) - 1)]
        yield "short range", FaultCategory.STRUCTURAL, last.end_byte, last.end_byte, b" - 1"


def _statements(node: Node, source: bytes) -> Iterator[Change]:
    """A statement that isn't there: a state not reset, an order dropped, an early exit or a corner case forgotten."""
    if node.type == "expression_statement":
        yield from _dropped_expression(node, source)
    elif node.type in ("break_statement", "continue_statement"):
        yield "no early exit", FaultCategory.CONSTRAINT, node.start_byte, node.end_byte, nothing(node)
    elif node.type == "if_statement" and node.child_by_field_name("alternative") is None:
        yield "no corner case", FaultCategory.STRUCTURAL, node.start_byte, node.end_byte, nothing(node)


def _dropped_expression(node: Node, source: bytes) -> Iterator[Change]:
    inner = node.named_children[0] if node.named_children else None
    if inner is None:
        return
    if inner.type in CALLS:
        if called(inner, source) in _RESETS:
            yield "dropped call", FaultCategory.CONSTRAINT, node.start_byte, node.end_byte, nothing(node)
    elif inner.type in ("assignment_expression", "augmented_assignment", "update_expression"):
        is_state = any(child.type in SUBSCRIPTS for child in inner.named_children[:1])
        category = FaultCategory.DP if is_state else FaultCategory.STRUCTURAL
        yield "dropped assignment", category, node.start_byte, node.end_byte, nothing(node)


def _indices(node: Node, source: bytes) -> Iterator[Change]:
    """The element beside the right one."""
    if node.type not in SUBSCRIPTS:
        return
    index = (
        node.child_by_field_name("index")
        or node.child_by_field_name("subscript")
        or node.child_by_field_name("indices")
    )
    while index is not None and index.type == "subscript_argument_list" and index.named_children:
        index = index.named_children[0]
    if index is not None and index.type == "identifier":
        yield "other index", FaultCategory.DP, index.end_byte, index.end_byte, b" - 1"


CHANGES: tuple[Callable[[Node, bytes], Iterator[Change]], ...] = (
    _operators,
    _constants,
    _reductions,
    _types,
    _calls,
    _statements,
    _indices,
)
