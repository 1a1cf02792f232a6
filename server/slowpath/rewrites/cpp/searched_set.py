"""A vector that is searched again and again, with a set beside it.

What it changes:
    `find(v.begin(), v.end(), x) != v.end()` in a loop in which the vector doesn't change asks a set that is made before
    the loop.

Why it is faster:
    `find` compares element by element; the set goes down a tree.

When it refuses:
    The vector may change in the loop, its elements aren't plainly integers or strings, what is looked for isn't surely
    of the same type, or where it was found matters.

Example:
    #include <algorithm>
    #include <iostream>
    #include <vector>
    using namespace std;
    int main() {
        int n, x, c = 0;
        cin >> n;
        vector<int> known(n);
        for (int i = 0; i < n; i++) cin >> known[i];
        for (int k = 0; k < n; k++) {
            x = 2 * known[k];
            if (find(known.begin(), known.end(), x) != known.end()) c++;
        }
        cout << c;
    }

Not here:
    #include <algorithm>
    #include <iostream>
    #include <vector>
    using namespace std;
    int main() {
        int n, x, c = 0;
        cin >> n;
        vector<int> known;
        for (int k = 0; k < n; k++) {
            cin >> x;
            if (find(known.begin(), known.end(), x) != known.end()) c++;
            known.push_back(x);
        }
        cout << c;
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view_calls import Call
from slowpath.analysis.rules.cpp_view_scope import Variable
from slowpath.rewrites.cpp_algorithms import calls_library, is_element, whole
from slowpath.rewrites.cpp_effects import Effects, effects_of
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.values import template_arguments
from slowpath.source.cpp.view_tree import Syntax


def _find(program: CppProgram) -> Iterator[Change]:
    effects = effects_of(program)
    for call in program.view.calls:
        if (
            call.name != "find"
            or call.receiver is not None
            or len(call.arguments) != 3
            or not calls_library(call)
            or program.view.function("find") is not None
        ):
            continue
        first, last, wanted = call.arguments
        variable, asked, text = whole(program, first, last), _asked(call, last), program.text(wanted)
        if (
            variable is None
            or asked is None
            or text is None
            or variable.container != "vector"
            or not is_element(program, variable, wanted)
            or not effects.is_pure(wanted)
        ):
            continue
        loop = _widest(program, effects, call, variable)
        if loop is not None:
            name, element = program.fresh(f"{variable.name}_set"), template_arguments(variable.type)[1][0]
            kind = "std::string" if element == "string" else element
            made = f"const std::set<{kind}> {name}({variable.name}.begin(), {variable.name}.end());"
            found = f"{name}.count({text}) {asked.operator} 0"
            above = asked.parent
            is_apart = above is not None and above.type in ("condition_clause", "parenthesized_expression")
            yield from change(
                call.line,
                [
                    *program.include("set"),
                    program.line_before(loop, made),
                    program.replaced(asked, found if is_apart else f"({found})"),
                ],
                f"`{variable.name}` is compared with element by element",
            )


def _asked(call: Call, last: Syntax) -> Syntax | None:
    """The comparison that only asks whether something was found."""
    above = call.node.parent
    if above is None or above.type != "binary_expression" or above.operator not in ("==", "!="):
        return None
    other = above.get("right") if call.node.field == "left" else above.get("left")
    return above if other is not None and other.text.replace(" ", "") == last.text.replace(" ", "") else None


def _widest(program: CppProgram, effects: Effects, call: Call, variable: Variable) -> Syntax | None:
    """The outermost loop around a call before which the vector is there, and in which it doesn't change."""
    found = None
    for loop in program.enclosing_loops(call.node):
        if (
            variable.node.inside(loop)
            or variable.node.start > loop.start
            or not effects.unchanged(call.arguments[0], loop)
        ):
            break
        found = loop
    return found


RULE = RewriteRule("cpp-searched-set", "Ask a set instead of searching a vector", "cpp", 3, _find, __doc__ or "")
