"""A C++ program whose text is to be changed: the rules' view of it, with every node's stretch of the file.

The view is that of the text with its macros expanded; `instrument.origins` knows where in the file each token comes
from. An edit is made only where both ends of what it replaces are points of the file, so never inside of a macro, nor
over a directive. Nothing is known of a program that the parser can't read whole, that includes files of its own, or
that has a template named like a container of the library.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_loops import loops_of
from slowpath.analysis.rules.cpp_view_scope import SIZED, Variable, scopes_of
from slowpath.analysis.rules.names import names_of
from slowpath.inputs.infer.reads.cpp.reading import reads_of_cpp
from slowpath.model.format import InputFormat
from slowpath.model.patterns import late_regex
from slowpath.model.rewrite import SourceEdit
from slowpath.rewrites.rule import TALKS, spaced
from slowpath.source.cpp.origins import Expansion, expansion_of
from slowpath.source.cpp.source import parse_cpp
from slowpath.source.cpp.view_tree import LARGEST_SOURCE, LOOPS, Positions, Syntax, tree_of_text

_INCLUDE = re.compile(rb"^[ \t]*#[ \t]*include[ \t]*(<[^>\n]*>|\"[^\"\n]*\")[^\n]*$", re.M)
_WORD = late_regex(r"[A-Za-z_]\w*")
_BLOCKS = frozenset({"compound_statement"})


@dataclass(eq=False)
class CppProgram:
    """A program. Build one with `cpp_program`."""

    source: bytes
    expansion: Expansion
    view: CppView
    fmt: InputFormat | None = None

    @property
    def root(self) -> Syntax:
        """The whole program."""
        return self.view.root

    # The file.

    @cached_property
    def newline(self) -> str:
        """How the file ends its lines."""
        return "\r\n" if b"\r\n" in self.source else "\n"

    def stretch(self, node: Syntax) -> tuple[int, int] | None:
        """Begin and end of a node in the file; None where they aren't points of it, or a directive is between."""
        begin, end = self.expansion.begin_of(node.start), self.expansion.end_of(node.end)
        if begin is None or end is None or begin >= end:
            return None
        odd = (*self.expansion.directives, *self.expansion.skipped)
        return None if any(begin < after and before < end for before, after in odd) else (begin, end)

    def text(self, node: Syntax) -> str | None:
        """A node as it stands in the file, on one line; None where that has comments in it or lines of its own."""
        found = self.stretch(node)
        if found is None:
            return None
        text = self.source[found[0] : found[1]].decode("utf-8", "surrogateescape")
        return None if "//" in text or "/*" in text or "\n" in text else text

    def replaced(self, node: Syntax, text: str) -> SourceEdit | None:
        """That `text` stands in place of a node. Comments in it would be lost, so then there's no such edit."""
        found = self.stretch(node)
        if found is None:
            return None
        old = self.source[found[0] : found[1]]
        return None if b"//" in old or b"/*" in old else self._edit(*found, text)

    def before(self, node: Syntax, text: str) -> SourceEdit | None:
        """That `text` stands right before a node."""
        found = self.stretch(node)
        return self._edit(found[0], found[0], text) if found is not None else None

    def after(self, node: Syntax, text: str) -> SourceEdit | None:
        """That `text` stands right behind a node."""
        found = self.stretch(node)
        return self._edit(found[1], found[1], text) if found is not None else None

    def line_before(self, statement: Syntax, text: str) -> SourceEdit | None:
        """That a line stands above a statement of a block, indented as it is; None for a statement of no block."""
        if statement.parent is None or statement.parent.type not in _BLOCKS:
            return None
        found = self.stretch(statement)
        return self._edit(found[0], found[0], f"{text}\n{self._indent(found[0])}") if found is not None else None

    def line_after(self, statement: Syntax, text: str) -> SourceEdit | None:
        """That a line stands below a statement of a block, indented as it is."""
        if statement.parent is None or statement.parent.type not in _BLOCKS:
            return None
        found = self.stretch(statement)
        return self._edit(found[1], found[1], f"\n{self._indent(found[0])}{text}") if found is not None else None

    def head_of(self, body: Syntax, text: str) -> SourceEdit | None:
        """That lines stand first in a block, indented as its first statement is."""
        if body.type not in _BLOCKS:
            return None
        found = self.stretch(body)
        if found is None:
            return None
        first = next((self.stretch(child) for child in body.children), None)
        own_line = first is not None and b"\n" in self.source[found[0] : first[0]]
        indent = self._indent(first[0]) if first is not None and own_line else self._indent(found[0]) + "    "
        lines = "".join(f"\n{indent}{line}" for line in text.split("\n"))
        return self._edit(found[0] + 1, found[0] + 1, lines if own_line else lines + f"\n{indent}")

    def above(self, node: Syntax, text: str) -> SourceEdit | None:
        """That lines stand above the declaration of the file in which a node stands."""
        top = node
        while top.parent is not None and top.parent.type != "translation_unit":
            top = top.parent
        found = self.stretch(top)
        if found is None or top.parent is None:
            begin = self.expansion.begin_of(top.start)
            if begin is None or top.parent is None:
                return None
            found = begin, begin
        return self._edit(found[0], found[0], text + "\n\n")

    def include(self, header: str) -> list[SourceEdit]:
        """What makes a header of the standard library known: nothing where it is."""
        known = [match[1] for match in _INCLUDE.finditer(self.source)]
        if b"<bits/stdc++.h>" in known or f"<{header}>".encode() in known:
            return []
        last = list(_INCLUDE.finditer(self.source))[-1]
        end = last.end() - last.group().endswith(b"\r")
        return [self._edit(end, end, f"\n#include <{header}>")]

    def _edit(self, begin: int, end: int, text: str) -> SourceEdit:
        made = text.replace("\n", self.newline).encode("utf-8", "surrogateescape")
        return spaced(self.source, begin, end, made)

    def _indent(self, at: int) -> str:
        line = self.source[self.source.rfind(b"\n", 0, at) + 1 : at]
        return line[: len(line) - len(line.lstrip())].decode("utf-8", "surrogateescape")

    def fresh(self, name: str) -> str:
        """A name that stands nowhere in the file, like the one given."""
        made, number = name, 2
        while made in self._words:
            made, number = f"{name}{number}", number + 1
        return made

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self.source.decode("utf-8", "replace")))

    def mentions(self, *words: str) -> bool:
        """Whether any of the words stands in the program's text, comments aside."""
        return not self._seen.isdisjoint(words)

    @cached_property
    def _seen(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self.root.text))

    # What it is about.

    @cached_property
    def may_talk(self) -> bool:
        """Whether it may be an answer to an interactive problem, where the moment of an output matters."""
        return bool(TALKS.search(self.root.text)) or self.mentions("fflush", "unitbuf")

    def uses(self, variable: Variable) -> list[Syntax] | None:
        """Every identifier that means a variable, its declaration aside; None where that can't be told."""
        made = []
        for node in self.root.find("identifier", "structured_binding_declarator", "field_initializer"):
            if node.type != "identifier":
                if variable.name in node.names or node.text.startswith(variable.name):
                    return None
            elif node.text == variable.name and node is not variable.node and self.view.scopes.of(node) is variable:
                made.append(node)
        return made

    def is_declared_once(self, variable: Variable) -> bool:
        """Whether no other variable, function or type has its name."""
        return sum(other.name == variable.name for other in self.view.scopes.variables) == 1 and not any(
            function.name == variable.name for function in self.view.functions
        )

    def enclosing_loops(self, node: Syntax) -> list[Syntax]:
        """The loops of its function around a node, innermost first."""
        made: list[Syntax] = []
        for above in node.above():
            if above.type in ("function_definition", "lambda_expression"):
                break
            if above.type in LOOPS:
                made.append(above)
        return made


def cpp_program(source: bytes, fmt: InputFormat | None) -> CppProgram | None:
    """The program of a text; None where it can't be read whole, doesn't stand alone or has containers of its own."""
    includes = [match[1] for match in _INCLUDE.finditer(source)]
    if len(source) > LARGEST_SOURCE or not includes or any(not name.startswith(b"<") for name in includes):
        return None
    expansion = expansion_of(source)
    if parse_cpp(expansion.text).has_error:
        return None
    root = tree_of_text(expansion.text)
    if any(_is_named_like_container(node) for node in root.find("template_declaration")):
        return None
    view = CppView(
        root, names_of(reads_of_cpp(source), fmt), Positions(source, expansion.text), loops_of(root), scopes_of(root)
    )
    return CppProgram(source, expansion, view, fmt)


def _is_named_like_container(template: Syntax) -> bool:
    """Whether a template is an alias or a class with a name such as `map`."""
    made = [
        child.get("name")
        for child in template.children
        if child.type in ("alias_declaration", "struct_specifier", "class_specifier")
    ]
    return any(name is not None and name.text in SIZED for name in made)


def only_statement(node: Syntax) -> Syntax | None:
    """The one statement of a block, or the statement itself."""
    while node.type == "compound_statement":
        if len(node.children) != 1:
            return None
        node = node.children[0]
    return node
