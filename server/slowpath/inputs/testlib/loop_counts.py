"""How often a loop of a validator runs, and what is known of its variables behind it."""

from __future__ import annotations

import re

from tree_sitter import Node

from slowpath.inputs.checktestdata.syntax import Command, Expression, Number, Operation, Set, Variable
from slowpath.inputs.testlib.expressions import NotUnderstood, Reader, text_of
from slowpath.inputs.testlib.source import descendants, place_of
from slowpath.inputs.testlib.values import UNKNOWN


def forgotten(node: Node) -> list[Command]:
    """What a loop that reads nothing computes: its variables have no value that could be followed."""
    names = {text_of(each.child_by_field_name("left")) for each in descendants(node, "assignment_expression")}
    return [Set(((Variable(name), UNKNOWN),), place_of(node)) for name in sorted(names) if name.isidentifier()]


def counted(node: Node, reader: Reader) -> tuple[Variable | None, Expression | None, int]:
    """The counter, how often the loop runs, and where the counter begins."""
    head = re.sub(r"\s+", " ", text_of(node.child_by_field_name("initializer")))
    begins = re.search(r"(\w+) ?= ?(\d+)", head)
    condition = node.child_by_field_name("condition")
    if begins is None or condition is None or condition.type != "binary_expression":
        return None, None, 0
    sign = text_of(condition.child_by_field_name("operator"))
    if text_of(condition.child_by_field_name("left")) != begins[1] or sign not in ("<", "<=", "!="):
        return None, None, 0
    step = text_of(node.child_by_field_name("update")).replace(" ", "")
    if step not in (f"{begins[1]}++", f"++{begins[1]}", f"{begins[1]}+=1"):
        return None, None, 0
    try:
        end = reader.expression(condition.child_by_field_name("right"))
    except NotUnderstood:
        return None, None, 0
    before = int(begins[2]) - (sign == "<=")
    count = (
        end
        if before == 0
        else Operation("-", end, Number(str(before)))
        if before > 0
        else Operation("+", end, Number(str(-before)))
    )
    return Variable(begins[1]), count, int(begins[2])
