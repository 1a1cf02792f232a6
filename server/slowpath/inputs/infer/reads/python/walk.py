"""The state of one walk over a Python program, and the tokens and lines that it emits.

A walker is built in layers, one module each: what is emitted (here), what a value is bound to (`python_binding`),
loops (`python_loops`), calls (`python_calls`), expressions (`python_expressions`), conditions (`python_conditions`),
statements and branches (`reads_python`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tree_sitter import Node

from slowpath.inputs.infer.reads.items import Token
from slowpath.inputs.infer.reads.python.names import moving_names, unpacked_names, walked_names
from slowpath.inputs.infer.reads.python.values import Container, Element, Line, Number, OpenLoop, Slice, Stream

LARGEST_WALK = 20_000


class Walk:
    """One walk over one program. `env` maps names to values (`python_values`); items are appended to `out`,
    in which a `Line` stands for itself until the end."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.env: dict[str, object] = {}
        self.functions: dict[str, Node] = {}
        self.reading: set[str] = set()
        self.keys: dict[str, int] = {}
        self.names: dict[str, str] = {}
        self.remarks: list[tuple[int, str]] = []
        self.edges: set[tuple[str, str]] = set()
        self.out: list[object] = []
        self.steps = 0
        self.depth = 0
        self.arm: tuple[Line, tuple[str, ...]] | None = None
        self.result: object = None
        self.unpacked = unpacked_names(root)
        self.by_tokens = False
        self.wish = "x"
        self.loops = 0
        self.repeated = False
        self.lines = 0
        self.kinds: dict[str, str] = {}
        self.heads: dict[str, Line] = {}
        self.classes: dict[str, Node] = {}
        self.columns: dict[tuple[int, int], OpenLoop] = {}
        self.moving = moving_names(root)
        self.walked = walked_names(root)
        self.jumped: Stream | None = None

    def key(self, name: str) -> str:
        """A key for one more token that the program calls `name`."""
        name = re.sub(r"\W", "", name) or "x"
        if name in ("min", "max", "len", "abs", "_") or not name.isidentifier():
            name = "x"
        count = self.keys.get(name, 0)
        self.keys[name] = count + 1
        made = name if not count else f"{name}__{count + 1}"
        self.names[made] = name
        return made

    def _fields_of(self, line: Line) -> dict[int, str]:
        if self.arm is not None and self.arm[0] is line:
            return line.arms.setdefault(self.arm[1], {})
        return line.fields

    def element(self, line: Line, index: int, kind: str) -> Element:
        """The token at a constant index of a line's list."""
        table = self._fields_of(line)
        key = line.fields.get(index) or table.get(index)
        if key is None:
            name = f"{line.key}_{index}"
            # A word in one arm, it may be a number in another.
            key = table[index] = name if table is line.fields else self.key(name)
            self.names[key] = name
        line.field_kinds.setdefault(key, kind)
        return Element(line, index, key)

    def number(self, value: object) -> str | None:
        """The expression text of a value that is an integer."""
        if isinstance(value, Element):
            return value.key
        return value.text if isinstance(value, Number) else None

    def emit(self, token: Token) -> Number:
        """A token of a stream, at its place."""
        self.by_tokens = True
        self.out.append(token)
        return Number(token.key)

    def new_line(self, number: int) -> Line:
        """A line read here, of a shape not yet known."""
        self.lines += 1
        made = Line("line" if self.lines == 1 else f"line__{self.lines}", number)
        self.out.append(made)
        return made

    def next_of(self, stream: Stream, hint: str, line: int) -> object:
        return self.new_line(line) if stream.lines else self.next_token(stream, hint, line)

    def next_token(self, stream: Stream, hint: str, line: int = 0) -> object:
        """The next token of a stream, named after what it is bound to."""
        return self.emit(Token(self.key(hint), stream.kind, 0, line))

    def read_slice(self, value: Slice, name: str) -> Container:
        """`a = data[1:1+n]`: the array a."""
        if value.lines:
            return self._lines_of(value, name)
        key = self.key(name)
        self.by_tokens = True
        made = OpenLoop(value.length, [Token(key, value.kind, 0, value.line)], value.line, False)
        self.out.append(made)
        return Container(name, value.length, flat=made)

    def _lines_of(self, value: Slice, name: str) -> Container:
        """`rows = lines[1:1+n]`: as many lines, of a shape that is learned from what becomes of an element."""
        if value.length is None:
            return Container(name)
        before, self.out = self.out, []
        line = self.new_line(value.line)
        line.key = self.key(name)
        body, self.out = self.out, before
        self.out.append(OpenLoop(value.length, body, value.line, False))
        return Container(name, value.length, line)

    # What the parts of the walker that build on this one do.

    def value(self, node: Node | None, hint: str = "x") -> object:
        """The value of an expression, having emitted what it reads."""
        raise NotImplementedError

    def statements(self, nodes: Sequence[Node]) -> None:
        """Statements in order; after one that ends the block, nothing."""
        raise NotImplementedError
