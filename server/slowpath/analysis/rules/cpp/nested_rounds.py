"""An inner loop runs many iterations for each of the outer one.

What it finds:
    A loop in a loop whose number of iterations depends on data: a condition beside its bound, a way out of it, a bound
    or step that isn't the same each time.

Why it is slow:
    The iterations of the inner loop add up over those of the outer one; data that keep the inner loop going make the
    work a product.

Evidence:
    The iterations of the inner loop in total, against those of the outer one.

Example:
    #include <iostream>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        for (int i = 1; i <= n; i++) {
            int x = i;
            while (x != 1 && x < 1000000) x = x % 2 ? 3 * x + 1 : x / 2;
            cout << x << ' ';
        }
    }

Not here:
    #include <iostream>
    int main() {
        int n, sum = 0;
        std::cin >> n;
        for (int i = 0; i < n; i++) sum += i;
        std::cout << sum;
    }

False alarms:
    Two pointers: the inner loop's iterations are bounded over all iterations of the outer one; no input satisfies the
    condition then.

Source:
    WEDGE section 3.2: iterations of the inner loop against the size.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_loops import Loop
from slowpath.analysis.rules.cpp_view_work import MOST, behind, found, lines_of, over, rounds_most, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        outer = loop.parent
        if outer is None or not _depends_on_data(view, loop, outer):
            continue
        position = behind(view, outer)[1]
        right = view.rounds(outer, position)
        each = view.most_rounds(loop)
        total, most = rounds_most(view, [loop, outer]), view.most_rounds(outer)
        factor = min(share(each, 0.1, 4), max(4.0, float(MOST // (most or 1)))) if each is not None else 8.0
        at = view.place(BODY, loop.node)
        if right:
            condition = over(view, outer, at, right=right, factor=factor)
            bound = outer.bound.text if outer.bound is not None else "size"
            sentence = f"this loop takes many iterations for each of the {bound} outer ones"
        else:
            condition = over(
                view, outer, at, factor=share(total, 0.1, 64) if each is not None else share(most, 8.0, 64)
            )
            sentence = "this loop takes many iterations in many of the outer ones"
        yield from found(
            "nested-rounds",
            loop.node,
            sentence,
            condition,
            "what ends the inner loop comes late in most iterations of the outer one",
            lines=[loop.line, *lines_of(loop.body)],
        )


def _depends_on_data(view: CppView, loop: Loop, outer: Loop) -> bool:
    if loop.scales:
        return False
    if loop.is_early or loop.kind == "range":
        return True
    return loop.bound is not None and (
        (view.constant(loop.bound) is None and not view.invariant(loop.bound, outer.body))
        or (loop.step is not None and view.constant(loop.step) is None)
    )


RULE = Rule(
    "nested-rounds", "an inner loop runs many iterations for each of the outer one", "cpp", 3, _find, __doc__ or ""
)
