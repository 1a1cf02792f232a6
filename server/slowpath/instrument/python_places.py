"""Places in Python: whole lines before a statement, after it, or at the head of a block.

A text is only ever put on lines of its own, with the blanks or tabs that the statement has, so a place within a line
(`if x: y`, `a; b`, a backslash's second line) is refused, and so is one where a line would change what the others
mean: before a docstring, before `from __future__` or `global`, in a class's body.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tree_sitter import Node

from slowpath.inputs.infer.reads.python.reading import parse_python
from slowpath.instrument.insertions import CannotPlace, Insertion, line_of
from slowpath.instrument.marks import line_begin
from slowpath.model.constraint import AFTER, BEFORE, BODY, Place

_CLAUSES = frozenset(
    {"elif_clause", "else_clause", "except_clause", "except_group_clause", "finally_clause", "case_clause"}
)
_JUMPS = frozenset({"return_statement", "raise_statement", "break_statement", "continue_statement"})
_NAMING = frozenset({"global_statement", "nonlocal_statement"})
_DEEPEST = 40
_ENDLESS = frozenset({"True", "1"})
_LEAVERS = frozenset({"exit", "quit", "sys.exit", "os._exit", "os.abort"})


def resolve(source: bytes, place: Place) -> Insertion:
    """The spot of `place`, on lines of its own. Raises `CannotPlace`; the parse is kept for the next places."""
    node = _statement(source, place)
    _refuse_errors(node)
    if place.where == BODY:
        return _in_body(source, place, node)
    if place.where not in (BEFORE, AFTER):
        raise CannotPlace(f"'{place.where}' isn't a place")
    if node.parent is not None and node.parent.type == "decorated_definition":
        node = node.parent
    if node.type in _CLAUSES:
        raise CannotPlace("it is a branch of the statement above it")
    if place.where == BEFORE:
        _refuse_head(node)
    elif _leaves(node):
        raise CannotPlace("what stands after it is never run")
    elif node.type in (*_NAMING, "future_import_statement") or (
        _is_docstring(node) and node.parent is not None and node.parent.type == "module"
    ):
        raise CannotPlace("the lines there must stay together")
    return _insertion(source, place, node, node)


@lru_cache(maxsize=8)
def statements_of(source: bytes) -> dict[int, list[Node]]:
    """Statements and clauses with bodies by the offset at which they begin, outermost first."""
    found: dict[int, list[Node]] = {}
    for node in _statements(parse_python(source)):
        found.setdefault(node.start_byte, []).append(node)
    return found


def _statements(root: Node) -> Iterator[Node]:
    stack = [root]
    while stack:
        node = stack.pop()
        parent = node.parent
        if node.type in _CLAUSES or (
            parent is not None
            and (
                (parent.type in ("module", "block") and node.is_named and node.type not in ("comment", "ERROR"))
                or (parent.type == "decorated_definition" and node.type.endswith("_definition"))
            )
        ):
            yield node
        stack.extend(reversed(node.named_children))


def _statement(source: bytes, place: Place) -> Node:
    first, last = line_of(source, place.line)
    first = line_begin(source, first)
    found = statements_of(source)
    begins = sorted(begin for begin in found if first <= begin <= last)
    if place.column is not None:
        begins = [begin for begin in begins if begin == first + place.column]
    if not begins:
        raise CannotPlace("no statement begins there")
    return found[begins[0]][0]


def _refuse_errors(node: Node) -> None:
    before = node.prev_named_sibling
    if node.has_error or (before is not None and before.type == "ERROR"):
        raise CannotPlace("the statement can't be read")
    around = node.parent
    while around is not None:
        if around.type == "ERROR":
            raise CannotPlace("what stands around it can't be read")
        around = around.parent


def _in_body(source: bytes, place: Place, node: Node) -> Insertion:
    owner = node
    if node.type == "decorated_definition":
        owner = node.child_by_field_name("definition") or node
    if owner.type == "class_definition":
        raise CannotPlace("a class's body is no place for statements that count")
    if owner.type == "match_statement":
        raise CannotPlace("what stands before the first case of a match isn't code")
    body = (
        owner.child_by_field_name("body")
        or owner.child_by_field_name("consequence")
        or next((child for child in owner.named_children if child.type == "block"), None)
    )
    if body is None or body.type != "block":
        raise CannotPlace("it has no body")
    inside = [child for child in body.named_children if child.type != "comment"]
    at = 0
    while at < len(inside) - 1 and (inside[at].type in _NAMING or _is_docstring(inside[at])):
        at += 1
    if inside[at].type in _NAMING or _is_docstring(inside[at]):
        return _insertion(source, Place(AFTER, place.line, place.column), node, inside[at])
    return _insertion(source, place, node, inside[at])


def _refuse_head(node: Node) -> None:
    if node.type in _NAMING:
        raise CannotPlace("the names that it declares may not be used before it")
    if node.type == "future_import_statement":
        raise CannotPlace("a __future__ import must stay first")
    if _is_docstring(node):
        raise CannotPlace("a docstring must stay first")


def _is_docstring(node: Node) -> bool:
    if (
        node.type != "expression_statement"
        or not node.named_children
        or node.named_children[0].type not in ("string", "concatenated_string")
    ):
        return False
    before = node.prev_named_sibling
    while before is not None and before.type == "comment":
        before = before.prev_named_sibling
    return before is None


def _leaves(node: Node, depth: int = 0) -> bool:
    """Whether the program surely doesn't go on behind the statement, as far as a look `_DEEPEST` blocks down shows."""
    if depth > _DEEPEST:
        return False
    if node.type in _JUMPS:
        return True
    if node.type == "expression_statement" and node.named_children[0].type == "call":
        return _text(node.named_children[0].child_by_field_name("function")) in _LEAVERS
    if node.type == "if_statement":
        arms = [
            node.child_by_field_name("consequence"),
            *(
                child.child_by_field_name("consequence") or child.child_by_field_name("body")
                for child in node.named_children
                if child.type in ("elif_clause", "else_clause")
            ),
        ]
        has_else = any(child.type == "else_clause" for child in node.named_children)
        return has_else and all(arm is not None and _leaves(arm, depth + 1) for arm in arms)
    if node.type == "block":
        inside = [child for child in node.named_children if child.type != "comment"]
        return bool(inside) and _leaves(inside[-1], depth + 1)
    if node.type == "while_statement":
        endless = _text(node.child_by_field_name("condition")).strip("() ") in _ENDLESS
        return endless and not _breaks(node.child_by_field_name("body"))
    return False


def _breaks(body: Node | None) -> bool:
    stack = [body] if body is not None else []
    while stack:
        node = stack.pop()
        if node.type == "break_statement":
            return True
        if node.type not in ("for_statement", "while_statement", "function_definition", "class_definition"):
            stack.extend(node.named_children)
    return False


def _insertion(source: bytes, place: Place, named: Node, node: Node) -> Insertion:
    """The spot next to `node`, for a place that names `named`."""
    parent = node.parent
    if parent is not None and parent.parent is not None and parent.parent.type == "class_definition":
        raise CannotPlace("a class's body is no place for statements that count")
    first = line_begin(source, node.start_byte)
    indent = source[first : node.start_byte]
    if indent.strip(b" \t") or (
        first >= 2
        and source[:first].rstrip(b"\r\n").endswith(b"\\")
        and source[first - 2 : first].strip(b"\r\n\\") == b""
    ):
        raise CannotPlace("it shares its line with what stands before it")
    end = source.find(b"\n", node.end_byte)
    behind = source[node.end_byte : len(source) if end < 0 else end].strip()
    if place.where == AFTER and behind and not behind.startswith(b"#"):
        raise CannotPlace("it shares its line with what stands after it")
    outermost = node
    while outermost.parent is not None and outermost.parent.type != "module":
        outermost = outermost.parent
    function = line_begin(source, outermost.start_byte)
    at = node.end_byte if place.where == AFTER else node.start_byte
    return Insertion(
        place, named.start_byte, named.end_byte, at, function, None, indent, place.where != AFTER, place.where == AFTER
    )


def _text(node: Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


@lru_cache(maxsize=8)
def first_code(source: bytes) -> int:
    """The begin of the line of the first statement behind docstring and `__future__` imports: where a statement can
    stand that all others see. Raises `CannotPlace` where that line is shared with what must stay first."""
    at = 0
    for node in parse_python(source).named_children:
        if node.type == "comment":
            continue
        line = line_begin(source, node.start_byte)
        if node.type == "future_import_statement" or _is_docstring(node):
            at = node.end_byte
        elif line < at or source[line : node.start_byte]:
            raise CannotPlace("the program's first statement shares its line")
        else:
            return line
    raise CannotPlace("there is no statement that does something")
