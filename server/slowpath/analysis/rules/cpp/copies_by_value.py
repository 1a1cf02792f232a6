"""A function copies a large argument at each call.

What it finds:
    A parameter of a container type that is taken by value, in a function that is called in a loop or calls itself.

Why it is slow:
    Each call copies the whole container.

Evidence:
    The lengths of the copied containers, added up.

Example:
    #include <iostream>
    #include <string>
    using namespace std;
    char at(string s, int i) { return s[i]; }
    int main() {
        string s;
        cin >> s;
        int same = 0;
        for (int i = 1; i < (int)s.size(); i++) same += at(s, i) == at(s, i - 1);
        cout << same;
    }

Not here:
    #include <iostream>
    #include <string>
    char at(const std::string &s, int i) { return s[i]; }
    int main() {
        std::string s;
        std::cin >> s;
        int same = 0;
        for (int i = 1; i < (int)s.size(); i++) same += at(s, i) == at(s, i - 1);
        std::cout << same;
    }

False alarms:
    Small containers.

Source:
    C++ Core Guidelines F.16; STAB section 3.2.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import entry, found, in_total, over_call, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.source.cpp.view_names import base_name


def _find(view: CppView) -> Iterator[Constraint]:
    for function in view.functions:
        calls = view.calls_of(function)
        looped = [call for call in calls if view.loops_around(call.node)]
        inner = view.self_calls(function)
        for parameter in function.parameters:
            if not parameter.container or parameter.by_reference or not function.name:
                continue
            amount, at = view.size_of(parameter.name, function.body.start + 1), entry(view, function)
            given = [
                call.arguments[index]
                for call in calls[:1]
                for index, other in enumerate(function.parameters)
                if other is parameter and index < len(call.arguments)
            ]
            each = (
                view.length(base_name(given[0]), given[0].start)
                if given and base_name(given[0])
                else view.names.longest
            )
            if not amount or not (looped or inner):
                continue
            if inner:
                longest = each or view.names.longest
                condition = over_call(
                    view,
                    function,
                    at,
                    amount=amount,
                    factor=share(None if longest is None else longest * longest, 0.05),
                )
            else:
                condition = in_total(view, looped[0].node, at, amount=amount, each=each)
            yield from found(
                "copies-by-value",
                function.node,
                f"{parameter.name} is long at many calls of {function.name}",
                condition,
                "it is copied at each of them",
                lines=[function.node.line, *(call.line for call in calls)],
            )


RULE = Rule("copies-by-value", "a function copies a large argument at each call", "cpp", 2, _find, __doc__ or "")
