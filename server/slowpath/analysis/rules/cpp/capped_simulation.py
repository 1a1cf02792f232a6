"""A simulation runs until a cap.

What it finds:
    A loop that plays something step by step, with a large constant after which it gives up.

Why it is slow:
    Where the simulated process never ends, or ends late, the loop runs until the cap.

Evidence:
    Its iterations against the cap, and against the input's size.

Example:
    #include <iostream>
    #include <queue>
    using namespace std;
    int main() {
        int n, x, steps = 0;
        queue<int> line;
        cin >> n;
        for (int i = 0; i < n; i++) {
            cin >> x;
            line.push(x);
        }
        while (!line.empty()) {
            if (++steps > 1000000) break;
            x = line.front();
            line.pop();
            if (x % 3) line.push(x * 2 % 1000);
        }
        cout << steps;
    }

Not here:
    #include <iostream>
    int main() {
        int n, steps = 0;
        std::cin >> n;
        while (n > 1) {
            n = n % 2 ? n + 1 : n / 2;
            steps++;
        }
        std::cout << steps;
    }

False alarms:
    A cap that only stands there for safety; then no input satisfies the condition.

Source:
    WEDGE appendix C.2, problem 546C: the game without an end runs into its cap.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_loops import Loop, step_of
from slowpath.analysis.rules.cpp_view_work import found, lines_of, over, reads_input
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Constraint
from slowpath.source.cpp.view_tree import Syntax


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        caps = [cap for cap in map(view.constant, _limits(loop)) if cap is not None and cap >= LEAST_CAP]
        is_plain = loop.kind == "for" and loop.bound is not None and not loop.others
        if not caps or loop.kind == "range" or is_plain or reads_input(view, loop.node):
            continue
        cap, at = max(caps), view.place(BODY, loop.node)
        yield from found(
            "capped-simulation",
            loop.node,
            f"this process goes on to its cap of {cap}",
            over(view, loop, at, factor=float(round(cap * 0.5))),
            "the process doesn't end by itself",
            lines=lines_of(loop.node),
        )
        longest = view.names.longest
        several = min(max(256, 16 * longest) if longest is not None else 1024, cap // 64)
        if several >= 64:
            yield from found(
                "capped-simulation",
                loop.node,
                "this process takes many iterations for the size of its input",
                over(view, loop, at, factor=float(several)),
                "it takes many iterations for its size",
                lines=lines_of(loop.node),
            )


def _limits(loop: Loop) -> Iterator[Syntax]:
    """What counters are compared with in the loop's condition, or in a condition under which it is left."""
    conditions = [loop.condition]
    for leaving in loop.exits:
        branch = next((above for above in leaving.above() if above.type == "if_statement"), None)
        conditions.append(branch.get("condition") if branch is not None and branch.loop is loop.node else None)
    stepped = {
        found[0]
        for part in loop.node.find("update_expression", "assignment_expression")
        if (found := step_of(part)) is not None and not found[3]
    }
    for part in (part for condition in conditions if condition for part in condition.find("binary_expression")):
        left, right = part.get("left"), part.get("right")
        if left is None or right is None or part.operator not in ("<", "<=", ">", ">=", "==", "!="):
            continue
        if left.names & stepped:
            yield right
        elif right.names & stepped:
            yield left


LEAST_CAP = 1000


RULE = Rule("capped-simulation", "a simulation runs until a cap", "cpp", 3, _find, __doc__ or "")
