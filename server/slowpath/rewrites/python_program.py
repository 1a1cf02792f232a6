"""A Python program whose text is to be changed: the rules' view of it, with every node's stretch of the file.

Python's own parser says where each node stands; edits touch nothing else, so comments and style stay. Of a program that
doesn't parse, that runs text as code, or that reaches for its own names, nothing is known.
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass
from functools import cached_property

from slowpath.analysis.rules.python_bindings import FUNCTIONS
from slowpath.analysis.rules.python_view import View, view_of
from slowpath.model.format import InputFormat
from slowpath.model.patterns import late_regex
from slowpath.model.rewrite import SourceEdit
from slowpath.rewrites.rule import spaced

_WORD = late_regex(r"[^\W\d]\w*")
_SHOWS_TEXT = re.compile(rb"=\s*[}!:]")
_OPAQUE = frozenset(
    (
        "exec eval globals locals vars compile __import__ getattr setattr delattr settrace setprofile _getframe "
        "ctypes inspect gc Thread threading multiprocessing fork signal async await __dict__ tracemalloc"
    ).split()
)


@dataclass
class PythonProgram:
    """A program. Build one with `python_program`."""

    source: bytes
    view: View
    fmt: InputFormat | None = None

    @property
    def module(self) -> ast.Module:
        """The whole program."""
        return self.view.tree.module

    # The file.

    @cached_property
    def newline(self) -> str:
        """How the file ends its lines."""
        return "\r\n" if b"\r\n" in self.source else "\n"

    @cached_property
    def _lines(self) -> list[int]:
        starts = [0, *(match.end() for match in re.finditer(rb"\n", self.source))]
        if self.source.startswith(b"\xef\xbb\xbf"):
            starts[0] = 3
        return starts

    def stretch(self, node: ast.AST) -> tuple[int, int]:
        """Begin and end of a node in the file."""
        return (
            self._lines[node.lineno - 1] + node.col_offset,  # type: ignore[attr-defined]
            self._lines[node.end_lineno - 1] + node.end_col_offset,  # type: ignore[attr-defined]
        )

    def text(self, node: ast.AST) -> str | None:
        """A node as it stands in the file; None where it has several lines."""
        begin, end = self.stretch(node)
        text = self.source[begin:end].decode("utf-8")
        return None if "\n" in text or "#" in text else text

    def replaced(self, node: ast.AST, text: str) -> SourceEdit | None:
        """That `text` stands in place of a node on one line; None too where a string shows the node's text."""
        old = self.text(node)
        return self._edit(*self.stretch(node), text) if old is not None and self._is_free(node, old) else None

    def _is_free(self, node: ast.AST, text: str) -> bool:
        """Whether a node stands in no formatted string, or in one that only shows its value and is where it seems."""
        above = node
        while above in self.view.parents and not isinstance(above, ast.JoinedStr):
            above = self.view.parents[above]
        if not isinstance(above, ast.JoinedStr):
            return True
        begin, end = self.stretch(above)
        try:
            seen = ast.dump(ast.parse(text.strip(), mode="eval").body)
        except SyntaxError:
            return False
        return seen == ast.dump(node) and not _SHOWS_TEXT.search(self.source[begin:end])

    def before(self, node: ast.AST, text: str) -> SourceEdit:
        """That `text` stands right before a node."""
        begin, _ = self.stretch(node)
        return self._edit(begin, begin, text)

    def after(self, node: ast.AST, text: str) -> SourceEdit:
        """That `text` stands right behind a node."""
        _, end = self.stretch(node)
        return self._edit(end, end, text)

    def line_before(self, statement: ast.stmt, text: str) -> SourceEdit | None:
        """That lines stand above a statement, indented as it is; None where it doesn't begin its line."""
        begin, _ = self.stretch(statement)
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)) and statement.decorator_list:
            begin = self.stretch(statement.decorator_list[0])[0] - 1
        indent = self.indent(begin)
        if indent is None:
            return None
        lines = "".join(f"{line}\n{indent}" for line in text.split("\n"))
        return self._edit(begin, begin, lines)

    def line_after(self, statement: ast.stmt, text: str) -> SourceEdit | None:
        """That lines stand below a statement, indented as it is; None where it doesn't have its lines to itself."""
        begin, end = self.stretch(statement)
        indent, stop = self.indent(begin), self.source.find(b"\n", end)
        stop = len(self.source) if stop < 0 else stop
        rest = self.source[end:stop].strip()
        if indent is None or (rest and not rest.startswith(b"#")):
            return None
        stop -= self.source[end:stop].endswith(b"\r")
        return self._edit(stop, stop, "".join(f"\n{indent}{line}" for line in text.split("\n")))

    def removed_line(self, statement: ast.stmt) -> SourceEdit | None:
        """That a statement with its line to itself isn't there."""
        begin, end = self.stretch(statement)
        indent, stop = self.indent(begin), self.source.find(b"\n", end)
        if indent is None or stop < 0 or self.source[end:stop].strip():
            return None
        return self._edit(begin - len(indent.encode()), stop + 1, "")

    def indent(self, at: int) -> str | None:
        """The blanks before a point of the file; None where something else stands before it on its line."""
        line = self.source[self.source.rfind(b"\n", 0, at) + 1 : at].removeprefix(b"\xef\xbb\xbf")
        return line.decode() if not line.strip() else None

    def _edit(self, begin: int, end: int, text: str) -> SourceEdit:
        made = text.replace("\n", self.newline).encode()
        return spaced(self.source, begin, end, made)

    def at_top(self, text: str) -> SourceEdit | None:
        """That lines stand before the first statement that isn't a docstring or an import."""
        body = self.module.body
        index = 0
        if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            index = 1
        while index < len(body) and isinstance(body[index], ast.Import | ast.ImportFrom):
            index += 1
        return self.line_before(body[index], text) if index < len(body) else None

    def fresh(self, name: str) -> str:
        """A name that stands nowhere in the file, like the one given."""
        made, number = name, 2
        while made in self._words:
            made, number = f"{name}{number}", number + 1
        return made

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self.source.decode("utf-8")))

    def mentions(self, *words: str) -> bool:
        """Whether any of the words stands anywhere in the program, text and comments included."""
        return not self._words.isdisjoint(words)

    # What it is about.

    def imported(self, module: str, name: str) -> tuple[str, list[SourceEdit]] | None:
        """How to write `name` of a module, and what makes it known; None where that can't be put in."""
        for statement in self.module.body:
            if isinstance(statement, ast.ImportFrom) and statement.module == module and statement.level == 0:
                for alias in statement.names:
                    if alias.name == name and self._is_bound_once(alias.asname or name):
                        return alias.asname or name, []
                    if alias.name == "*" and not self.view.scopes.is_bound_anywhere(name):
                        return name, []
            elif not isinstance(statement, ast.Import | ast.ImportFrom) and not _is_docstring(statement):
                break
        own = name if not self.mentions(name) else self.fresh(f"{name}_of_{module}")
        edit = self.at_top(f"from {module} import {name}" + (f" as {own}" if own != name else ""))
        return (own, [edit]) if edit is not None else None

    def _is_bound_once(self, name: str) -> bool:
        bindings = [binding for table in self.view.scopes.bindings.values() for binding in table.get(name, ())]
        return len(bindings) == 1

    def is_builtin(self, *names: str) -> bool:
        """Whether none of the names is bound in the program, so that they mean Python's own."""
        return not any(self.view.scopes.is_bound_anywhere(name) for name in names)

    def uses(self, name: str, scope: ast.AST) -> list[ast.Name]:
        """Every node that means a variable of a scope, whatever it does with it."""
        return [
            node
            for node in self.view.tree.nodes
            if isinstance(node, ast.Name)
            and node.id == name
            and self.view.scopes.comprehension_binding(name, node) is None
            and self.view.scopes.scope_of(name, node) is scope
        ]

    def parent(self, node: ast.AST) -> ast.AST:
        """What a node stands in."""
        return self.view.parents[node]

    def statement(self, node: ast.AST) -> ast.stmt:
        """The innermost statement around a node."""
        while not isinstance(node, ast.stmt):
            node = self.view.parents[node]
        return node

    def block_of(self, statement: ast.stmt) -> list[ast.stmt]:
        """The statements among which one stands."""
        above = self.view.parents[statement]
        for field in ("body", "orelse", "finalbody"):
            block = getattr(above, field, None)
            if isinstance(block, list) and statement in block:
                return block
        return [statement]


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def python_program(source: bytes, fmt: InputFormat | None) -> PythonProgram | None:
    """The program of a text; None where it can't be read whole or may do what its text doesn't show."""
    try:
        text = source.decode("utf-8")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text.removeprefix("\ufeff"))
    except (UnicodeDecodeError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if "\r" in text.replace("\r\n", "\n") or "\f" in text or "\x00" in text:
        return None
    view = view_of(source, fmt)
    if not view.tree.module.body:
        return None
    program = PythonProgram(source, view, fmt)
    names = {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in view.tree.nodes
        if isinstance(node, ast.Name | ast.Attribute)
    }
    imported = {
        part
        for node in view.tree.nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        for part in alias.name.split(".")
    }
    return None if (names | imported) & _OPAQUE else program
