"""A whole table is cleared for each test case.

What it finds:
    `memset`, `fill` or a loop up to a constant, which clears a table of fixed size in each test case.

Why it is slow:
    The table's size is for the largest case: many small cases cost many whole tables.

Evidence:
    How often the clearing is passed, against the largest number of cases.

Example:
    #include <cstring>
    #include <iostream>
    using namespace std;
    int seen[200000];
    int main() {
        int t;
        cin >> t;
        while (t--) {
            memset(seen, 0, sizeof(seen));
            int n, x, twice = 0;
            cin >> n;
            for (int i = 0; i < n; i++) {
                cin >> x;
                twice += seen[x]++ == 1;
            }
            cout << twice << ' ';
        }
    }

Not here:
    #include <cstring>
    #include <iostream>
    int seen[200000];
    int main() {
        int n, x, twice = 0;
        std::cin >> n;
        std::memset(seen, 0, sizeof(seen));
        for (int i = 0; i < n; i++) {
            std::cin >> x;
            twice += seen[x]++ == 1;
        }
        std::cout << twice;
    }

False alarms:
    Few test cases by the statement's bounds.

Source:
    STAB section 3.2: reset cost; our memset_cases example.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_calls import Call
from slowpath.analysis.rules.cpp_view_work import aims_large, around, found, over, reads_input, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BEFORE, Constraint
from slowpath.source.cpp.view_names import base_name
from slowpath.source.cpp.view_tree import Syntax


def _find(view: CppView) -> Iterator[Constraint]:
    for call in view.calls:
        if call.name in ("memset", "fill", "fill_n", "assign") and call.arguments and _is_fixed(view, call):
            yield from _cleared(view, view.statement(call.node))
    for loop in view.loops:
        bound, start = view.constant(loop.bound), view.constant(loop.start)
        if (
            bound is not None
            and bound >= LEAST_TABLE
            and start is not None
            and start <= 1
            and not loop.is_early
            and (loop.step is None or view.constant(loop.step) is not None)
        ):
            yield from _cleared(view, loop.node)


def _cleared(view: CppView, node: Syntax) -> Iterator[Constraint]:
    cases = [
        loop
        for loop in around(view, node)
        if view.is_case_loop(loop) or (not view.names.variables and reads_input(view, loop.node))
    ]
    if not cases or node.type not in ("expression_statement", "for_statement", "while_statement"):
        return
    most = view.most_rounds(cases[-1])
    condition = over(view, cases[-1], view.place(BEFORE, node), factor=share(most, 0.25, 8))
    yield from found(
        "per-case-clearing",
        node,
        "there are many test cases, and a whole table is cleared in each",
        condition,
        "the cost of a case doesn't depend on its size",
        aims=aims_large(view.names.cases),
    )


def _is_fixed(view: CppView, call: Call) -> bool:
    """Whether the call clears a table whose size is a large constant."""
    name = base_name(call.receiver) if call.receiver is not None else base_name(call.arguments[0])
    variable = view.scopes.at(name, call.node.start)
    if variable is None:
        return False
    sizes = [view.constant(size) for size in variable.dims or variable.arguments[:1]]
    product = 1
    for size in sizes:
        product *= size or 1
    return None not in sizes and product >= LEAST_TABLE


LEAST_TABLE = 256


RULE = Rule("per-case-clearing", "a whole table is cleared for each test case", "cpp", 3, _find, __doc__ or "")
