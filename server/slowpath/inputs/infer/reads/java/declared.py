"""What a Java program declares: names, parameters, and which classes and methods do nothing but read."""

from __future__ import annotations

import re

from tree_sitter import Node

from slowpath.inputs.infer.reads.java.words import (
    READERS,
    STREAMS,
    TAKEN_TOKEN,
    TAKEN_WHILE,
    TAKES,
    TOKENS,
    TRIMS,
    WRAPS,
)
from slowpath.source.cpp.values import descendants, text_of

_LOOPS = ("while_statement", "do_statement", "for_statement", "enhanced_for_statement")


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


def token_reader(method: Node) -> str:
    """As what a method without parameters reads that gives one token, whatever it's called: by its type; "" where it
    does something else. The one token that it takes stands in what it returns."""
    body = text_of(method.child_by_field_name("body"))
    returned = [text_of(each) for each in descendants(method, "return_statement")]
    by_type = TOKENS.get(text_of(method.child_by_field_name("type")), "")
    if parameters_of(method) or not by_type or len(returned) != 1 or len(TAKEN_TOKEN.findall(body)) != 1:
        return ""
    return by_type if TAKEN_TOKEN.search(returned[0]) and "charAt" not in returned[0] else ""


def own_readers(methods: list[Node]) -> dict[str, str]:
    """The methods that give one token whatever they are called, those that hand on what such a method gives, too."""
    found = {name_of(each): reader for each in methods if (reader := token_reader(each))}
    for each in methods:
        returned = [text_of(part) for part in descendants(each, "return_statement")]
        by_type = TOKENS.get(text_of(each.child_by_field_name("type")), "")
        if by_type and not parameters_of(each) and len(returned) == 1 and text_of(each).count(";") == 1:
            called = re.search(r"(?<![\w.])(\w+)\(\)", returned[0])
            if called is not None and called[1] in found:
                found.setdefault(name_of(each), by_type)
    return {name: reader for name, reader in found.items() if not any(p.fullmatch(name) for p, _ in READERS)}


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
    readers += [
        name_of(each) for each in body.named_children if each.type == "method_declaration" and token_reader(each)
    ]
    return "main" not in names and (bool(readers) or any(name in extends for name in STREAMS))


def taken_lines(root: Node) -> set[str]:
    """The names of lines that are only taken apart (`new StringTokenizer(line)`, `line.split(" ")`): what is read there
    are their parts."""
    apart: set[str] = set()
    otherwise: set[str] = set()
    for use in descendants(root, "identifier"):
        inside = use.parent
        if inside is None:
            continue
        name, part = text_of(use), use
        while name_of(inside) in TRIMS and inside.child_by_field_name("object") == part and inside.parent is not None:
            part, inside = inside, inside.parent
        if ends_loop(part):
            continue
        if inside.type == "method_invocation" and inside.child_by_field_name("object") == part:
            if name_of(inside) == "split":
                apart.add(name)
            elif name_of(inside) not in ("isEmpty", "isBlank", "length"):
                otherwise.add(name)
        elif inside.type == "argument_list":
            made = inside.parent
            takes = made is not None and text_of(made.child_by_field_name("type")) in ("StringTokenizer", "Scanner")
            (apart if takes else otherwise).add(name)
        elif inside.type == "binary_expression":
            if "null" not in (text_of(part) for part in inside.children):
                otherwise.add(name)
        elif not (
            (inside.type == "assignment_expression" and text_of(inside.child_by_field_name("left")) == name)
            or (inside.type == "variable_declarator" and inside.child_by_field_name("name") == use)
        ):
            otherwise.add(name)
    return apart - otherwise


def lines_taken(node: Node | None) -> list[Node]:
    """The calls below a node that take a line of the input."""
    calls = descendants(node, "method_invocation") if node is not None else ()
    return [each for each in calls if name_of(each) in ("readLine", "nextLine") and "()" in text_of(each)[-3:]]


def is_conditional(line: Node) -> bool:
    """Whether a line is taken in some cases only: in an arm of a condition, or once nothing is left of another."""
    node = line
    while node.parent is not None and node.type not in ("method_declaration", "constructor_declaration"):
        inside = node.parent
        asked = inside.child_by_field_name("condition")
        if inside.type in ("if_statement", "ternary_expression", "switch_expression") and asked != node:
            return True
        if inside.type == "while_statement" and asked != node and TAKEN_WHILE.search(text_of(asked)):
            return True
        node = inside
    return False


def ends_loop(line: Node) -> bool:
    """Whether a line is compared with a word of the program by which its loop ends (`line.equals("0 0")`)."""
    asked = line.parent
    if asked is not None and asked.type == "argument_list":
        asked = asked.parent
    if called_by(asked) not in ("equals", "equalsIgnoreCase") or '"' not in text_of(asked):
        return False
    while asked is not None and asked.parent is not None and asked.parent.type.endswith("_expression"):
        asked = asked.parent
    question = asked.parent if asked is not None else None
    if question is None or question.child_by_field_name("condition") != asked:
        return False
    if question.type in ("while_statement", "do_statement"):
        return True
    done = question.child_by_field_name("consequence")
    if done is not None and done.type == "block" and done.named_children:
        done = done.named_children[-1]
    loop = question.parent
    while loop is not None and loop.type not in (*_LOOPS, "method_declaration", "lambda_expression"):
        loop = loop.parent
    if done is None or loop is None:
        return False
    if done.type == "return_statement":
        return loop.type in _LOOPS or text_of(done) == "return false;"
    is_once = loop.type == "do_statement" and "false" in text_of(loop.child_by_field_name("condition"))
    return done.type == "break_statement" and loop.type in _LOOPS and not is_once


def composed_methods(node: Node) -> list[Node]:
    """The methods of a class that wraps a stream which read by its other methods (`int[] readArray(int n)`)."""
    body = node.child_by_field_name("body")
    methods = [each for each in (body.named_children if body is not None else []) if each.type == "method_declaration"]
    found: list[Node] = []
    for method in methods:
        text = text_of(method.child_by_field_name("body"))
        gives = text_of(method.child_by_field_name("type"))
        several = bool(parameters_of(method)) or "[" in gives or "<" in gives
        called = set(re.findall(r"(?<![\w.])(?:this\s*\.\s*)?(\w+)\s*\(", text))
        if several and not TAKES.search(text) and called & {name_of(each) for each in methods if each != method}:
            found.append(method)
    return found


def is_data(node: Node) -> bool:
    """Whether a class only holds data: none of its methods reads."""
    body = node.child_by_field_name("body")
    return body is not None and not re.search(r"\b(next\w*|readLine|main|System\s*\.\s*in)\b|\brun\s*\(", text_of(body))
