"""Elements are inserted into a sequence before its end within a loop.

What it finds:
    `insert` into a vector or string at another place than its end, within a loop.

Why it is slow:
    Everything behind the place moves down by one: the work is the number of insertions times the length.

Evidence:
    The lengths at the insertions, added up.

Example:
    #include <algorithm>
    #include <iostream>
    #include <vector>
    using namespace std;
    int main() {
        int n, x;
        cin >> n;
        vector<int> ordered;
        for (int i = 0; i < n; i++) {
            cin >> x;
            ordered.insert(lower_bound(ordered.begin(), ordered.end(), x), x);
        }
        cout << ordered[n / 2];
    }

Not here:
    #include <iostream>
    #include <vector>
    int main() {
        int n, x;
        std::cin >> n;
        std::vector<int> all;
        for (int i = 0; i < n; i++) {
            std::cin >> x;
            all.insert(all.end(), x);
        }
        std::cout << all.size();
    }

False alarms:
    Insertions that fall near the end move little: ascending values here.

Source:
    STAB section 3.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import moved
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for call in view.calls:
        receiver = call.receiver
        if (
            call.name not in ("insert", "emplace")
            or receiver is None
            or receiver.type != "identifier"
            or len(call.arguments) < 2
            or re.match(rf"{re.escape(receiver.text)}\s*[.]\s*(end|size)\s*\(\s*\)$", call.arguments[0].text)
        ):
            continue
        variable = view.scopes.of(receiver)
        if variable is None or variable.container not in ("vector", "string", "basic_string", "deque"):
            continue
        yield from moved(view, "insert-in-middle", call.node, receiver.text, "inserted into", "place")


RULE = Rule(
    "insert-in-middle",
    "elements are inserted into a sequence before its end within a loop",
    "cpp",
    3,
    _find,
    __doc__ or "",
)
