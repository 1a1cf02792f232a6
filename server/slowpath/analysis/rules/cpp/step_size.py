"""A loop's step is a value of the input.

What it finds:
    A loop that goes up or down by an amount that the input gives.

Why it is slow:
    Small steps take many iterations: with a step of 1 the loop visits everything.

Evidence:
    How many of its runs have a step of at most 2; or its iterations by such steps.

Example:
    #include <iostream>
    using namespace std;
    int main() {
        int q;
        cin >> q;
        long long sum = 0;
        while (q--) {
            int from, by;
            cin >> from >> by;
            for (int at = from; at < 100000; at += by) sum += at;
        }
        cout << sum;
    }

Not here:
    #include <iostream>
    int main() {
        int n;
        long long sum = 0;
        std::cin >> n;
        for (int i = 0; i < n; i += 2) sum += i;
        std::cout << sum;
    }

False alarms:
    A step that is always large by the statement's bounds.

Source:
    WEDGE appendix C.2, problem 1209B: small periods mean many iterations.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import aims_small, around, behind, found, lines_of, over, rounds_most, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BEFORE, BODY, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        step = loop.step
        if (
            step is None
            or loop.scales
            or loop.kind == "range"
            or view.constant(step) is not None
            or not step.names
            or not view.invariant(step, loop.body)
            or loop.variable in step.names
        ):
            continue
        held = view.held(step)
        if held is None and step.names & {outer.variable for outer in loop.ancestors} == step.names:
            continue
        small = max(2, held.lo or 0) if held is not None else 2
        aims = aims_small(held, small)
        outer = around(view, loop.body)[1:2]
        text = step.text
        sentence = f"most steps {text} are {small} or less"
        if outer and outer[0] in loop.ancestors and view.usable(step, loop.node.start):
            right = view.rounds(outer[0], behind(view, outer[0])[1])
            if right:
                condition = over(
                    view,
                    outer[0],
                    view.place(BEFORE, loop.node),
                    amount=f"({text}) <= {small}",
                    right=right,
                    factor=0.5,
                )
                yield from found(
                    "step-size",
                    loop.node,
                    sentence,
                    condition,
                    "a small step takes many iterations",
                    lines=lines_of(loop.node),
                    aims=aims,
                )
        top = outer[0] if outer else loop
        most = rounds_most(view, around(view, loop.body))
        inside = view.usable(step, loop.body.start + 1) or (not loop.exits and loop.kind == "for")
        amount = f"({text}) <= {small}" if inside else "1"
        condition = over(view, top, view.place(BODY, loop.node), amount=amount, factor=share(most, 0.2))
        yield from found(
            "step-size",
            loop.node,
            f"many iterations are made by steps {text} of {small} or less",
            condition,
            "a small step takes many iterations",
            lines=lines_of(loop.node),
            aims=aims,
        )


RULE = Rule("step-size", "a loop's step is a value of the input", "cpp", 3, _find, __doc__ or "")
