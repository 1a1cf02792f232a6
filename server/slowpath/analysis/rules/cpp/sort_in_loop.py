"""A sequence is sorted again in each iteration.

What it finds:
    `sort`, or another algorithm that takes n*log(n), within a loop.

Why it is slow:
    Each iteration sorts what is nearly sorted already.

Evidence:
    The lengths of what is sorted, added up.

Example:
    #include <algorithm>
    #include <iostream>
    #include <vector>
    using namespace std;
    int main() {
        int n, x;
        cin >> n;
        vector<int> all;
        for (int i = 0; i < n; i++) {
            cin >> x;
            all.push_back(x);
            sort(all.begin(), all.end());
            cout << all[all.size() / 2] << ' ';
        }
    }

Not here:
    #include <algorithm>
    #include <iostream>
    #include <vector>
    int main() {
        int n, x;
        std::cin >> n;
        std::vector<int> all;
        for (int i = 0; i < n; i++) {
            std::cin >> x;
            all.push_back(x);
        }
        std::sort(all.begin(), all.end());
        std::cout << all[n / 2];
    }

False alarms:
    Sorting each row of a table once.

Source:
    STAB section 3.2: sorting in a loop.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import found, in_total, range_of
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BEFORE, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for call in view.calls:
        if (
            call.name not in ("sort", "stable_sort", "nth_element", "partial_sort", "make_heap", "next_permutation")
            or call.receiver is not None
        ):
            continue
        name, size = range_of(view, call.node, call.arguments)
        statement = view.statement(call.node)
        if not size or statement.type not in ("expression_statement", "declaration"):
            continue
        condition = in_total(
            view, call.node, view.place(BEFORE, statement), amount=size, each=view.length(name, call.node.start)
        )
        yield from found(
            "sort-in-loop",
            call.node,
            f"{name} is long in many iterations that sort it",
            condition,
            f"{call.name} goes over all of it each time",
        )


RULE = Rule("sort-in-loop", "a sequence is sorted again in each iteration", "cpp", 3, _find, __doc__ or "")
