"""A loop runs up to a constant unless data end it.

What it finds:
    A loop whose bound is a large constant, not a variable of the input, and that something can end earlier.

Why it is slow:
    Where nothing ends it, it runs to the constant however small the input is.

Evidence:
    Its iterations against the constant; for a loop in such a loop, the iterations in total.

Example:
    #include <cstdio>
    int main() {
        int a, b, c;
        if (scanf("%d %d %d", &a, &b, &c) != 3) return 1;
        for (int x = 0; x < 20000; x++)
            if (a * x % b == c) {
                printf("%d", x);
                break;
            }
    }

Not here:
    #include <cstdio>
    int main() {
        int n, sum = 0;
        if (scanf("%d", &n) != 1) return 1;
        for (int x = 0; x < n; x++) sum += x % 7;
        printf("%d", sum);
    }

False alarms:
    The way out may be one that every valid input takes soon.

Source:
    WEDGE section 2.2 and appendix C.1, problem 633A: loops up to 10000 where no pair is found.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_loops import Loop
from slowpath.analysis.rules.cpp_view_work import found, lines_of, over, rounds_most, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        bound = view.constant(loop.bound)
        if bound is None or bound < LEAST_BOUND or loop.kind not in ("for", "while") or loop.direction <= 0:
            continue
        rounds = view.most_rounds(loop) or bound
        if loop.is_early and not _counts_simulation(loop):
            condition = over(view, loop, view.place(BODY, loop.node), factor=share(rounds, 0.5))
            yield from found(
                "fixed-bound",
                loop.node,
                f"nothing ends this loop long before its bound of {bound}",
                condition,
                "it goes on to its constant bound",
                lines=lines_of(loop.node),
            )
        outer = loop.outermost
        if outer is not loop and not view.is_case_loop(outer):
            most = rounds_most(view, [loop, *loop.ancestors])
            condition = over(
                view, outer, view.place(BODY, loop.node), factor=share(most, 0.01 if loop.is_early else 0.25)
            )
            yield from found(
                "fixed-bound",
                loop.node,
                f"this loop, up to {bound}, is run nearly in full again and again",
                condition,
                "each of its runs costs the constant, not the input's size",
                lines=lines_of(loop.node),
            )


def _counts_simulation(loop: Loop) -> bool:
    """Whether the constant caps a simulation: that is another rule's."""
    return loop.kind == "while"


LEAST_BOUND = 500


RULE = Rule("fixed-bound", "a loop runs up to a constant unless data end it", "cpp", 3, _find, __doc__ or "")
