"""Whether something else in a C++ program may hold a variable, so that it changes under another name: an object with a
reference among its fields, a pair of references, a wrapper. In a program with no such thing nothing is held.
"""

from __future__ import annotations

import re

from slowpath.analysis.rules.cpp_view_calls import Call, Function
from slowpath.analysis.rules.cpp_view_scope import SIZED, Variable
from slowpath.rewrites.cpp_library import CHANGES_ARGUMENTS, PURE, TALKS
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.source.cpp.view_tree import Syntax

_WRAPPERS = tuple(
    (
        "ref reference_wrapper forward_as_tuple span bind bind_front addressof views subrange ref_view mdspan thread "
        "any string_view"
    ).split()
)
_KEEPS = frozenset({"tie", "move", "forward", "back_inserter", "inserter", "array", *_WRAPPERS})
_HOLDS = frozenset({"auto", "pair", "tuple", "function", "decltype", *_WRAPPERS})
_AROUND = frozenset(
    {
        "parenthesized_expression",
        "conditional_expression",
        "comma_expression",
        "subscript_expression",
        "cast_expression",
        "pointer_expression",
    }
)


class Held:
    """Asks which variables something else in the program may hold."""

    def __init__(self, program: CppProgram) -> None:
        self.program = program
        self.view = program.view
        self._calls = {call.node: call for call in self.view.calls}
        self._has_holders = self._finds_holders()
        self._known: dict[Variable, bool] = {}

    def is_held(self, variable: Variable) -> bool:
        """Whether something other than a plain reference to a variable may change it."""
        if not self._has_holders:
            return False
        return (variable.is_parameter and variable.by_reference) or self._is_kept(variable)

    def _finds_holders(self) -> bool:
        root = self.program.root
        if self.program.mentions(*_WRAPPERS):
            return True
        if any(any(field.find("reference_declarator")) for field in root.find("field_declaration")):
            return True
        if any(
            not any(above.type == "parameter_declaration" for above in _below(node, "template_argument_list"))
            for node in root.find("abstract_reference_declarator")
            if _is_within(node, "template_argument_list")
        ):
            return True
        if any(
            "&" in node.text
            for node in root.find("lambda_capture_initializer", "lambda_capture_specifier")
            if "=" in node.text[2:]
        ):
            return True
        return any(call.name == "tie" and not _is_used_up(call.node) for call in self.view.calls)

    def _is_kept(self, variable: Variable) -> bool:
        if variable not in self._known:
            # A function that calls itself asks this of its parameter again.
            self._known[variable] = False
            uses = self.program.uses(variable)
            self._known[variable] = (
                uses is None or any(self._keeps(use) for use in uses) or self._is_given_at_declaration(variable)
            )
        return self._known[variable]

    def _is_given_at_declaration(self, variable: Variable) -> bool:
        """Whether it is an argument in `S s(v);`, which reads as the declaration of a function."""
        for node in self.program.root.find("function_declarator"):
            owner, given = node.parent, node.get("parameters")
            if owner is not None and owner.type == "declaration" and given is not None and owner.function is not None:
                kind = owner.get("type")
                for index, part in enumerate(given.children):
                    if variable.name in _types(part) and (kind is None or self._is_kept_by(kind.text, index)):
                        return True
        return False

    def _keeps(self, use: Syntax) -> bool:
        node = use
        while node.parent is not None and node.parent.type in _AROUND and node.field not in ("condition", "type"):
            if node.parent.type == "cast_expression" and "&" in node.parent.text:
                return True
            node = node.parent
        above = node.parent
        if above is None:
            return True
        if above.type in ("initializer_list", "lambda_capture_initializer", "field_declaration", "field_initializer"):
            return True
        if above.type == "init_declarator" or (above.type == "for_range_loop" and node.field == "right"):
            return self._is_kept_as(above)
        if above.type == "assignment_expression" and node.field == "right":
            left = above.get("left")
            return left is None or self._may_hold_in(left)
        if above.type == "return_statement":
            return self._is_kept_by_return(above)
        return above.type == "argument_list" and self._is_kept_by_owner(above, above.children.index(node))

    def _is_kept_as(self, owner: Syntax) -> bool:
        """Whether what a declaration makes of a value still stands for it."""
        declarator = owner.get("declarator")
        made = [
            variable
            for variable in self.view.scopes.variables
            if declarator is not None and variable.node.inside(declarator)
        ]
        if len(made) != 1:
            return True
        if made[0].by_reference:
            return self._is_kept(made[0])
        return made[0].type != "auto" and self._may_hold(made[0].type)

    def _is_kept_by_return(self, statement: Syntax) -> bool:
        function = self.view.function_of(statement)
        if function is None:
            return True
        head = function.node.text[: function.body.start - function.node.start]
        before, _, behind = head.partition("(") if not function.is_lambda else ("", "", head.rpartition(")")[2])
        return (
            "&" in before + behind.rpartition(")")[2]
            or "decltype" in head
            or self._may_hold(before.replace("auto", "") + behind.rpartition(")")[2])
        )

    def _is_kept_by_owner(self, given: Syntax, index: int) -> bool:
        owner = given.parent
        if owner is not None and owner.type == "init_declarator":
            kind = owner.parent.get("type") if owner.parent is not None else None
            return kind is None or self._is_kept_by(kind.text, index)
        call = self._calls.get(owner) if owner is not None else None
        if call is None:
            return True
        functions = self.view._by_name.get(call.name, [])
        if functions:
            return self._is_kept_by_any(functions, index)
        if call.receiver is not None:
            return self._may_hold_in(call.receiver)
        if call.name == "tie":
            return not _is_used_up(call.node)
        return not self._is_plain(call)

    def _is_plain(self, call: Call) -> bool:
        """Whether a call means a function of the library that keeps nothing of its arguments."""
        return (
            call.name in (PURE | CHANGES_ARGUMENTS | TALKS | SIZED) - _KEEPS
            and call.name not in self.view.scopes.structs
            and self.view.scopes.at(call.name, call.node.start) is None
        )

    def _is_kept_by(self, kind: str, index: int) -> bool:
        """Whether an object of a type may hold what its constructor is given."""
        if kind in self.view.scopes.structs and (functions := self.view._by_name.get(kind, [])):
            return self._is_kept_by_any(functions, index)
        return "&" in kind or self._may_hold(kind)

    def _is_kept_by_any(self, functions: list[Function], index: int) -> bool:
        for function in functions:
            if index >= len(function.parameters):
                return True
            parameter = function.parameters[index]
            if parameter.by_reference and not parameter.is_constant:
                if self._is_kept(parameter):
                    return True
            elif not parameter.is_pointer and self._may_hold(parameter.type) and parameter.type != "auto":
                return True
        return False

    def _may_hold_in(self, node: Syntax) -> bool:
        """Whether what is put into an expression's object may be held there."""
        while node.type in ("subscript_expression", "parenthesized_expression"):
            inner = node.get("argument") or (node.children[0] if node.children else None)
            if inner is None:
                return True
            node = inner
        variable = self.view.scopes.of(node) if node.type == "identifier" else None
        return variable is None or self._may_hold(variable.type)

    def _may_hold(self, kind: str) -> bool:
        kind = self.view.scopes.aliases.get(kind, kind)
        return not (_HOLDS | self.view.scopes.structs).isdisjoint(re.findall(r"\w+", kind))


def _types(parameter: Syntax) -> set[str]:
    return {part.text for part in parameter.find("type_identifier", "identifier")} | {parameter.text}


def _is_used_up(call: Syntax) -> bool:
    """Whether what `tie` gives is assigned to or compared, and then gone."""
    above = call.parent
    return above is not None and (
        above.type in ("binary_expression", "expression_statement")
        or (above.type == "assignment_expression" and call.field == "left")
    )


def _is_within(node: Syntax, kind: str) -> bool:
    return any(above.type == kind for above in node.above())


def _below(node: Syntax, kind: str) -> list[Syntax]:
    """What is above a node and below the first that has a type."""
    made = []
    for above in node.above():
        if above.type == kind:
            break
        made.append(above)
    return made
