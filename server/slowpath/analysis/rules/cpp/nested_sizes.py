"""Nested loops over several sizes of the input.

What it finds:
    Two or more nested loops that always run to their bounds, which the input's variables are or which depend on
    outer loops' variables.

Why it is slow:
    The work is the product of the bounds, whatever the data are.

Evidence:
    The product of the bounds before the outermost loop.

Example:
    #include <iostream>
    using namespace std;
    int main() {
        int n, m, sum = 0;
        cin >> n >> m;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) sum += i ^ j;
        cout << sum;
    }

Not here:
    #include <iostream>
    int main() {
        int n, sum = 0;
        std::cin >> n;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 3; j++) sum += i ^ j;
        std::cout << sum;
    }

False alarms:
    Reading a table takes such loops, too: no input is then slower than others of its size.

Source:
    WEDGE appendix C: generic constraints on sizes; weak by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_loops import Loop
from slowpath.analysis.rules.cpp_view_work import aims_large, found, lines_of, reads_input, rounds_most, share, sized_by
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BEFORE, Condition, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        if loop.children or loop.parent is None or reads_input(view, loop.node):
            continue
        nest = [loop, *(outer for outer in loop.ancestors if not view.is_case_loop(outer))]
        parts = [_size(view, one, nest) for one in nest]
        if None in parts or len(nest) < 2:
            continue
        known = [part for part in parts if part]
        most = rounds_most(view, [one for one, part in zip(nest, parts, strict=True) if part])
        place = view.place(BEFORE, nest[-1].node)
        if len(known) < 2 or place is None:
            continue
        condition = Condition(" * ".join(reversed(known)), place, "1", share(most, 0.3, 64))
        yield from found(
            "nested-sizes",
            nest[-1].node,
            "this loop and the one within it are long"
            if len(nest) == 2
            else f"this loop and the {len(nest) - 1} within it are all long",
            condition,
            "every iteration of each loop runs the next one as a whole",
            lines=[loop.line, *lines_of(loop.body)],
            aims=aims_large(*(sized_by(view, one) for one in nest)),
        )


def _size(view: CppView, loop: Loop, nest: list[Loop]) -> str | None:
    """The loop's size before the nest, "" for a constant one, None where it ends early or can't be said there."""
    if loop.is_early or loop.kind == "range" or loop.direction < 0 or loop.bound is None or loop.scales:
        return None
    if view.constant(loop.bound) is not None:
        return ""
    outer = next((one for one in nest if one is not loop and one.variable in loop.bound.names), None)
    if outer is not None:
        return _size(view, outer, nest) if outer.bound is not None and loop.variable != outer.variable else None
    return view.rounds(loop, nest[-1].node.start) or None


RULE = Rule("nested-sizes", "nested loops over several sizes of the input", "cpp", 1, _find, __doc__ or "")
