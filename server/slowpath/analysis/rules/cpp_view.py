"""A C++ program as the rules see it: functions, loops, calls, variables in sight, what changes where, and how large
things can be by the input's format.

Everything is what text shows. A rule asks; the answer "not known" (None, "", an empty set) is common, and a rule that
gets it finds nothing. One view answers, each question in a file of its own: what calls what (`cpp_view_calls`), what
changes (`cpp_view_changes`), what things are worth (`cpp_view_worth`); here is what conditions need. Expressions
that conditions use are checked: they mention only what is in sight at their place and means the same there, and can
neither crash nor change anything.
"""

from __future__ import annotations

import re

from slowpath.analysis.rules.cpp_view_changes import PURE_CALLS
from slowpath.analysis.rules.cpp_view_loops import Loop, loops_of
from slowpath.analysis.rules.cpp_view_scope import scopes_of
from slowpath.analysis.rules.cpp_view_worth import Worth
from slowpath.analysis.rules.names import names_of
from slowpath.inputs.infer.reads.cpp.reading import reads_of_cpp
from slowpath.model.constraint import Place
from slowpath.model.format import InputFormat
from slowpath.source.cpp.view_tree import Positions, Syntax, tree_of_cpp


class CppView(Worth):
    """The view. Build one with `cpp_view`."""

    def usable(self, node: Syntax | None, position: int) -> bool:
        """Whether an expression may be evaluated at another place: integers in sight there, the same as here,
        combined so that nothing can fail."""
        if node is None:
            return False
        if node.type == "number_literal":
            return re.fullmatch(r"[\d.eE+xXa-fA-FuUlL']+", node.text) is not None
        if node.type == "identifier":
            here, there = self.scopes.of(node), self.scopes.at(node.text, position)
            return there is not None and here is there and there.is_number
        if node.type in ("parenthesized_expression", "cast_expression"):
            return all(self.usable(child, position) for child in node.children if child.field != "type") and bool(
                node.children
            )
        if node.type == "binary_expression":
            return (
                node.operator in ("+", "-", "*")
                and self.usable(node.get("left"), position)
                and self.usable(node.get("right"), position)
            )
        if node.type == "field_expression":
            base, member = node.get("argument"), node.get("field")
            if base is None or member is None or base.type != "identifier" or "->" in node.text:
                return False
            there = self.scopes.at(base.text, position)
            return (
                there is not None
                and there is self.scopes.of(base)
                and member.text in ("first", "second")
                and re.fullmatch(r"pair<(int|long long|long|unsigned|char|short|bool|,)+>", there.type) is not None
            )
        if node.type == "call_expression":
            called, given = node.get("function"), node.get("arguments")
            if called is None or given is None:
                return False
            if called.type == "field_expression":
                base, member = called.get("argument"), called.get("field")
                there = self.scopes.at(base.text, position) if base is not None and base.type == "identifier" else None
                return (
                    there is not None
                    and base is not None
                    and there is self.scopes.of(base)
                    and bool(there.container)
                    and member is not None
                    and member.text in ("size", "length")
                    and not given.children
                )
            return (
                called.text.split("::")[-1] in PURE_CALLS
                and bool(given.children)
                and all(self.usable(part, position) for part in given.children)
            )
        return False

    def size_of(self, name: str, position: int) -> str:
        """An expression for how many elements a container or array has at a place; "" where there's none."""
        variable = self.scopes.at(name, position)
        if variable is None:
            return ""
        if variable.container and variable.type.split("<")[0] not in self.scopes.structs:
            return f"(long long){name}.size()"
        return ""

    def rounds(self, loop: Loop, position: int) -> str:
        """An expression at a place for how many rounds an entry of a loop takes if nothing ends it early; "" where
        it can't be said there."""
        if loop.bound is None or loop.scales or (loop.direction < 0 and loop.kind != "range"):
            return ""
        if loop.kind == "range":
            return self.size_of(loop.bound.text, position) if loop.bound.type == "identifier" else ""
        if not self.usable(loop.bound, position) or loop.bound.names & self.changed(loop.node):
            return ""
        text = f"(double)({loop.bound.text})"
        return f"__builtin_sqrt((double)({loop.bound.text}))" if loop.square else text

    def place(self, where: str, node: Syntax) -> Place | None:
        """A place in the file at a statement of the tree; None where a macro hides which of several it is."""
        line, column, hidden = self.positions.of(node.row, node.column)
        if not hidden:
            return Place(where, line, column)
        there = [
            loop.node
            for loop in self.loops
            if loop.node.row == node.row and self.positions.of(node.row, loop.node.column)[2]
        ]
        columns = self.positions.macros(node.row)
        if node in there and len(columns) == len(there):
            return Place(where, line, columns[there.index(node)])
        return None


def cpp_view(source: bytes, fmt: InputFormat | None) -> CppView:
    """What rules ask about a C++ program, whose input has the format `fmt` (None: not known)."""
    root, text = tree_of_cpp(source)
    names = names_of(reads_of_cpp(source), fmt)
    return CppView(root, names, Positions(source, text), loops_of(root), scopes_of(root))
