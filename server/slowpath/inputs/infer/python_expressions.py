"""Expressions: names, indices, slices, sums."""

from __future__ import annotations

import re

from tree_sitter import Node

from slowpath.inputs.infer.cpp_values import simplified, text_of
from slowpath.inputs.infer.python_calls import Calling
from slowpath.inputs.infer.python_names import LINE_READERS, line_of, parse_python
from slowpath.inputs.infer.python_values import Callable, Container, Line, Number, Slice, Stream, Words
from slowpath.inputs.infer.python_walk import LARGEST_WALK


class Evaluating(Calling):
    """Methods `value_t` give the value of a node of type t."""

    def value(self, node: Node | None, hint: str = "x") -> object:
        """The value of an expression, having emitted what it reads."""
        self.steps += 1
        if node is None or self.steps > LARGEST_WALK:
            return None
        method = getattr(self, f"value_{node.type}", None)
        if method is not None:
            return method(node, hint)
        for child in node.named_children:
            self.value(child, hint)
        return None

    def value_lambda(self, node: Node, hint: str) -> object:
        return Callable(node)

    def value_identifier(self, node: Node, hint: str) -> object:
        name = text_of(node)
        if name not in self.env and LINE_READERS.fullmatch(name):
            return Callable(None, "line")
        if name not in self.env and name in self.functions:
            return Callable(self.functions[name])
        if name == "stdin" and name not in self.env:
            return Stream(lines=True)
        value = self.env.get(name)
        if isinstance(value, Words) and value.line.mode == "rest":
            value.line.whole = True
        return value

    def value_integer(self, node: Node, hint: str) -> object:
        return Number(text_of(node).replace("_", "")) if text_of(node).replace("_", "").isdigit() else None

    def value_parenthesized_expression(self, node: Node, hint: str) -> object:
        return self.value(node.named_children[0], hint) if node.named_children else None

    def value_named_expression(self, node: Node, hint: str) -> object:
        name = node.child_by_field_name("name")
        made = self.value(node.child_by_field_name("value"), text_of(name))
        if name is not None:
            self.bind(name, made)
        return made

    def value_list_splat(self, node: Node, hint: str) -> object:
        return self.value(node.named_children[0], hint) if node.named_children else None

    def value_tuple(self, node: Node, hint: str) -> object:
        if len(node.named_children) == 1 and node.named_children[0].type == "list_splat":
            return self.value(node.named_children[0], hint)
        return [self.value(child, hint) for child in node.named_children]

    value_expression_list = value_tuple

    value_list = value_tuple

    def value_attribute(self, node: Node, hint: str) -> object:
        text = text_of(node)
        if LINE_READERS.fullmatch(text):
            return Callable(None, "line")
        if re.fullmatch(r"(sys\.)?stdin(\.buffer)?", text):
            return Stream(lines=True)
        owner, name = self.value(node.child_by_field_name("object"), hint), text_of(
            node.child_by_field_name("attribute"))
        if isinstance(owner, Stream) and name in ("__next__", "readline"):
            return Callable(None, "line" if owner.lines else "token", owner)
        return None

    def value_binary_operator(self, node: Node, hint: str) -> object:
        left = self.number(self.value(node.child_by_field_name("left"), hint))
        right = self.number(self.value(node.child_by_field_name("right"), hint))
        operator = text_of(node.child_by_field_name("operator"))
        if left is None or right is None or operator not in ("+", "-", "*", "//", "%", "**"):
            return None
        made = simplified(f"({{}}){operator}({{}})", left, right)
        return Number(made) if made else None

    def value_subscript(self, node: Node, hint: str) -> object:
        owner_node = node.child_by_field_name("value")
        name = text_of(owner_node)
        owner = self.env.get(name) if owner_node is not None and owner_node.type == "identifier" \
            else self.value(owner_node, hint)
        index = node.child_by_field_name("subscript")
        if isinstance(owner, Words) and owner.line.mode in ("raw", "rest"):
            return self.indexed_words(owner, index, name)
        if isinstance(owner, Stream):
            return self.indexed_stream(owner, index, hint)
        if isinstance(owner, Line):
            return owner
        self.value(index, hint)
        return owner.item if isinstance(owner, Container) else None

    def indexed_words(self, owner: Words, index: Node | None, name: str) -> object:
        if index is not None and re.fullmatch(r"\d+", text_of(index)):
            if owner.line.mode == "raw":
                owner.line.mode, owner.line.key = "rest", self.key(name if name.isidentifier() else "x")
            return self.element(owner.line, owner.start + int(text_of(index)), owner.kind)
        if index is not None and index.type == "slice" and owner.line.mode == "raw":
            return owner
        if index is not None and index.type == "slice" and re.fullmatch(r"(\d+)\s*:", text_of(index)):
            return Words(owner.line, owner.kind, owner.start + int(text_of(index).rstrip(": ")))
        owner.line.whole = True
        return owner if index is not None and index.type == "slice" else None

    def indexed_stream(self, owner: Stream, index: Node | None, hint: str) -> object:
        text = text_of(index)
        if index is not None and index.type == "slice":
            return Slice(self.slice_length(index), owner.kind, owner.lines, owner)
        if text.isdigit():
            if int(text) not in owner.seen:
                owner.seen[int(text)] = self.next_of(owner, hint, line_of(index))
            return owner.seen[int(text)]
        return self.next_of(owner, hint, line_of(index))

    def slice_length(self, node: Node) -> str | None:
        """`upper - lower` of a slice, None where it is open or strided."""
        parts = [part.strip() for part in text_of(node).split(":")]
        if len(parts) != 2 or not parts[1]:
            return None
        lower, upper = parts[0] or "0", parts[1]
        if upper.replace(" ", "").startswith(lower.replace(" ", "") + "+"):
            upper, lower = upper.replace(" ", "")[len(lower.replace(" ", "")) + 1:], "0"
        values = [self.number(self.value(parse_python(part.encode()).named_children[0].named_children[0]))
                  if parse_python(part.encode()).named_children else None for part in (upper, lower)]
        return simplified("({})-({})", *values)
