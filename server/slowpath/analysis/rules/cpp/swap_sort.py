"""Neighbours are out of order nearly everywhere.

What it finds:
    Nested loops that compare elements and swap them, or move one by one: bubble, selection and insertion sorts.

Why it is slow:
    Each pair that stands in the wrong order costs a swap; a descending array has the most.

Evidence:
    The swaps or moves, against the square of the length.

Example:
    #include <iostream>
    #include <vector>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        vector<int> a(n);
        for (int &x : a) cin >> x;
        for (int i = 0; i < n; i++)
            for (int j = 0; j + 1 < n; j++)
                if (a[j] > a[j + 1]) swap(a[j], a[j + 1]);
        cout << a[0];
    }

Not here:
    #include <iostream>
    #include <vector>
    int main() {
        int n, ordered = 0;
        std::cin >> n;
        std::vector<int> a(n);
        for (int &x : a) std::cin >> x;
        for (int i = 0; i + 1 < n; i++) ordered += a[i] <= a[i + 1];
        std::cout << ordered;
    }

False alarms:
    The comparisons cost as much as the swaps: the ratio is small then.

Source:
    STAB section 3.2: sorts by swaps, inversions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_loops import Loop
from slowpath.analysis.rules.cpp_view_work import (
    aims_trait,
    behind,
    found,
    lines_of,
    over,
    reads_input,
    rounds_most,
    share,
    statement_place,
)
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.source.cpp.view_names import base_name
from slowpath.source.cpp.view_tree import Syntax


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        outer = loop.parent
        if outer is None or loop.children or reads_input(view, loop.node):
            continue
        moved = _moves(view, loop)
        if moved is None:
            continue
        right = view.rounds(outer, behind(view, outer)[1])
        at = statement_place(view, moved)
        condition = (
            over(view, outer, at, right=f"{right} * {right} + 16", factor=0.2)
            if right
            else over(view, outer, at, factor=share(rounds_most(view, [loop, outer]), 0.2))
        )
        array = view.holding(base_name(next(moved.find("subscript_expression"), None)))
        yield from found(
            "swap-sort",
            moved,
            "most pairs stand in the wrong order",
            condition,
            "each of them costs a swap or a move",
            lines=lines_of(loop.node),
            aims=aims_trait(array, "reverse-sorted"),
        )


def _moves(view: CppView, loop: Loop) -> Syntax | None:
    """The swap under a comparison of two elements, or the move in a loop that goes on by one."""
    for node in loop.body.find("call_expression", "assignment_expression"):
        swaps = node.type == "call_expression" and node.text.startswith(("swap(", "std::swap("))
        left, right = node.get("left"), node.get("right")
        shifts = (
            left is not None
            and right is not None
            and left.type == right.type == "subscript_expression"
            and base_name(left) == base_name(right)
            and loop.kind in ("while", "for")
            and bool(loop.others)
        )
        guarded = any(
            above.type == "if_statement"
            and above.inside(loop.body)
            and (guard := above.get("condition")) is not None
            and re.search(r"\].*[<>].*\]", guard.text)
            for above in node.above()
        )
        ordered = any(re.search(r"\].*[<>]|[<>].*\]", part.text) for part in loop.others)
        if (swaps and (guarded or ordered)) or (shifts and ordered):
            return node
    return None


RULE = Rule("swap-sort", "neighbours are out of order nearly everywhere", "cpp", 2, _find, __doc__ or "")
