"""A Java program as the rules of C++ see it: put into the words of C++ (`inputs/infer/reads/java/as_cpp`), whose lines
are those of the file, and what they find put back into Java.

What such a rule finds stands as a condition in C++. Places lead back to the statement that begins there in the file;
expressions are written anew, since a truth is no number in Java and a size is asked for by another name. Where either
has no counterpart nothing is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_loops import loops_of
from slowpath.analysis.rules.cpp_view_scope import scopes_of
from slowpath.analysis.rules.java_view import LISTS, LOOPS, METHODS, JavaView, size
from slowpath.analysis.rules.rule import Rule
from slowpath.inputs.infer.reads.java.as_cpp import as_cpp
from slowpath.model.constraint import BODY, Condition, Constraint, Count, Place, constraint_id
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import descendants
from slowpath.source.cpp.view_tree import Positions, Syntax, tree_of_text

_STATEMENTS = (*LOOPS, *(f"{name}_statement" for name in "expression if return switch try".split()))
_STATEMENTS += ("local_variable_declaration", "switch_expression", "block")
_TRUTHS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})
_LOGIC = frozenset({"&&", "||"})
_TYPES = {"long long": "long", "double": "double", "int": "int", "long": "long"}
_CALLS = {"__builtin_sqrt": "Math.sqrt", "__builtin_log2": "1.4427 * Math.log"}
_OF_MATH = frozenset({"abs", "min", "max", "sqrt"})
_SUFFIX = late_regex(r"[uUlL]+$")


class TranslatedView(CppView):
    """The view of the program in the words of C++. `java` is that of the program itself, `text` the translation."""

    def __init__(self, source: bytes, java: JavaView) -> None:
        self.text = as_cpp(java.root).encode("utf-8")
        root = tree_of_text(self.text)
        super().__init__(root, java.inputs, Positions(source, self.text), loops_of(root), scopes_of(root))
        self.java = java
        self._beginnings = {
            (node.start_point.row + 1, node.start_point.column) for node in descendants(java.root, *_STATEMENTS)
        }
        # Words before a method's type are left out of the translation.
        self._methods = {node.start_point.row + 1: node.start_point.column for node in descendants(java.root, *METHODS)}

    def place(self, where: str, node: Syntax) -> Place | None:
        """The place where the file has other words than the translation, which hold one statement."""
        line, column, _ = self.positions.of(node.row, node.column)
        return Place(where, line, column)

    def found(self, rule: Rule[CppView]) -> Iterator[Constraint]:
        """What a rule of C++ finds, in Java."""
        for constraint in rule.find(self):
            condition = constraint.condition
            if condition is None or condition.setup:
                continue
            try:
                made = self._condition(condition)
            except _NotJava:
                continue
            named = constraint_id(constraint.origin, constraint.line, constraint.sentence, made)
            yield replace(constraint, id=named, condition=made)

    def _condition(self, condition: Condition) -> Condition:
        place, count = self._known(condition.place), condition.count
        if count is not None:
            at, since = self._known(count.at), self._known(count.since) if count.since is not None else None
            count = Count(at, self._written(count.amount, at), since)
        left, right = (self._written(side, place) for side in (condition.left, condition.right))
        return replace(condition, place=place, count=count, left=left, right=right)

    def _known(self, place: Place) -> Place:
        if (place.line, place.column) in self._beginnings:
            return place
        if place.where != BODY or place.line not in self._methods:
            raise _NotJava
        return replace(place, column=self._methods[place.line])

    def _written(self, text: str, place: Place) -> str:
        root = tree_of_text(f"int x = ({text});".encode())
        value = next((node.get("value") for node in root.find("init_declarator")), None)
        if value is None or any(root.find("ERROR")):
            raise _NotJava
        return _Writer(self.java, place).number(value.children[0])


class _NotJava(Exception):
    """There is no counterpart in Java."""


class _Writer:
    """Writes expressions that stand at a place."""

    def __init__(self, java: JavaView, place: Place) -> None:
        self._java = java
        point = (place.line - 1, place.column or 0)
        found = java.root.descendant_for_point_range(point, point)
        if found is None:
            raise _NotJava
        self._at = found

    def number(self, node: Syntax) -> str:
        """The expression as a number."""
        parts = node.children
        match node.type:
            case "parenthesized_expression":
                return f"({self.number(parts[0])})"
            case "number_literal":
                return _SUFFIX.sub(lambda suffix: "L" * ("l" in suffix[0].lower()), node.text)
            case "identifier" | "true" | "false":
                return node.text
            case "binary_expression" if node.operator in _TRUTHS:
                return f"({self.truth(node)} ? 1 : 0)"
            case "binary_expression":
                return f"{self.number(parts[0])} {node.operator} {self.number(parts[-1])}"
            case "unary_expression" if node.operator == "-":
                return f"-{self.number(parts[-1])}"
            case "cast_expression" if (kind := _TYPES.get(parts[0].text)) is not None:
                return f"({kind}) {self.number(parts[-1])}"
            case "subscript_expression":
                return self._element(node)
            case "call_expression":
                return self._call(node)
        raise _NotJava

    def truth(self, node: Syntax) -> str:
        """The expression as a truth."""
        if node.type == "parenthesized_expression":
            return f"({self.truth(node.children[0])})"
        if node.type == "binary_expression" and node.operator in _TRUTHS:
            write = self.truth if node.operator in _LOGIC else self.number
            return f"{write(node.children[0])} {node.operator} {write(node.children[-1])}"
        if node.type == "identifier" and self._java.type_of(node.text, self._at) == "boolean":
            return node.text
        return f"{self.number(node)} != 0"

    def _element(self, node: Syntax) -> str:
        """An element of an array, a list or a text."""
        base, index = node.children[0], node.children[-1]
        inside = self.number(index.children[0] if index.type == "subscript_argument_list" else index)
        kind = self._java.type_of(base.text, self._at)
        if kind == "String":
            return f"{base.text}.charAt({inside})"
        return f"{base.text}.get({inside})" if kind in LISTS else f"{base.text}[{inside}]"

    def _call(self, node: Syntax) -> str:
        called, given = node.get("function"), node.get("arguments")
        if called is None or given is None:
            raise _NotJava
        if called.type == "field_expression" and called.text.endswith((".size", ".length")):
            asked = size(self._java, called.text.rpartition(".")[0], self._at)
            if asked is None:
                raise _NotJava
            return asked
        name = called.text.split("::")[-1]
        if name not in _CALLS and name not in _OF_MATH:
            raise _NotJava
        return f"{_CALLS.get(name, f'Math.{name}')}({', '.join(self.number(part) for part in given.children)})"
