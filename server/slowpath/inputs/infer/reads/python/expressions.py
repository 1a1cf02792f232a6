"""Expressions: names, indices, slices, sums."""

from __future__ import annotations

import re

from tree_sitter import Node

from slowpath.inputs.infer.reads.items import Token
from slowpath.inputs.infer.reads.python.calls import Calling
from slowpath.inputs.infer.reads.python.names import LINE_READERS, attribute_name, hint_of, line_of, parse_python
from slowpath.inputs.infer.reads.python.values import (
    Callable,
    Container,
    Line,
    Number,
    OpenLoop,
    Slice,
    Stream,
    Strided,
    Table,
    Words,
)
from slowpath.inputs.infer.reads.python.walk import LARGEST_WALK
from slowpath.model.format import ROW
from slowpath.source.cpp.values import simplified, text_of


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
        if name not in self.env and name in self.classes:
            return Callable(self.classes[name], "class")
        if name not in self.env and LINE_READERS.fullmatch(name):
            return Callable(None, "line")
        if name not in self.env and name in self.functions:
            return Callable(self.functions[name])
        if name not in self.env and hasattr(self, f"call_{name}"):
            return Callable(None, f"built-in {name}")
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

    def value_await(self, node: Node, hint: str) -> object:
        return self.value(node.named_children[0], hint) if node.named_children else None

    def value_conditional_expression(self, node: Node, hint: str) -> object:
        values = [self.value(child, hint) for child in node.named_children]
        return values[0] if values else None

    def value_list_splat(self, node: Node, hint: str) -> object:
        return self.value(node.named_children[0], hint) if node.named_children else None

    def value_tuple(self, node: Node, hint: str) -> object:
        if len(node.named_children) == 1 and _is_splat(node.named_children[0]):
            return self.value(node.named_children[0], hint)
        parent = node.parent
        targets = parent.child_by_field_name("left") if parent is not None and parent.type == "assignment" else None
        hints = [hint_of(target) for target in targets.named_children] if targets is not None else []
        if len(hints) != len(node.named_children):
            hints = [hint] * len(node.named_children)
        return [self.value(child, name) for child, name in zip(node.named_children, hints, strict=True)]

    value_expression_list = value_tuple

    value_list = value_tuple

    def value_attribute(self, node: Node, hint: str) -> object:
        text = text_of(node)
        if LINE_READERS.fullmatch(text):
            return Callable(None, "line")
        if re.fullmatch(r"(sys\.)?stdin(\.buffer)?", text):
            return Stream(lines=True)
        kept = attribute_name(node)
        if kept in self.env:
            return self.env[kept]
        owner, name = (
            self.value(node.child_by_field_name("object"), hint),
            text_of(node.child_by_field_name("attribute")),
        )
        if isinstance(owner, Stream) and name in ("__next__", "readline", "pop", "popleft"):
            return Callable(None, "line" if owner.lines else "token", owner)
        if isinstance(owner, Table) and name == "T":
            return Table(owner.loop, owner.width, True)
        if owner is None and name in self.functions and name in self.reading:
            return Callable(self.functions[name])
        return None

    def value_binary_operator(self, node: Node, hint: str) -> object:
        first = self.value(node.child_by_field_name("left"), hint)
        second = self.value(node.child_by_field_name("right"), hint)
        left, right = self.number(first), self.number(second)
        operator = text_of(node.child_by_field_name("operator"))
        if operator == "+" and isinstance(first, Slice | Words | Stream):
            return first
        if operator == "+" and isinstance(second, Slice | Words | Stream):
            return second
        listed = node.child_by_field_name("left")
        if operator == "*" and listed is not None and listed.type == "list" and right is not None:
            return Container(hint, simplified("({})*({})", str(len(listed.named_children)), right))
        if left is None or right is None or operator not in ("+", "-", "*", "//", "%", "**"):
            return None
        made = simplified(f"({{}}){operator}({{}})", left, right)
        return Number(made) if made else None

    def value_subscript(self, node: Node, hint: str) -> object:
        owner_node = node.child_by_field_name("value")
        name = text_of(owner_node)
        owner = (
            self.env.get(name)
            if owner_node is not None and owner_node.type == "identifier" and name in self.env
            else self.value(owner_node, hint)
        )
        index = node.child_by_field_name("subscript")
        if isinstance(owner, Words) and owner.line.mode in ("raw", "rest"):
            return self.indexed_words(owner, index, name)
        if isinstance(owner, Stream):
            return self.indexed_stream(owner, index, hint)
        if isinstance(owner, Line):
            self.value(index)
            return owner if index is not None and index.type == "slice" else None
        if isinstance(owner, Slice) and owner.length == "1" and text_of(index) == "0":
            token = Token(self.key(hint), owner.kind, 0, owner.line)
            return self.emit(token)
        if isinstance(owner, Container) and owner.flat is not None and index is not None and index.type == "slice":
            return self.sliced_flat(owner, index)
        self.value(index, hint)
        return owner.item if isinstance(owner, Container) else None

    def indexed_words(self, owner: Words, index: Node | None, name: str) -> object:
        if index is not None and re.fullmatch(r"\d+", text_of(index)):
            if owner.line.mode == "raw":
                owner.line.mode, owner.line.key = "rest", self.key(name if name.isidentifier() else "x")
            return self.element(owner.line, owner.start + int(text_of(index)), owner.kind)
        if index is not None and index.type == "slice" and owner.line.mode == "raw":
            owner.line.counted |= text_of(index).replace(" ", "") == "1:"
            owner.line.ended |= text_of(index).replace(" ", "") == ":-1"
            return owner
        if index is not None and index.type == "slice" and re.fullmatch(r"(\d+)\s*:", text_of(index)):
            return Words(owner.line, owner.kind, owner.start + int(text_of(index).rstrip(": ")))
        owner.line.whole = True
        self.value(index, name)
        return owner if index is not None and index.type == "slice" else None

    def indexed_stream(self, owner: Stream, index: Node | None, hint: str) -> object:
        text = text_of(index)
        if index is not None and index.type == "slice":
            bounds = [part.strip() for part in text.split(":")]
            if text.replace(" ", "") == "::-1":
                return owner
            if len(bounds) == 3 and bounds[2].isdigit() and int(bounds[2]) > 1 and not owner.lines:
                return self.strided(owner, bounds)
            return Slice(self.slice_length(index), owner.kind, owner.lines, owner, line_of(index))
        if self.walked & set(re.findall(r"[A-Za-z_]\w*", text)) and not owner.lines:
            self.jumped = owner
            return None
        place = self.first_place(index)
        if place is None:
            self.value(index, hint)
            return self.next_of(owner, hint, line_of(index))
        if place not in owner.seen:
            owner.seen[place] = self.next_of(owner, hint, line_of(index))
        return owner.seen[place]

    def first_place(self, index: Node | None) -> str | None:
        """The index at which a loop begins to read, so that who reads there again is known to read the same; None where
        that can't be said, as of a counter that moves on by itself."""
        if index is None or self.moving & set(re.findall(r"[A-Za-z_]\w*", text_of(index))):
            return None
        text = self.number(self.quiet(index))
        return simplified(re.sub(rf"\b{ROW}\d+\b", "0", text)) if text is not None else None

    def strided(self, owner: Stream, bounds: list[str]) -> Strided:
        """`data[2::3]`: a column of the table that the strided slices of the stream make together."""
        step = int(bounds[2])
        key = (id(owner.seen), step)
        first = int(bounds[0]) if bounds[0].isdigit() else 0
        if key not in self.columns:
            self.by_tokens = True
            self.columns[key] = OpenLoop(None, [], 0, False)
            self.out.append(self.columns[key])
            owner.seen["strided"] = first
        start = owner.seen.get("strided", 0)
        return Strided(self.columns[key], first - (start if isinstance(start, int) else 0), step, owner.kind)

    def sliced_flat(self, owner: Container, index: Node) -> object:
        """A slice of a list that holds the rest of the input: a part of it, or a column of a table."""
        bounds = [part.strip() for part in text_of(index).split(":")]
        if len(bounds) != 3 or not bounds[2].isdigit() or int(bounds[2]) < 2 or owner.flat is None:
            return self.sliced_again(owner, index)
        return Strided(owner.flat, int(bounds[0]) if bounds[0].isdigit() else 0, int(bounds[2]), self._kind(owner))

    def _kind(self, owner: Container) -> str:
        first = owner.flat.body[0] if owner.flat is not None and owner.flat.body else None
        return first.kind if isinstance(first, Token) else "word"

    def sliced_again(self, owner: Container, index: Node) -> object:
        """`a = rest[:n]; b = rest[n:]` takes the rest of the input apart: the rest is read as its parts."""
        loop, length = owner.flat, self.slice_length(index)
        if loop is None or loop.count is not None or len(loop.body) != 1 or not isinstance(loop.body[0], Token):
            return owner
        if loop in self.out:
            self.out.remove(loop)
        return Slice(length, self._kind(owner), False, None, line_of(index))

    def slice_length(self, node: Node) -> str | None:
        """`upper - lower` of a slice, None where it is open."""
        parts = [part.strip() for part in text_of(node).split(":")]
        if len(parts) != 2 or not parts[1]:
            return None
        lower, upper = parts[0] or "0", parts[1]
        if upper.replace(" ", "").startswith(lower.replace(" ", "") + "+"):
            upper, lower = upper.replace(" ", "")[len(lower.replace(" ", "")) + 1 :], "0"
        lower = re.sub(r"^-(.*)$", "0", lower)
        values = [
            self.number(self.value(parse_python(part.encode()).named_children[0].named_children[0]))
            if parse_python(part.encode()).named_children
            else None
            for part in (upper, lower)
        ]
        return simplified("({})-({})", *values)


def _is_splat(node: Node) -> bool:
    """Whether an element of a list is `*x`; the parser takes the star of `*f(x)` for a part of the function."""
    function = node.child_by_field_name("function")
    return node.type == "list_splat" or (function is not None and function.type == "list_splat")
