"""Many tokens are read through a synchronised stream.

What it finds:
    `cin >> x` within a loop, in a program that doesn't call `sync_with_stdio(false)`.

Why it is slow:
    Synchronised with C's streams, each character is read by itself, and each read may flush `cout`.

Evidence:
    How often the loop reads.

Example:
    #include <iostream>
    using namespace std;
    int main() {
        int n;
        long long sum = 0, x;
        cin >> n;
        for (int i = 0; i < n; i++) {
            cin >> x;
            sum += x;
        }
        cout << sum;
    }

Not here:
    #include <iostream>
    int main() {
        std::ios::sync_with_stdio(false);
        int n;
        long long sum = 0, x;
        std::cin >> n;
        for (int i = 0; i < n; i++) {
            std::cin >> x;
            sum += x;
        }
        std::cout << sum;
    }

False alarms:
    Small inputs; what else the program does with the tokens is mostly slower.

Source:
    cppreference, ios_base::sync_with_stdio.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import aims_large, around, found, in_total, sized_by
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BEFORE, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    if any(call.name == "sync_with_stdio" for call in view.calls):
        return
    for node in view.root.find("binary_expression"):
        if node.operator != ">>" or node.loop is None or not re.match(r"(std::)?cin\b", node.text):
            continue
        statement = view.statement(node)
        if statement.type != "expression_statement":
            continue
        condition = in_total(view, node, view.place(BEFORE, statement), part=0.4)
        yield from found(
            "slow-input",
            node,
            "many tokens are read here",
            condition,
            "the stream reads character by character",
            aims=aims_large(*(sized_by(view, loop) for loop in around(view, node))),
        )
        return


RULE = Rule("slow-input", "many tokens are read through a synchronised stream", "cpp", 1, _find, __doc__ or "")
