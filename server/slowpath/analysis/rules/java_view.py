"""A Java program as the rules see it: calls and assignments that are reached again and again, what type variables
have, and conditions of work.

All is what text shows. A type is that of the nearest declaration in sight, for collections that of the object which
it begins with (`List<Integer> a = new LinkedList<>()` is a `LinkedList`). A method is repeated where it calls itself or
is called from something repeated. The usual condition adds up the elements that a statement goes over, as the Python
rules' does: a linear amount of work never satisfies it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tree_sitter import Node

from slowpath.analysis.rules.names import Names, much_work, names_of, scale_of
from slowpath.analysis.rules.rule import RULE
from slowpath.inputs.infer.reads.java.reading import reads_of_java
from slowpath.model.constraint import (
    BEFORE,
    BODY,
    COUNT,
    Condition,
    Constraint,
    ConstraintOrigin,
    Count,
    Place,
    constraint_id,
)
from slowpath.model.format import InputFormat
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import descendants, text_of
from slowpath.source.java.source import parse_java

LOOPS = ("for_statement", "enhanced_for_statement", "while_statement", "do_statement")
METHODS = ("method_declaration", "constructor_declaration", "compact_constructor_declaration")
LISTS = frozenset({"List", "ArrayList", "LinkedList", "Vector", "Stack", "Collection"})
QUEUES = frozenset({"Queue", "Deque", "ArrayDeque", "PriorityQueue"})
_SCOPES = (
    "block",
    "constructor_body",
    "class_body",
    "enum_body",
    "lambda_expression",
    "switch_block_statement_group",
    "program",
    *LOOPS,
    *METHODS,
)
_BLOCKS = ("block", "constructor_body", "switch_block_statement_group")
_ITEM = late_regex(r"[^<]*<\s*([\w.]+)\s*[,>]")
"""The first type argument of a type, where it is no array and has none of its own."""
_PLAIN_PATH = late_regex(r"(?:this\.)?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[[\w.+\- ]*\])*")


@dataclass(frozen=True)
class _Declared:
    """`item` is the first type argument, `scope` where the name means this."""

    name: str
    type: str
    item: str
    begin: int
    scope: tuple[int, int]


class JavaView:
    """The view. Build one with `view_of`. `inputs` says which variables hold what of the input."""

    def __init__(self, root: Node, inputs: Names) -> None:
        self.root = root
        self.inputs = inputs

    def calls(self, *names: str) -> Iterator[tuple[Node, str, list[Node]]]:
        """Calls of methods of these names: the node, what it is called of ("" for a method of the class), arguments."""
        for node in descendants(self.root, "method_invocation"):
            if text_of(node.child_by_field_name("name")) in names:
                given = node.child_by_field_name("arguments")
                yield node, text_of(node.child_by_field_name("object")), list(given.named_children) if given else []

    def type_of(self, path: str, at: Node) -> str:
        """The type of a variable (or of an element, for `a[i]`) as written, without type arguments of collections:
        "int", "int[]", "LinkedList"; "" where no declaration is in sight."""
        known = self._in_sight(path, at)
        indices = "[]" * path.count("[")
        return known.type.removesuffix(indices) if known is not None and known.type.endswith(indices) else ""

    def item_of(self, path: str, at: Node) -> str:
        """The first type argument of a collection's declaration, "" where it isn't shown."""
        known = self._in_sight(path, at)
        return known.item if known is not None else ""

    def is_outside(self, name: str, at: Node) -> bool:
        """Whether a variable lives longer than one round of the innermost loop around a node, or than one call of its
        method where there is none."""
        loop, method, known = self.loop_around(at), self.method_around(at), self._in_sight(name, at)
        around = loop if loop is not None or method is None else method.child_by_field_name("body")
        return known is not None and (around is None or known.begin < around.start_byte)

    def _in_sight(self, path: str, at: Node) -> _Declared | None:
        """The nearest declaration of the variable that a path begins with."""
        name = path.removeprefix("this.").split("[")[0]
        found = [each for each in self._declared.get(name, ()) if each.scope[0] <= at.start_byte < each.scope[1]]
        return max(found, key=lambda each: each.scope[0], default=None)

    def loop_around(self, node: Node) -> Node | None:
        """The innermost loop whose rounds pass a node."""
        inner, around = node, node.parent
        while around is not None and around.type not in (*METHODS, "class_body"):
            if around.type in LOOPS and inner not in (
                around.child_by_field_name("init"),
                around.child_by_field_name("value"),
            ):
                return around
            inner, around = around, around.parent
        return None

    def method_around(self, node: Node) -> Node | None:
        """The method that a node stands in."""
        around: Node | None = node
        while around is not None and around.type not in METHODS:
            around = around.parent
        return around

    def is_repeated(self, node: Node) -> bool:
        """Whether a node may be reached many times in one run."""
        method = self.method_around(node)
        return self.loop_around(node) is not None or (
            method is not None and text_of(method.child_by_field_name("name")) in self._repeated
        )

    @cached_property
    def _repeated(self) -> set[str]:
        found: set[str] = set()
        while True:
            more = {
                text_of(call.child_by_field_name("name"))
                for call in descendants(self.root, "method_invocation")
                if self.loop_around(call) is not None
                or self._name_around(call) in found
                or self._name_around(call) == text_of(call.child_by_field_name("name"))
            }
            if more <= found:
                return found
            found |= more

    def _name_around(self, node: Node) -> str:
        method = self.method_around(node)
        return "" if method is None else text_of(method.child_by_field_name("name"))

    def place(self, node: Node) -> Place | None:
        """Where to stand so as to be passed whenever a node is about to be reached: before its statement, or first in
        the body of the loop whose condition it is part of. None where there is no such place."""
        inner, around = node, node.parent
        while around is not None:
            if around.type in ("lambda_expression", *METHODS, "class_body", "switch_rule"):
                return None
            if around.type in LOOPS and inner in (
                around.child_by_field_name("condition"),
                around.child_by_field_name("update"),
            ):
                return _place(BODY, around)
            lone = around.type in LOOPS and inner == around.child_by_field_name("body")
            branch = around.type == "if_statement" and inner != around.child_by_field_name("condition")
            if around.type in _BLOCKS or ((lone or branch) and inner.type not in _BLOCKS):
                return _place(BEFORE, inner)
            inner, around = around, around.parent
        return None

    @cached_property
    def _declared(self) -> dict[str, list[_Declared]]:
        made: dict[str, list[_Declared]] = {}
        for node in descendants(
            self.root,
            "local_variable_declaration",
            "field_declaration",
            "formal_parameter",
            "enhanced_for_statement",
            "resource",
        ):
            written = text_of(node.child_by_field_name("type"))
            parts = descendants(node, "variable_declarator") if node.type.endswith("_declaration") else [node]
            for part in parts:
                name = text_of(part.child_by_field_name("name"))
                kind = _outer(written) + "[]" * text_of(part.child_by_field_name("dimensions")).count("[")
                value = part.child_by_field_name("value") if part.type != "enhanced_for_statement" else None
                if value is not None and value.type == "object_creation_expression":
                    kind = _outer(text_of(value.child_by_field_name("type")))
                item = _ITEM.match(written) or _ITEM.match(text_of(value))
                made.setdefault(name, []).append(
                    _Declared(name, kind, item[1] if item else "", node.start_byte, _scope(node))
                )
        return made


def view_of(source: bytes, fmt: InputFormat | None) -> JavaView:
    """The view of a program; `fmt` is its input's format, where that is known."""
    return JavaView(parse_java(source), names_of(reads_of_java(source), fmt))


def size(view: JavaView, path: str, at: Node) -> str | None:
    """How many elements or characters a variable has, as text for a place before its statement; None where that
    isn't shown or asking could cost or change something."""
    if not _PLAIN_PATH.fullmatch(path):
        return None
    kind = view.type_of(path, at)
    if kind in ("String", "StringBuilder", "StringBuffer"):
        return f"{path}.length()"
    if kind.endswith("[]"):
        return f"{path}.length"
    return f"{path}.size()" if kind in LISTS | QUEUES or kind.endswith(("Map", "Set")) else None


def work(
    view: JavaView,
    rule: str,
    node: Node,
    amount: str | None,
    sentence: str,
    why: str,
    factor: float | None = None,
    setup: str = "",
) -> Iterator[Constraint]:
    """The constraint that what a node goes over, `amount` each time, adds up to at least `factor`, without one to what
    `names.much_work` says. None where nothing can be counted there."""
    place = view.place(node) if amount is not None else None
    if amount is None or place is None:
        return
    times = float(factor if factor is not None else much_work(view.inputs))
    condition = Condition(COUNT, place, factor=times, count=Count(place, amount), setup=setup)
    line = node.start_point.row + 1
    lines = {line, place.line}
    loop = view.loop_around(node)
    if loop is not None:
        lines.add(loop.start_point.row + 1)
    origin = ConstraintOrigin(RULE, rule)
    yield Constraint(
        constraint_id(origin, line, sentence, condition), line, sentence, condition, origin, why, tuple(sorted(lines))
    )


def part_of_scale(view: JavaView, part: float) -> float:
    """A threshold that is a part of the input's largest size."""
    return float(max(16, int(part * scale_of(view.inputs))))


def _place(where: str, node: Node) -> Place:
    return Place(where, node.start_point.row + 1, node.start_point.column)


def _outer(written: str) -> str:
    """A type without its arguments and its package."""
    plain = re.sub(r"<.*>", "", written, flags=re.DOTALL).replace(" ", "")
    return plain.split(".")[-1]


def _scope(node: Node) -> tuple[int, int]:
    around = node if node.type == "enhanced_for_statement" else node.parent
    while around is not None and around.type not in _SCOPES:
        around = around.parent
    return (0, 1 << 60) if around is None else (around.start_byte, around.end_byte)
