"""Places in C++: statements as the compiler sees them, at offsets of the file as it stands.

The parser sees the file with its macros expanded (`origins`), so a loop that a macro opens is a loop; a point is used
only where it is a point of the file too. What a header's macros hide isn't seen: the parser then finds errors, and
places next to them are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tree_sitter import Node

from slowpath.instrument.cpp_flow import LOOPS, leaves
from slowpath.instrument.insertions import CannotPlace, Insertion, line_of
from slowpath.model.constraint import AFTER, BEFORE, BODY, Place
from slowpath.source.cpp.origins import Expansion, expansion_of
from slowpath.source.cpp.source import parse_cpp

_BLOCK_OWNERS = frozenset(
    {
        "function_definition",
        "lambda_expression",
        "compound_statement",
        "try_statement",
        "catch_clause",
        "else_clause",
        "if_statement",
        "case_statement",
        "labeled_statement",
        *LOOPS,
    }
)
_FILE_LEVEL = frozenset({"translation_unit", "namespace_definition", "linkage_specification", "declaration_list"})
_PRAGMA_OF_NEXT = re.compile(rb"#[ \t]*pragma[ \t]+(?:omp|acc|unroll|clang[ \t]+loop|GCC[ \t]+(?:ivdep|unroll))")
_COMMENTS = re.compile(rb"//[^\n]*|/\*.*?\*/", re.S)


@dataclass(frozen=True)
class _Program:
    """An expanded program and its statements by where they begin in the file, outermost first."""

    expansion: Expansion
    statements: dict[int, list[Node]]


def resolve(source: bytes, place: Place) -> Insertion:
    """The spot of `place`. Raises `CannotPlace`; costs one parse a text, which is kept for the next places."""
    program = _program(source)
    node = _statement(source, program, place)
    _refuse_errors(node)
    if place.where == BODY:
        return _in_body(source, program, place, node)
    if place.where not in (BEFORE, AFTER):
        raise CannotPlace(f"'{place.where}' isn't a place")
    if node.type in ("function_definition", "template_declaration"):
        raise CannotPlace("it stands outside of every function")
    inner = _past_labels(node)
    if inner is None:
        return _at_label(source, program, place, node)
    if place.where == BEFORE:
        return _next_to(source, program, place, inner)
    return _next_to(source, program, place, node.named_children[-1] if node.type == "case_statement" else node)


@lru_cache(maxsize=8)
def _program(source: bytes) -> _Program:
    expansion = expansion_of(source)
    statements: dict[int, list[Node]] = {}
    for node in _statements(parse_cpp(expansion.text)):
        begin, _, _ = expansion.source_of(node.start_byte)
        statements.setdefault(begin, []).append(node)
    return _Program(expansion, statements)


def _statements(root: Node) -> Iterator[Node]:
    stack = [root]
    while stack:
        node = stack.pop()
        if _is_statement(node):
            yield node
        stack.extend(reversed(node.named_children))


def _is_statement(node: Node) -> bool:
    parent = node.parent
    if parent is None or node.type in ("comment", "ERROR"):
        return False
    if node.type == "function_definition":
        return True
    if node.type == "template_declaration":
        return any(child.type == "function_definition" for child in node.named_children)
    if parent.type == "compound_statement":
        return node.is_named
    if parent.type in ("case_statement", "labeled_statement"):
        return _follows_colon(node)
    if parent.type in LOOPS:
        return parent.child_by_field_name("body") == node
    if parent.type == "if_statement":
        return parent.child_by_field_name("consequence") == node
    return parent.type == "else_clause"


def _follows_colon(node: Node) -> bool:
    before = node.prev_sibling
    while before is not None and before.type != ":":
        before = before.prev_sibling
    return before is not None


def _statement(source: bytes, program: _Program, place: Place) -> Node:
    line_begin, line_end = line_of(source, place.line)
    if place.column is None:
        begins = sorted(begin for begin in program.statements if line_begin <= begin <= line_end)
    else:
        begins = [begin for begin in (line_begin + place.column,) if begin in program.statements]
    if begins:
        return program.statements[begins[0]][0]
    point = line_begin + (place.column or 0)
    for stretches, what in (
        (program.expansion.skipped, "an #if leaves it out"),
        (program.expansion.directives, "a directive or macro definition stands there"),
    ):
        if any(
            begin < line_end and line_begin < end
            for begin, end in stretches
            if place.column is None or begin <= point < end
        ):
            raise CannotPlace(what)
    raise CannotPlace("no statement begins there")


def _refuse_errors(node: Node) -> None:
    if node.has_error:
        raise CannotPlace("the statement can't be read, perhaps because of a macro that isn't defined in the file")
    around: Node | None = node
    while around is not None and around.type != "function_definition":
        before = around.prev_sibling
        while before is not None and before.type == "comment":
            before = before.prev_sibling
        if around.type == "ERROR" or (before is not None and (before.type == "ERROR" or _ends_missing(before))):
            raise CannotPlace("what stands around it can't be read, perhaps because of a macro of another file")
        around = around.parent
    while around is not None:
        if around.type == "ERROR":
            raise CannotPlace("the function around it can't be read")
        if around.type == "function_definition" and _is_statement_of_function(around):
            raise CannotPlace("what stands around it looks like a macro that isn't defined in the file")
        around = around.parent


def _ends_missing(node: Node) -> bool:
    last = node
    while last.children:
        last = last.children[-1]
    return last.is_missing


def _is_statement_of_function(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "compound_statement"


def _past_labels(node: Node) -> Node | None:
    """The statement behind labels and cases; None where nothing stands behind them."""
    while node.type in ("labeled_statement", "case_statement"):
        behind = [child for child in node.named_children if _follows_colon(child) and child.type != "comment"]
        if not behind:
            return None
        node = behind[0]
    return node


def _at_label(source: bytes, program: _Program, place: Place, node: Node) -> Insertion:
    while node.type in ("labeled_statement", "case_statement"):
        inner = [child for child in node.named_children if child.type in ("labeled_statement", "case_statement")]
        if not inner:
            break
        node = inner[0]
    if place.where == AFTER:
        raise CannotPlace("nothing stands behind the label")
    return _behind_token(source, program, place, node, next(child for child in node.children if child.type == ":"))


def _in_body(source: bytes, program: _Program, place: Place, node: Node) -> Insertion:
    behind = _past_labels(node)
    if behind is None or node.type == "case_statement":
        place_of_case = Place(BEFORE, place.line, place.column)
        if behind is None:
            return _at_label(source, program, place_of_case, node)
        return _next_to(source, program, place, behind)
    owner = _owner_of_body(behind)
    if owner.type == "switch_statement":
        raise CannotPlace("what stands before the first case of a switch is never run")
    body = (
        owner
        if owner.type == "compound_statement"
        else (owner.child_by_field_name("body") or owner.child_by_field_name("consequence"))
    )
    if body is None:
        raise CannotPlace("it has no body")
    if owner.type == "function_definition" and body.type == "try_statement":
        body = body.child_by_field_name("body") or body
    if body.type != "compound_statement":
        insertion = _next_to(source, program, place, _past_labels(body) or body)
        return insertion if insertion.braces is not None else _with_braces(source, program, place, body)
    return _behind_token(source, program, place, node, body.children[0])


def _owner_of_body(node: Node) -> Node:
    """What has the body that a statement stands for: itself, a template's function, or its only lambda."""
    if node.type == "template_declaration":
        node = next(child for child in node.named_children if child.type == "function_definition")
    if node.type == "attributed_statement":
        node = node.named_children[-1]
    if node.type in (
        *LOOPS,
        "function_definition",
        "if_statement",
        "switch_statement",
        "try_statement",
        "compound_statement",
    ):
        return node
    lambdas: list[Node] = []
    stack = [node]
    while stack:
        found = stack.pop()
        if found.type == "lambda_expression":
            lambdas.append(found)
        else:
            stack.extend(found.named_children)
    if len(lambdas) == 1:
        return lambdas[0]
    raise CannotPlace("it has several lambdas" if lambdas else "it has no body")


def _behind_token(source: bytes, program: _Program, place: Place, node: Node, token: Node) -> Insertion:
    """The spot right behind a `{` or a `:`."""
    at = program.expansion.end_of(token.end_byte)
    if at is None:
        raise CannotPlace(f"its body begins inside of the macro {_macro(program, token)}")
    _refuse_context(token)
    begin, end = _extent(program, node)
    return _insertion(source, program, place, token, (begin, end if end is not None else at), at, None)


def _next_to(source: bytes, program: _Program, place: Place, node: Node) -> Insertion:
    if place.where == AFTER:
        _refuse_unreachable(node)
    if _is_lone(node):
        return _with_braces(source, program, place, node)
    parent = node.parent
    if parent is not None and parent.type in ("labeled_statement", "attributed_statement") and place.where == AFTER:
        return _next_to(source, program, place, parent)
    begin, end = _extent(program, node, whole_macros=True)
    at = begin if place.where != AFTER else end
    if begin is None or at is None:
        edge = "begins" if place.where != AFTER else "ends"
        raise CannotPlace(f"the statement {edge} inside of the macro {_macro(program, node)}")
    _refuse_context(node)
    if place.where != AFTER:
        _refuse_pragma(source, program, at)
    return _insertion(source, program, place, node, (begin, end if end is not None else begin), at, None)


def _is_lone(node: Node) -> bool:
    """Whether the statement is all that a loop or branch has, without braces."""
    parent = node.parent
    while parent is not None and parent.type in ("labeled_statement", "attributed_statement"):
        parent = parent.parent
    return parent is not None and (parent.type in LOOPS or parent.type in ("if_statement", "else_clause"))


def _with_braces(source: bytes, program: _Program, place: Place, node: Node) -> Insertion:
    while node.parent is not None and node.parent.type in ("labeled_statement", "attributed_statement"):
        node = node.parent
    if node.type == "labeled_statement" and place.where != AFTER:
        raise CannotPlace("a label stands before it, and braces there")
    begin, end = _extent(program, node)
    if begin is None or end is None:
        raise CannotPlace(f"braces would be needed inside of the macro {_macro(program, node)}")
    _refuse_context(node)
    at = end if place.where == AFTER else begin
    return _insertion(source, program, place, node, (begin, end), at, (begin, end))


def _extent(program: _Program, node: Node, whole_macros: bool = False) -> tuple[int | None, int | None]:
    """Begin and end of a statement in the file, None where they aren't points of it. With `whole_macros` a macro that
    stands for several statements is taken as one, by its first."""
    begin = program.expansion.begin_of(node.start_byte)
    last = _with_semicolon(node)
    end = program.expansion.end_of(last.end_byte)
    while whole_macros and begin is not None and end is None:
        follower = last.next_named_sibling
        if follower is None or program.expansion.source_of(follower.start_byte)[0] != begin:
            break
        last = _with_semicolon(follower)
        end = program.expansion.end_of(last.end_byte)
    return begin, end


def _with_semicolon(node: Node) -> Node:
    """A struct's definition ends with a `;` that the parser keeps apart."""
    follower = node.next_sibling
    return follower if follower is not None and follower.type == ";" and not node.type.endswith("_statement") else node


def _refuse_unreachable(node: Node) -> None:
    if leaves(node):
        raise CannotPlace("what stands after it is never run")


def _refuse_context(node: Node) -> None:
    """Refuses points where a statement can't stand, or would change what stands around it."""
    around = node.parent
    while around is not None and around.type not in ("function_definition", "lambda_expression"):
        if (
            around.type == "compound_statement"
            and around.parent is not None
            and around.parent.type not in _BLOCK_OWNERS
            and around.parent.type != "switch_statement"
        ):
            raise CannotPlace("it stands in a block that is an expression")
        if around.type in ("field_declaration_list", "translation_unit"):
            raise CannotPlace("it stands outside of every function")
        if around.type == "switch_statement" and node.parent is not None and node.parent.parent == around:
            raise CannotPlace("what stands between the cases of a switch is never run")
        around = around.parent
    if around is None:
        raise CannotPlace("it stands outside of every function")
    words = [_text(child) for child in around.children if child.type == "type_qualifier"]
    if {"constexpr", "consteval"} & set(words):
        raise CannotPlace("its function is a constant expression")


def _insertion(
    source: bytes,
    program: _Program,
    place: Place,
    node: Node,
    extent: tuple[int | None, int],
    at: int,
    braces: tuple[int, int] | None,
) -> Insertion:
    outermost = node
    while outermost.parent is not None and outermost.parent.type not in _FILE_LEVEL:
        outermost = outermost.parent
    function = program.expansion.begin_of(outermost.start_byte)
    if function is None or extent[0] is None:
        raise CannotPlace("its function begins inside of a macro")
    for begin, end in program.expansion.directives:
        if begin <= at < end:
            raise CannotPlace("it stands in a macro definition")
    line_begin = source.rfind(b"\n", 0, at) + 1
    line_end = source.find(b"\n", at)
    before, after = source[line_begin:at], source[at : len(source) if line_end < 0 else line_end].strip()
    indent = source[line_begin:at][: len(before) - len(before.lstrip())]
    return Insertion(
        place,
        extent[0],
        extent[1],
        at,
        function,
        braces,
        indent,
        not before.strip(),
        not after or (after.startswith(b"//") and not after.endswith((b"\\", b"??/"))),
    )


def _refuse_pragma(source: bytes, program: _Program, at: int) -> None:
    """A directive for the loop behind it must stay next to it."""
    for begin, end in program.expansion.directives:
        if end <= at and _PRAGMA_OF_NEXT.match(source, begin) and not _COMMENTS.sub(b"", source[end:at]).strip():
            raise CannotPlace("the #pragma before it must stay next to it")


def _macro(program: _Program, node: Node) -> str:
    first = program.expansion.source_of(node.start_byte)[2]
    return first or program.expansion.source_of(max(node.start_byte, node.end_byte - 1))[2] or "there"


def _text(node: Node | None) -> str:
    return (node.text or b"").decode("latin-1") if node is not None else ""
