"""A loop runs many times, and only the data end it.

What it finds:
    A loop without a bound that text shows: `while (state != start)`, `while (true)` with a break, a do-while loop,
    that reads nothing.

Why it is slow:
    Nothing but the data limits its iterations.

Evidence:
    Its iterations in one run of it, against the longest part of the input.

Example:
    #include <iostream>
    using namespace std;
    int main() {
        int side, x, y, steps = 0;
        cin >> side >> x >> y;
        int a = x, b = y;
        do {
            a = (a + 3 * b + 1) % side;
            b = (b + a) % side;
            steps++;
        } while ((a != x || b != y) && a != b);
        cout << steps;
    }

Not here:
    #include <iostream>
    int main() {
        int n, sum = 0;
        std::cin >> n;
        for (int i = 0; i < n; i++) sum += i % 3;
        std::cout << sum;
    }

False alarms:
    A loop that halves something each iteration, or one whose iterations other loops bound.

Source:
    WEDGE section 3.2: iterations of a loop as the measure; the weakest form of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import around, found, halves, lines_of, over, reads_input, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        if loop.kind == "range" or loop.bound is not None or loop.variable or loop.scales or halves(loop):
            continue
        if reads_input(view, loop.node):
            continue
        outer = around(view, loop.body)[-1]
        size = view.names.longest
        values = [held.hi for held in view.names.variables.values() if held.hi is not None]
        most = size if size is not None else max(values) if values else None
        condition = over(view, outer, view.place(BODY, loop.node), factor=share(most, 2.0, 64))
        yield from found(
            "open-ended-loop",
            loop.node,
            "this loop, which only the data end, runs many times",
            condition,
            "nothing else limits its iterations",
            lines=lines_of(loop.node),
        )


RULE = Rule("open-ended-loop", "a loop runs many times, and only the data end it", "cpp", 1, _find, __doc__ or "")
