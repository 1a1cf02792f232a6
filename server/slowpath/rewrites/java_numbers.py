"""Of which kind an expression of a Java program surely is: `int`, `long`, or nobody knows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tree_sitter import Node

from slowpath.rewrites.java_program import JavaProgram
from slowpath.source.cpp.values import descendants, text_of

INT, LONG = "int", "long"
_SMALL = frozenset({INT, "char", "short", "byte"})
_GIVING = {"nextInt": INT, "nextLong": LONG, "parseInt": INT, "parseLong": LONG, "length": INT, "size": INT}
_NONE: Mapping[str, str] = MappingProxyType({})
_OF_BOTH = frozenset({"max", "min", "abs"})


def kind_of(program: JavaProgram, node: Node | None, tables: Mapping[str, str] = _NONE) -> str:
    """INT or LONG for an expression that surely is of that type, "" for any other. It's no object, but for what is
    asked of `tables`: what each of these keeps is of that kind."""
    while node is not None and node.type == "parenthesized_expression":
        node = node.named_children[0]
    if node is None:
        return ""
    if node.type == "decimal_integer_literal":
        return LONG if text_of(node)[-1] in "lL" else INT
    if node.type in ("identifier", "array_access"):
        found = program.view.type_of(text_of(node), node)
        return found if found in (INT, LONG) else ""
    if node.type == "field_access":
        of = text_of(node.child_by_field_name("object"))
        is_length = text_of(node.child_by_field_name("field")) == "length"
        return INT if is_length and program.view.type_of(of, node).endswith("[]") else ""
    if node.type == "cast_expression":
        kind = text_of(node.child_by_field_name("type"))
        return kind if kind in (INT, LONG) else ""
    if node.type == "unary_expression":
        return (
            kind_of(program, node.child_by_field_name("operand"), tables) if text_of(node.children[0]) in "-+~" else ""
        )
    if node.type == "binary_expression":
        return _of_binary(program, node, tables)
    return _of_call(program, node, tables) if node.type == "method_invocation" else ""


def _of_binary(program: JavaProgram, node: Node, tables: Mapping[str, str]) -> str:
    operator = text_of(node.child_by_field_name("operator"))
    left, right = (_promoted(program, node.child_by_field_name(side), tables) for side in ("left", "right"))
    if not left or not right:
        return ""
    if operator in ("<<", ">>", ">>>"):
        return left
    return (LONG if LONG in (left, right) else INT) if operator in ("+", "-", "*", "/", "%", "&", "|", "^") else ""


def _promoted(program: JavaProgram, node: Node | None, tables: Mapping[str, str]) -> str:
    """The kind that a side of an operator has there: of a smaller number, INT."""
    if node is not None and node.type == "character_literal":
        return INT
    if node is not None and node.type in ("identifier", "array_access"):
        found = program.view.type_of(text_of(node), node)
        return INT if found in _SMALL else found if found == LONG else ""
    return kind_of(program, node, tables)


def _of_call(program: JavaProgram, node: Node, tables: Mapping[str, str]) -> str:
    name, of = text_of(node.child_by_field_name("name")), text_of(node.child_by_field_name("object"))
    if of in tables and name in ("get", "getOrDefault"):
        return tables[of]
    own = [
        text_of(each.child_by_field_name("type"))
        for each in descendants(program.root, "method_declaration")
        if text_of(each.child_by_field_name("name")) == name
    ]
    if own:
        return own[0] if len(set(own)) == 1 and own[0] in (INT, LONG) else ""
    given = node.child_by_field_name("arguments")
    if name in _OF_BOTH and of == "Math" and given is not None:
        kinds = {_promoted(program, each, tables) for each in given.named_children}
        return "" if "" in kinds else LONG if LONG in kinds else INT
    return _GIVING.get(name, "")
