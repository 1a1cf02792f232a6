"""The parse tree of a C++ program as plain objects: every node knows its parent, its function and its loop.

The tree is that of the text with its macros expanded (`inputs.infer.cpp_source`), so that loops hidden in macros are
seen; `Positions` leads back to the file. Asking tree-sitter for parents and texts again and again costs more than one
walk that keeps them, and rules ask often.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from slowpath.source.cpp.source import expanded, parse_cpp

LARGEST_SOURCE = 200_000
_DEEPEST = 400
LOOPS = frozenset({"for_statement", "while_statement", "do_statement", "for_range_loop"})
FUNCTIONS = frozenset({"function_definition", "lambda_expression"})
_MACRO = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)\([^)]*\)(?:\\\n|\s)*([A-Za-z_]\w*)", re.MULTILINE)
_SKIPPED = frozenset({"comment", "preproc_include", "using_declaration"})


class Syntax:
    """One node: `row` 0-based and `column` in bytes of the expanded text, `field` its name in its parent.

    `loop` is the innermost loop node around it and `function` the innermost function or lambda, within whose limits
    loops count; a loop's header but its initializer belongs to the loop.
    """

    __slots__ = tuple(
        (
            "_after _index _names _order _source _text children column end field function loop parent row start type"
        ).split()
    )

    def __init__(self, node: Node, field: str, parent: Syntax | None, source: bytes, order: list[Syntax]) -> None:
        self.type, self.field, self.parent, self._source = node.type, field, parent, source
        self.start, self.end = node.start_byte, node.end_byte
        self.row, self.column = node.start_point
        self.children: list[Syntax] = []
        self.loop: Syntax | None = None
        self.function: Syntax | None = None
        # All nodes in source order: those below a node are a stretch of it.
        self._order, self._index, self._after = order, len(order), 0
        self._text: str | None = None
        self._names: frozenset[str] | None = None
        order.append(self)

    @property
    def text(self) -> str:
        """Its source text."""
        if self._text is None:
            self._text = self._source[self.start : self.end].decode("utf-8", "replace")
        return self._text

    @property
    def line(self) -> int:
        """Its 1-based first line."""
        return self.row + 1

    @property
    def last_line(self) -> int:
        """Its 1-based last line."""
        return self.row + 1 + self._source.count(b"\n", self.start, self.end)

    def get(self, field: str) -> Syntax | None:
        """The child with a field name."""
        return next((child for child in self.children if child.field == field), None)

    def all(self, field: str) -> list[Syntax]:
        """Every child with a field name."""
        return [child for child in self.children if child.field == field]

    def walk(self) -> list[Syntax]:
        """It and every node below, in source order."""
        return self._order[self._index : self._after]

    def find(self, *types: str) -> Iterator[Syntax]:
        """Every node at or below it of the types, in source order."""
        return iter([node for node in self._order[self._index : self._after] if node.type in types])

    def above(self) -> Iterator[Syntax]:
        """Its parents, innermost first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def inside(self, other: Syntax) -> bool:
        """Whether it stands within another node, or is it."""
        return other.start <= self.start and self.end <= other.end

    @property
    def names(self) -> frozenset[str]:
        """The identifiers that it mentions; members after a dot aren't."""
        if self._names is None:
            self._names = frozenset(node.text for node in self.find("identifier"))
        return self._names

    @property
    def operator(self) -> str:
        """The operator of an expression, "" where it has none."""
        found = self.get("operator")
        return found.text if found is not None else ""


def tree_of_cpp(source: bytes) -> tuple[Syntax, bytes]:
    """The program's tree and the expanded text that it is of; of a source too large, that of nothing."""
    raw = source.decode("utf-8", "replace") if len(source) <= LARGEST_SOURCE else ""
    text = expanded(raw).encode("utf-8")
    return tree_of_text(text), text


def tree_of_text(text: bytes) -> Syntax:
    """The tree of a text whose macros are expanded already."""
    return _copied(parse_cpp(text), text)


def _copied(root: Node, source: bytes) -> Syntax:
    order: list[Syntax] = []
    made = Syntax(root, "", None, source, order)
    cursor = root.walk()
    current, depth = made, 0
    while (depth == 0 and cursor.goto_first_child()) or depth:
        depth = max(depth, 1)
        node, field = cursor.node, cursor.field_name or ""
        assert node is not None
        if (node.is_named or field) and node.type not in _SKIPPED:
            child = Syntax(node, field, current, source, order)
            current.children.append(child)
            _set_owners(child, current)
            if depth < _DEEPEST and cursor.goto_first_child():
                current, depth = child, depth + 1
                continue
            child._after = len(order)
        while not cursor.goto_next_sibling():
            cursor.goto_parent()
            current._after, depth = len(order), depth - 1
            if current.parent is None:
                return made
            current = current.parent
    made._after = len(order)
    return made


def _set_owners(child: Syntax, parent: Syntax) -> None:
    child.function = parent if parent.type in FUNCTIONS else parent.function
    child.loop = None if parent.type in FUNCTIONS else parent.loop
    if parent.type in LOOPS and child.field not in ("initializer", "right"):
        child.loop = parent


class Positions:
    """Where a place of the expanded text stands in the file: lines are the same, columns are where no macro is."""

    def __init__(self, source: bytes, text: bytes) -> None:
        plain = source.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        self._file, self._made = plain.split(b"\n"), text.split(b"\n")
        names: set[bytes] = set()
        for match in _MACRO.finditer(plain):
            # A macro that begins a loop, by itself or through one before it.
            if match[2] in names | {b"for", b"while"}:
                names.add(match[1])
        self._macros = re.compile(rb"\b(?:" + b"|".join(sorted(names)) + rb")\b") if names else None

    def of(self, row: int, column: int) -> tuple[int, int, bool]:
        """(1-based line, 0-based column in the file, whether it comes out of a macro): the macro's own place then."""
        there = self._file[row] if row < len(self._file) else b""
        here = self._made[row] if row < len(self._made) else b""
        prefix = _common(there, here)
        if column < prefix or there == here:
            return row + 1, column, False
        suffix = min(_common(there[::-1], here[::-1]), len(there) - prefix, len(here) - prefix)
        if column >= len(here) - suffix:
            return row + 1, column + len(there) - len(here), False
        same = _same_word(there, here, column)
        if same is not None:
            return row + 1, same, False
        while prefix and re.match(rb"\w", there[prefix - 1 : prefix]):
            prefix -= 1
        gap = re.match(rb"\s*", there[prefix:])
        at = prefix + (gap.end() if gap else 0)
        return row + 1, at, there[at : at + 2] != here[column : column + 2]

    def macros(self, row: int) -> list[int]:
        """The columns at which macros that begin a loop are called in a row of the file."""
        if self._macros is None or row >= len(self._file) or self._file[row].lstrip().startswith(b"#"):
            return []
        return [match.start() for match in self._macros.finditer(self._file[row])]


def _same_word(there: bytes, here: bytes, column: int) -> int | None:
    """Where the word at a column stands in the file's row, if both rows have it equally often."""
    word = re.compile(rb"\w+").match(here, column)
    if word is None:
        return None
    whole = re.compile(rb"\b" + word.group() + rb"\b")
    mine, theirs = ([match.start() for match in whole.finditer(row)] for row in (here, there))
    return theirs[mine.index(column)] if len(mine) == len(theirs) and column in mine else None


def _common(first: bytes, second: bytes) -> int:
    length = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        length += 1
    return length
