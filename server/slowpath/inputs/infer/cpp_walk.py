"""The state of one walk over a C++ program, and the tokens that a read into a variable gives.

A walker is built in layers, one module each: tokens (here), declarations and assignments
(`cpp_declarations`), calls that read (`cpp_calls`), loops and branches (`cpp_control`), the whole
(`reads_cpp`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tree_sitter import Node

from slowpath.inputs.infer.cpp_loops import UNKNOWN
from slowpath.inputs.infer.cpp_program import Program
from slowpath.inputs.infer.cpp_values import (
    Function,
    Scope,
    Target,
    Variable,
    container_depth,
    descendants,
    element_type,
    kind_and_bits,
    target_of,
    template_arguments,
    text_of,
)
from slowpath.inputs.infer.reads import Item, Loop, Token


class Walk:
    """One walk over one program. Methods give the items that something reads."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.keys: dict[str, int] = {}
        self.names: dict[str, str] = {}
        self.remarks: list[tuple[int, str]] = []
        self.edges: set[tuple[str, str]] = set()
        self.steps = 0
        self.statement = 0
        self.calls: list[str] = []
        self.streams: dict[str, str] = {}
        self.from_line: dict[str, str] = {}
        self.numbers: set[str] = set()
        self.result: str | None = None

    def key(self, name: str) -> str:
        """A key for one more token that the program calls `name`."""
        name = re.sub(r"\W", "", name) or "x"
        if name in ("min", "max", "len", "abs") or not name.isidentifier():
            name = f"{name}_"
        count = self.keys.get(name, 0)
        self.keys[name] = count + 1
        made = name if not count else f"{name}__{count + 1}"
        self.names[made] = name
        return made

    def token(self, target: Target, node: Node, kind: str = "", bits: int = 0) -> Token:
        """One token read into `target`."""
        found, width = kind_and_bits(target.type)
        key = self.key(target.name)
        if target.variable is not None and target.variable.name == target.name:
            target.variable.value = key
            if kind == "word" or found == "word":
                target.variable.dims = []
        return Token(key, kind or found, bits or width, node.start_point.row + 1, self.statement, target.capacity)

    def into(self, node: Node, scope: Scope) -> list[Item]:
        """What `cin >> node` reads: one token, or all elements of a container, or all fields of a struct."""
        target = target_of(node, scope, self.program.fields)
        shape = template_arguments(target.type)[0]
        extractor = self.program.extractors.get(shape)
        if extractor is not None:
            return self.call(extractor, [None, node], scope)
        if container_depth(target.type) and shape != "bitset":
            dims = list(target.variable.dims) if target.variable else []
            depth = container_depth(target.type)
            return self.elements(target, node, (dims + [None] * depth)[-depth:])
        if shape == "pair":
            kinds = template_arguments(target.type)[1]
            names = [f"{target.name}_first", f"{target.name}_second"]
            return [self.token(Target(name, kind, target.capacity), node)
                    for name, kind in zip(names, kinds, strict=False)]
        made = self.token(target, node)
        if made.kind == "char" and self._is_text_array(node, target):
            made = replace(made, kind="word")
        if node.type == "field_expression":
            scope.declare(Variable(text_of(node).replace(" ", ""), target.type, [], made.key))
        return [made]

    def _is_text_array(self, node: Node, target: Target) -> bool:
        """Whether a `char` target is a C string: an array with fewer subscripts than dimensions."""
        subscripts = sum(1 for _ in descendants(node, "subscript_expression"))
        return target.variable is not None and len(target.variable.dims) > subscripts

    def elements(self, target: Target, node: Node, dims: list[str | None]) -> list[Item]:
        """The elements of a container, as nested loops."""
        inner = Target(target.name, element_type(target.type), target.capacity)
        if container_depth(target.type) > 1:
            body = self.elements(inner, node, dims[1:])
        else:
            body = [self.token(inner, node)]
        return [Loop(dims[0] if dims[0] is not None else UNKNOWN, tuple(body), node.start_point.row + 1)]

    # What the parts of the walker that build on this one do.

    def walk(self, node: Node, scope: Scope) -> list[Item]:
        """What one statement or expression reads."""
        raise NotImplementedError

    def block(self, node: Node, scope: Scope) -> list[Item]:
        """The statements of a block in order; an early end in one arm makes the rest the other arm."""
        raise NotImplementedError

    def call(self, function: Function, given: Sequence[Node | None], scope: Scope) -> list[Item]:
        """What a called function reads; its reference parameters are the caller's variables."""
        raise NotImplementedError
