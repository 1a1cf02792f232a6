"""Something is counted one by one up to a value of the input.

What it finds:
    A `while` loop that changes something by a constant each iteration until a value of the input is reached or used up.

Why it is slow:
    The number of iterations is the value itself, though a subtraction or a division would give the result at once.

Evidence:
    Its iterations in total against the value's bound.

Example:
    #include <iostream>
    using namespace std;
    int main() {
        long long coins, price, bought = 0;
        cin >> coins >> price;
        while (coins >= price) {
            coins -= price;
            bought++;
        }
        cout << bought;
    }

Not here:
    #include <iostream>
    #include <vector>
    int main() {
        int n;
        std::cin >> n;
        std::vector<int> a(n);
        int i = 0;
        while (i < n) {
            std::cin >> a[i];
            i++;
        }
        std::cout << a.size();
    }

False alarms:
    A loop whose value is small in every valid input.

Source:
    WEDGE appendix C.2, problem 16B: boxes are taken one at a time.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_loops import Loop
from slowpath.analysis.rules.cpp_view_work import aims_large, around, found, lines_of, over, reads_input, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Constraint
from slowpath.source.cpp.view_tree import Syntax


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        if loop.kind not in ("while", "do") or loop.scales or reads_input(view, loop.node) or loop.children:
            continue
        values = [
            held
            for held in map(view.held, _compared(view, loop))
            if held is not None and not held.count and held.shape != "word"
        ]
        stepped = [
            part
            for part in loop.body.find("update_expression", "assignment_expression")
            if _by_constant(view, part) and _decides(loop, part)
        ]
        if not stepped or any(loop.body.find("call_expression")):
            continue
        bounds = [held.hi for held in values if held.hi is not None]
        others = [held.hi for held in view.names.variables.values() if held.hi is not None and not held.count]
        if not values and view.names.variables and max(others, default=0) < LEAST_VALUE:
            continue
        factor = share(min(bounds), 0.1, 100) if bounds else share(max(others), 0.01, 100) if others else 1000.0
        outer = around(view, loop.body)[-1]
        condition = over(view, outer, view.place(BODY, loop.node), factor=factor)
        yield from found(
            "count-by-one",
            loop.node,
            "the values that are counted one by one here are large",
            condition,
            "each unit of the value costs an iteration",
            lines=lines_of(loop.node),
            aims=aims_large(*values),
        )


def _compared(view: CppView, loop: Loop) -> Iterator[Syntax]:
    """What the condition mentions and the body changes, and what that is compared with."""
    if loop.condition is not None:
        yield from loop.condition.find("identifier", "subscript_expression", "field_expression")


def _decides(loop: Loop, part: Syntax) -> bool:
    """Whether the condition asks for what a statement changes, which isn't an index into anything."""
    changed = part.get("argument") or part.get("left")
    if changed is None or loop.condition is None or changed.text not in loop.condition.text:
        return False
    return changed.type != "identifier" or not any(
        changed.text in indices.names
        for node in loop.node.find("subscript_expression")
        if (indices := node.get("indices")) is not None
    )


def _by_constant(view: CppView, part: Syntax) -> bool:
    """Whether a statement adds or subtracts something that stays the same."""
    if part.type == "update_expression":
        return True
    right = part.get("right")
    return (
        part.operator in ("+=", "-=")
        and right is not None
        and part.loop is not None
        and not right.names & view.changed(part.loop)
    )


LEAST_VALUE = 1000


RULE = Rule(
    "count-by-one", "something is counted one by one up to a value of the input", "cpp", 3, _find, __doc__ or ""
)
