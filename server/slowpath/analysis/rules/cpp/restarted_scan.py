"""A scan begins again from the front.

What it finds:
    A loop whose body sets its own variable, or iterator, back to the start.

Why it is slow:
    Each restart looks once more at what was looked at before.

Evidence:
    How often the scan is restarted, against the length.

Example:
    #include <iostream>
    #include <string>
    using namespace std;
    int main() {
        string s;
        cin >> s;
        for (int i = 0; i + 1 < (int)s.size(); i++)
            if (s[i] == s[i + 1]) {
                s.erase(i, 2);
                i = -1;
            }
        cout << s;
    }

Not here:
    #include <iostream>
    #include <string>
    int main() {
        std::string s;
        std::cin >> s;
        int runs = 1;
        for (int i = 0; i + 1 < (int)s.size(); i++)
            if (s[i] != s[i + 1]) runs++;
        std::cout << runs;
    }

False alarms:
    A restart that can happen once only.

Source:
    STAB section 3.2; iterators that restart after an erase.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import around, found, lines_of, over, share, statement_place
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        if not loop.variable or loop.kind == "range":
            continue
        for part in loop.body.find("assignment_expression"):
            left, right = part.get("left"), part.get("right")
            if (
                left is None
                or right is None
                or part.operator != "="
                or left.text != loop.variable
                or not re.fullmatch(r"-?\s*[01]|[\w.]+\.begin\(\)|max\(0,.*\)", right.text)
            ):
                continue
            at = statement_place(view, part)
            longest = view.names.longest if view.names.longest is not None else view.most_rounds(loop)
            outer = around(view, loop.body, cases=False)[-1]
            condition = over(view, outer, at, factor=share(longest, 0.1))
            yield from found(
                "restarted-scan",
                part,
                "this loop is sent back to its start again and again",
                condition,
                "it goes over the same elements once more",
                lines=lines_of(loop.node),
            )
            condition = over(
                view,
                outer,
                view.place(BODY, loop.node),
                factor=share(None if longest is None else longest * longest, 0.02),
            )
            yield from found(
                "restarted-scan",
                loop.node,
                "this loop takes far more iterations than it has elements",
                condition,
                "it is sent back to its start again and again",
                lines=lines_of(loop.node),
            )
            break


RULE = Rule("restarted-scan", "a scan begins again from the front", "cpp", 3, _find, __doc__ or "")
