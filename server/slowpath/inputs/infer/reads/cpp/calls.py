"""Expressions that read: `cin >> x`, `scanf`, `getline`, fast readers, the program's own functions."""

from __future__ import annotations

import re
from dataclasses import replace

from tree_sitter import Node

from slowpath.inputs.infer.reads.cpp.conditions import FIRST_OF_LINE, NEXT_LINE, REST_OF_LINE
from slowpath.inputs.infer.reads.cpp.functions import Entering
from slowpath.inputs.infer.reads.cpp.walk import whole
from slowpath.inputs.infer.reads.items import Break, Item, Rest, Text, Token, leaves, parted
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.program import called_name
from slowpath.source.cpp.values import (
    TEXT_TO_INTEGER,
    Scope,
    Target,
    descendants,
    kind_and_bits,
    plain_type,
    symbolic,
    target_of,
    text_of,
)

_READER_NAME = late_regex(
    r"ri|rl|rll|rs|rd|(?:read|next|scan|fast|quick)_?(?:i|u|s|d|int|integer|l|ll|long|long_long|"
    r"uint|num|number|str|string|word|token|char|double|float|real)(?:32|64)?",
    re.I,
)
_LINE_ENDS = ("'\\n'", "10")
_NOTHING = Target("x", "")
_FORMAT = late_regex(r"%(\*)?(\d+)?(?:hh|h|ll|l|I64|L|j|z)?([diouxXfFeEgGcs]|\[\^?\]?[^\]]*\])")


class Calling(Entering):
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
        return (
            name in ("cin", "std::cin")
            or name in self.streams
            or (found is not None and ("stream" in found.type or found.type in self.program.reader_types))
        )

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
        name = called_name(node)
        if name in ("scanf", "scanf_s"):
            return self.scanf(node, given, scope)
        if name in ("getline", "gets", "fgets"):
            return self.getline(node, function, given, scope)
        if name.split(":")[-1] in TEXT_TO_INTEGER and 0 < len(given) < 3 and (key := symbolic(given[0], scope)):
            self.numbers.add(key)
            declared = node.parent
            if key in self.whole_lines and declared is not None and declared.type == "init_declarator":
                self.names[key] = text_of(declared.child_by_field_name("declarator"))
        if name in self.program.readers and self.program.readers[name] != "forward":
            begins: list[Item] = [Break()] if name.startswith(FIRST_OF_LINE) else []
            return [*begins, *self.fast(node, name, function, given, scope)]
        if name in ("resize", "assign") and function is not None and function.type == "field_expression":
            owner = target_of(
                function.child_by_field_name("argument"),  # type: ignore[arg-type]
                scope,
                self.program.fields,
            )
            if owner.variable is not None and given:
                before = len(owner.variable.dims) - len(owner.dims)
                kept = (owner.variable.dims + [None] * before)[:before] if not owner.whole else []
                owner.variable.dims = [
                    *(kept or [None] * self._subscripts(function)),
                    *self.container_dims(arguments, scope),  # type: ignore[arg-type]
                ]
        if name in self.program.reading and name in self.program.functions:
            candidate = self.chosen(name, self.unpacked(given, scope), scope)
            if candidate is not None:
                explicit = re.search(r"<(.*)>", text_of(function))
                items = self.call(candidate, given, scope, explicit.group(1) if explicit else "")
                if function is not None and function.type == "field_expression":
                    self.show_members(text_of(function.child_by_field_name("argument")), candidate.owner, scope)
                return items
        if (
            name not in self.program.functions
            and _READER_NAME.fullmatch(name)
            and scope.find(name) is None
            and (
                function is None
                or function.type != "field_expression"
                or "." not in text_of(function)
                or scope.find(text_of(function).split(".")[0]) is None
                or not given
            )
        ):
            return self.unseen_reader(name, node, given, scope)
        done = self.algorithm(name, node, given, scope)
        if done is not None:
            return done
        items = [item for child in given for item in self.walk(child, scope)]
        if function is not None and function.type == "field_expression":
            items = self.stored_by_call(name, function, given, items, scope)
        return items

    def stored_by_call(
        self, name: str, function: Node, given: list[Node], items: list[Item], scope: Scope
    ) -> list[Item]:
        """`a.push_back(read())` names the token a; `g[u].push_back(v)` makes u and v the ends of an edge."""
        owner = function.child_by_field_name("argument")
        if name not in ("push_back", "emplace_back", "insert", "push", "emplace", "pb") or owner is None:
            return items + self.walk(function, scope)
        begins, read = parted(items)
        if len(read) == 1 and isinstance(read[0], Token) and owner.type == "identifier":
            return [*begins, replace(read[0], key=self.key(text_of(owner)))]
        if owner.type == "subscript_expression" and given:
            indices = next(iter(descendants(owner, "subscript_argument_list")), None)
            first = symbolic(indices.named_children[0], scope) if indices and indices.named_children else None
            named = [symbolic(part, scope) for part in descendants(given[0], "identifier")] + [
                symbolic(given[0], scope)
            ]
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
        text = text_of(given[0])
        end, separated = 0, [""]
        for match in _FORMAT.finditer(text):
            star, width, conversion = match.groups()
            argument = None if star else next(targets, None)
            target = target_of(argument, scope, self.program.fields) if argument is not None else Target("skipped", "")
            between, end = text[end : match.start()], match.end()
            items.append(self.converted(target, node, conversion, width))
            separated.append(between if items[:-1] and re.fullmatch(r"[^\w\s%\"\\]", between) else "")
        return _glued(items, separated[1:])

    def converted(self, target: Target, node: Node, conversion: str, width: str | None) -> Item:
        """What one conversion of a `scanf` format reads."""
        if conversion in "diouxX":
            return self.token(target, node, "digit" if width == "1" else "int")
        if conversion in "fFeEgG":
            return self.token(target, node, "float")
        if conversion == "c":
            return self.token(target, node, "char")
        made = self.token(target, node, "word")
        if conversion.startswith("[^") and ("n" in conversion or " " not in conversion):
            return Text(made.key, node.start_point.row + 1)
        return made

    def getline(self, node: Node, function: Node | None, given: list[Node], scope: Scope) -> list[Item]:
        """A whole line: `getline(cin, s)`, `cin.getline(s, n)`, `gets(s)`, `fgets(s, n, stdin)`."""
        method = function is not None and function.type == "field_expression"
        plain = text_of(function).endswith("gets")
        if list(map(text_of, given)) == [NEXT_LINE]:
            return [Break()]
        where = 0 if method or plain else 1
        if len(given) <= where or (not plain and not method and text_of(given[0]) in self.streams):
            return []
        target = target_of(given[where], scope, self.program.fields)
        key = self.token(target, node, "word").key
        (self.rests if text_of(given[0]) == REST_OF_LINE else self.whole_lines).add(key)
        self.takes_parts |= not plain and len(given) > where + 1 + method and text_of(given[-1]) not in _LINE_ENDS
        return [Text(key, node.start_point.row + 1)]

    def unseen_reader(self, name: str, node: Node, given: list[Node], scope: Scope) -> list[Item]:
        """A reader that stands in a header of the program's own, known by its name only."""
        line = node.start_point.row + 1
        self.remarks.append((line, f"{name} isn't defined in this file; it was taken for a reader by its name"))
        if given:
            return [item for child in given for item in self.into(child, scope)]
        kind = (
            "word"
            if re.search(r"str|word|token", name, re.I)
            else "char"
            if re.search(r"char", name, re.I)
            else "float"
            if re.search(r"double|float|real", name, re.I)
            else "int"
        )
        self.result = None
        return [Token(self.key("x"), kind, 64, line, self.statement)]

    def fast(self, node: Node, name: str, function: Node | None, given: list[Node], scope: Scope) -> list[Item]:
        """A call of a fast reader: into its arguments, or as its value."""
        kind = {"number": "int", "float": "float", "word": "word", "character": "char"}[self.program.readers[name]]
        written = [child for child in given if child.type not in ("string_literal",)]
        candidates = self.program.functions.get(name, [])
        into = any(
            (by_reference and type_ != "char") or type_.endswith("...")
            for f in candidates
            for _, type_, by_reference in f.parameters
        )
        if written and into:
            if kind == "int":
                return [
                    item
                    for child in self.unpacked(written, scope)
                    for item in (
                        self.into(child, scope)
                        if isinstance(child, Node)
                        else self.into_target(child or _NOTHING, node, scope)
                    )
                ]
            return [self.token(target_of(child, scope, self.program.fields), node, kind) for child in written[:1]]
        written_type = re.search(r"<(.*)>", text_of(function))
        result = written_type.group(1) if written_type else next((f.result for f in candidates), "")
        bits = kind_and_bits(plain_type(result, self.program.aliases))[1]
        self.result = None
        return [Token(self.key("x"), kind, bits, node.start_point.row + 1, self.statement)]

    def _subscripts(self, function: Node) -> int:
        owner = function.child_by_field_name("argument")
        return sum(1 for _ in descendants(owner, "subscript_expression")) if owner is not None else 0

    def on_fold_expression(self, node: Node, scope: Scope) -> list[Item]:
        """`(cin >> ... >> xs)` and `((cin >> xs), ...)` read each of the pack."""
        packs = [
            (text_of(name), found)
            for name in descendants(node, "identifier")
            if (found := scope.find(text_of(name))) is not None and found.pack is not None
        ]
        items: list[Item] = []
        for name, found in packs[:1]:
            for part in found.pack or ():
                inner = scope.inside()
                inner.frames[-1][name] = part
                pattern = next((child for child in node.named_children if name in text_of(child)), None)
                if pattern is not None and pattern.type == "identifier":
                    items += self.into_target(whole(part), node, scope)
                elif pattern is not None:
                    items += self.walk(pattern, inner)
        return items

    def algorithm(self, name: str, node: Node, given: list[Node], scope: Scope) -> list[Item] | None:
        """What a call of an algorithm of the standard library reads, None where it is none that could."""
        raise NotImplementedError


def _glued(items: list[Item], separators: list[str]) -> list[Item]:
    """Tokens that `%d:%d` reads out of one word become its parts."""
    made: list[Item] = []
    for item, separator in zip(items, separators, strict=True):
        before = made[-1] if made else None
        if separator and isinstance(before, Token) and isinstance(item, Token):
            made[-1] = Rest(before.key, "any", "2", before.line, separator=separator)
        elif separator and isinstance(before, Rest) and before.separator == separator:
            made[-1] = replace(before, length=str(int(before.length or "1") + 1))
        else:
            made.append(item)
    return made


def _bare(value: str) -> str:
    """The key in `u-1`."""
    found = re.search(r"[A-Za-z_]\w*", value)
    return found.group() if found else value
