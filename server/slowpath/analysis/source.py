"""What the source text shows without running it: `main`, functions, loops, and how the program reads.

Lines are 1-based. Texts are parsed as `inputs.sources` says (C++ after its macros are expanded, so that hidden loops
are seen); lines stay those of the file. Broken code gives what can be seen of it, never an exception.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tree_sitter import Node

from slowpath.inputs.infer.reads.items import ReadProgram
from slowpath.inputs.sources import source_language
from slowpath.source.cpp.program import declarator_name
from slowpath.source.cpp.values import descendants, text_of

_FUNCTIONS = ("function_definition", "method_declaration", "constructor_declaration")
_LOOPS = tuple(
    (
        "for_statement while_statement do_statement for_range_loop enhanced_for_statement list_comprehension "
        "generator_expression set_comprehension dictionary_comprehension"
    ).split()
)


@dataclass(frozen=True)
class FunctionPlace:
    """A function of the program: its name, the lines it spans, the names of what it calls."""

    name: str
    first_line: int
    last_line: int
    calls: frozenset[str]

    @property
    def is_recursive(self) -> bool:
        """Whether it calls itself by name."""
        return self.name in self.calls


@dataclass(frozen=True)
class LoopPlace:
    """A loop: its first and last line and how many loops of the same function enclose it (0: none)."""

    first_line: int
    last_line: int
    depth: int


def tree_of(source: bytes, language: str) -> Node | None:
    """The parse tree of the source, macros expanded; None for a language that isn't known."""
    known = source_language(language)
    return None if known is None else known.tree(source)


def entry_line_of(source: bytes, language: str) -> int | None:
    """The line at which a program begins, as it stands in its file; None where there is none."""
    known = source_language(language)
    found = None if known is None else known.entry(known.tree_as_written(source))
    return None if found is None else found.start_point[0] + 1


def functions_of(root: Node) -> list[FunctionPlace]:
    """The functions defined in a program, in source order."""
    made = []
    for node in descendants(root, *_FUNCTIONS):
        name = text_of(node.child_by_field_name("name"))
        declarator = node.child_by_field_name("declarator")
        if not name and declarator is not None:
            name = declarator_name(declarator)
        called = (
            call.child_by_field_name("function") or call.child_by_field_name("name")
            for call in descendants(node, "call_expression", "call", "method_invocation")
        )
        calls = frozenset(re.split(r"\.|->|::", text_of(each))[-1] for each in called)
        made.append(FunctionPlace(name, node.start_point.row + 1, node.end_point.row + 1, calls))
    return made


def loops_of(root: Node) -> list[LoopPlace]:
    """Every loop and comprehension, in source order, with its nesting depth within its function."""
    made: list[LoopPlace] = []
    _loops(root, 0, made)
    return made


def _loops(root: Node, depth: int, made: list[LoopPlace]) -> None:
    stack = [(root, depth)]
    while stack:
        node, level = stack.pop()
        if node.type in _LOOPS:
            made.append(LoopPlace(node.start_point.row + 1, node.end_point.row + 1, level))
            level += 1
        elif node.type in (*_FUNCTIONS, "lambda_expression", "lambda"):
            level = 0
        stack.extend((child, level) for child in reversed(node.children))


def reads_of(source: bytes, language: str) -> ReadProgram:
    """How the program reads its input, as a read grammar; empty where that can't be followed."""
    known = source_language(language)
    return ReadProgram(()) if known is None else known.reads(source)
