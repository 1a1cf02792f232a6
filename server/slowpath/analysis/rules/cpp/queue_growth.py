"""A queue takes the same elements again and again.

What it finds:
    A loop that runs until a queue is empty and pushes into it.

Why it is slow:
    Where an element may come back (Bellman-Ford with a queue), the pushes can grow far beyond the number of
    elements.

Evidence:
    The pushes against the number of elements.

Example:
    #include <iostream>
    #include <queue>
    #include <vector>
    using namespace std;
    int main() {
        int n, m;
        cin >> n >> m;
        vector<vector<pair<int, int>>> roads(n + 1);
        for (int i = 0; i < m; i++) {
            int u, v, w;
            cin >> u >> v >> w;
            roads[u].push_back({v, w});
        }
        vector<long long> dist(n + 1, 1e18);
        dist[1] = 0;
        queue<int> open;
        open.push(1);
        while (!open.empty()) {
            int u = open.front();
            open.pop();
            for (auto [v, w] : roads[u])
                if (dist[u] + w < dist[v]) {
                    dist[v] = dist[u] + w;
                    open.push(v);
                }
        }
        cout << dist[n];
    }

Not here:
    #include <iostream>
    #include <queue>
    int main() {
        int n, x, last = 0;
        std::queue<int> line;
        std::cin >> n;
        for (int i = 0; i < n; i++) {
            std::cin >> x;
            line.push(x);
        }
        while (!line.empty()) {
            last = line.front();
            line.pop();
        }
        std::cout << last;
    }

False alarms:
    A breadth-first search that marks what it pushed: no input satisfies the condition.

Source:
    STAB section 3.2: SPFA; pushes per vertex.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import behind, found, lines_of, over, share, statement_place
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        if loop.kind == "range" or loop.condition is None:
            continue
        drained = re.search(r"\b(\w+)\s*[.]\s*(empty|size)\s*\(\s*\)", loop.condition.text)
        if drained is None:
            continue
        name = drained[1]
        for call in view.calls:
            if (
                call.name not in ("push", "push_back", "emplace", "emplace_back", "push_front", "insert")
                or call.receiver is None
                or call.receiver.text != name
                or not call.node.inside(loop.body)
            ):
                continue
            at, position = statement_place(view, call.node), behind(view, loop)[1]
            sizes = [
                held for held in view.names.variables.values() if held.count and held.variable != view.names.case_count
            ]
            size = next(
                (
                    held
                    for held in sizes
                    if any(
                        other.variable == held.variable
                        and (seen := view.scopes.at(program, position)) is not None
                        and seen.is_integral
                        and program not in view.changed(loop.node)
                        for program, others in view.names.by_name.items()
                        for other in others
                    )
                ),
                None,
            )
            program = next(
                (
                    name
                    for name, others in view.names.by_name.items()
                    if size is not None and others[0].variable == size.variable
                ),
                "",
            )
            if size is not None and program:
                condition = over(view, loop, at, right=f"(double)({program})", factor=4.0)
            else:
                longest = view.names.longest
                condition = over(view, loop, at, factor=share(longest, 4.0, 256))
            yield from found(
                "queue-growth",
                call.node,
                f"elements come into {name} again and again",
                condition,
                "each time all that follows from them is done once more",
                lines=lines_of(loop.node),
            )
            break


RULE = Rule("queue-growth", "a queue takes the same elements again and again", "cpp", 3, _find, __doc__ or "")
