"""Elements are erased from a sequence within a loop.

What it finds:
    `erase` on a vector or string, at any place but its end, within a loop.

Why it is slow:
    Everything behind the erased element moves up by one: the work is the number of calls times the length.

Evidence:
    The lengths at the calls, added up.

Example:
    #include <iostream>
    #include <vector>
    using namespace std;
    int main() {
        int n, k, at = 0;
        cin >> n >> k;
        vector<int> ring;
        for (int i = 0; i < n; i++) ring.push_back(i);
        while (ring.size() > 1) {
            at = (at + k) % ring.size();
            ring.erase(ring.begin() + at);
        }
        cout << ring[0];
    }

Not here:
    #include <iostream>
    #include <set>
    int main() {
        int n, x;
        std::set<int> left;
        std::cin >> n;
        while (n--) {
            std::cin >> x;
            if (!left.insert(x).second) left.erase(x);
        }
        std::cout << left.size();
    }

False alarms:
    Elements erased near the end move little.

Source:
    STAB section 3.2; Python's pop(0) in C++ words.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import moved
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for call in view.calls:
        receiver = call.receiver
        if call.name != "erase" or receiver is None or receiver.type != "identifier" or not call.arguments:
            continue
        variable = view.scopes.of(receiver)
        if (
            variable is None
            or variable.container not in ("vector", "string", "basic_string", "deque")
            or call.arguments[0].text.replace(" ", "") in (f"{receiver.text}.end()-1", f"{receiver.text}.size()-1")
            or (len(call.arguments) > 1 and call.arguments[0].type == "call_expression")
        ):
            continue
        yield from moved(view, "erase-in-loop", call.node, receiver.text, "erased from", "erased one")


RULE = Rule("erase-in-loop", "elements are erased from a sequence within a loop", "cpp", 3, _find, __doc__ or "")
