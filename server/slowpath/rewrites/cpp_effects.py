"""What running a part of a C++ program may change, on the safe side.

`writes` gives the names of all variables that may change, `OUTSIDE` among them for reading, printing and randomness,
or None where anything may change: a call of something unknown, a write through a pointer or an iterator. A local
reference counts as what it is bound to. Names aren't told apart by scope, which only ever adds to what may change.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache

from slowpath.analysis.rules.cpp_view_calls import Call, Function
from slowpath.analysis.rules.cpp_view_scope import SIZED, Variable
from slowpath.model.patterns import late_regex
from slowpath.rewrites.cpp_held import Held
from slowpath.rewrites.cpp_library import CHANGES_ARGUMENTS, PURE, READS_ONLY, TALKS
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.cpp_targets import Targets
from slowpath.source.cpp.view_tree import Syntax

OUTSIDE = "<outside>"
_STREAMS = frozenset({"cin", "cout", "cerr", "clog", "stdin", "stdout", "stderr"})
_RANDOM = late_regex(r"mt19937|random_device|uniform_\w+_distribution|chrono|high_resolution_clock|steady_clock")


@lru_cache(maxsize=2)
def effects_of(program: CppProgram) -> Effects:
    """What parts of a program may change, found out once."""
    return Effects(program)


class Effects:
    """Asks what parts of a program may change."""

    def __init__(self, program: CppProgram) -> None:
        self.program = program
        self.view = program.view
        self._held = Held(program)
        self._targets = Targets(self.view)
        self._shared = frozenset(variable.name for variable in self.view.scopes.variables if variable.is_global)
        self._bodies: dict[Syntax, frozenset[str] | None] = {
            function.node: frozenset() for function in self.view.functions
        }
        self._known: dict[tuple[int, int], frozenset[str] | None] = {}
        self._names: dict[Syntax, tuple[frozenset[str], frozenset[str]]] = {}
        self._settle()

    def _settle(self) -> None:
        """Finds what each function may change. Functions call one another, so this goes round until nothing is new;
        what a function changes only ever grows."""
        is_new = True
        while is_new:
            is_new = False
            for function in self.view.functions:
                made = self._within(function.body)
                if made != self._bodies[function.node]:
                    self._bodies[function.node], is_new = made, True

    def writes(self, *parts: Syntax | None) -> frozenset[str] | None:
        """The names that running the parts may change, None where that may be anything."""
        if self._odd_operators:
            return None
        found: set[str] = set()
        for part in parts:
            names = self._writes(part) if part is not None else frozenset()
            if names is None:
                return None
            found |= names
        return frozenset(found)

    def unchanged(self, node: Syntax, *parts: Syntax | None) -> bool:
        """Whether an expression surely means the same all through the parts of the program: all variables that it
        mentions are known, none of them may change there, and it calls nothing but what is pure."""
        writes = self.writes(*parts)
        if writes is None or not self.is_pure(node) or node.names & writes:
            return False
        return all(self._is_stable(part, writes) for part in node.find("identifier")) and not any(
            node.find("pointer_expression", "lambda_expression", "this", "assignment_expression")
        )

    def _is_stable(self, node: Syntax, writes: frozenset[str]) -> bool:
        """Whether an identifier's variable can't change under another name either: through a parameter that refers to
        it, where it isn't a variable of its function alone, or through a variable that it refers to itself."""
        if node.field == "function" or (
            node.parent is not None and node.parent.type in ("qualified_identifier", "template_function")
        ):
            return True
        variable = self.view.scopes.of(node)
        if variable is None or self._held.is_held(variable):
            return False
        if variable.is_parameter and (variable.by_reference or variable.is_pointer or variable.dims):
            # All that it may refer to: another parameter, or a variable of the file with such values.
            return not any(
                other.name in writes and (self._refers_out(other) or (other.is_global and variable.type in other.type))
                for other in self.view.scopes.variables
            )
        if variable.by_reference or variable.is_pointer:
            return False
        shared = variable.is_global or node.function is not variable.node.function
        return not (
            shared
            and not variable.is_parameter
            and any(other.name in writes and self._refers_out(other) for other in self.view.scopes.variables)
        )

    @staticmethod
    def _refers_out(variable: Variable) -> bool:
        """Whether a variable is a parameter that stands for something of the caller."""
        return variable.is_parameter and (
            variable.is_pointer or bool(variable.dims) or (variable.by_reference and not variable.is_constant)
        )

    def is_pure(self, node: Syntax) -> bool:
        """Whether evaluating it changes nothing and asks nothing of the world outside. Locals of functions that it
        calls may change."""
        return self.writes(node) == frozenset() and not self._reads_outside(node)

    def is_pure_function(self, function: Function) -> bool:
        """Whether a function only computes: it changes its own variables at most, and prints and reads nothing."""
        own = {
            variable.name
            for variable in self.view.scopes.variables
            if variable.scope.inside(function.node) and not variable.by_reference and not variable.is_pointer
        }
        writes = self.writes(function.body)
        statics = any(node.text == "static" for node in function.node.find("storage_class_specifier"))
        return (
            writes is not None
            and writes <= own - self._shared
            and not statics
            and not self._reads_outside(function.body)
        )

    def _reads_outside(self, node: Syntax) -> bool:
        if node.names & (_STREAMS | TALKS) or _RANDOM.search(node.text):
            return True
        for call in self._calls(node):
            for function in self.view._by_name.get(call.name, []):
                if not node.inside(function.body) and self._function_reads(function, {function.name}):
                    return True
        return False

    def _function_reads(self, function: Function, seen: set[str]) -> bool:
        if function.body.names & (_STREAMS | TALKS) or _RANDOM.search(function.body.text):
            return True
        for call in self._calls(function.body):
            for other in self.view._by_name.get(call.name, []):
                if other.name not in seen:
                    seen.add(other.name)
                    if self._function_reads(other, seen):
                        return True
        return False

    def _calls(self, node: Syntax) -> list[Call]:
        return [call for call in self.view.calls if call.node.inside(node)]

    @cached_property
    def _by_node(self) -> dict[Syntax, Call]:
        return {call.node: call for call in self.view.calls}

    @cached_property
    def _odd_operators(self) -> bool:
        """Whether the program defines an operator, or something that is run where an object begins or ends, that may
        change something other than its own object, by its name or by a field that is a reference."""
        elsewhere = {
            name.text
            for field in self.view.root.find("field_declaration")
            for reference in field.find("reference_declarator")
            for name in reference.find("field_identifier")
        }
        for node in self.view.root.find("function_definition"):
            declarator = node.get("declarator")
            body = node.get("body")
            if declarator is None or body is None or not self._is_called_unseen(declarator.text.split("{")[0]):
                continue
            found = self._writes(body)
            if found is None or found & (self._shared | elsewhere | {OUTSIDE}):
                return True
        return False

    def _is_called_unseen(self, declarator: str) -> bool:
        """Whether a function runs without being called by its name: an operator, a constructor, a destructor."""
        name = declarator.partition("(")[0].strip().rpartition("::")[2].strip()
        return re.search(r"\boperator\b", declarator) is not None or name.removeprefix("~") in self.view.scopes.structs

    def _writes(self, node: Syntax) -> frozenset[str] | None:
        key = (node.start, node.end)
        if key not in self._known:
            self._known[key] = self._within(node)
        return self._known[key]

    def _within(self, node: Syntax) -> frozenset[str] | None:
        found: set[str] = set()
        for part in node.walk():
            names = self._of(part)
            if names is None:
                return None
            found |= names
        return frozenset(found)

    def _of(self, node: Syntax) -> set[str] | None:
        if node.type == "assignment_expression":
            return self._targets.of(node.get("left"))
        if node.type == "update_expression":
            return self._targets.of(node.get("argument"))
        if node.type == "binary_expression" and node.operator in (">>", "<<"):
            streamed = bool(node.names & _STREAMS)
            if node.operator == "<<":
                return {OUTSIDE} if streamed else set()
            target = self._targets.of(node.get("right"))
            left = node.get("left")
            if target is None:
                return None if streamed or (left is not None and left.type != "identifier") else set()
            return target | ({OUTSIDE} if streamed else set())
        if node.type in ("init_declarator", "for_range_loop", "declaration"):
            return {name for declarator in node.all("declarator") for name in _declared(declarator)}
        if node.type == "subscript_expression":
            # Asking a map for a key that it hasn't got puts the key in.
            return self._targets.of(node.get("argument")) if self._targets.may_insert(node.get("argument")) else set()
        if node.type in ("delete_expression", "co_await_expression", "asm_statement", "gnu_asm_expression"):
            return None
        if node.type == "call_expression":
            return self._call(node)
        return set()

    def _call(self, node: Syntax) -> set[str] | None:
        call = self._by_node.get(node)
        if call is None:
            return None
        called = node.get("function")
        if call.receiver is not None:
            return self._method(call)
        if called is not None and called.type not in ("identifier", "qualified_identifier", "template_function"):
            return None if called.type not in ("primitive_type", "sized_type_specifier") else set()
        name = call.name
        functions = self.view._by_name.get(name, [])
        if functions:
            made: set[str] = set()
            for function in functions:
                found = self._of_function(function, call)
                if found is None:
                    return None
                made |= found
            return made
        if self.view.scopes.at(name, node.start) is not None:
            return None
        if name in TALKS:
            targets = self._arguments(call)
            return None if targets is None else targets | {OUTSIDE}
        handed = self._handed(call)
        if handed is None:
            return None
        if name in CHANGES_ARGUMENTS:
            targets = self._arguments(call)
            return None if targets is None else targets | handed
        if name in PURE or name in SIZED or name in self.view.scopes.aliases or name in self.view.scopes.structs:
            return handed
        return None

    def _handed(self, call: Call) -> set[str] | None:
        """What functions of the program change that a function of the library gets to call, such as a comparison."""
        made: set[str] = set()
        for argument in call.arguments:
            for function in self.view._by_name.get(argument.text, []) if argument.type == "identifier" else ():
                inside = self._bodies[function.node]
                if inside is None:
                    return None
                own, shared = self._names_of(function)
                made |= {written for written in inside if written in shared or written not in own}
        return made

    def _of_function(self, function: Function, call: Call) -> set[str] | None:
        inside = self._bodies[function.node]
        if inside is None or any("&&" in parameter.type for parameter in function.parameters):
            return None
        own, shared = self._names_of(function)
        made = {name for name in inside if name == OUTSIDE or name in shared or name not in own}
        for index, parameter in enumerate(function.parameters):
            changes = parameter.name in inside and not parameter.is_constant
            if changes and (parameter.by_reference or parameter.is_pointer or parameter.dims):
                if index >= len(call.arguments):
                    return None
                found = self._passed(call.arguments[index])
                if found is None:
                    return None
                made |= found
        return made

    def _names_of(self, function: Function) -> tuple[frozenset[str], frozenset[str]]:
        """The names of a function's own variables, and those of all others."""
        found = self._names.get(function.node)
        if found is None:
            variables = self.view.scopes.variables
            own = frozenset(
                variable.name
                for variable in variables
                if variable.scope.inside(function.node) and variable.scope.function is not None
            )
            shared = frozenset(variable.name for variable in variables if not variable.scope.inside(function.node))
            found = self._names[function.node] = own, shared
        return found

    def _passed(self, node: Syntax) -> set[str] | None:
        if node.type == "pointer_expression" and node.operator == "&":
            return self._targets.of(node.get("argument"))
        if node.type == "binary_expression" and node.operator in "+-":
            return self._targets.of(node.get("left"))
        return self._targets.of(node)

    def _arguments(self, call: Call) -> set[str] | None:
        """The bases of all arguments of a function of the library that writes to some of them."""
        made: set[str] = set()
        for argument in call.arguments:
            if argument.type in tuple(
                (
                    "number_literal string_literal char_literal sizeof_expression true false concatenated_string "
                    "lambda_expression unary_expression"
                ).split()
            ):
                continue
            if (
                argument.type == "call_expression"
                and (inner := argument.get("function")) is not None
                and inner.type == "field_expression"
            ):
                found = self._targets.of(inner.get("argument"))
            elif argument.type == "call_expression":
                inner_call = self._by_node.get(argument)
                found = self._arguments(inner_call) if inner_call is not None else None
            elif self._targets.is_cursor(argument.get("left") if argument.type == "binary_expression" else argument):
                return None
            else:
                found = self._passed(argument)
            if found is None:
                if argument.type == "binary_expression":
                    found = set(argument.names)
                else:
                    return None
            made |= found
        return made

    def _method(self, call: Call) -> set[str] | None:
        functions = [function for function in self.view._by_name.get(call.name, []) if function.is_method]
        assert call.receiver is not None
        made: set[str] = set()
        for function in functions:
            found = self._of_function(function, call)
            if found is None:
                return None
            made |= found
        if call.name in READS_ONLY and not functions:
            return set()
        if re.match(r"(std::)?(cin|cout|cerr)\b", call.receiver.text):
            targets = self._arguments(call)
            return None if targets is None else targets | {OUTSIDE}
        target = self._targets.of(call.receiver)
        if target is None or call.name in ("swap", "merge", "splice"):
            others = self._arguments(call)
            if target is None or others is None:
                return None
            target |= others
        return made | target


def _declared(node: Syntax) -> set[str]:
    found = node
    while found.type not in ("identifier", "field_identifier"):
        inner = found.get("declarator") or next(
            (child for child in found.children if "declarator" in child.type or child.type == "identifier"), None
        )
        if inner is None:
            return {part.text for part in node.find("identifier")}
        found = inner
    return {found.text}
