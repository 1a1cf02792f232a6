"""A loop over the input leaves early only on some data.

What it finds:
    A loop with a break, a return or a further condition before its bound, which the input gives.

Why it is slow:
    Where the way out isn't taken, or only at the end, the loop runs in full.

Evidence:
    The iterations of the loop against its bound; in a loop, the iterations in total against the product.

Example:
    #include <iostream>
    #include <vector>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        vector<int> a(n);
        for (int &x : a) cin >> x;
        bool twice = false;
        for (int i = 0; i < n && !twice; i++)
            for (int j = 0; j < i; j++)
                if (a[i] == a[j]) {
                    twice = true;
                    break;
                }
        cout << twice;
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
    A way out that is for errors only; then every input satisfies the condition, and it is dropped.

Source:
    STAB section 3.2: data for which a loop's break isn't reached.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import behind, found, lines_of, over, reads_input, rounds_most, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        if (
            not loop.is_early
            or loop.bound is None
            or loop.scales
            or view.constant(loop.bound) is not None
            or reads_input(view, loop.node)
        ):
            continue
        outer = loop.parent if loop.parent is not None and not view.is_case_loop(loop.parent) else loop
        position = behind(view, outer)[1]
        rounds = [view.rounds(one, position) for one in dict.fromkeys((outer, loop))]
        most = rounds_most(view, {outer, loop})
        if outer is loop and rounds[0]:
            condition = over(view, loop, view.place(BODY, loop.node), right=rounds[0], factor=0.5)
        elif rounds[0] and (rounds[-1] or loop.bound.names & {outer.variable}):
            condition = over(
                view, outer, view.place(BODY, loop.node), right=f"{rounds[0]} * {rounds[-1] or rounds[0]}", factor=0.25
            )
        else:
            condition = over(view, outer, view.place(BODY, loop.node), factor=share(most, 0.3))
        yield from found(
            "late-exit",
            loop.node,
            "the way out of this loop is taken late or never",
            condition,
            "it then goes on to its bound",
            lines=lines_of(loop.node),
        )


RULE = Rule("late-exit", "a loop over the input leaves early only on some data", "cpp", 2, _find, __doc__ or "")
