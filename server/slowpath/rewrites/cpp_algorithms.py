"""Algorithms of the library that go over the whole of a C++ program's container."""

from __future__ import annotations

import re

from slowpath.analysis.rules.cpp_view_calls import Call
from slowpath.analysis.rules.cpp_view_scope import Variable
from slowpath.model.patterns import late_regex
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.source.cpp.values import template_arguments
from slowpath.source.cpp.view_tree import Syntax

_EXACT = late_regex(r"^(?:int|long long|long|unsigned|unsigned int|unsigned long long|short|char|string|size_t)$")
_DECIMAL = late_regex(r"^(?:0|[1-9][0-9]*)$")


def calls_library(call: Call) -> bool:
    """Whether a call means the library's function, if the program has none of that name."""
    called = call.node.get("function")
    return called is not None and called.text in (call.name, f"std::{call.name}")


def whole(program: CppProgram, first: Syntax, last: Syntax) -> Variable | None:
    """The container whose beginning and end two arguments are."""
    match = re.fullmatch(r"(\w+)\.begin\(\)", first.text.replace(" ", ""))
    if match is None or last.text.replace(" ", "") != f"{match[1]}.end()":
        return None
    name = next((node for node in first.find("identifier") if node.text == match[1]), None)
    variable = program.view.scopes.of(name) if name is not None else None
    return variable if variable is not None and not variable.dims and not variable.is_pointer else None


def is_element(program: CppProgram, variable: Variable, wanted: Syntax) -> bool:
    """Whether an expression has the very type of a container's elements, integers or strings, so that nothing is
    converted before it is compared. Evaluating it changes nothing but where its index does."""
    arguments = template_arguments(variable.type)[1]
    if len(arguments) != 1 or not _EXACT.match(arguments[0]):
        return False
    element = arguments[0]
    if wanted.type == "number_literal":
        return element == "int" and _DECIMAL.match(wanted.text) is not None and int(wanted.text) < 1 << 31
    if wanted.type == "identifier":
        other = program.view.scopes.of(wanted)
        return other is not None and other.type == element and not other.dims and not other.is_pointer
    if wanted.type == "subscript_expression":
        base = wanted.get("argument")
        held = program.view.scopes.of(base) if base is not None and base.type == "identifier" else None
        if held is None:
            return False
        return (held.type == element and len(held.dims) == 1) or (
            not held.dims and held.container == "vector" and held.element == element
        )
    return False
