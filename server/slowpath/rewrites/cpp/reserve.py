"""A vector that gets its room at once.

What it changes:
    Before a loop that puts one element into an empty vector in every iteration, room for all of them is reserved.

Why it is faster:
    A vector that grows copies all that it holds whenever it is full.

When it refuses:
    The loop may end early or its bound may change in it, the vector isn't new, or its capacity is asked for.

Example:
    #include <iostream>
    #include <vector>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        vector<int> v;
        for (int i = 0; i < n; i++) {
            int x;
            cin >> x;
            v.push_back(x);
        }
        cout << v.back();
    }

Not here:
    #include <iostream>
    #include <vector>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        vector<int> v;
        for (int i = 0; i < n; i++) {
            int x;
            cin >> x;
            if (x < 0) break;
            v.push_back(x);
        }
        cout << v.size();
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view_loops import Loop
from slowpath.analysis.rules.cpp_view_scope import Variable
from slowpath.rewrites.cpp_effects import Effects, effects_of
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.cpp_uses import method_of
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.view_tree import Syntax


def _find(program: CppProgram) -> Iterator[Change]:
    if program.mentions("capacity", "reserve"):
        return
    effects = effects_of(program)
    for loop in program.view.loops:
        if not _counts(program, effects, loop):
            continue
        for statement in loop.body.children if loop.body.type == "compound_statement" else [loop.body]:
            variable = _filled(program, statement)
            if variable is not None and _is_new(program, variable, loop):
                yield from _reserved(program, loop, variable)


def _counts(program: CppProgram, effects: Effects, loop: Loop) -> bool:
    """Whether a loop surely takes `bound` rounds, counted from zero or one."""
    if (
        loop.kind != "for"
        or loop.exits
        or loop.others
        or loop.scales
        or loop.square
        or loop.offset is not None
        or loop.bound is None
        or loop.bound.type != "identifier"
        or loop.operator not in ("<", "<=")
        or loop.direction != 1
        or loop.step is not None
        or loop.start is None
        or program.view.constant(loop.start) not in (0, 1)
        or any(loop.body.find("continue_statement", "goto_statement"))
    ):
        return False
    bound = program.view.scopes.of(loop.bound)
    return (
        bound is not None
        and bound.is_integral
        and effects.unchanged(loop.bound, loop.node)
        and loop.variable not in (effects.writes(loop.body) or {loop.variable})
    )


def _filled(program: CppProgram, statement: Syntax) -> Variable | None:
    """The vector that a statement puts one element into."""
    if statement.type != "expression_statement" or not statement.children:
        return None
    call = statement.children[0]
    for name in call.find("identifier"):
        found = method_of(name)
        if found is not None and found[0] in ("push_back", "emplace_back") and found[1] is call:
            variable = program.view.scopes.of(name)
            return variable if variable is not None and variable.container == "vector" else None
    return None


def _is_new(program: CppProgram, variable: Variable, loop: Loop) -> bool:
    """Whether the vector is declared empty in the block of the loop, and not used in between."""
    declaration = next((above for above in variable.node.above() if above.type == "declaration"), None)
    if (
        declaration is None
        or declaration.parent is not loop.node.parent
        or variable.value is not None
        or variable.arguments
        or variable.by_reference
    ):
        return False
    uses = program.uses(variable)
    return (
        uses is not None
        and not any(declaration.end < use.start < loop.node.start for use in uses)
        and sum(use.inside(loop.node) for use in uses) == 1
    )


def _reserved(program: CppProgram, loop: Loop, variable: Variable) -> Iterator[Change]:
    assert loop.bound is not None
    bound = program.text(loop.bound)
    if bound is not None:
        line = f"if ({bound} > 0) {variable.name}.reserve({bound});"
        yield from change(
            loop.line,
            [program.line_before(loop.node, line)],
            f"`{variable.name}` copies all that it holds whenever it is full",
        )


RULE = RewriteRule("cpp-reserve", "Reserve a vector's room before it is filled", "cpp", 1, _find, __doc__ or "")
