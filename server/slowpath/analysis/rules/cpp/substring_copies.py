"""A part of a string is copied in each iteration.

What it finds:
    `substr` within a loop, or a string built from another one's iterators.

Why it is slow:
    Each call copies the part; in a loop the work is the number of calls times the length.

Evidence:
    The lengths of the strings that parts are taken of, added up.

Example:
    #include <iostream>
    #include <set>
    #include <string>
    using namespace std;
    int main() {
        string s;
        cin >> s;
        set<string> parts;
        for (size_t i = 0; i < s.size(); i++) parts.insert(s.substr(i));
        cout << parts.size();
    }

Not here:
    #include <iostream>
    #include <string>
    int main() {
        std::string s;
        std::cin >> s;
        std::cout << s.substr(s.size() / 2);
    }

False alarms:
    Parts of a few characters.

Source:
    STAB section 3.2: copies of substrings.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import found, in_total
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BEFORE, BODY, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for call in view.calls:
        if call.name != "substr" or call.receiver is None or call.receiver.type != "identifier":
            continue
        name, statement = call.receiver.text, view.statement(call.node)
        size = view.size_of(name, statement.start)
        length = call.arguments[1] if len(call.arguments) > 1 else None
        if (length is not None and (view.constant(length) or LEAST) < LEAST) or not size:
            continue
        if length is not None and view.usable(length, statement.start):
            size = f"(long long)({length.text})"
        at = view.place(BODY, statement) if statement.get("body") is not None else view.place(BEFORE, statement)
        condition = in_total(view, call.node, at, amount=size, each=view.length(name, call.node.start))
        yield from found(
            "substring-copies",
            call.node,
            f"the parts of {name} that are copied here are long",
            condition,
            "each of them is copied as a whole",
        )


LEAST = 16


RULE = Rule("substring-copies", "a part of a string is copied in each iteration", "cpp", 2, _find, __doc__ or "")
