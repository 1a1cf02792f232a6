"""Loops and comprehensions: how often something is read."""

from __future__ import annotations

import re

from tree_sitter import Node

from slowpath.inputs.infer.cpp_values import simplified, text_of
from slowpath.inputs.infer.python_binding import Binding
from slowpath.inputs.infer.python_names import hint_of, line_of
from slowpath.inputs.infer.python_values import Container, Line, Number, OpenLoop, Slice, Stream, Words, retyped
from slowpath.inputs.infer.reads import Token

KINDS = {"int": "int", "float": "float", "str": "word", "Decimal": "float", "Fraction": "word"}


class Looping(Binding):
    """Walks what is repeated once, and says how often it is."""

    def on_for_statement(self, node: Node) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        self.iterate(left, right, lambda: self.other_body(node.child_by_field_name("body")), line_of(node))

    def other_body(self, body: Node | None) -> None:
        if body is not None:
            self.statements(body.named_children)

    def iterate(self, left: Node | None, right: Node | None, body, line: int) -> None:
        """A loop of `left` over `right`; `body` is called once to walk what is repeated."""
        over = self.value(right)
        count = self.count_of(over)
        before, self.out = self.out, []
        if (isinstance(over, Stream) and over.lines) or (isinstance(over, Slice) and over.lines):
            element: object = self.new_line(line)
        elif isinstance(over, Stream | Slice):
            element = self.emit(Token(self.key(hint_of(left)), over.kind, 64, line))
        else:
            element = over.item if isinstance(over, Container) else None
        if isinstance(over, Words) and over.line.mode == "raw":
            over.line.mode, over.line.kind = "rest", over.kind
            over.line.key = self.key(hint_of(left))
        if left is not None:
            self.bind_loop(left, element)
        body()
        inner, self.out = self.out, before
        if inner:
            cases = bool(re.search(r"\bsolve\w*\s*\(|\bmain\w*\s*\(", text_of(right.parent if right else None)))
            self.out.append(OpenLoop(count, inner, line, cases))

    def bind_loop(self, left: Node, element: object) -> None:
        if left.type == "pattern_list" and isinstance(element, Line | Number | type(None)):
            for target in left.named_children:
                self.env[text_of(target)] = None
            if isinstance(element, Line):
                self.env[text_of(left.named_children[-1])] = element
        else:
            self.bind(left, element)

    def count_of(self, over: object) -> str | None:
        """How often a loop over this value runs; "" where it isn't known, None for ever."""
        if isinstance(over, Slice):
            return over.length
        if isinstance(over, Stream):
            return None
        if isinstance(over, Container):
            return over.length or ""
        return ""

    def on_while_statement(self, node: Node) -> None:
        condition = node.child_by_field_name("condition")
        text = text_of(condition)
        count: str | None = ""
        if text in ("True", "1"):
            count = None
        else:
            name = re.match(r"\(*([A-Za-z_]\w*)", text)
            value = self.env.get(name.group(1)) if name else None
            if isinstance(value, Number):
                count = value.text
                limit = re.fullmatch(r"\w+\s*<\s*(\w+)", text)
                other = self.env.get(limit.group(1)) if limit else None
                if isinstance(other, Number):
                    count = simplified("({})-({})", other.text, value.text) or ""
            self.value(condition)
        before, self.out = self.out, []
        self.other_body(node.child_by_field_name("body"))
        inner, self.out = self.out, before
        if inner:
            self.out.append(OpenLoop(count, inner, line_of(node), bool(re.search(r"\bsolve\w*\(", text_of(node)))))

    def comprehension(self, node: Node, hint: str) -> object:
        """`[body for left in right ...]`."""
        body = node.child_by_field_name("body")
        clauses = [child for child in node.named_children if child.type == "for_in_clause"]
        if not clauses:
            return None
        left, right = clauses[0].child_by_field_name("left"), clauses[0].child_by_field_name("right")
        over_text = text_of(right)
        probe = self._over_words(right, hint)
        if probe is not None:
            kind = next((k for word, k in KINDS.items() if re.match(rf"{word}\b", text_of(body))), "")
            return retyped(probe, kind)
        made: list[object] = []

        def inside() -> None:
            if len(clauses) > 1:
                self.iterate(clauses[1].child_by_field_name("left"), clauses[1].child_by_field_name("right"),
                             lambda: made.append(self.bound(self.value(body, hint), hint)), line_of(node))
            else:
                made.append(self.bound(self.value(body, hint), hint))

        self.iterate(left, right, inside, line_of(node))
        found = self.env.get(over_text)
        last = self.out[-1] if self.out else None
        length = last.count if isinstance(last, OpenLoop) else (found.length if isinstance(found, Container) else None)
        return Container(hint, length or None, made[0] if made else None)

    value_list_comprehension = comprehension

    value_generator_expression = comprehension

    value_set_comprehension = comprehension

    def _over_words(self, right: Node | None, hint: str) -> object:
        """The words or stream that a comprehension runs over, or None when it runs over something else."""
        text = text_of(right)
        if "split" not in text and not isinstance(self.env.get(text), Words | Stream | Slice) \
                and not re.match(r"\w+\[", text):
            return None
        before = len(self.out)
        value = self.value(right, hint)
        if isinstance(value, Words | Slice) or (isinstance(value, Stream) and not value.lines):
            return value
        del self.out[before:]
        return None
