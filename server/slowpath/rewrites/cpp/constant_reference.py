"""A large parameter that is passed by reference.

What it changes:
    `f(vector<int> v)` becomes `f(const vector<int> &v)`.

Why it is faster:
    Each call copies the whole container.

When it refuses:
    The function changes its parameter or may keep a reference to it, something that it runs may change what was passed,
    it is declared apart or overloaded, or its name is used other than for calls and as an order to sort by.

Example:
    #include <iostream>
    #include <string>
    using namespace std;
    char at(string s, int i) { return s[i]; }
    int main() {
        string s;
        cin >> s;
        int same = 0;
        for (int i = 1; i < (int)s.size(); i++) same += at(s, i) == at(s, i - 1);
        cout << same;
    }

Not here:
    #include <iostream>
    #include <vector>
    using namespace std;
    vector<int> found;
    int grow(vector<int> v) {
        found.push_back(1);
        return v.size();
    }
    int main() {
        int n;
        cin >> n;
        int sum = 0;
        while (n--) sum += grow(found);
        cout << sum;
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view_calls import Call, Function
from slowpath.analysis.rules.cpp_view_scope import Variable
from slowpath.rewrites.cpp_effects import Effects, effects_of
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.cpp_uses import base_variable, is_large, only_reads
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.view_tree import Syntax

_ORDERED = frozenset({"sort", "stable_sort", "nth_element", "partial_sort"})


def _find(program: CppProgram) -> Iterator[Change]:
    effects = effects_of(program)
    for function in program.view.functions:
        if (
            function.is_lambda
            or not function.name
            or function.name == "main"
            or program.view.function(function.name) is not function
        ):
            continue
        calls = _calls(program, function)
        if calls is None:
            continue
        for index, parameter in enumerate(function.parameters):
            if (
                is_large(parameter.type)
                and not parameter.by_reference
                and not parameter.is_pointer
                and not parameter.dims
                and only_reads(program, effects, parameter)
                and _is_stable(program, effects, function, calls, index)
            ):
                yield from _referred(program, function, parameter)


def _calls(program: CppProgram, function: Function) -> list[Call] | None:
    """All calls of a function; None where its name is used in another way, or a lambda is at work."""
    calls = program.view.calls_of(function)
    if function.is_method and program.mentions("virtual", "override"):
        return None
    if any(function.node.find("lambda_expression")) or any(
        part.type == "template_declaration" for part in function.node.above()
    ):
        return None
    known = {call.node.start for call in calls}
    for node in program.root.find("identifier", "field_identifier"):
        if node.text != function.name or node.parent is None:
            continue
        at = node.parent if node.parent.type in ("field_expression", "qualified_identifier") else node
        if at.field == "declarator" and at.inside(function.node) and at.start < function.body.start:
            continue
        if at.start in known and at.field == "function":
            continue
        outer = at.parent.parent if at.parent is not None and at.parent.type == "argument_list" else None
        order = outer.get("function") if outer is not None and outer.type == "call_expression" else None
        if order is None or order.text.split("::")[-1] not in _ORDERED or outer is None:
            return None
        given = outer.get("arguments")
        if given is None or given.children[-1] is not at or len(given.children) < 3:
            return None
    return calls


def _is_stable(program: CppProgram, effects: Effects, function: Function, calls: list[Call], index: int) -> bool:
    """Whether nothing that the function runs can change what any call passes there."""
    writes = effects.writes(function.body)
    if writes is None:
        return False
    shared = {variable.name for variable in program.view.scopes.variables if variable.is_global}
    changing = [
        position
        for position, parameter in enumerate(function.parameters)
        if (parameter.by_reference and not parameter.is_constant) or parameter.is_pointer or parameter.dims
    ]
    if not writes & shared and not changing:
        return True
    for call in calls:
        if index >= len(call.arguments):
            return False
        argument = call.arguments[index]
        if _is_own(program, argument, function.parameters[index]):
            continue
        variable = base_variable(effects, argument)
        if _names_storage(argument) and (
            variable is None
            or variable.by_reference
            or variable.is_pointer
            or (variable.name in writes and not variable.scope.inside(function.node))
        ):
            return False
        for position in changing:
            other = call.arguments[position] if position < len(call.arguments) else None
            if other is None or not (
                _is_own(program, other, function.parameters[position]) or _is_apart(effects, other, variable)
            ):
                return False
    return True


def _is_own(program: CppProgram, argument: Syntax, parameter: Variable) -> bool:
    """Whether a function that calls itself hands on what it was given."""
    return argument.type == "identifier" and program.view.scopes.of(argument) is parameter


def _is_apart(effects: Effects, other: Syntax, variable: Variable | None) -> bool:
    """Whether something that the call may change surely isn't what the variable holds."""
    changed = base_variable(effects, other)
    return changed is not None and changed is not variable and not changed.by_reference and not changed.is_pointer


def _names_storage(node: Syntax) -> bool:
    """Whether an expression is something that stays, not a value made for the call."""
    if node.type == "call_expression":
        called = node.get("function")
        member = called.get("field") if called is not None and called.type == "field_expression" else None
        return member is None or member.text not in ("substr",)
    return node.type not in ("binary_expression", "string_literal", "initializer_list", "compound_literal_expression")


def _referred(program: CppProgram, function: Function, parameter: Variable) -> Iterator[Change]:
    owner = parameter.node.parent
    kind = owner.get("type") if owner is not None else None
    if owner is None or kind is None or owner.type != "parameter_declaration" or parameter.node.field != "declarator":
        return
    edits = [program.before(parameter.node, "&")]
    if not any(child.type == "type_qualifier" for child in owner.children):
        edits.insert(0, program.before(kind, "const "))
    yield from change(function.node.line, edits, f"each call of `{function.name}` copies `{parameter.name}`")


RULE = RewriteRule("cpp-constant-reference", "Pass a large parameter by reference", "cpp", 3, _find, __doc__ or "")
