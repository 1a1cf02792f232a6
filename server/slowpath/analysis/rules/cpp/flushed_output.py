"""Each line of output is flushed.

What it finds:
    `endl` or `flush` within a loop.

Why it is slow:
    Each one is a call of the operating system; a newline isn't.

Evidence:
    How often it is passed.

Example:
    #include <iostream>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        for (int i = 0; i < n; i++) cout << i * i << endl;
    }

Not here:
    #include <iostream>
    int main() {
        int n;
        std::cin >> n;
        for (int i = 0; i < n; i++) std::cout << i * i << ' ';
        std::cout << std::endl;
    }

False alarms:
    Interactive problems need it.

Source:
    C++ Core Guidelines SL.io.50.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import aims_large, around, found, in_total, sized_by
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BEFORE, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    seen: set[int] = set()
    for node in view.root.find("identifier"):
        if node.text not in ("endl", "flush") or node.loop is None:
            continue
        statement = view.statement(node)
        if statement.start in seen or statement.type != "expression_statement":
            continue
        seen.add(statement.start)
        condition = in_total(view, node, view.place(BEFORE, statement), part=0.4)
        loops = around(view, node)
        yield from found(
            "flushed-output",
            node,
            "many lines are written here",
            condition,
            "each is given to the operating system by itself",
            aims=aims_large(*(sized_by(view, loop) for loop in loops)),
        )


RULE = Rule("flushed-output", "each line of output is flushed", "cpp", 1, _find, __doc__ or "")
