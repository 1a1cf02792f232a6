"""A loop in a loop does the same each iteration.

What it finds:
    An inner loop, or a call of a function with a loop, that depends on nothing that the outer loop changes.

Why it is slow:
    Its result is the same each iteration; all but the first are in vain.

Evidence:
    The iterations of what stays the same, in total.

Example:
    #include <iostream>
    #include <vector>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        vector<int> a(n);
        for (int &x : a) cin >> x;
        long long sum = 0;
        for (int i = 0; i < n; i++) {
            int most = 0;
            for (int j = 0; j < n; j++)
                if (a[j] > most) most = a[j];
            sum += most - a[i];
        }
        cout << sum;
    }

Not here:
    #include <iostream>
    #include <vector>
    int main() {
        int n;
        std::cin >> n;
        std::vector<int> a(n);
        for (int &x : a) std::cin >> x;
        long long sum = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) sum += a[i] ^ a[j];
        std::cout << sum;
    }

False alarms:
    An inner loop that is meant to be repeated: a pass over data that it changes itself isn't found.

Source:
    Loop-invariant code motion; STAB section 3.2.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_loops import Loop
from slowpath.analysis.rules.cpp_view_work import behind, found, lines_of, over, reads_input, rounds_most, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Condition, Constraint, Place
from slowpath.source.cpp.view_tree import Syntax


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        outer = loop.parent
        if outer is None or (outer.parent is not None and view.is_case_loop(outer)) or reads_input(view, outer.node):
            continue
        if not _is_same(view, loop.node, outer) or (view.constant(loop.bound) or LEAST) < LEAST:
            continue
        condition = _total(view, outer, view.place(BODY, loop.node), loop)
        yield from found(
            "invariant-work",
            loop.node,
            "this loop is long, and the one around it repeats it unchanged",
            condition,
            "it doesn't depend on the iteration",
            lines=lines_of(loop.node),
        )
    for call in view.calls:
        outer, function = view.loop_of(call.node), view.function(call.name)
        if (
            outer is None
            or function is None
            or call.node.inside(function.body)
            or not call.arguments
            or reads_input(view, function.node)
            or reads_input(view, outer.node)
            or call.node.names & view.changed(outer.node)
            or not call.node.names - {call.name}
            or any(any(argument.find("call_expression", "update_expression")) for argument in call.arguments)
            or any(
                variable.is_global and variable.name in view.changed(outer.node)
                for node in function.body.find("identifier")
                if (variable := view.scopes.of(node)) is not None
            )
        ):
            continue
        inner = next((loop for loop in view.loops if loop.function is function.node), None)
        if inner is not None:
            condition = _total(view, outer, view.place(BODY, inner.node), inner)
            yield from found(
                "invariant-work",
                call.node,
                f"{call.name} does the same long work in many iterations of this loop",
                condition,
                "what it is given doesn't depend on the iteration",
                lines=[call.line, *lines_of(inner.node)],
            )


def _total(view: CppView, outer: Loop, at: Place | None, inner: Loop) -> Condition | None:
    right = view.rounds(outer, behind(view, outer)[1])
    if right:
        return over(view, outer, at, right=f"{right} + 16", factor=32.0)
    return over(view, outer, at, factor=share(rounds_most(view, [inner, outer]), 0.1))


def _is_same(view: CppView, node: Syntax, outer: Loop) -> bool:
    """Whether what a part mentions changes in the outer loop only where the part itself sets it anew."""
    own = {
        name for part in node.find("init_declarator", "declaration", "for_range_loop") for name in view.changed(part)
    }
    reset = {
        name
        for child in outer.body.children
        if child.end <= node.start
        and all(part.type != "for_statement" for part in child.walk())
        and not child.names & (view.changed(outer.node) - view.changed(child))
        for name in view.changed(child)
    } & view.changed(node)
    changed = {name for child in outer.body.children if not node.inside(child) for name in view.changed(child)}
    names = {
        name
        for part in node.find("identifier")
        if part.parent is None or part.parent.type != "call_expression"
        for name in (part.text,)
    }
    return not (names - own - reset) & (changed | {outer.variable} | (view.changed(node) - reset)) and any(
        view.scopes.at(name, node.start) is not None for name in names - own - reset
    )


LEAST = 64


RULE = Rule("invariant-work", "a loop in a loop does the same each iteration", "cpp", 3, _find, __doc__ or "")
