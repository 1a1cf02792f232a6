"""How often a C++ loop runs, and what a condition tests, as far as the text says it plainly."""

from __future__ import annotations

import re

from tree_sitter import Node

from slowpath.source.cpp.values import Scope, descendants, simplified, symbolic, text_of

UNKNOWN = ""


def for_count(node: Node, scope: Scope, loop_start: str | None, variable: str) -> str:
    """The count of `for (variable = loop_start; condition; update)`, or `UNKNOWN`."""
    condition, update = node.child_by_field_name("condition"), text_of(node.child_by_field_name("update"))
    if condition is None:
        return UNKNOWN
    condition = unwrapped(condition)
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
    if limit is None or shift is None or start is None or operator == "==":
        return UNKNOWN
    down = "--" in update or "-=" in update or left.type == "update_expression"
    step = re.search(r"[+-]=\s*(\d+)", update)
    more = 1 if operator in ("<=", ">=") else 0
    span = simplified(f"({start})-({{}})+{shift + more}" if down else f"({{}})-({start})+{more - shift}", limit)
    if step and int(step.group(1)) > 1:
        return simplified(f"({{}}+{int(step.group(1)) - 1})//{step.group(1)}", span) or UNKNOWN
    return span or UNKNOWN


def row_value(start: str, update: str, row: str) -> str | None:
    """What a loop's variable is in round `row`, or None where it doesn't go up or down by one."""
    if re.search(r"\+\+|\+=\s*1\b", update):
        return simplified(f"({{}})+{row}", start)
    return simplified(f"({{}})-{row}", start) if re.search(r"--|-=\s*1\b", update) else None


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


def unwrapped(node: Node) -> Node:
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


def while_count(condition: Node, scope: Scope, start_of: dict[str, str], checked_last: bool = False) -> str | None:
    """The count of `while (condition)`: a counter that runs down or up, `UNKNOWN`, or None for ever.

    `start_of` are the values that variables held before the loop. `checked_last` is for `do ... while`, which runs
    once more where its condition itself counts.
    """
    inner = unwrapped(condition)
    if text_of(inner) in ("1", "true"):
        return None
    more = 1 if checked_last else 0
    if inner.type == "update_expression":
        more -= text_of(inner).startswith("--")
        return simplified(f"({{}})+({more})", _value(scope, _argument_name(inner))) or UNKNOWN
    if inner.type == "identifier":
        return _value(scope, text_of(inner)) or UNKNOWN
    if inner.type == "binary_expression":
        left, right = inner.child_by_field_name("left"), inner.child_by_field_name("right")
        if left is not None and left.type == "update_expression" and "--" in text_of(left):
            return _counted_down(left, right, text_of(inner.child_by_field_name("operator")), scope, more)
        name, limit = _argument_name(inner), symbolic(right, scope)
        start = start_of.get(name) or _value(scope, name)
        operator = text_of(inner.child_by_field_name("operator"))
        if limit is not None and start is not None and operator in ("<", "<=", ">", ">=", "!="):
            more = 1 if operator in ("<=", ">=") else 0
            pattern = f"({start})-({{}})+{more}" if ">" in operator else f"({{}})-({start})+{more}"
            return simplified(pattern, limit) or UNKNOWN
    return UNKNOWN


def _counted_down(counter: Node, limit: Node | None, operator: str, scope: Scope, more: int) -> str:
    """The count of `while (t-- > 0)`, `while (--t >= 0)` and the like; `more` rounds are run before it is asked."""
    down_to = symbolic(limit, scope)
    prefix = text_of(counter).startswith("--")
    extra = more - prefix + (operator == ">=")
    if down_to is None or operator not in (">", ">=", "!="):
        return UNKNOWN
    return simplified(f"({{}})-({{}})+({extra})", _value(scope, _argument_name(counter)), down_to) or UNKNOWN
