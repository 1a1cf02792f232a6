"""The state of one walk over a C++ program, and the tokens that a read into a variable gives.

A walker is built in layers, one module each: tokens (here), declarations and assignments (`cpp_declarations`), calls
that read (`cpp_calls`), algorithms that do (`cpp_algorithms`), loops and branches (`cpp_control`), the whole
(`reads_cpp`).
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Sequence

from tree_sitter import Node

from slowpath.inputs.infer.reads.items import Item, Loop, Token
from slowpath.source.cpp.loops import UNKNOWN
from slowpath.source.cpp.program import Program
from slowpath.source.cpp.values import (
    Function,
    Scope,
    Target,
    Variable,
    container_depth,
    descendants,
    kind_and_bits,
    part_of,
    symbolic,
    target_of,
    template_arguments,
    text_of,
)

_DEEPEST_EXTRACTOR = 4


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
        self.whole_lines: set[str] = set()
        """Lines that are read as such, and `rests` what is left of some that are read otherwise."""
        self.rests: set[str] = set()
        self.takes_parts = False
        """Whether what is read up to a sign is taken as a line is."""
        self.numbers: set[str] = set()
        self.result: str | None = None
        self.sizes: dict[str, str] = {}
        self.loops = 0
        self.asking = False
        self.recursive: set[str] = set()
        self.global_frame: dict[str, Variable] = {}
        self.member_frames: dict[str, dict[str, Variable]] = {}

    def key(self, name: str) -> str:
        """A key for one more token that the program calls `name`."""
        name = called = re.sub(r"\W", "", name) or "x"
        if name in ("min", "max", "len", "abs") or keyword.iskeyword(name) or not name.isidentifier():
            name = f"{name}_"
        count = self.keys.get(name, 0)
        self.keys[name] = count + 1
        made = name if not count else f"{name}__{count + 1}"
        self.names[made] = called
        return made

    def token(self, target: Target, node: Node, kind: str = "", bits: int = 0) -> Token:
        """One token read into `target`."""
        found, width = kind_and_bits(target.type)
        key = self.key(target.name)
        if target.variable is not None and target.whole:
            target.variable.value = key
            if kind == "word" or found == "word":
                target.variable.dims = []
        depth = target.depth or int(target.variable is not None and bool(target.variable.called))
        return Token(
            key, kind or found, bits or width, node.start_point.row + 1, self.statement, target.capacity, depth=depth
        )

    def into(self, node: Node, scope: Scope) -> list[Item]:
        """What `cin >> node` reads: one token, or all elements of a container, or all fields of a struct."""
        target = target_of(node, scope, self.program.fields)
        items = self.into_target(target, node, scope)
        if len(items) == 1 and isinstance(items[0], Token):
            self.keep_part(node, items[0].key, scope)
        return items

    def keep_part(self, node: Node, value: str | None, scope: Scope) -> None:
        """Remembers what was read into `q.type` or `op[i]`, for as long as the block runs that read it."""
        if node.type in ("field_expression", "subscript_expression") and value:
            text = re.sub(r"\s|^this->", "", text_of(node))
            scope.declare(Variable(text, "", [], value))

    def into_target(self, target: Target, node: Node, scope: Scope) -> list[Item]:
        """What reading into a target takes; `node` is where that is written."""
        variable = target.variable
        if variable is not None and variable.pack is not None:
            return [item for part in variable.pack for item in self.into_target(whole(part), node, scope)]
        shape, kinds = template_arguments(target.type)
        extractor = self.program.extractors.get(shape) if not target.rank else None
        if extractor is not None and self.calls.count(extractor.name) < _DEEPEST_EXTRACTOR:
            return self.call(extractor, [None, target], scope)
        if target.rank and kind_and_bits(target.type)[0] == "char":
            return [self.token(target, node, "word")]
        if target.rank or (container_depth(target.type) and shape != "bitset"):
            return self.elements(target, node, scope)
        if shape in ("pair", "tuple", "complex") and kinds:
            names = ("first", "second") if shape == "pair" else tuple(map(str, range(len(kinds))))
            return [
                self.token(Target(f"{target.name}_{name}", kind, target.capacity), node)
                for name, kind in zip(names, kinds, strict=False)
            ]
        return [self.token(target, node)]

    def elements(self, target: Target, node: Node, scope: Scope) -> list[Item]:
        """The elements of a container, as nested loops."""
        count = target.dims[0] if target.dims else None
        body = self.into_target(part_of(target), node, scope)
        return [Loop(count if count is not None else UNKNOWN, tuple(body), node.start_point.row + 1)]

    def members(self, owner: str) -> dict[str, Variable] | None:
        """The members of a struct; all objects of a type share them, which is enough where one reads."""
        if owner not in self.program.members:
            return None
        if owner not in self.member_frames:
            made = self.member_frames[owner] = {}
            for kind, declarator in self.program.members[owner]:
                dims = array_dims(declarator, Scope([self.global_frame]))
                name = text_of(next(iter(descendants(declarator, "field_identifier")), None))
                made[name] = Variable(name, kind, dims, rank=len(dims))
        return self.member_frames[owner]

    def show_members(self, variable: str, owner: str, scope: Scope) -> None:
        """Makes what the members of an object hold known under `variable.member`."""
        for name, member in (self.members(owner) or {}).items():
            scope.declare(
                Variable(f"{variable}.{name}", member.type, list(member.dims), member.value, member.rank, name)
            )

    # What the parts of the walker that build on this one do.

    def walk(self, node: Node, scope: Scope) -> list[Item]:
        """What one statement or expression reads."""
        raise NotImplementedError

    def block(self, node: Node, scope: Scope) -> list[Item]:
        """The statements of a block in order; an early end in one arm makes the rest the other arm."""
        raise NotImplementedError

    def call(self, function: Function, given: Sequence[Node | Target | None], scope: Scope) -> list[Item]:
        """What a called function reads; its reference parameters are the caller's variables."""
        raise NotImplementedError


def whole(variable: Variable) -> Target:
    """A variable as what is read into."""
    return Target(
        variable.called or variable.name, variable.type, 0, variable, tuple(variable.dims), variable.rank, True
    )


def array_dims(node: Node | None, scope: Scope) -> list[str | None]:
    """The sizes of the dimensions of a C array's declarator."""
    dims: list[str | None] = []
    while node is not None and node.type == "array_declarator":
        dims.insert(0, symbolic(node.child_by_field_name("size"), scope))
        node = node.child_by_field_name("declarator")
    return dims
