"""A loop copies each element that it visits.

What it finds:
    `for (auto x : v)` over strings or vectors, without a reference.

Why it is slow:
    Each iteration copies an element as a whole.

Evidence:
    The lengths of the copied elements, added up.

Example:
    #include <iostream>
    #include <string>
    #include <vector>
    using namespace std;
    int main() {
        int n, odd = 0;
        cin >> n;
        vector<string> words(n);
        for (string &word : words) cin >> word;
        for (auto word : words) odd += word.size() % 2;
        cout << odd;
    }

Not here:
    #include <iostream>
    #include <vector>
    int main() {
        int n, odd = 0;
        std::cin >> n;
        std::vector<int> all(n);
        for (int &x : all) std::cin >> x;
        for (auto x : all) odd += x % 2;
        std::cout << odd;
    }

False alarms:
    Short elements.

Source:
    clang-tidy performance-for-range-copy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import found, over, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        declarator = loop.node.get("declarator")
        bound = loop.bound
        if (
            loop.kind != "range"
            or declarator is None
            or declarator.type != "identifier"
            or bound is None
            or bound.type != "identifier"
        ):
            continue
        variable = view.scopes.of(bound)
        if variable is None or not re.match(r"(string|vector<|deque<|set<|map<)", variable.element):
            continue
        longest = view.length(bound.text, bound.start)
        condition = over(
            view,
            loop,
            view.place(BODY, loop.node),
            amount=f"(long long){declarator.text}.size()",
            factor=share(longest, 0.3, 256),
        )
        yield from found(
            "copied-elements",
            loop.node,
            f"the elements of {bound.text} are long",
            condition,
            f"each is copied into {declarator.text}",
        )


RULE = Rule("copied-elements", "a loop copies each element that it visits", "cpp", 1, _find, __doc__ or "")
