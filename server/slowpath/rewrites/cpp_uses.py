"""How a C++ program uses a variable: whether it only reads it, and which of its methods it calls."""

from __future__ import annotations

import re

from slowpath.analysis.rules.cpp_view_calls import Function
from slowpath.analysis.rules.cpp_view_scope import SIZED, Variable
from slowpath.model.patterns import late_regex
from slowpath.rewrites.cpp_effects import Effects
from slowpath.rewrites.cpp_library import PURE, READS_ONLY
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.source.cpp.view_names import base_name
from slowpath.source.cpp.view_tree import Syntax

_ELEMENT = frozenset({"front", "back", "at", "top"})
_ITERATORS = frozenset(
    {"begin", "end", "rbegin", "rend", "cbegin", "cend", "lower_bound", "upper_bound", "find", "data", "equal_range"}
)
_TRICKY = frozenset({"move", "forward", "ref", "tie", "get", "begin", "end", "size", "next", "prev", "array"})
_PRINTS = frozenset({"printf", "puts", "putchar"})
_LARGE = late_regex(r"^(?:" + "|".join(sorted(SIZED)) + r")(?:<.*>)?$")


def is_large(kind: str) -> bool:
    """Whether copying a value of a type may take long: a container or a string, or a pair or tuple with one in it."""
    if _LARGE.match(kind):
        return not kind.startswith("array")
    return kind.startswith(("pair<", "tuple<")) and any(re.search(rf"\b{name}\b", kind) for name in SIZED)


def only_reads(program: CppProgram, effects: Effects, variable: Variable) -> bool:
    """Whether no use of a variable may change it, or keep a reference to it through which something could."""
    uses = program.uses(variable)
    return uses is not None and all(_reads(effects, use, variable) for use in uses)


def method_of(use: Syntax) -> tuple[str, Syntax] | None:
    """The method called on a variable at a use of it, and the call; None for any other use."""
    member = use.parent
    if (
        member is None
        or member.type != "field_expression"
        or use.field != "argument"
        or member.operator != "."
        or member.parent is None
        or member.parent.type != "call_expression"
        or member.field != "function"
    ):
        return None
    name = member.get("field")
    return (name.text, member.parent) if name is not None else None


def arguments_of(call: Syntax) -> list[Syntax]:
    """The arguments of a call."""
    given = call.get("arguments")
    return given.children if given is not None else []


def _reads(effects: Effects, use: Syntax, variable: Variable) -> bool:
    if use.function is not variable.node.function and not (variable.is_parameter and use.function is variable.scope):
        return False
    node = use
    while node.parent is not None:
        above = node.parent
        if above.type == "subscript_expression" and node.field == "argument":
            if "map<" in variable.type or variable.type in effects.view.scopes.structs:
                # Asking a map for a key that it hasn't got puts the key in, which a constant one doesn't let happen.
                return False
            node = above
        elif above.type == "field_expression" and above.operator == ".":
            if above.field == "function":
                found = _method(above)
                if found is None:
                    return _is_read_by_algorithm(effects, above)
                if not found:
                    return above.get("field") is not None and above.get("field").text in READS_ONLY  # type: ignore[union-attr]
                assert above.parent is not None
                node = above.parent
            else:
                node = above
        elif above.type in ("parenthesized_expression", "conditional_expression", "comma_expression"):
            node = above
        else:
            return _is_read_in(effects, node, above)
    return False


def _method(member: Syntax) -> bool | None:
    """Whether a method called gives a part of the object (True) or a value; None for an iterator."""
    name = member.get("field")
    if name is None:
        return False
    return None if name.text in _ITERATORS else name.text in _ELEMENT


def _is_read_by_algorithm(effects: Effects, member: Syntax) -> bool:
    """Whether an iterator goes into an algorithm that only reads, or is used at once."""
    name, call = member.get("field"), member.parent
    assert call is not None
    if name is not None and name.text in ("find", "lower_bound", "upper_bound", "equal_range", "data"):
        # A string's `find` gives a position, which can't change anything.
        return name.text == "find" and _is_string(effects, member)
    given = call.parent
    if given is None or given.type != "argument_list" or given.parent is None:
        return False
    outer = effects.view.calls
    name_of = next((found.name for found in outer if found.node is given.parent), "")
    return (
        name_of in PURE - _TRICKY
        and effects.view.function(name_of) is None
        and not name_of.endswith(("element", "bound", "find", "range", "find_if", "mismatch", "search"))
    ) or (
        name_of in ("max_element", "min_element")
        and given.parent.parent is not None
        and given.parent.parent.type == "pointer_expression"
    )


def _is_string(effects: Effects, member: Syntax) -> bool:
    base = member.get("argument")
    variable = effects.view.scopes.of(base) if base is not None and base.type == "identifier" else None
    return variable is not None and variable.type == "string" and not variable.dims


def _is_read_in(effects: Effects, node: Syntax, above: Syntax) -> bool:
    if above.type == "assignment_expression":
        return node.field == "right"
    if above.type == "binary_expression":
        return not (above.operator == ">>" and node.field == "right")
    if above.type in ("init_declarator", "for_range_loop"):
        if above.type == "for_range_loop" and node.field == "body":
            return True
        return not _binds(above)
    if above.type == "argument_list":
        return _is_read_by_call(effects, node, above)
    if above.type == "return_statement":
        function = effects.view.function_of(above)
        return (
            function is not None
            and not function.is_lambda
            and not any(part.type == "reference_declarator" for part in _spine(function.node.get("declarator")))
        )
    return above.type in tuple(
        (
            "condition_clause unary_expression cast_expression subscript_argument_list initializer_list "
            "expression_statement if_statement while_statement for_statement sizeof_expression"
        ).split()
    )


def _spine(node: Syntax | None) -> list[Syntax]:
    made = []
    while node is not None:
        made.append(node)
        node = node.get("declarator")
    return made


def _binds(node: Syntax) -> bool:
    """Whether a declaration keeps a reference or pointer to its value through which it could change."""
    declarator = node.get("declarator")
    if declarator is None or declarator.type not in ("reference_declarator", "pointer_declarator"):
        return declarator is None or declarator.type == "structured_binding_declarator"
    owner = node.parent if node.type == "init_declarator" else node
    return (
        owner is None
        or not any(child.type == "type_qualifier" and child.text == "const" for child in owner.children)
        or declarator.type == "pointer_declarator"
    )


def _is_read_by_call(effects: Effects, node: Syntax, given: Syntax) -> bool:
    outer = given.parent
    if outer is None or outer.type != "call_expression":
        # The arguments of a constructor in a declaration are copied, by the library's own types at least.
        return outer is not None and outer.type in ("init_declarator", "declaration")
    call = next((found for found in effects.view.calls if found.node is outer), None)
    if call is None:
        return False
    functions = [function for function in effects.view.functions if function.name == call.name]
    if functions:
        return all(takes_copy(function, given.children.index(node)) for function in functions)
    if call.receiver is not None:
        return call.name in tuple(
            (
                "push_back push insert emplace_back emplace push_front append find count compare lower_bound "
                "upper_bound substr at resize assign erase rfind contains"
            ).split()
        )
    if effects.view.scopes.at(call.name, outer.start) is not None:
        return False
    return call.name in (PURE - _TRICKY) | _PRINTS or call.name in SIZED


def takes_copy(function: Function, index: int) -> bool:
    """Whether a function can't change what is passed for a parameter."""
    if index >= len(function.parameters) or function.is_lambda:
        return False
    parameter = function.parameters[index]
    return not parameter.is_pointer and not parameter.dims and (not parameter.by_reference or parameter.is_constant)


def base_variable(effects: Effects, node: Syntax) -> Variable | None:
    """The variable that an expression is a part of: of `g[i].first` that is g."""
    name = base_name(node)
    found = next((part for part in node.find("identifier") if part.text == name), None)
    return effects.view.scopes.of(found) if found is not None else None
