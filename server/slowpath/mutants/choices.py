"""Wrong transitions and wrong choices: a table filled in the other order, one of several ways left out, an order that
isn't there or is another, a requirement that isn't asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tree_sitter import Node

from slowpath.model.breaking import FaultCategory
from slowpath.mutants.nodes import CALLS, Change, called, is_cpp, is_ordering, is_transition, nothing, text_of, word_of

_OTHER = {"first": "second", "second": "first"}
_TURNED = {"<": (">=", " - 1"), "<=": (">=", ""), ">": ("<=", ""), ">=": ("<=", "")}
"""By the comparison of a counting loop: that of the loop the other way round, and what its first value is less."""


def _loops(node: Node, source: bytes) -> Iterator[Change]:
    """A counting loop that goes the other way round."""
    if node.type == "for_statement" and is_cpp(node):
        yield from _turned(node, source)
    elif node.type == "call" and called(node, source) == "range":
        arguments = node.child_by_field_name("arguments")
        given = [text_of(each, source) for each in arguments.named_children] if arguments is not None else []
        if len(given) == 2:
            text = b"range((" + given[1] + b") - 1, (" + given[0] + b") - 1, -1)"
            yield "other direction", FaultCategory.DP, node.start_byte, node.end_byte, text
        elif len(given) == 3 and given[2] == b"-1":
            text = b"range((" + given[1] + b") + 1, (" + given[0] + b") + 1)"
            yield "other direction", FaultCategory.DP, node.start_byte, node.end_byte, text


def _turned(node: Node, source: bytes) -> Iterator[Change]:
    """`for (int j = a; j < b; j++)` as `for (int j = b - 1; j >= a; --j)`, and back."""
    start, condition, step = (node.child_by_field_name(name) for name in ("initializer", "condition", "update"))
    if (
        start is None
        or condition is None
        or step is None
        or step.type != "update_expression"
        or start.type != "declaration"
        or condition.type != "binary_expression"
    ):
        return
    declared = start.child_by_field_name("declarator")
    kind, limit = start.child_by_field_name("type"), condition.child_by_field_name("right")
    sign = word_of(condition.child_by_field_name("operator"), source)
    if declared is None or declared.type != "init_declarator" or kind is None or limit is None or sign not in _TURNED:
        return
    name, first = declared.child_by_field_name("declarator"), declared.child_by_field_name("value")
    goes_up = b"++" in text_of(step, source)
    if name is None or first is None or goes_up != sign.startswith("<"):
        return
    variable, begins, ends = (text_of(each, source) for each in (name, first, limit))
    turned, less = _TURNED[sign]
    less = " + 1" if sign == ">" else less
    text = (
        text_of(kind, source)
        + b" "
        + variable
        + b" = ("
        + ends
        + b")"
        + less.encode()
        + b"; "
        + variable
        + b" "
        + turned.encode()
        + b" ("
        + begins
        + b"); "
        + (b"--" if goes_up else b"++")
        + variable
    )
    yield "other direction", FaultCategory.DP, start.start_byte, step.end_byte, text


def _ways(node: Node, source: bytes) -> Iterator[Change]:
    """One of the two ways that a smallest or largest is taken of, alone."""
    if node.type not in CALLS or called(node, source) not in ("min", "max"):
        return
    arguments = node.child_by_field_name("arguments")
    given = arguments.named_children if arguments is not None and arguments.type == "argument_list" else []
    if len(given) == 2 and not any(each.type == "keyword_argument" for each in given):
        for each in given:
            category = FaultCategory.DP if is_transition(node) else FaultCategory.GREEDY
            yield ("one way only", category, node.start_byte, node.end_byte, b"(" + text_of(each, source) + b")")


def _orders(node: Node, source: bytes) -> Iterator[Change]:
    """An order that isn't there, or is another."""
    if node.type == "expression_statement" and node.named_children and node.named_children[0].type in CALLS:
        if called(node.named_children[0], source) in ("sort", "stable_sort", "reverse"):
            yield "no order", FaultCategory.GREEDY, node.start_byte, node.end_byte, nothing(node)
    elif node.type in CALLS and called(node, source) in ("sort", "stable_sort", "sorted"):
        arguments = node.child_by_field_name("arguments")
        last = arguments.named_children[-1] if arguments is not None and arguments.named_children else None
        if last is not None and (
            last.type in ("keyword_argument", "lambda_expression")
            or len(arguments.named_children if arguments is not None else ()) == 3
        ):
            before = last.prev_sibling
            begin = before.start_byte if before is not None and before.type == "," else last.start_byte
            yield "other order", FaultCategory.GREEDY, begin, last.end_byte, b""
    elif node.type == "field_identifier" and word_of(node, source) in _OTHER:
        category = FaultCategory.GREEDY if is_ordering(node, source) else FaultCategory.CONSTRAINT
        yield "other half", category, node.start_byte, node.end_byte, _OTHER[word_of(node, source)].encode()


def _requirements(node: Node, source: bytes) -> Iterator[Change]:
    """One of two requirements isn't asked for; what happens otherwise is left out."""
    if node.type in ("binary_expression", "boolean_operator"):
        operator = word_of(node.child_by_field_name("operator"), source)
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if operator in ("&&", "||", "and", "or") and left is not None and right is not None:
            for kept in (left, right):
                yield (
                    "one requirement only",
                    FaultCategory.CONSTRAINT,
                    node.start_byte,
                    node.end_byte,
                    text_of(kept, source),
                )
    elif node.type == "else_clause":
        yield "no other case", FaultCategory.STRUCTURAL, node.start_byte, node.end_byte, b""
    elif node.type == "if_statement":
        word = next((child for child in node.children if child.type == "else"), None)
        if word is not None:
            yield "no other case", FaultCategory.STRUCTURAL, word.start_byte, node.end_byte, b""


CHANGES: tuple[Callable[[Node, bytes], Iterator[Change]], ...] = (_loops, _ways, _orders, _requirements)
