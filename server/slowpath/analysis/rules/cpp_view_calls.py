"""Functions, calls and the loops around them, as the text of a C++ program shows them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from slowpath.analysis.rules.cpp_view_loops import Loop
from slowpath.analysis.rules.cpp_view_scope import Scopes, Variable
from slowpath.analysis.rules.names import Names
from slowpath.source.cpp.view_names import declared_name
from slowpath.source.cpp.view_tree import Positions, Syntax

_DEEPEST = 6
_LONGEST_LOOP = 2000


@dataclass(frozen=True, eq=False)
class Function:
    """A function, method or named lambda of the program."""

    name: str
    node: Syntax
    body: Syntax
    parameters: tuple[Variable, ...]
    is_lambda: bool = False
    is_method: bool = False


@dataclass(frozen=True, eq=False)
class Call:
    """A call. `name` is the bare name of what is called, `receiver` the object before the dot or arrow."""

    name: str
    node: Syntax
    arguments: tuple[Syntax, ...]
    receiver: Syntax | None = None

    @property
    def line(self) -> int:
        """The 1-based line on which it stands."""
        return self.node.line


@dataclass
class Calls:
    """A program's parts by name, and which of them stand around each other."""

    root: Syntax
    names: Names
    positions: Positions
    loops: list[Loop] = field(default_factory=list)
    scopes: Scopes = field(default_factory=Scopes)

    @cached_property
    def functions(self) -> list[Function]:
        """Every function with a body, and every lambda that has a name."""
        made = []
        for node in self.root.find("function_definition", "lambda_expression"):
            body = node.get("body")
            if body is None:
                continue
            parameters = tuple(
                variable for variable in self.scopes.variables if variable.scope is node and variable.is_parameter
            )
            if node.type == "lambda_expression":
                parent = node.parent
                name = (
                    declared_name(parent.get("declarator"))
                    if parent is not None and parent.type in ("init_declarator", "assignment_expression")
                    else ""
                )
            else:
                name = declared_name(node.get("declarator"))
            method = any(above.type == "field_declaration_list" for above in node.above())
            made.append(Function(name, node, body, parameters, node.type == "lambda_expression", method))
        return made

    @cached_property
    def _by_name(self) -> dict[str, list[Function]]:
        made: dict[str, list[Function]] = {}
        for function in self.functions:
            if function.name:
                made.setdefault(function.name, []).append(function)
        return made

    def function(self, name: str) -> Function | None:
        """The program's function of a name; None where there's none or where it is overloaded."""
        found = self._by_name.get(name, [])
        return found[0] if len(found) == 1 else None

    def function_of(self, node: Syntax) -> Function | None:
        """The function that a node stands in."""
        return self._by_node.get(node.function) if node.function is not None else None

    @cached_property
    def _by_node(self) -> dict[Syntax, Function]:
        return {function.node: function for function in self.functions}

    @cached_property
    def calls(self) -> list[Call]:
        """Every call, in source order."""
        made = []
        for node in self.root.find("call_expression"):
            called, given = node.get("function"), node.get("arguments")
            if called is None:
                continue
            receiver = called.get("argument") if called.type == "field_expression" else None
            last = called.get("field") if called.type == "field_expression" else called
            name = re.split(r"::", (last or called).text.split("<")[0])[-1].strip()
            made.append(Call(name, node, tuple(given.children) if given is not None else (), receiver))
        return made

    def calls_of(self, function: Function) -> list[Call]:
        """The calls of a function of the program, from outside of it too."""
        return [
            call for call in self.calls if call.name == function.name and (call.receiver is None or function.is_method)
        ]

    def self_calls(self, function: Function) -> list[Call]:
        """The calls by which a function calls itself."""
        return [call for call in self.calls_of(function) if call.node.inside(function.body)]

    def loop_of(self, node: Syntax) -> Loop | None:
        """The innermost loop around a node in its function."""
        return self._loops.get(node.loop) if node.loop is not None else None

    @cached_property
    def _loops(self) -> dict[Syntax, Loop]:
        return {loop.node: loop for loop in self.loops}

    def loops_around(self, node: Syntax) -> list[Loop]:
        """The loops within which a node is passed, innermost first, those of its function's only callers included."""
        made: list[Loop] = []
        at: Syntax = node
        for _ in range(_DEEPEST):
            loop = self.loop_of(at)
            if loop is not None:
                made += [loop, *loop.ancestors]
            function = self.function_of(at)
            callers = (
                [call for call in self.calls_of(function) if not call.node.inside(function.body)]
                if function is not None and function.name not in ("", "main")
                else []
            )
            if not callers:
                return made
            at = max(callers, key=lambda call: (self.loop_of(call.node) is not None, -call.node.start)).node
        return made

    @cached_property
    def depths(self) -> dict[int, int]:
        """How many loops stand around each line that one stands around."""
        made: dict[int, int] = {}
        for loop in self.loops:
            depth = 1 + sum(1 for _ in loop.ancestors)
            for line in range(loop.line, min(loop.node.last_line, loop.line + _LONGEST_LOOP) + 1):
                made[line] = max(made.get(line, 0), depth)
        return made
