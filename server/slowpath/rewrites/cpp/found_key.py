"""A key that is looked for in the tree or hash table itself.

What it changes:
    `lower_bound(s.begin(), s.end(), x)` on a set becomes `s.lower_bound(x)`, likewise `upper_bound`, `find`,
    `binary_search` and `count`; and `ms.count(x)` of a multiset, asked for yes or no, becomes `ms.find(x) != ms.end()`.

Why it is faster:
    The algorithms of the library go over a set element by element; the set's own methods go down its tree. `count` of a
    multiset goes over all elements that are equal.

When it refuses:
    The container isn't plainly a set of integers or strings in its usual order, what is looked for isn't surely of
    the same type, or `count` is used as a number.

Example:
    #include <algorithm>
    #include <iostream>
    #include <set>
    using namespace std;
    int main() {
        int n, x, sum = 0;
        cin >> n;
        set<int> seen;
        for (int i = 0; i < n; i++) {
            cin >> x;
            auto next = lower_bound(seen.begin(), seen.end(), x);
            if (next != seen.end()) sum += *next % 7;
            seen.insert(x);
        }
        cout << sum;
    }

Not here:
    #include <algorithm>
    #include <iostream>
    #include <set>
    using namespace std;
    int main() {
        int n, x, sum = 0;
        cin >> n;
        set<int, greater<int>> seen;
        for (int i = 0; i < n; i++) {
            cin >> x;
            auto next = lower_bound(seen.begin(), seen.end(), x, greater<int>());
            if (next != seen.end()) sum += *next % 7;
            seen.insert(x);
        }
        cout << sum;
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view_calls import Call
from slowpath.rewrites.cpp_algorithms import calls_library, is_element, whole
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.view_tree import Syntax

_SETS = frozenset({"set", "multiset"})


def _find(program: CppProgram) -> Iterator[Change]:
    for call in program.view.calls:
        if call.receiver is None:
            yield from _algorithm(program, call)
        elif call.name == "count":
            yield from _asked(program, call)


def _algorithm(program: CppProgram, call: Call) -> Iterator[Change]:
    if (
        call.name not in ("lower_bound", "upper_bound", "find", "binary_search", "count")
        or len(call.arguments) != 3
        or program.view.function(call.name) is not None
        or not calls_library(call)
    ):
        return
    first, last, wanted = call.arguments
    variable = whole(program, first, last)
    if variable is None or variable.container not in _SETS or not is_element(program, variable, wanted):
        return
    name, text = variable.name, program.text(wanted)
    if text is None:
        return
    if call.name in ("binary_search", "count"):
        made = f"{name}.count({text})" if call.name == "count" else f"({name}.find({text}) != {name}.end())"
        if call.name == "count" and variable.container == "multiset":
            return
    elif call.name == "find" and variable.container == "multiset":
        # `find` of a multiset gives any of the equal elements, the algorithm the first.
        return
    else:
        made = f"{name}.{call.name}({text})"
    yield from change(
        call.line, [program.replaced(call.node, made)], f"`{call.name}` goes over the elements of `{name}` one by one"
    )


def _asked(program: CppProgram, call: Call) -> Iterator[Change]:
    receiver = call.receiver
    variable = program.view.scopes.of(receiver) if receiver is not None and receiver.type == "identifier" else None
    if (
        variable is None
        or variable.dims
        or variable.is_pointer
        or "->" in call.node.text.split("(")[0]
        or variable.container not in ("multiset", "unordered_multiset", "multimap")
        or len(call.arguments) != 1
    ):
        return
    target, negated = _asked_for(call.node)
    text = program.text(call.arguments[0])
    if (
        target is None
        or text is None
        or any(call.arguments[0].find("call_expression", "update_expression", "assignment_expression"))
    ):
        return
    name = variable.name
    made = f"({name}.find({text}) {'==' if negated else '!='} {name}.end())"
    yield from change(
        call.line, [program.replaced(target, made)], f"`count` goes over all elements of `{name}` that are equal"
    )


def _asked_for(node: Syntax) -> tuple[Syntax | None, bool]:
    """The expression around a count that only asks whether it is zero, and whether it asks for zero."""
    above = node.parent
    if above is None:
        return None, False
    if above.type == "unary_expression" and above.operator == "!":
        return above, True
    if above.type == "condition_clause" or (
        above.type == "parenthesized_expression"
        and above.parent is not None
        and above.parent.type == "condition_clause"
    ):
        return node, False
    if above.type == "binary_expression" and above.operator in ("&&", "||"):
        return node, False
    if above.type == "binary_expression" and node.field == "left":
        other = above.get("right")
        number = other.text if other is not None else ""
        table = {(">", "0"): False, ("!=", "0"): False, (">=", "1"): False, ("==", "0"): True, ("<", "1"): True}
        if (above.operator, number) in table:
            return above, table[above.operator, number]
    return None, False


RULE = RewriteRule("cpp-found-key", "Look a key up in the tree itself", "cpp", 3, _find, __doc__ or "")
