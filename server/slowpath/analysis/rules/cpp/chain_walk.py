"""A chain of parents is climbed step by step.

What it finds:
    A loop that goes from an element to its parent or successor, `x = parent[x]`, or a function that does so by
    calling itself, and doesn't shorten the way.

Why it is slow:
    On a long chain each climb takes as many steps as the chain is long: union-find without compression, ancestors
    without jumps.

Evidence:
    The steps in total, against the number of climbs.

Example:
    #include <iostream>
    #include <vector>
    using namespace std;
    vector<int> boss;
    int top(int x) {
        while (boss[x] != x) x = boss[x];
        return x;
    }
    int main() {
        int n, q;
        cin >> n >> q;
        boss.resize(n);
        for (int i = 0; i < n; i++) boss[i] = i;
        while (q--) {
            int a, b;
            cin >> a >> b;
            boss[top(a)] = top(b);
        }
    }

Not here:
    #include <iostream>
    #include <vector>
    std::vector<int> boss;
    int top(int x) { return boss[x] == x ? x : boss[x] = top(boss[x]); }
    int main() {
        int n, q;
        std::cin >> n >> q;
        boss.resize(n);
        for (int i = 0; i < n; i++) boss[i] = i;
        while (q--) {
            int a, b;
            std::cin >> a >> b;
            boss[top(a)] = top(b);
        }
    }

False alarms:
    Union by size or rank keeps chains short: no input satisfies the condition.

Source:
    STAB section 3.2: union-find; our lca example.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_calls import Function
from slowpath.analysis.rules.cpp_view_work import around, behind, entry, found, lines_of, over, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Constraint, Place
from slowpath.source.cpp.view_names import base_name
from slowpath.source.cpp.view_tree import Syntax


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        if (
            loop.kind != "range"
            and (step := _step(loop.node, loop.node)) is not None
            and not _shortens(loop.body, step)
        ):
            yield from _climbed(view, loop.node, view.place(BODY, loop.node), loop.body)
    for function in view.functions:
        for call in view.self_calls(function):
            climbs = (
                len(call.arguments) == 1
                and call.arguments[0].type == "subscript_expression"
                and len(function.parameters) == 1
                and function.parameters[0].name in call.arguments[0].names
            )
            if climbs and not _shortens(function.body, base_name(call.arguments[0])) and "{" in function.body.text:
                yield from _climbed(view, function.node, entry(view, function), None, function)


def _climbed(
    view: CppView, node: Syntax, at: Place | None, body: Syntax | None, function: Function | None = None
) -> Iterator[Constraint]:
    inside = view.function_of(node) if function is None else function
    callers = (
        [call for call in view.calls_of(inside) if not call.node.inside(inside.body)] if inside is not None else []
    )
    loops = around(view, body)[1:] if body is not None else []
    if not loops and callers:
        loops = around(view, callers[-1].node)
    if not loops:
        return
    outer = loops[-1]
    right = view.rounds(outer, behind(view, outer)[1])
    most, longest = view.most_rounds(outer), view.names.longest
    if right:
        condition = over(view, outer, at, right=right, factor=32.0)
    else:
        total = None if most is None or longest is None else most * min(longest, most)
        condition = over(view, outer, at, factor=share(total, 0.01))
    yield from found(
        "chain-walk",
        node,
        "the chains that are climbed here are long",
        condition,
        "each climb goes over all of its chain",
        lines=[*lines_of(node), *(call.line for call in callers)],
    )


def _step(body: Syntax, loop: Syntax) -> str | None:
    """The array of a step `x = array[x]`, None where there's none."""
    for part in body.find("assignment_expression"):
        left, right = part.get("left"), part.get("right")
        if (
            left is not None
            and right is not None
            and part.operator == "="
            and left.type == "identifier"
            and part.loop is loop
            and right.type == "subscript_expression"
            and left.text in right.names
            and left.text != base_name(right)
        ):
            return base_name(right)
    return None


def _shortens(body: Syntax, array: str) -> bool:
    """Whether the array itself is written on the way."""
    return any(
        (left := part.get("left")) is not None and left.type == "subscript_expression" and base_name(left) == array
        for part in body.find("assignment_expression")
    )


RULE = Rule("chain-walk", "a chain of parents is climbed step by step", "cpp", 3, _find, __doc__ or "")
