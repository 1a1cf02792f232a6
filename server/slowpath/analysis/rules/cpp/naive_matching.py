"""Texts agree for long before they differ.

What it finds:
    A loop that compares elements of two places one by one until they differ, for each place.

Why it is slow:
    Where nearly all agree (long runs of one letter) each comparison goes on for long.

Evidence:
    The comparisons in total, against the number of places.

Example:
    #include <iostream>
    #include <string>
    using namespace std;
    int main() {
        string text, word;
        cin >> text >> word;
        int n = text.size(), m = word.size(), times = 0;
        for (int i = 0; i + m <= n; i++) {
            int j = 0;
            while (j < m && text[i + j] == word[j]) j++;
            times += j == m;
        }
        cout << times;
    }

Not here:
    #include <iostream>
    #include <string>
    int main() {
        std::string text;
        std::cin >> text;
        int i = 0, j = text.size() - 1;
        while (i < j && text[i] == text[j]) i++, j--;
        std::cout << (i >= j);
    }

False alarms:
    A pattern that is always short.

Source:
    STAB section 3.2; Knuth, Morris, Pratt 1977 on the naive method's worst case.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_loops import Loop
from slowpath.analysis.rules.cpp_view_work import around, behind, found, lines_of, over, rounds_most, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Constraint
from slowpath.source.cpp.view_tree import Syntax


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        around_it = around(view, loop.body)[1:]
        compared = [pair for part in (*loop.others, *_guards(loop)) for pair in _agreements(part, loop.variable)]
        if not around_it or not compared:
            continue
        outer = around_it[0]
        right = view.rounds(outer, behind(view, outer)[1])
        at = view.place(BODY, loop.node)
        if right:
            condition = over(view, outer, at, right=right, factor=share(view.most_rounds(loop), 0.05, 4))
        else:
            condition = over(view, outer, at, factor=share(rounds_most(view, [loop, outer]), 0.05))
        yield from found(
            "naive-matching",
            loop.node,
            "what is compared here agrees for long",
            condition,
            "it finds the difference late",
            lines=lines_of(loop.node),
        )


def _guards(loop: Loop) -> Iterator[Syntax]:
    """The conditions under which the loop is left."""
    for leaving in loop.exits:
        branch = next((above for above in leaving.above() if above.type == "if_statement"), None)
        condition = branch.get("condition") if branch is not None and branch.loop is loop.node else None
        if condition is not None:
            yield condition


def _agreements(part: Syntax, variable: str) -> Iterator[tuple[Syntax, Syntax]]:
    """Comparisons of two elements for equality."""
    for node in part.find("binary_expression"):
        left, right = node.get("left"), node.get("right")
        if (
            node.operator in ("==", "!=")
            and left is not None
            and right is not None
            and left.type == right.type == "subscript_expression"
            and (not variable or variable in node.names)
        ):
            yield left, right


RULE = Rule("naive-matching", "texts agree for long before they differ", "cpp", 3, _find, __doc__ or "")
