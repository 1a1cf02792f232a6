"""A binary search calls a check that looks at everything.

What it finds:
    A loop that halves a range, and in each iteration runs a loop over the input, itself or in a function that it calls.

Why it is slow:
    Every iteration of the search costs the whole check; the search takes its full number of iterations on large inputs
    only.

Evidence:
    The iterations of the check's loop over the whole search, against its size where that is in sight.

Example:
    #include <iostream>
    #include <vector>
    using namespace std;
    int n;
    vector<int> a;
    bool fits(int cap) {
        int used = 0;
        for (int i = 0; i < n; i++) used += (a[i] + cap - 1) / cap;
        return used <= 2 * n;
    }
    int main() {
        cin >> n;
        a.resize(n);
        for (int &x : a) cin >> x;
        int lo = 1, hi = 1000000;
        while (lo < hi) {
            int mid = (lo + hi) / 2;
            if (fits(mid)) hi = mid;
            else lo = mid + 1;
        }
        cout << lo;
    }

Not here:
    #include <iostream>
    int main() {
        long long n, lo = 0, hi = 2000000000;
        std::cin >> n;
        while (lo < hi) {
            long long mid = (lo + hi) / 2;
            if (mid * mid >= n) hi = mid;
            else lo = mid + 1;
        }
        std::cout << lo;
    }

False alarms:
    None known: the condition is about sizes more than about data.

Source:
    WEDGE appendix C.2, problem 1118D1: each candidate is checked by a scan.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_loops import Loop
from slowpath.analysis.rules.cpp_view_work import aims_large, behind, found, halves, lines_of, over, share, sized_by
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for search in view.loops:
        if not halves(search):
            continue
        for check in _checks(view, search):
            position = behind(view, search)[1]
            right = view.rounds(check, position)
            at, held = view.place(BODY, check.node), sized_by(view, check)
            most = view.most_rounds(check)
            if right:
                condition = over(view, search, at, right=right, factor=4.0)
                yield from found(
                    "search-over-check",
                    check.node,
                    "this check is run in full by many iterations of the search",
                    condition,
                    "each iteration of the search costs a scan",
                    lines=[*lines_of(check.node), search.line],
                    aims=aims_large(held),
                )
            condition = over(view, search, at, factor=share(most, 2.0))
            yield from found(
                "search-over-check",
                check.node,
                "this check looks at much over the whole search",
                condition,
                "each iteration of the search costs a scan",
                lines=[*lines_of(check.node), search.line],
                aims=aims_large(held),
            )


def _checks(view: CppView, search: Loop) -> Iterator[Loop]:
    """The outermost loops that an iteration of the search runs."""
    yield from search.children
    for call in view.calls:
        function = view.function(call.name)
        if call.node.inside(search.node) and function is not None and not search.node.inside(function.body):
            yield from (loop for loop in view.loops if loop.function is function.node and loop.parent is None)


RULE = Rule(
    "search-over-check", "a binary search calls a check that looks at everything", "cpp", 2, _find, __doc__ or ""
)
