"""A sum over a prefix or a window is computed anew each iteration.

What it finds:
    An inner loop that adds up elements into a variable which is reset in each iteration of the outer loop, over a range
    that moves with the outer loop.

Why it is slow:
    What the iteration before had added up is added up again; the work is quadratic in the length.

Evidence:
    The iterations of the inner loop in total, against the size of the outer one.

Example:
    #include <iostream>
    #include <vector>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        vector<long long> a(n);
        for (auto &x : a) cin >> x;
        long long best = 0;
        for (int i = 0; i < n; i++) {
            long long sum = 0;
            for (int j = 0; j <= i; j++) sum += a[j];
            best = max(best, sum);
        }
        cout << best;
    }

Not here:
    #include <iostream>
    #include <vector>
    int main() {
        int n;
        std::cin >> n;
        std::vector<long long> a(n);
        for (auto &x : a) std::cin >> x;
        long long best = 0, sum = 0;
        for (int i = 0; i < n; i++) {
            sum += a[i];
            best = std::max(best, sum);
        }
        std::cout << best;
    }

False alarms:
    A window of a small constant size.

Source:
    STAB section 3.2: prefix sums that aren't kept.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_loops import Loop
from slowpath.analysis.rules.cpp_view_work import (
    aims_large,
    behind,
    found,
    lines_of,
    over,
    rounds_most,
    share,
    sized_by,
)
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Constraint
from slowpath.source.cpp.view_names import base_name


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        outer = loop.parent
        if outer is None or loop.children or not outer.variable:
            continue
        moving = [
            part for part in (loop.start, loop.bound, loop.offset) if part is not None and outer.variable in part.names
        ]
        sums = [
            part
            for part in loop.body.find("assignment_expression")
            if part.operator in ("+=", "*=", "^=") and base_name(part.get("left")) in _reset(view, outer, loop)
        ]
        if not moving or not sums:
            continue
        right = view.rounds(outer, behind(view, outer)[1])
        at = view.place(BODY, loop.node)
        condition = (
            over(view, outer, at, right=f"{right} + 16", factor=32.0)
            if right
            else over(view, outer, at, factor=share(rounds_most(view, [loop, outer]), 0.1))
        )
        yield from found(
            "repeated-recomputation",
            loop.node,
            "the same elements are added up here in many of the outer iterations",
            condition,
            "each iteration adds up what the one before did",
            lines=lines_of(loop.node),
            aims=aims_large(sized_by(view, outer)),
        )


def _reset(view: CppView, outer: Loop, inner: Loop) -> frozenset[str]:
    """The variables that the outer loop's body declares or sets before the inner loop."""
    before = [child for child in outer.body.children if child.end <= inner.node.start]
    return frozenset(name for child in before for name in view.changed(child))


RULE = Rule(
    "repeated-recomputation",
    "a sum over a prefix or a window is computed anew each iteration",
    "cpp",
    3,
    _find,
    __doc__ or "",
)
