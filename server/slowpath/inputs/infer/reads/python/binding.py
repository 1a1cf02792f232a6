"""What names a value is bound to: this is what shapes a line (`a, b = ...`, `x = int(q[1])`, `*rest`)."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from slowpath.inputs.infer.reads.items import Rest, Token
from slowpath.inputs.infer.reads.python.names import attribute_name, hint_of, indexed_by_digit, line_of
from slowpath.inputs.infer.reads.python.values import (
    Container,
    Element,
    Line,
    Number,
    Slice,
    Stream,
    Strided,
    Table,
    Words,
)
from slowpath.inputs.infer.reads.python.walk import Walk
from slowpath.source.cpp.values import text_of


class Binding(Walk):
    """Assigns values to names and patterns of names."""

    def bind(self, target: Node, value: object) -> None:
        """Gives a name, or a pattern of names, to a value; this is what shapes a line."""
        if target.type in ("pattern_list", "tuple_pattern", "list_pattern"):
            self.unpack(target.named_children, value)
            return
        name = hint_of(target)
        if isinstance(value, Words) and value.line.mode == "raw":
            value.line.mode, value.line.kind = "rest", value.kind
            value.line.key = self.key(name)
        elif (
            isinstance(value, Words)
            and value.start
            and value.kind != "word"
            and self.arm is not None
            and self.arm[0] is value.line
            and not indexed_by_digit(self.root, name)
        ):
            rest = Rest(self.key(name), value.kind, None, value.line.number)
            value.line.tails[self.arm[1]] = value.start, rest
        elif isinstance(value, Line) and value.mode == "raw" and not self.names.get(value.key):
            value.key = self.key(name)
            value.skipped |= name == "_"
        elif isinstance(value, Slice):
            value = self.read_slice(value, name)
        elif isinstance(value, Strided):
            value = self.column(value, name)
        elif isinstance(value, Element) and target.type == "identifier":
            self.name_element(value, name)
            value = Number(value.key)
        if isinstance(value, Stream) and not value.lines:
            value.seen.setdefault("name", name)
        if target.type == "identifier":
            self.env[text_of(target)] = value
        elif target.type == "attribute":
            self.env[attribute_name(target)] = value

    def name_element(self, value: Element, name: str) -> None:
        """`x = int(q[1])`: the field takes the name x."""
        table = self._fields_of(value.line)
        if self.names.get(table.get(value.index, ""), "").endswith(f"_{value.index}"):
            kind = value.line.field_kinds.get(value.key, value.line.kind)
            made = self.key(name)
            table[value.index] = made
            value.line.field_kinds[made] = kind
            value.key = made
            if value.index == 0:
                self.heads[made] = value.line

    def unpack(self, targets: Sequence[Node], value: object) -> None:
        """`a, b, *c = value`."""
        starred = any(target.type == "list_splat_pattern" for target in targets)
        if isinstance(value, Stream) and value.lines:
            for target in targets:
                if target.type == "list_splat_pattern":
                    self.env[hint_of(target)] = value
                else:
                    self.bind(target, self.next_of(value, hint_of(target), line_of(target)))
        elif isinstance(value, Words):
            self.unpack_words(targets, value, starred)
        elif isinstance(value, Stream) and not value.lines:
            for target in targets:
                if target.type == "list_splat_pattern":
                    self.bind(target.named_children[0], Slice(None, value.kind, False, value))
                else:
                    self.bind(target, self.next_token(value, hint_of(target)))
        elif isinstance(value, Slice) and not starred:
            for target in targets:
                token = Token(self.key(hint_of(target)), value.kind, 0, line_of(target))
                self.env[text_of(target)] = self.emit(token)
        elif isinstance(value, Table) and value.transposed:
            self.name_columns(value, [hint_of(target) for target in targets])
            for target in targets:
                self.env[text_of(target)] = Container(hint_of(target), value.loop.count or None)
        elif isinstance(value, Container) and isinstance(value.item, Line) and value.item.mode == "rest":
            for index, target in enumerate(targets):
                value.item.fields[index] = self.key(hint_of(target))
                self.env[text_of(target)] = Container(hint_of(target), value.length)
        else:
            values = value if isinstance(value, list) and len(value) == len(targets) else [None] * len(targets)
            for target, part in zip(targets, values, strict=True):
                self.bind(target, part)

    def unpack_words(self, targets: Sequence[Node], value: Words, starred: bool) -> None:
        line = value.line
        if line.mode != "raw":
            for index, target in enumerate(targets):
                if target.type != "list_splat_pattern":
                    self.bind(target, self.element(line, value.start + index, value.kind))
            return
        if (
            starred
            and targets[-1].type == "list_splat_pattern"
            and len(targets) > 1
            and indexed_by_digit(self.root, hint_of(targets[-1]))
        ):
            line.mode, line.kind, line.key = "rest", value.kind, self.key(hint_of(targets[-1]))
            for index, target in enumerate(targets[:-1]):
                self.bind(target, self.element(line, index, value.kind))
            self.env[hint_of(targets[-1])] = Words(line, value.kind, len(targets) - 1)
            return
        line.mode = "parts"
        # What stands before a list of words may be their number.
        single = "any" if starred and value.kind == "word" else value.kind
        for target in targets:
            key = self.key(hint_of(target))
            if target.type == "list_splat_pattern":
                # Words that the samples show as numbers may be made numbers later.
                line.parts.append(Rest(key, "any" if value.kind == "word" else value.kind, None, line.number))
                self.env[hint_of(target)] = Container(key, None)
            else:
                line.parts.append(Token(key, single, 0, line.number))
                self.bind_number(target, Number(key))

    def bind_number(self, target: Node, value: Number) -> None:
        """A variable, or a member, that holds a token."""
        self.env[attribute_name(target) if target.type == "attribute" else text_of(target)] = value

    def bind_name(self, name: str, value: Words) -> None:
        """Makes an unpacked line a list called `name`, with fields where the program takes it apart."""
        value.line.mode, value.line.kind, value.line.key = "rest", value.kind, self.key(name)
        for index, part in enumerate(self.unpacked.get(name, ())):
            value.line.fields[index] = self.key(part)

    def consume(self, value: object, hint: str) -> None:
        """A value that is used up without a name still shapes its line."""
        if isinstance(value, Words) and value.line.mode == "raw":
            self.bind_name(hint, value)
        elif isinstance(value, Slice):
            self.read_slice(value, hint)
        elif isinstance(value, Strided):
            self.column(value, hint)

    def column(self, value: Strided, name: str) -> Container:
        """One of several strided slices of the same tokens."""
        raise NotImplementedError

    def name_columns(self, table: Table, names: list[str]) -> None:
        """Gives the tokens of a table's row the names that the program has for them."""
        raise NotImplementedError

    def bound(self, value: object, hint: str) -> object:
        """One element of a comprehension, named after the list that it goes into."""
        if isinstance(value, Words) and value.line.mode == "raw":
            self.bind_name(hint, value)
            return value.line
        if isinstance(value, Line) and value.mode == "raw" and not self.names.get(value.key):
            value.key = self.key(hint)
        if isinstance(value, Slice):
            return self.read_slice(value, hint)
        if isinstance(value, list):
            for part in value:
                self.consume(part, hint)
        return value
