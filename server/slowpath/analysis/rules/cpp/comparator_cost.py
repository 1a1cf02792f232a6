"""A comparator does much work for each comparison.

What it finds:
    A function that `sort` or a container compares with, which takes strings or containers by value, or has a loop.

Why it is slow:
    A sort calls it n*log(n) times.

Evidence:
    The lengths of what it is given, or its loop's iterations, added up.

Example:
    #include <algorithm>
    #include <iostream>
    #include <string>
    #include <vector>
    using namespace std;
    bool before(string a, string b) { return a + b > b + a; }
    int main() {
        int n;
        cin >> n;
        vector<string> words(n);
        for (string &word : words) cin >> word;
        sort(words.begin(), words.end(), before);
        for (string &word : words) cout << word;
    }

Not here:
    #include <algorithm>
    #include <iostream>
    #include <vector>
    bool before(int a, int b) { return a > b; }
    int main() {
        int n;
        std::cin >> n;
        std::vector<int> all(n);
        for (int &x : all) std::cin >> x;
        std::sort(all.begin(), all.end(), before);
        std::cout << all[0];
    }

False alarms:
    Short strings that differ at their first character.

Source:
    clang-tidy performance-unnecessary-value-param; STAB section 3.2.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import entry, found, lines_of, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import AFTER, BEFORE, BODY, COUNT, Condition, Constraint, Count


def _find(view: CppView) -> Iterator[Constraint]:
    for call in view.calls:
        if (
            call.name not in ("sort", "stable_sort", "nth_element", "partial_sort", "max_element", "min_element")
            or len(call.arguments) < 3
        ):
            continue
        function = view.function(call.arguments[-1].text)
        statement = view.statement(call.node)
        if function is None or statement.type != "expression_statement":
            continue
        given = [parameter for parameter in function.parameters if parameter.container]
        loop = next((loop for loop in view.loops if loop.function is function.node and loop.parent is None), None)
        if loop is not None:
            at, amount = view.place(BODY, loop.node), "1"
        elif given:
            at, amount = entry(view, function), " + ".join(f"(long long){parameter.name}.size()" for parameter in given)
        else:
            continue
        since, place = view.place(BEFORE, statement), view.place(AFTER, statement)
        if at is None or since is None or place is None:
            continue
        condition = Condition(COUNT, place, "1", share(view.names.longest, 4.0), Count(at, amount, since))
        yield from found(
            "comparator-cost",
            function.node,
            f"each comparison by {function.name} looks at many elements",
            condition,
            "a sort compares n*log(n) times",
            lines=[*lines_of(function.node), call.line],
        )


RULE = Rule("comparator-cost", "a comparator does much work for each comparison", "cpp", 2, _find, __doc__ or "")
