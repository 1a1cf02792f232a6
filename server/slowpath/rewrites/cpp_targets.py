"""What an assignment to an expression of a C++ program changes, by the names of variables and fields.

None stands for anything: a write through a pointer, an iterator, or something that a function gives back. A local
reference counts as what it is bound to.
"""

from __future__ import annotations

from functools import cached_property

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_scope import Variable
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.view_tree import Syntax

_CURSOR = late_regex(r"\b(?:c?r?begin|c?r?end|data|find\w*|\w+_bound|\w+_element|\w*inserter|next|prev|new)\b|&")


class Targets:
    """Asks what is written where an expression is assigned to, passed by reference or subscripted."""

    def __init__(self, view: CppView) -> None:
        self._view = view

    def may_insert(self, node: Syntax | None) -> bool:
        """Whether what is subscripted may be a map: a variable or a part of one whose type says so, or isn't known."""
        while node is not None and node.type in ("subscript_expression", "parenthesized_expression"):
            node = node.get("argument") or (node.children[0] if node.children else None)
        if node is not None and node.type == "field_expression":
            node = node.get("field")
        if node is None or node.type not in ("identifier", "field_identifier"):
            return True
        types = [variable.type for variable in self._view.scopes.variables if variable.name == node.text]
        return not types or any("map<" in kind or kind == "auto" or kind in self._view.scopes.structs for kind in types)

    def of(self, node: Syntax | None) -> set[str] | None:
        """What an assignment to an expression changes."""
        if node is None:
            return None
        if node.type in ("conditional_expression", "comma_expression"):
            sides = [self.of(child) for child in node.children[-2:]]
            return None if None in sides else {name for side in sides if side for name in side}
        if node.type == "call_expression":
            called = node.get("function")
            if (
                called is not None
                and called.type == "field_expression"
                and called.text.split(".")[-1] in ("back", "front", "at", "top")
            ):
                return self.of(called.get("argument"))
            return None
        if node.type == "pointer_expression" or (node.type == "field_expression" and node.operator == "->"):
            return None
        if node.type == "subscript_expression" and self.is_cursor(node.get("argument")):
            return None
        if node.type in ("subscript_expression", "field_expression", "update_expression"):
            return self.of(node.get("argument"))
        if node.type in ("parenthesized_expression", "assignment_expression"):
            return self.of(node.get("left") or (node.children[0] if node.children else None))
        if node.type == "identifier":
            return self._variable(node)
        return {node.text} if node.type == "field_identifier" else None

    def is_cursor(self, node: Syntax | None) -> bool:
        """Whether an expression may be a pointer or an iterator, through which something else is written."""
        if node is not None and node.type == "field_expression":
            field = node.get("field")
            return any(
                variable.is_pointer or "*" in variable.type or "iterator" in variable.type
                for variable in self._view.scopes.variables
                if field is not None and variable.name == field.text
            )
        if node is None or node.type != "identifier":
            return False
        variable = self._view.scopes.of(node)
        if variable is None or variable.by_reference or variable.dims:
            return False
        if variable.type == "auto":
            value = variable.value
            return variable.is_parameter or (
                value is not None and value.type != "lambda_expression" and _CURSOR.search(value.text) is not None
            )
        return "iterator" in variable.type or (variable.is_parameter and variable.type in self._placeholders)

    @cached_property
    def _placeholders(self) -> frozenset[str]:
        """The names of the parameters of templates."""
        return frozenset(
            part.text
            for node in self._view.root.find("type_parameter_declaration")
            for part in node.find("type_identifier")
        )

    def _variable(self, node: Syntax) -> set[str] | None:
        variable = self._view.scopes.of(node)
        if variable is None or variable.is_parameter:
            # What is passed by reference is added where the function is called.
            return {node.text}
        if variable.is_pointer:
            return None
        # An iterator is written through as `*it` or `it->x`, which isn't an identifier.
        return self._bound(variable, node) if variable.by_reference else {node.text}

    def _bound(self, variable: Variable, node: Syntax) -> set[str] | None:
        """What a local reference refers to."""
        owner = variable.node
        for above in owner.above():
            if above.type == "for_range_loop":
                found = self.of(above.get("right")) if above.get("right") is not None else None
                return found | {node.text} if found is not None else None
            if above.type == "init_declarator":
                value = above.get("value")
                found = self.of(value)
                return found | {node.text} if found is not None else None
            if above.type.endswith("_statement") or above.type == "function_definition":
                break
        return None
