"""A recursive search visits far more states than there are elements.

What it finds:
    A function that calls itself in a loop and doesn't mark what it visited for good: backtracking, or a graph
    search without a mark.

Why it is slow:
    Each way that leads to a state visits all that follows from it once more.

Evidence:
    The calls against the number of elements.

Example:
    #include <iostream>
    #include <vector>
    using namespace std;
    vector<vector<int>> next_of;
    int longest(int u) {
        int best = 0;
        for (int v : next_of[u]) best = max(best, 1 + longest(v));
        return best;
    }
    int main() {
        int n, m, u, v;
        cin >> n >> m;
        next_of.resize(n + 1);
        for (int i = 0; i < m; i++) {
            cin >> u >> v;
            next_of[u].push_back(v);
        }
        int found = longest(1);
        cout << found;
    }

Not here:
    #include <iostream>
    #include <vector>
    std::vector<std::vector<int>> next_of;
    std::vector<bool> seen;
    void visit(int u) {
        seen[u] = true;
        for (int v : next_of[u])
            if (!seen[v]) visit(v);
    }
    int main() {
        int n, m, u, v;
        std::cin >> n >> m;
        next_of.resize(n + 1);
        seen.resize(n + 1);
        for (int i = 0; i < m; i++) {
            std::cin >> u >> v;
            next_of[u].push_back(v);
        }
        visit(1);
        std::cout << seen[n];
    }

False alarms:
    A walk over a tree visits each vertex once: no input satisfies the condition.

Source:
    STAB section 3.2: search without a visited set.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_calls import Function
from slowpath.analysis.rules.cpp_view_work import entry, found, in_total, over_call, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for function in view.functions:
        calls = [call for call in view.self_calls(function) if view.loop_of(call.node) is not None]
        if not calls or _marks(function):
            continue
        at, longest = entry(view, function), view.names.longest
        condition = over_call(view, function, at, factor=share(longest, 4.0, 256))
        if condition is None:
            outside = [call for call in view.calls_of(function) if not call.node.inside(function.body)]
            condition = in_total(view, outside[0].node, at, part=8.0) if outside else None
        yield from found(
            "search-tree",
            function.node,
            f"{function.name} comes to the same elements on many ways",
            condition,
            "all that follows from an element is done for each way to it",
            lines=[function.node.line, *(call.line for call in calls)],
        )


def _marks(function: Function) -> bool:
    """Whether it sets a mark for what it visits and never takes it back."""
    written = [part.get("left") for part in function.body.find("assignment_expression")]
    tables = [
        part.text
        for part in written
        if part is not None
        and part.type == "subscript_expression"
        and any(parameter.name in part.names for parameter in function.parameters)
    ]
    return bool(tables) and len(set(tables)) == len(tables)


RULE = Rule(
    "search-tree", "a recursive search visits far more states than there are elements", "cpp", 3, _find, __doc__ or ""
)
