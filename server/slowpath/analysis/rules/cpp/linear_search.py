"""A sequence is searched from its front in a loop.

What it finds:
    Calls of find, count, max_element and the like on a vector, string, deque or array within a loop.

Why it is slow:
    Each call looks at elements one after the other; in a loop the work is the number of calls times the length.

Evidence:
    The lengths of what is searched, added up over the calls.

Example:
    #include <algorithm>
    #include <iostream>
    #include <vector>
    using namespace std;
    int main() {
        int n, x;
        vector<int> seen;
        cin >> n;
        while (n--) {
            cin >> x;
            if (find(seen.begin(), seen.end(), x) == seen.end()) seen.push_back(x);
        }
        cout << seen.size();
    }

Not here:
    #include <iostream>
    #include <set>
    int main() {
        int n, x;
        std::set<int> seen;
        std::cin >> n;
        while (n--) {
            std::cin >> x;
            if (seen.find(x) == seen.end()) seen.insert(x);
        }
        std::cout << seen.size();
    }

False alarms:
    A search that always ends at the front.

Source:
    STAB section 3.2: linear lookup; our list_membership example in C++.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_calls import Call
from slowpath.analysis.rules.cpp_view_work import found, in_total, range_of
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BEFORE, BODY, Constraint, Place

_SEARCHES = frozenset(
    (
        "find count find_if count_if max_element min_element accumulate is_sorted reverse unique remove equal "
        "fill partial_sum find_first_of replace"
    ).split()
)
_OF_STRINGS = frozenset({"find", "rfind", "find_first_of", "find_last_of", "find_first_not_of"})


def _find(view: CppView) -> Iterator[Constraint]:
    for call in view.calls:
        if call.receiver is None and call.name in _SEARCHES:
            name, size = range_of(view, call.node, call.arguments)
        elif call.receiver is not None and call.name in _OF_STRINGS and call.receiver.type == "identifier":
            name = call.receiver.text
            variable = view.scopes.at(name, call.node.start)
            size = (
                view.size_of(name, view.statement(call.node).start)
                if variable is not None and variable.container in ("string", "basic_string")
                else ""
            )
        else:
            continue
        if not size:
            continue
        statement = view.statement(call.node)
        condition = in_total(view, statement, _place(view, call), amount=size, each=view.length(name, call.node.start))
        yield from found(
            "linear-search",
            call.node,
            f"{name} is long in many of the passes that go over it",
            condition,
            f"{call.name} goes over {name} one by one in each of them",
        )


def _place(view: CppView, call: Call) -> Place | None:
    """At the statement, or in the loop's body where the call is in its header."""
    statement = view.statement(call.node)
    if call.node.loop is statement and statement.get("body") is not None:
        return view.place(BODY, statement)
    return view.place(BEFORE, statement)


RULE = Rule("linear-search", "a sequence is searched from its front in a loop", "cpp", 3, _find, __doc__ or "")
