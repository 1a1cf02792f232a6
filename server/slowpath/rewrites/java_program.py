"""A Java program whose text is to be changed: the rules' view of it, who uses a local variable and how.

A collection or a text is followed only where it is a local variable that nothing else ever names: each use is a call
of a known method, or what a loop goes over. Nothing is known of a program that the parser can't read whole, or
that has a type named like one of the library.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from slowpath.analysis.rules.java_view import LISTS, QUEUES, JavaView, view_of
from slowpath.model.format import InputFormat
from slowpath.model.rewrite import SourceEdit
from slowpath.rewrites.rule import TALKS
from slowpath.source.cpp.values import descendants, text_of

_TYPES = ("class_declaration", "interface_declaration", "record_declaration", "enum_declaration")
_LIBRARY = (
    LISTS
    | QUEUES
    | set("Set HashSet StringBuilder String Integer Long Double Character BigInteger".split())
    | set("System Scanner Arrays Thread Runtime".split())
)
_BLOCKS = ("block", "constructor_body", "switch_block_statement_group")


@dataclass(eq=False)
class JavaProgram:
    """A program. Build one with `java_program`."""

    source: bytes
    view: JavaView
    fmt: InputFormat | None = None

    @property
    def root(self) -> Node:
        """The whole program."""
        return self.view.root

    @property
    def may_talk(self) -> bool:
        """Whether it may answer to somebody: its input isn't known to be there from the beginning, and it prints what
        questions look like."""
        return self.fmt is None and TALKS.search(self.source.decode("utf-8", "replace")) is not None

    def mentions(self, *names: str) -> bool:
        """Whether any of the names stands in the program."""
        return any(text_of(node) in names for node in descendants(self.root, "identifier", "type_identifier"))

    def defines(self, name: str) -> bool:
        """Whether the program has a method of this name."""
        return any(
            text_of(node.child_by_field_name("name")) == name for node in descendants(self.root, "method_declaration")
        )

    def fresh(self, wanted: str) -> str:
        """A name that the program doesn't have."""
        name, number = wanted, 2
        while name.encode() in self.source:
            name, number = f"{wanted}{number}", number + 1
        return name

    def local(self, name: str, at: Node) -> Node | None:
        """The statement that declares a local variable of this name alone, the only thing in its method that is called
        so; None where there is no such one."""
        method = self.view.method_around(at)
        if method is None:
            return None
        found = [
            node
            for node in descendants(
                method,
                "variable_declarator",
                "formal_parameter",
                "enhanced_for_statement",
                "resource",
                "catch_formal_parameter",
            )
            if text_of(node.child_by_field_name("name")) == name
        ]
        lambdas = any(name in text_of(each).split("->")[0] for each in descendants(method, "lambda_expression"))
        statement = found[0].parent if len(found) == 1 and found[0].type == "variable_declarator" else None
        if (
            statement is None
            or lambdas
            or statement.type != "local_variable_declaration"
            or sum(child.type == "variable_declarator" for child in statement.named_children) != 1
        ):
            return None
        return statement

    def uses(self, name: str, inside: Node) -> list[Node]:
        """Where a name stands for a variable in a part of the program."""
        return [node for node in descendants(inside, "identifier") if text_of(node) == name and not _is_member(node)]

    def all_uses(self, name: str, at: Node) -> list[Node] | None:
        """Where a local variable is used in the method around a node; None where a lambda or class may use it later."""
        method = self.view.method_around(at)
        found = self.uses(name, method) if method is not None else []
        for use in found:
            around = use.parent
            while around is not None and around != method:
                if around.type in ("lambda_expression", "class_body"):
                    return None
                around = around.parent
        return found

    def loops_around(self, node: Node) -> Iterator[Node]:
        """The loops around a node in its method, innermost first; not those that a lambda or class parts from it."""
        loop = self.view.loop_around(node)
        while loop is not None:
            inner: Node | None = node
            while inner is not None and inner != loop:
                if inner.type in ("lambda_expression", "class_body"):
                    return
                inner = inner.parent
            yield loop
            node, loop = loop, self.view.loop_around(loop)

    def before(self, statement: Node, text: str) -> SourceEdit | None:
        """The text on a line of its own before a statement; None where it stands in no block."""
        return None if statement.parent is None or statement.parent.type not in _BLOCKS else self.above(statement, text)

    def above(self, node: Node, text: str) -> SourceEdit:
        """The text on a line of its own before a statement, or a member of a class."""
        line = self._line(node)
        return SourceEdit(node.start_byte, node.start_byte, (text.replace("\n", line) + line).encode())

    def after(self, statement: Node, text: str) -> SourceEdit | None:
        """The same behind it."""
        if statement.parent is None or statement.parent.type not in _BLOCKS:
            return None
        return SourceEdit(statement.end_byte, statement.end_byte, f"{self._line(statement)}{text}".encode())

    def replaced(self, node: Node, text: str) -> SourceEdit:
        """The text in a node's place."""
        return SourceEdit(node.start_byte, node.end_byte, text.encode())

    def _line(self, statement: Node) -> str:
        """The end of a line and the blanks that a statement's line begins with."""
        begin = self.source.rfind(b"\n", 0, statement.start_byte) + 1
        row = self.source[begin : statement.start_byte]
        ending = "\r\n" if b"\r\n" in self.source else "\n"
        return ending + row[: len(row) - len(row.lstrip())].decode()


def java_program(source: bytes, fmt: InputFormat | None) -> JavaProgram | None:
    """The program; None for one that can't be read whole."""
    view = view_of(source, fmt)
    own = {text_of(node.child_by_field_name("name")) for node in descendants(view.root, *_TYPES)}
    return None if view.root.has_error or own & _LIBRARY else JavaProgram(source, view, fmt)


def called_on(use: Node) -> tuple[str, list[Node]] | None:
    """The method that a use calls on its variable, with the arguments; None for any other use."""
    call = use.parent
    if call is None or call.type != "method_invocation" or call.child_by_field_name("object") != use:
        return None
    given = call.child_by_field_name("arguments")
    return text_of(call.child_by_field_name("name")), list(given.named_children) if given is not None else []


def is_gone_over(use: Node) -> bool:
    """Whether a use is what a `for` goes over."""
    return (
        use.parent is not None
        and use.parent.type == "enhanced_for_statement"
        and use.parent.child_by_field_name("value") == use
    )


def is_in(node: Node, outer: Node) -> bool:
    """Whether a node lies within another one."""
    return outer.start_byte <= node.start_byte and node.end_byte <= outer.end_byte


def _is_member(node: Node) -> bool:
    """Whether an identifier is the name of a field, method, label or declaration instead of a use of a variable."""
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "field_access":
        return parent.child_by_field_name("field") == node
    if parent.type in ("labeled_statement", "break_statement", "continue_statement"):
        return True
    return parent.child_by_field_name("name") == node
