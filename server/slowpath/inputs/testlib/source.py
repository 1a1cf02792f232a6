"""What the text of a testlib validator says: literals, constants, functions, whether a part of it reads."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tree_sitter import Node

from slowpath.inputs.checktestdata.expressions import constant_of
from slowpath.inputs.checktestdata.syntax import (
    Both,
    Command,
    Comparison,
    Float,
    Int,
    Not,
    Place,
    Regex,
    Repeat,
    Test,
    Variable,
)
from slowpath.inputs.testlib.expressions import NotUnderstood, Reader, called, text_of
from slowpath.model.format import CONTRARY

STREAM = "inf"


def inserted_values(source: str) -> dict[str, str]:
    """What the program puts into each of its sets, where it does so at one place only."""
    made = {}
    for name in re.findall(r"\b(?:unordered_)?set\s*<[^;=(]*>\s*(\w+)\s*;", source):
        puts = re.findall(rf"\b{name}\.(?:insert|emplace)\((.+?)\)\s*(?:;|\.second)", source)
        if len(puts) == 1:
            made[name] = puts[0]
    return made


def named_in_message(arguments: Sequence[Node]) -> Variable | None:
    """The variable that the validator calls a value in its messages: `"a_i"`, `"a[i]"`."""
    said = literal_text(arguments[-1]) if len(arguments) > 2 else None
    name = re.match(r"[A-Za-z][A-Za-z0-9]*", said or "")
    return Variable(name[0]) if name is not None else None


def sorted_out(condition: Node | None, then: Command, otherwise: Command | None) -> tuple[Command, Command | None]:
    """The blank between turns and that after the last one: which branch is which, by the sign of the condition."""
    is_last = re.search(r"==", text_of(condition)) is not None
    return (otherwise, then) if is_last and otherwise is not None else (then, otherwise)


def renamed(command: Command, name: str, variable: Variable) -> Command:
    """The command with the variable of a range-based loop as the element that it is."""
    if isinstance(command, Repeat):
        return replace(command, body=tuple(renamed(inner, name, variable) for inner in command.body))
    if isinstance(command, Int | Float | Regex) and command.name == Variable(name):
        return replace(command, name=variable)
    return command


def orders_pairs(source: str) -> bool:
    """Whether pairs are put in order before they are looked up, or kept in both orders."""
    kept = set(re.findall(r"\.(?:insert|emplace)\(\W*(?:\w+\W)?\W*(\w+)\s*,\s*(\w+)\W", source))
    return re.search(r"\bswap\s*\(", source) is not None or any((b, a) in kept for a, b in kept if a != b)


def constants_in(node: Node, reader: Reader) -> dict[str, int]:
    """The constants that a declaration of the file makes."""
    made = {}
    if node.type == "declaration" and re.match(r"\s*(?:static |inline )*(?:const|constexpr)\b", text_of(node)):
        for declarator in node.children_by_field_name("declarator"):
            try:
                value = constant_of(reader.expression(declarator.child_by_field_name("value")))
            except NotUnderstood:
                continue
            if isinstance(value, int | float) and value == int(value):
                made[text_of(declarator.child_by_field_name("declarator"))] = int(value)
    return made


def function_name(node: Node) -> str:
    """The name that a definition gives."""
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type in ("pointer_declarator", "reference_declarator"):
        declarator = declarator.named_children[-1]
    return text_of(declarator.child_by_field_name("declarator")) if declarator is not None else ""


def descendants(node: Node, kind: str) -> list[Node]:
    """All nodes of a kind below one."""
    found, waiting = [], [node]
    while waiting:
        each = waiting.pop()
        if each.type == kind:
            found.append(each)
        waiting += each.named_children
    return found


def reads(node: Node) -> bool:
    """Whether its own text reads."""
    return re.search(rf"\b{STREAM}\s*\.\s*(read|skip)", text_of(node)) is not None


def reads_deeply(node: Node, functions: Mapping[str, Node]) -> bool:
    """Whether it reads, itself or by a function of the file."""
    return reads(node) or any(
        function in functions and reads(functions[function])
        for function in (called(each)[0] for each in descendants(node, "call_expression"))
    )


def reads_or_asserts(node: Node, functions: Mapping[str, Node]) -> bool:
    """Whether it reads, or its own text asserts something or gives up."""
    return reads_deeply(node, functions) or re.search(r"\b(ensuref?|assert|quitf?)\s*\(", text_of(node)) is not None


def literal_text(node: Node) -> str | None:
    """The text of a string literal."""
    if node.type == "concatenated_string":
        parts = [literal_text(part) for part in node.named_children]
        return None if None in parts else "".join(part or "" for part in parts)
    if node.type != "string_literal":
        return None
    return text_of(node)[1:-1].encode().decode("unicode_escape", "replace")


def place_of(node: Node) -> Place:
    """Where it begins."""
    return Place(node.start_point[0] + 1, node.start_point[1] + 1)


def assignment_in(node: Node | None) -> tuple[str, Node] | None:
    """The variable and the value of a statement, or of a block with one, that only assigns."""
    while node is not None and node.type in ("compound_statement", "expression_statement"):
        node = node.named_children[0] if node.named_child_count == 1 else None
    if node is None or node.type != "assignment_expression" or text_of(node.child_by_field_name("operator")) != "=":
        return None
    name, value = text_of(node.child_by_field_name("left")), node.child_by_field_name("right")
    return (name, value) if name.isidentifier() and value is not None else None


def contrary(test: Test) -> Test:
    """A test that holds where the other doesn't."""
    match test:
        case Not():
            return test.of
        case Comparison():
            return replace(test, operator=CONTRARY[test.operator])
        case Both():
            return Both("||" if test.operator == "&&" else "&&", contrary(test.left), contrary(test.right))
    return Not(test)
