"""Passes over everything go on until nothing changes.

What it finds:
    A loop that repeats a whole pass over the data as long as a flag says that something changed.

Why it is slow:
    Where each pass settles one thing only, there are as many passes as things.

Evidence:
    The passes against the length; the iterations of the inner loop in total.

Example:
    #include <iostream>
    #include <vector>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        vector<int> a(n);
        for (int &x : a) cin >> x;
        bool moved = true;
        while (moved) {
            moved = false;
            for (int i = 0; i + 1 < n; i++)
                if (a[i] > a[i + 1]) {
                    swap(a[i], a[i + 1]);
                    moved = true;
                }
        }
        cout << a[0];
    }

Not here:
    #include <iostream>
    int main() {
        int n, steps = 0;
        std::cin >> n;
        bool more = n > 1;
        while (more) {
            n /= 2;
            steps++;
            more = n > 1;
        }
        std::cout << steps;
    }

False alarms:
    Passes whose number is bounded by a logarithm.

Source:
    STAB section 3.2: bubble sort; Bellman-Ford.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_loops import Loop
from slowpath.analysis.rules.cpp_view_work import behind, found, lines_of, over, reads_input, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        if loop.kind not in ("while", "do") or loop.condition is None or not loop.children:
            continue
        flags = _flags(loop)
        scan = next((inner for inner in loop.children if inner.kind in ("for", "range")), None)
        if scan is None or not (flags or (loop.is_endless and loop.exits)) or reads_input(view, loop.node):
            continue
        right = view.rounds(scan, behind(view, loop)[1])
        at, most = view.place(BODY, loop.node), view.most_rounds(scan)
        if right:
            condition = over(view, loop, at, right=right, factor=0.25)
        else:
            condition = over(view, loop, at, factor=share(most, 0.2))
        yield from found(
            "repeated-passes",
            loop.node,
            "it takes nearly as many passes as there are elements",
            condition,
            "each pass settles little",
            lines=lines_of(loop.node),
        )
        total = None if most is None else most * most
        yield from found(
            "repeated-passes",
            scan.node,
            "the passes of this loop take many iterations in total",
            over(view, loop, view.place(BODY, scan.node), factor=share(total, 0.1)),
            "each pass settles little",
            lines=lines_of(loop.node),
        )


def _flags(loop: Loop) -> list[str]:
    """The variables in the condition that the body sets to constants only."""
    settings: dict[str, set[str]] = {}
    for part in loop.body.find("assignment_expression", "update_expression"):
        left, right = part.get("left") or part.get("argument"), part.get("right")
        plain = right is not None and part.operator == "=" and right.text in ("true", "false", "0", "1")
        if left is not None:
            settings.setdefault(left.text, set()).add("constant" if plain else "other")
    asked = loop.condition.names if loop.condition is not None else frozenset()
    return [name for name in sorted(asked) if settings.get(name) == {"constant"}]


RULE = Rule("repeated-passes", "passes over everything go on until nothing changes", "cpp", 3, _find, __doc__ or "")
