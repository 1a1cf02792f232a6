"""What a Java program declares: names, parameters, and which classes and methods do nothing but read."""

from __future__ import annotations

import re

from tree_sitter import Node

from slowpath.inputs.infer.reads.java.words import READERS, STREAMS, TAKES, WRAPS
from slowpath.source.cpp.values import text_of


def name_of(node: Node | None) -> str:
    """What a declaration or a call is named; "" where it has no name."""
    return text_of(node.child_by_field_name("name")) if node is not None else ""


def parameters_of(node: Node) -> list[Node]:
    """The parameters of a method or the fields of a record."""
    found = node.child_by_field_name("parameters")
    return [part for part in found.named_children if part.type == "formal_parameter"] if found is not None else []


def depth_of(node: Node) -> int:
    """How many brackets stand behind a name."""
    return text_of(node.child_by_field_name("dimensions")).count("[")


def called_by(node: Node | None) -> str:
    """The name of the method that an expression calls last, "" where it calls none."""
    return name_of(node) if node is not None and node.type == "method_invocation" else ""


def class_of(node: Node) -> Node | None:
    """The class in whose text a node stands, None where it's in none."""
    parent = node.parent
    while parent is not None and parent.type != "class_declaration":
        parent = parent.parent
    return parent


def reading_methods(methods: list[Node]) -> set[str]:
    """The names of methods that are called like readers and take what they give from a stream, by themselves or by each
    other."""
    bodies = {
        name_of(each): text_of(each.child_by_field_name("body"))
        for each in methods
        if not parameters_of(each) and any(pattern.fullmatch(name_of(each)) for pattern, _ in READERS)
    }
    found = {name for name, body in bodies.items() if TAKES.search(body)}
    for _ in bodies:
        found |= {name for name, body in bodies.items() if found & set(re.findall(r"(?<![\w.])(\w+)\s*\(", body))}
    return found


def is_wrapper(node: Node) -> bool:
    """Whether a class only wraps a stream: it holds one, and has a method that is called like a reader."""
    body = node.child_by_field_name("body")
    if body is None or not WRAPS.search(text_of(body)):
        return False
    names = [name_of(each) for each in body.named_children if each.type == "method_declaration"]
    extends = text_of(node.child_by_field_name("superclass"))
    readers = [name for name in names if any(pattern.fullmatch(name) for pattern, _ in READERS)]
    return "main" not in names and (bool(readers) or any(name in extends for name in STREAMS))


def is_data(node: Node) -> bool:
    """Whether a class only holds data: none of its methods reads."""
    body = node.child_by_field_name("body")
    return body is not None and not re.search(r"\b(next\w*|readLine|main|System\s*\.\s*in)\b|\brun\s*\(", text_of(body))
