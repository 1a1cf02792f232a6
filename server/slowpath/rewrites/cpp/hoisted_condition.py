"""A call in a loop's condition that gives the same in every iteration.

What it changes:
    `for (...; i < strlen(s); i++)` asks for the length once, before the loop; so for `sqrt(n)`, for `count`,
    `accumulate`, `max_element` over a container, and for functions of the program that only compute.

Why it is faster:
    The condition is evaluated again before every iteration.

When it refuses:
    What the call is given, or what its function reads, may change in the loop or its header.

Example:
    #include <cstring>
    #include <iostream>
    using namespace std;
    char s[200000], t[200000];
    int main() {
        cin >> s;
        for (int i = 0; i < strlen(s); i++) t[i] = s[i] == 'a' ? 'b' : s[i];
        cout << t;
    }

Not here:
    #include <cstring>
    #include <iostream>
    using namespace std;
    char s[200000];
    int main() {
        cin >> s;
        for (int i = 0; i < strlen(s); i++) s[i] = s[i] == 'x' ? 0 : s[i];
        cout << s;
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view_calls import Call
from slowpath.analysis.rules.cpp_view_loops import Loop
from slowpath.rewrites.cpp_effects import Effects, effects_of
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.view_tree import LOOPS, Syntax

_LINEAR = frozenset("strlen sqrt sqrtl pow cbrt log log2 accumulate count stoi log10 max_element min_element".split())


def _find(program: CppProgram) -> Iterator[Change]:
    effects = effects_of(program)
    for loop in program.view.loops:
        if loop.kind not in ("for", "while") or loop.condition is None:
            continue
        for call in program.view.calls:
            if (
                call.node.inside(loop.condition)
                and _is_worth_it(program, call)
                and _always_asked(call.node, loop)
                and _same_every_round(program, effects, call, loop)
            ):
                yield from _hoisted(program, loop, call)


def _is_worth_it(program: CppProgram, call: Call) -> bool:
    function = program.view.function(call.name)
    if call.receiver is not None:
        return False
    if function is None:
        return call.name in _LINEAR
    return any(function.body.find(*LOOPS)) or bool(program.view.self_calls(function))


def _always_asked(node: Syntax, loop: Loop) -> bool:
    """Whether the condition evaluates a node whatever its other parts are."""
    assert loop.condition is not None
    below = node
    for above in node.above():
        if above.type == "conditional_expression" or (
            above.type == "binary_expression" and above.operator in ("&&", "||", "and", "or") and below.field != "left"
        ):
            return False
        if above is loop.condition or above is loop.node:
            return True
        below = above
    return False


def _same_every_round(program: CppProgram, effects: Effects, call: Call, loop: Loop) -> bool:
    parts = [loop.body, loop.condition, loop.node.get("update"), loop.node.get("initializer")]
    if not effects.unchanged(call.node, *parts):
        return False
    writes = effects.writes(*parts)
    function = program.view.function(call.name)
    if function is None or writes is None:
        return function is None
    read = {
        name
        for name in function.body.names
        if any(variable.is_global for variable in program.view.scopes.variables if variable.name == name)
    }
    callees = [other for other in program.view.functions if other is not function and other.name in function.body.names]
    return effects.is_pure_function(function) and not read & writes and not callees


def _hoisted(program: CppProgram, loop: Loop, call: Call) -> Iterator[Change]:
    text = program.text(call.node)
    declared = {part.text for part in _declared(loop)}
    if text is None or call.node.names & declared:
        return
    name = program.fresh(f"{call.name}_once".lstrip("_"))
    edits = [program.line_before(loop.node, f"const auto {name} = {text};"), program.replaced(call.node, name)]
    yield from change(loop.line, edits, f"`{text}` is computed again before every iteration")


def _declared(loop: Loop) -> list[Syntax]:
    header = loop.node.get("initializer")
    return (
        [part for declarator in header.find("init_declarator") for part in list(declarator.find("identifier"))[:1]]
        if header is not None
        else []
    )


RULE = RewriteRule("cpp-hoisted-condition", "Ask once what every iteration asks again", "cpp", 3, _find, __doc__ or "")
