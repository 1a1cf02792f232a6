"""A recursion that asks for the same again and again, with its results remembered.

What it changes:
    A function that only computes from a few integers looks its result up in a table before it computes it.

Why it is faster:
    Each result is computed once, not once for every way that leads to it.

When it refuses:
    The function prints, reads or changes anything, takes anything but integers, reads variables that may change between
    two calls from outside, or doesn't call itself, at least twice or in a loop, with arguments near its own.

Example:
    #include <iostream>
    using namespace std;
    long long ways(int n) {
        if (n <= 1) return 1;
        return ways(n - 1) + ways(n - 2);
    }
    int main() {
        int n;
        cin >> n;
        cout << ways(n);
    }

Not here:
    #include <iostream>
    using namespace std;
    long long calls = 0;
    long long ways(int n) {
        calls++;
        if (n <= 1) return 1;
        return ways(n - 1) + ways(n - 2);
    }
    int main() {
        int n;
        cin >> n;
        cout << ways(n) << ' ' << calls;
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view_calls import Call, Function
from slowpath.model.patterns import late_regex
from slowpath.rewrites.cpp_effects import Effects, effects_of
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.view_tree import LOOPS, Syntax

MOST_REMEMBERED = 1 << 20
"""A table larger than this takes more memory than it should, so further results aren't kept."""
_RESULTS = late_regex(r"^(?:(?:unsigned|long|short|int|char|bool|size_t|u?int(?:8|16|32|64)_t|double|ll|\s)+)$")


def _find(program: CppProgram) -> Iterator[Change]:
    for function in overlapping(program):
        yield from _remembered(program, function)


def overlapping(program: CppProgram) -> Iterator[Function]:
    """Functions that only compute from integers, and come to the same ones again and again; of programs in other
    languages too, in the words of C++."""
    effects = effects_of(program)
    for function in program.view.functions:
        if (
            not function.name
            or function.is_lambda
            or function.is_method
            or function.name == "main"
            or program.view.function(function.name) is not function
        ):
            continue
        inner = program.view.self_calls(function)
        if (
            inner
            and _takes_integers(function)
            and effects.is_pure_function(function)
            and _overlaps(program, effects, function, inner)
            and _means_the_same(program, effects, function)
        ):
            yield function


def _takes_integers(function: Function) -> bool:
    return 1 <= len(function.parameters) <= 4 and all(
        parameter.is_integral and not parameter.by_reference and "__int128" not in parameter.type
        for parameter in function.parameters
    )


def _overlaps(program: CppProgram, effects: Effects, function: Function, calls: list[Call]) -> bool:
    """Whether calls go to states that may meet again: each argument is the parameter, or that and something."""
    near: list[Call] = []
    for call in calls:
        if len(call.arguments) != len(function.parameters):
            return False
        steps = [
            _step(argument, parameter.name)
            for argument, parameter in zip(call.arguments, function.parameters, strict=True)
        ]
        if all(step is not None for step in steps) and any(step for step in steps):
            near.append(call)
    written = effects.writes(function.body) or frozenset()
    both = any(_runs_again(call.node) for call in near) or any(
        _both_run(one.node, other.node) for one in near for other in near if one.node.start < other.node.start
    )
    return both and not any(parameter.name in written for parameter in function.parameters)


def _both_run(one: Syntax, other: Syntax) -> bool:
    """Whether one run of the function may come by two calls, and not only where the first says so. Where each run takes
    but one of them the recursion is as deep as it is long, and larger frames might not fit."""
    shared = next((above for above in one.above() if other.inside(above)), None)
    if shared is None or shared.type in ("if_statement", "conditional_expression"):
        return False
    if shared.type == "binary_expression" and shared.operator in ("&&", "||", "and", "or"):
        return False
    for above in one.above():
        if above is shared:
            break
        if above.type in ("return_statement", "if_statement", "conditional_expression"):
            return False
    return True


def _runs_again(call: Syntax) -> bool:
    """Whether one run of the function may come by a call in each round of a loop: nothing in the loop ends it early."""
    for above in call.above():
        if above.type in ("return_statement", "function_definition", "lambda_expression"):
            return False
        if above.type in LOOPS:
            return not any(above.find("return_statement", "break_statement", "goto_statement", "throw_statement"))
    return False


def _step(argument: Syntax, name: str) -> bool | None:
    """False for the parameter itself, True for it with something added or taken away, None for anything else."""
    if argument.type == "identifier" and argument.text == name:
        return False
    left = argument.get("left")
    if argument.type == "binary_expression" and argument.operator in ("+", "-") and left is not None:
        return True if left.text == name else None
    return None


def _means_the_same(program: CppProgram, effects: Effects, function: Function) -> bool:
    """Whether a result stays right: nothing that the function reads changes, or it is called once from outside."""
    outside = [call for call in program.view.calls_of(function) if not call.node.inside(function.body)]
    if any(
        name.text == function.name and name.field != "function" and not name.inside(function.node)
        for name in program.root.find("identifier")
    ):
        return False
    read = {
        node.text
        for node in function.body.find("identifier")
        if (variable := program.view.scopes.of(node)) is not None
        and variable.is_global
        and program.view.constant(node) is None
    }
    calls_others = any(
        program.view.function(call.name) is not None and call.name != function.name
        for call in program.view.calls
        if call.node.inside(function.body)
    )
    if any(
        effects.view.scopes.of(node) is None
        and node.text not in {other.name for other in program.view.functions}
        and node.field != "function"
        and node.parent is not None
        and node.parent.type == "subscript_expression"
        for node in function.body.find("identifier")
    ):
        return False
    if not read and not calls_others:
        return True
    if len(outside) != 1 or calls_others:
        return False
    caller = program.view.function_of(outside[0].node)
    return (
        caller is not None
        and caller.name == "main"
        and program.view.loop_of(outside[0].node) is None
        and not program.mentions("goto")
    )


def _remembered(program: CppProgram, function: Function) -> Iterator[Change]:
    kind = function.node.get("type")
    declarator = function.node.get("declarator")
    returns = [node for node in function.body.find("return_statement") if node.function is function.node]
    if (
        kind is None
        or declarator is None
        or declarator.type != "function_declarator"
        or not returns
        or not _RESULTS.match(kind.text)
        or any(len(node.children) != 1 for node in returns)
        or any(function.body.find("lambda_expression"))
        or any(child.type == "type_qualifier" for child in function.node.children)
    ):
        return
    table, key, known = program.fresh("remembered"), program.fresh("state"), program.fresh("known")
    names = [parameter.name for parameter in function.parameters]
    types = ", ".join(["long long"] * len(names))
    given = ", ".join(f"(long long){name}" for name in names)
    lines = [
        f"static std::map<std::tuple<{types}>, {kind.text}> {table};",
        f"const std::tuple<{types}> {key}({given});",
        f"const auto {known} = {table}.find({key});",
        f"if ({known} != {table}.end()) return {known}->second;",
    ]
    keep = program.fresh("kept")
    lines.append(
        f"const auto {keep} = [&]({kind.text} result) {{ if ({table}.size() < {MOST_REMEMBERED}) "
        f"{table}[{key}] = result; return result; }};"
    )
    edits = [*program.include("map"), *program.include("tuple"), program.head_of(function.body, "\n".join(lines))]
    for node in returns:
        edits += [program.before(node.children[0], f"{keep}("), program.after(node.children[0], ")")]
    yield from change(function.node.line, edits, f"`{function.name}` is asked for the same again and again")


RULE = RewriteRule("cpp-remembered-results", "Remember the results of a recursion", "cpp", 3, _find, __doc__ or "")
