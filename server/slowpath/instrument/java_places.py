"""Places in Java: its statements, where a text can stand without changing what they mean or whether they compile.

javac refuses a statement that can't be reached, so nothing is put behind what leaves (`java_flow`). Nor can anything
stand before `super(...)`, between a label and its loop, or in the arm of a `switch` that gives a value.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tree_sitter import Node

from slowpath.instrument.insertions import CannotPlace, Insertion, line_of
from slowpath.instrument.java_flow import LOOPS, leaves
from slowpath.model.constraint import AFTER, BEFORE, BODY, Place
from slowpath.source.java.source import parse_java

_FUNCTIONS = frozenset({"method_declaration", "constructor_declaration", "compact_constructor_declaration"})
_BLOCKS = frozenset({"block", "constructor_body", "switch_block_statement_group"})
_NOT_STATEMENTS = frozenset({"line_comment", "block_comment", "ERROR", "switch_label"})
_TYPES = frozenset(
    {
        "class_declaration",
        "interface_declaration",
        "enum_declaration",
        "record_declaration",
        "annotation_type_declaration",
    }
)


def resolve(source: bytes, place: Place) -> Insertion:
    """The spot of `place`. Raises `CannotPlace`; costs one parse a text, which is kept for the next places."""
    node = _statement(source, place)
    _refuse_errors(node)
    if place.where == BODY:
        return _in_body(source, place, node)
    if place.where not in (BEFORE, AFTER):
        raise CannotPlace(f"'{place.where}' isn't a place")
    if node.type in _FUNCTIONS:
        raise CannotPlace("it stands outside of every method")
    return _next_to(source, place, node)


def mains(source: bytes) -> list[Insertion]:
    """The beginnings of all methods that a virtual machine may start with."""
    made = []
    for node in _walk(parse_java(source)):
        if (
            node.type == "method_declaration"
            and _text(node.child_by_field_name("name")) == "main"
            and b"static" in (node.children[0].text or b"")
            and node.child_by_field_name("body") is not None
        ):
            made.append(_in_body(source, Place(BODY, node.start_point[0] + 1, node.start_point[1]), node))
    return made


@lru_cache(maxsize=8)
def _statements(source: bytes) -> dict[int, Node]:
    """The statements by where they begin, the outermost of each offset."""
    made: dict[int, Node] = {}
    for node in _walk(parse_java(source)):
        if _is_statement(node):
            made.setdefault(node.start_byte, node)
    return made


def _walk(root: Node) -> Iterator[Node]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.named_children))


def _is_statement(node: Node) -> bool:
    parent = node.parent
    if parent is None or not node.is_named or node.type in _NOT_STATEMENTS:
        return False
    if node.type in _FUNCTIONS:
        return True
    if parent.type in _BLOCKS:
        return True
    return _is_lone(node) or (parent.type == "labeled_statement" and parent.named_children[-1] == node)


def _is_lone(node: Node) -> bool:
    """Whether the statement is all that a loop or branch has."""
    parent = node.parent
    if parent is None:
        return False
    if parent.type in LOOPS:
        return parent.child_by_field_name("body") == node
    return parent.type == "if_statement" and node in (
        parent.child_by_field_name("consequence"),
        parent.child_by_field_name("alternative"),
    )


def _statement(source: bytes, place: Place) -> Node:
    begin, end = line_of(source, place.line)
    found = _statements(source)
    begins = (
        sorted(at for at in found if begin <= at <= end)
        if place.column is None
        else ([begin + place.column] if begin + place.column in found else [])
    )
    if not begins:
        raise CannotPlace("no statement begins there")
    return found[begins[0]]


def _refuse_errors(node: Node) -> None:
    around: Node | None = node
    while around is not None:
        if around.type == "ERROR" or (around == node and around.has_error):
            raise CannotPlace("what stands there can't be read")
        around = around.parent


def _in_body(source: bytes, place: Place, node: Node) -> Insertion:
    owner = _owner_of_body(node)
    body = (
        owner
        if owner.type in _BLOCKS
        else (owner.child_by_field_name("body") or owner.child_by_field_name("consequence"))
    )
    if body is None:
        raise CannotPlace("it has no body")
    if body.type not in _BLOCKS:
        return _insertion(
            source, Place(BEFORE, place.line, place.column), body, body.start_byte, (body.start_byte, body.end_byte)
        )
    first = body.children[0]
    calls = next((each for each in body.named_children if each.type == "explicit_constructor_invocation"), None)
    if calls is not None:
        return _insertion(source, place, node, calls.end_byte, None)
    return _insertion(source, place, node, first.end_byte, None)


def _owner_of_body(node: Node) -> Node:
    while node.type == "labeled_statement":
        node = node.named_children[-1]
    if (
        node.type in LOOPS
        or node.type in _FUNCTIONS
        or node.type in ("if_statement", "block")
        or node.type in ("try_statement", "try_with_resources_statement", "synchronized_statement")
    ):
        return node
    bodies = [
        body
        for each in _walk(node)
        if each.type == "lambda_expression"
        and (body := each.child_by_field_name("body")) is not None
        and body.type == "block"
    ]
    if len(bodies) == 1:
        return bodies[0]
    raise CannotPlace("it has several lambdas" if bodies else "it has no body")


def _next_to(source: bytes, place: Place, node: Node) -> Insertion:
    while node.parent is not None and node.parent.type == "labeled_statement":
        node = node.parent
    if place.where == AFTER and leaves(node):
        raise CannotPlace("what stands after it is never run")
    if node.type == "explicit_constructor_invocation" and place.where == BEFORE:
        raise CannotPlace("nothing may stand before the call of another constructor")
    at = node.end_byte if place.where == AFTER else node.start_byte
    return _insertion(source, place, node, at, (node.start_byte, node.end_byte) if _is_lone(node) else None)


def _insertion(source: bytes, place: Place, node: Node, at: int, braces: tuple[int, int] | None) -> Insertion:
    function = None
    inner, around = node, node.parent
    while around is not None:
        # Only a class of the file itself may have static members before Java 16.
        function = inner if around.type.endswith(("_body", "_body_declarations")) else function
        inner, around = around, around.parent
    if function is None:
        raise CannotPlace("it stands outside of every class")
    begin = source.rfind(b"\n", 0, at) + 1
    end = source.find(b"\n", at)
    before, after = source[begin:at], source[at : len(source) if end < 0 else end].strip()
    return Insertion(
        place,
        node.start_byte,
        node.end_byte,
        at,
        function.start_byte,
        braces,
        before[: len(before) - len(before.lstrip())],
        not before.strip(),
        not after or after.startswith(b"//"),
    )


def _text(node: Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""
