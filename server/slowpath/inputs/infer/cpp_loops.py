"""How often a C++ loop runs, and what a condition tests, as far as the text says it plainly."""

from __future__ import annotations

import re

from tree_sitter import Node

from slowpath.inputs.infer.cpp_values import Scope, descendants, simplified, symbolic, text_of

UNKNOWN = ""


def for_count(node: Node, scope: Scope, loop_start: str | None, variable: str) -> str:
    """The count of `for (variable = loop_start; condition; update)`, or `UNKNOWN`."""
    condition, update = node.child_by_field_name("condition"), text_of(node.child_by_field_name("update"))
    if condition is None:
        return UNKNOWN
    condition = _unwrapped(condition)
    if condition.type == "update_expression" or text_of(condition) == variable:
        counted = _argument_name(condition)
        return (loop_start if counted == variable else _value(scope, counted)) or UNKNOWN
    if condition.type != "binary_expression":
        return UNKNOWN
    return _compared(condition, update, scope, loop_start, variable)


def _compared(condition: Node, update: str, scope: Scope, start: str | None, variable: str) -> str:
    operator = text_of(condition.child_by_field_name("operator"))
    left, right = condition.child_by_field_name("left"), condition.child_by_field_name("right")
    if operator in ("&&", "||"):
        return _compared_first(condition, update, scope, start, variable)
    if left is None or right is None:
        return UNKNOWN
    if variable not in _names(left) and variable in _names(right):
        left, right = right, left
        operator = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(operator, operator)
    if left.type == "update_expression" and _argument_name(left) != variable:
        return _value(scope, _argument_name(left)) or UNKNOWN
    limit, shift = symbolic(right, scope), _shift(left, variable)
    if limit is None or shift is None or start is None:
        return UNKNOWN
    down = "--" in update or "-=" in update or left.type == "update_expression"
    step = re.search(r"[+-]=\s*(\d+)", update)
    more = 1 if operator in ("<=", ">=") else 0
    span = simplified(f"({start})-({{}})+{shift + more}" if down else f"({{}})-({start})+{more - shift}", limit)
    if step and int(step.group(1)) > 1:
        return simplified(f"({{}}+{int(step.group(1)) - 1})//{step.group(1)}", span) or UNKNOWN
    return span or UNKNOWN


def _compared_first(condition: Node, update: str, scope: Scope, start: str | None, variable: str) -> str:
    for side in ("left", "right"):
        part = condition.child_by_field_name(side)
        if part is not None and part.type == "binary_expression":
            found = _compared(part, update, scope, start, variable)
            if found:
                return found
    return UNKNOWN


def _shift(left: Node, variable: str) -> int | None:
    """The constant c when `left` is `variable + c`."""
    text = re.sub(r"[()\s]|\+\+|--|int", "", text_of(left))
    match = re.fullmatch(rf"{re.escape(variable)}(?:([+-])(\d+))?", text)
    if not match:
        return None
    return int((match.group(1) or "+") + (match.group(2) or "0"))


def _unwrapped(node: Node) -> Node:
    while node.type in ("condition_clause", "parenthesized_expression", "comma_expression") and node.named_children:
        node = node.named_children[-1]
    return node


def _argument_name(node: Node) -> str:
    found = next(iter(descendants(node, "identifier")), None)
    return text_of(found)


def _names(node: Node) -> set[str]:
    return {text_of(found) for found in descendants(node, "identifier")}


def _value(scope: Scope, name: str) -> str | None:
    found = scope.find(name)
    return found.value if found else None


def while_count(condition: Node, body: Node | None, scope: Scope, start_of: dict[str, str]) -> str | None:
    """The count of `while (condition)`: a counter that runs down or up, `UNKNOWN`, or None for ever.

    `start_of` are the values that variables held before the loop.
    """
    inner = _unwrapped(condition)
    if text_of(inner) in ("1", "true"):
        return None
    if inner.type == "update_expression":
        return _value(scope, _argument_name(inner)) or UNKNOWN
    if inner.type == "identifier":
        return _value(scope, text_of(inner)) or UNKNOWN
    if inner.type == "binary_expression":
        left, right = inner.child_by_field_name("left"), inner.child_by_field_name("right")
        if left is not None and left.type == "update_expression":
            name = _argument_name(left)
            if text_of(left).startswith(name) and "--" in text_of(left):
                return _value(scope, name) or UNKNOWN
        name, limit = _argument_name(inner), symbolic(right, scope)
        start = start_of.get(name) or _value(scope, name)
        operator = text_of(inner.child_by_field_name("operator"))
        if limit is not None and start is not None and operator in ("<", "<=", ">", ">="):
            more = 1 if "=" in operator else 0
            pattern = f"({start})-({{}})+{more}" if ">" in operator else f"({{}})-({start})+{more}"
            return simplified(pattern, limit) or UNKNOWN
    return UNKNOWN


def tested(condition: Node, scope: Scope) -> tuple[str, tuple[str, ...], bool] | None:
    """What a condition asks of a token read: (key, values, whether true means one of them), or None.

    A value ending in `*` means: the word begins so (`s[0] == 'A'`).
    """
    node = _unwrapped(condition)
    if node.type == "identifier":
        value = _key(scope, node)
        return (value, ("0",), False) if value else None
    if node.type == "unary_expression" and text_of(node).startswith("!"):
        inner = tested(node.child_by_field_name("argument"), scope)  # type: ignore[arg-type]
        return (inner[0], inner[1], not inner[2]) if inner else None
    if node.type != "binary_expression":
        return None
    operator = text_of(node.child_by_field_name("operator"))
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return None
    if operator == "||":
        first, second = tested(left, scope), tested(right, scope)
        if first and second and first[0] == second[0] and first[2] == second[2]:
            return first[0], (*first[1], *second[1]), first[2]
        return None
    if operator not in ("==", "!="):
        return None
    for token, literal in ((left, right), (right, left)):
        key, word = _key(scope, token), _literal(literal, scope)
        if key and word is not None:
            return key, (word + ("*" if token.type in ("subscript_expression", "call_expression") else ""),), \
                operator == "=="
    return None


def _key(scope: Scope, node: Node) -> str:
    if node.type == "subscript_expression":
        if re.sub(r"\s", "", text_of(node)).endswith("[0]"):
            return _key(scope, node.child_by_field_name("argument"))  # type: ignore[arg-type]
        return ""
    if node.type == "parenthesized_expression" and node.named_children:
        return _key(scope, node.named_children[0])
    value = symbolic(node, scope) or ""
    return value if re.fullmatch(r"[A-Za-z_]\w*", value) else ""


def _literal(node: Node, scope: Scope) -> str | None:
    if node.type == "char_literal":
        return text_of(node)[1:-1]
    if node.type == "string_literal":
        return text_of(node)[1:-1]
    value = symbolic(node, scope)
    return value if value is not None and re.fullmatch(r"-?\d+", value) else None
