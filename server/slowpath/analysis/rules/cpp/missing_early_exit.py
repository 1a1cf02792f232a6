"""A loop goes on after its answer is known.

What it finds:
    A loop in which a condition sets a variable to the one constant that it can still become, without leaving the
    loop.

Why it is slow:
    All iterations after the first such one are in vain.

Evidence:
    The iterations in which the variable has that value already.

Example:
    #include <iostream>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        bool composite = false;
        for (int d = 2; d < n; d++)
            if (n % d == 0) composite = true;
        cout << composite;
    }

Not here:
    #include <iostream>
    int main() {
        int n;
        std::cin >> n;
        bool composite = false;
        for (int d = 2; d < n; d++)
            if (n % d == 0) {
                composite = true;
                break;
            }
        std::cout << composite;
    }

False alarms:
    A loop that does something else as well, which needs all its iterations.

Source:
    Issue of missing early exits: WEDGE appendix C.2.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_loops import Loop
from slowpath.analysis.rules.cpp_view_work import behind, found, lines_of, over, reads_input, rounds_most, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        if (loop.is_early and loop.exits) or reads_input(view, loop.node):
            continue
        for name, value in _settled(view, loop):
            if loop.condition is not None and name in loop.condition.names:
                continue
            outer = loop.parent if loop.parent is not None and not view.is_case_loop(loop.parent) else loop
            right = view.rounds(loop, behind(view, outer)[1]) if outer is loop else ""
            condition = over(
                view,
                outer,
                view.place(BODY, loop.node),
                amount=f"({name}) == ({value})",
                right=right or "1",
                factor=0.5 if right else share(rounds_most(view, {outer, loop}), 0.2),
            )
            yield from found(
                "missing-early-exit",
                loop.node,
                f"{name} becomes {value} early, and this loop goes on",
                condition,
                "the rest of its iterations change nothing",
                lines=lines_of(loop.node),
            )


def _settled(view: CppView, loop: Loop) -> Iterator[tuple[str, str]]:
    """(variable, constant) of each variable from outside that the loop only ever sets to one constant."""
    values: dict[str, set[str]] = {}
    for part in loop.body.find("assignment_expression", "update_expression"):
        left, right = part.get("left") or part.get("argument"), part.get("right")
        name = left.text if left is not None and left.type == "identifier" else ""
        plain = part.operator == "=" and right is not None and right.type in ("number_literal", "true", "false")
        branch = any(above.type == "if_statement" and above.inside(loop.body) for above in part.above())
        values.setdefault(name, set()).add(right.text if plain and branch and right is not None else "")
    for name, seen in values.items():
        variable = view.scopes.at(name, loop.body.start + 1) if name else None
        if (
            variable is not None
            and len(seen) == 1
            and "" not in seen
            and variable.is_integral
            and not variable.scope.inside(loop.node)
        ):
            yield name, seen.pop()


RULE = Rule("missing-early-exit", "a loop goes on after its answer is known", "cpp", 2, _find, __doc__ or "")
