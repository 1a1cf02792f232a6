"""Expressions that read: `cin >> x`, `scanf`, `getline`, fast readers, the program's own functions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tree_sitter import Node

from slowpath.inputs.infer.cpp_declarations import Declaring
from slowpath.inputs.infer.cpp_values import (
    Function,
    Scope,
    Target,
    Variable,
    descendants,
    kind_and_bits,
    plain_type,
    symbolic,
    target_of,
    text_of,
)
from slowpath.inputs.infer.reads import Item, Text, Token, leaves

_FORMAT = re.compile(r"%(\*)?(\d+)?(?:hh|h|ll|l|I64|L|j|z)?([diouxXfFeEgGcs]|\[\^?\]?[^\]]*\])")


class Calling(Declaring):
    """What streams and calls read."""

    def on_binary_expression(self, node: Node, scope: Scope) -> list[Item]:
        if text_of(node.child_by_field_name("operator")) == ">>":
            chain, base = self._chain(node)
            if self._is_stream(base, scope):
                return self.chained(base, chain, scope)
        return [item for child in node.named_children for item in self.walk(child, scope)]

    def _chain(self, node: Node) -> tuple[list[Node], Node]:
        chain: list[Node] = []
        while node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) == ">>":
            chain.insert(0, node.child_by_field_name("right"))  # type: ignore[arg-type]
            node = node.child_by_field_name("left")  # type: ignore[assignment]
        return chain, node

    def _is_stream(self, node: Node, scope: Scope) -> bool:
        name = text_of(node).split("::")[-1]
        found = scope.find(name)
        if found is None and name.isidentifier():
            top = node.parent
            while top is not None and top.type == "binary_expression":
                top = top.parent
            # Nothing but reading makes a statement of `unknown >> variable`.
            return name == "cin" or (top is not None and top.type == "expression_statement")
        return name in ("cin", "std::cin") or name in self.streams or (found is not None and (
            "stream" in found.type or found.type in self.program.reader_types))

    def chained(self, base: Node, chain: list[Node], scope: Scope) -> list[Item]:
        """`cin >> a >> b`; from a string stream, what the line that it was made of holds."""
        items: list[Item] = []
        for node in chain:
            if text_of(node) not in ("ws", "std::ws", "noskipws", "skipws"):
                items += self.into(node, scope)
        line = scope.find(self.streams.get(text_of(base), ""))
        if line is not None and line.value:
            self.from_line.update({leaf.key: line.value for leaf in leaves(tuple(items))})
        return items

    def on_call_expression(self, node: Node, scope: Scope) -> list[Item]:
        function = node.child_by_field_name("function")
        arguments = node.child_by_field_name("arguments")
        given = list(arguments.named_children) if arguments else []
        name = re.split(r"\.|->|::", text_of(function).split("<")[0])[-1]
        if name in ("scanf", "scanf_s"):
            return self.scanf(node, given, scope)
        if name in ("getline", "gets", "fgets"):
            return self.getline(node, function, given, scope)
        if name in ("stoi", "stol", "stoll", "atoi", "atoll") and given:
            self.numbers.add(symbolic(given[0], scope) or "")
        if name in self.program.readers and self.program.readers[name] != "forward":
            return self.fast(node, name, function, given, scope)
        if name in ("resize", "assign") and function is not None and function.type == "field_expression":
            owner = scope.find(text_of(function.child_by_field_name("argument")))
            if owner is not None and given:
                owner.dims = self.container_dims(arguments, scope)  # type: ignore[arg-type]
        for candidate in self.program.functions.get(name, []) if name in self.program.reading else []:
            if len(candidate.parameters) >= len(given):
                return self.call(candidate, given, scope)
        items = [item for child in given for item in self.walk(child, scope)]
        if function is not None and function.type == "field_expression":
            items = self.stored_by_call(name, function, given, items, scope)
        return items

    def stored_by_call(self, name: str, function: Node, given: list[Node], items: list[Item],
                       scope: Scope) -> list[Item]:
        """`a.push_back(read())` names the token a; `g[u].push_back(v)` makes u and v the ends of an edge."""
        owner = function.child_by_field_name("argument")
        if name not in ("push_back", "emplace_back", "insert", "push", "emplace", "pb") or owner is None:
            return items + self.walk(function, scope)
        if len(items) == 1 and isinstance(items[0], Token) and owner.type == "identifier":
            return [replace(items[0], key=self.key(text_of(owner)))]
        if owner.type == "subscript_expression" and given:
            indices = next(iter(descendants(owner, "subscript_argument_list")), None)
            first = symbolic(indices.named_children[0], scope) if indices and indices.named_children else None
            named = [symbolic(part, scope) for part in descendants(given[0], "identifier")] + [
                symbolic(given[0], scope)]
            for second in named:
                if first and second and first != second:
                    self.edges.add((_bare(first), _bare(second)))
        return items

    def scanf(self, node: Node, given: list[Node], scope: Scope) -> list[Item]:
        """The tokens of a `scanf` format."""
        if not given or given[0].type not in ("string_literal", "concatenated_string"):
            return []
        items: list[Item] = []
        targets = iter(given[1:])
        for star, width, conversion in _FORMAT.findall(text_of(given[0])):
            argument = None if star else next(targets, None)
            target = target_of(argument, scope, self.program.fields) if argument is not None else Target("skipped", "")
            if conversion in "diouxX":
                items.append(self.token(target, node, "digit" if width == "1" else "int"))
            elif conversion in "fFeEgG":
                items.append(self.token(target, node, "float"))
            elif conversion == "c":
                items.append(self.token(target, node, "char"))
            elif conversion.startswith("[^") and ("n" in conversion or " " not in conversion):
                items.append(Text(self.token(target, node, "word").key, node.start_point.row + 1))
            else:
                items.append(self.token(target, node, "word"))
        return items

    def getline(self, node: Node, function: Node | None, given: list[Node], scope: Scope) -> list[Item]:
        """A whole line: `getline(cin, s)`, `cin.getline(s, n)`, `gets(s)`, `fgets(s, n, stdin)`."""
        method = function is not None and function.type == "field_expression"
        plain = text_of(function).endswith("gets")
        where = 0 if method or plain else 1
        if len(given) <= where or (not plain and not method and text_of(given[0]) in self.streams):
            return []
        target = target_of(given[where], scope, self.program.fields)
        return [Text(self.token(target, node, "word").key, node.start_point.row + 1)]

    def fast(self, node: Node, name: str, function: Node | None, given: list[Node], scope: Scope) -> list[Item]:
        """A call of a fast reader: into its arguments, or as its value."""
        kind = {"number": "int", "float": "float", "word": "word", "character": "char"}[self.program.readers[name]]
        written = [child for child in given if child.type not in ("string_literal",)]
        candidates = self.program.functions.get(name, [])
        into = any(parameter[2] or parameter[1].endswith("...") for f in candidates for parameter in f.parameters)
        if written and into:
            if kind == "int":
                return [item for child in written for item in self.into(child, scope)]
            return [self.token(target_of(child, scope, self.program.fields), node, kind) for child in written[:1]]
        written_type = re.search(r"<(.*)>", text_of(function))
        result = written_type.group(1) if written_type else next((f.result for f in candidates), "")
        bits = kind_and_bits(plain_type(result, self.program.aliases))[1]
        self.result = None
        return [Token(self.key("x"), kind, bits, node.start_point.row + 1, self.statement)]

    def call(self, function: Function, given: Sequence[Node | None], scope: Scope) -> list[Item]:
        """What a called function reads; its reference parameters are the caller's variables."""
        if self.calls.count(function.name) > 0 or len(self.calls) > 20:
            return []
        inner = scope.inside() if function.owner == "lambda" else scope.callee()
        items: list[Item] = []
        for (name, kind, by_reference), argument in zip(function.parameters, given, strict=False):
            if argument is None:
                inner.frames[-1][name] = Variable(name, "istream")
                continue
            items += self.walk(argument, scope)
            target = target_of(argument, scope, self.program.fields)
            if by_reference and target.variable is not None and argument.type == "identifier":
                inner.frames[-1][name] = target.variable
            else:
                made = Variable(name, target.type if len(kind) <= 1 or kind == "auto" else kind, [],
                                symbolic(argument, scope))
                inner.frames[-1][name] = made
        self.calls.append(function.name)
        self.result = None
        items += self.block(function.body, inner)
        self.calls.pop()
        return items


def _bare(text: str) -> str:
    found = re.search(r"[A-Za-z_]\w*", text)
    return found.group() if found else text
