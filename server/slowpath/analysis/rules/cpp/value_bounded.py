"""A loop runs up to a value, not a size, of the input.

What it finds:
    A loop, or a table, whose bound is a number of the input that doesn't say how much input there is.

Why it is slow:
    A few tokens make the program do as much work as the largest value says.

Evidence:
    The value before the loop, against its bound in the statement.

Example:
    #include <iostream>
    using namespace std;
    int main() {
        long long limit, good = 0;
        cin >> limit;
        for (long long x = 1; x <= limit; x++) good += x % 7 == 3;
        cout << good;
    }

Not here:
    #include <iostream>
    #include <vector>
    int main() {
        int n, sum = 0;
        std::cin >> n;
        std::vector<int> a(n);
        for (int i = 0; i < n; i++) std::cin >> a[i];
        for (int i = 0; i < n; i++) sum += a[i];
        std::cout << sum;
    }

False alarms:
    A value that is small by the statement's bounds.

Source:
    WEDGE appendix C: value-bounded loops; pseudo-polynomial tables.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import (
    aims_large,
    around,
    found,
    lines_of,
    over,
    reads_input,
    rounds_most,
    share,
    sized_by,
)
from slowpath.analysis.rules.names import Held
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BEFORE, BODY, Condition, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        held = sized_by(view, loop)
        if (
            held is None
            or loop.square
            or held.count
            or held.shape not in ("scalar", "field")
            or loop.scales
            or loop.kind == "range"
            or reads_input(view, loop.node)
            or (held.hi is not None and held.hi < LEAST)
            or _is_count(view, held)
        ):
            continue
        loops = around(view, loop.body)
        right = view.rounds(loop, loop.node.start)
        place = view.place(BEFORE, loop.node)
        if right and place is not None and len(loops) == 1:
            condition: Condition | None = Condition(right, place, "1", share(view.most_rounds(loop), 0.5, 64))
        else:
            condition = over(view, loops[-1], view.place(BODY, loop.node), factor=share(rounds_most(view, loops), 0.2))
        name = held.variable or held.name
        yield from found(
            "value-bounded",
            loop.node,
            f"{name} is large, and this loop goes up to it",
            condition,
            "the number of iterations is a value, not a size",
            lines=lines_of(loop.node),
            aims=aims_large(held),
        )


def _is_count(view: CppView, held: Held) -> bool:
    """Whether the program reads that many tokens, where there's no format to say so."""
    return not view.names.variables and any(
        reads_input(view, loop.body) and (sized_by(view, loop) is not None) and sized_by(view, loop) == held
        for loop in view.loops
    )


LEAST = 256


RULE = Rule("value-bounded", "a loop runs up to a value, not a size, of the input", "cpp", 2, _find, __doc__ or "")
