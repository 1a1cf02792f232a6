"""A recursion computes the same again and again.

What it finds:
    A function that calls itself twice or more and keeps no results.

Why it is slow:
    The same arguments come again in both branches: the calls grow exponentially with the depth.

Evidence:
    The number of calls against the square of the first call's argument.

Example:
    #include <iostream>
    using namespace std;
    long long ways(int n) {
        if (n <= 1) return 1;
        return ways(n - 1) + ways(n - 2);
    }
    int main() {
        int n;
        cin >> n;
        long long found = ways(n);
        cout << found;
    }

Not here:
    #include <iostream>
    long long known[100];
    long long ways(int n) {
        if (n <= 1) return 1;
        if (known[n]) return known[n];
        return known[n] = ways(n - 1) + ways(n - 2);
    }
    int main() {
        int n;
        std::cin >> n;
        std::cout << ways(n);
    }

False alarms:
    A recursion over disjoint parts (a tree, the halves of a range) never sees the same twice.

Source:
    STAB section 3.2: overlapping subproblems.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_calls import Call, Function
from slowpath.analysis.rules.cpp_view_work import (
    UNKNOWN,
    aims_large,
    entry,
    found,
    in_total,
    over_call,
    range_parameters,
)
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for function in view.functions:
        inner = view.self_calls(function)
        if _most_at_once(function, inner) < 2 or range_parameters(view, function) is not None or _keeps(view, function):
            continue
        at = entry(view, function)
        outside = [call for call in view.calls_of(function) if not call.node.inside(function.body)]
        numbers = [
            argument
            for call in outside[:1]
            for argument, parameter in zip(call.arguments, function.parameters, strict=False)
            if parameter.is_integral and view.usable(argument, view.statement(call.node).end) and argument.names
        ]
        condition = None
        if numbers:
            size = f"(double)({numbers[0].text})"
            condition = over_call(view, function, at, right=f"{size} * {size} + 16", factor=8.0)
        condition = (
            condition
            or over_call(view, function, at, factor=float(UNKNOWN))
            or (in_total(view, outside[0].node, at, part=8.0) if outside else None)
        )
        held = view.held(numbers[0]) if numbers else None
        yield from found(
            "missing-memo",
            function.node,
            f"{function.name} is called far more often than it has different arguments",
            condition,
            "what it found for an argument isn't kept",
            lines=[function.node.line, *(call.line for call in inner)],
            aims=aims_large(held),
        )


def _most_at_once(function: Function, inner: list[Call]) -> int:
    """How many of its calls of itself one call can make: those that stand in different `return`s exclude each other,
    and so do the sides of `? :`."""
    returned: dict[int, int] = {}
    free = 0
    for call in inner:
        above = [node for node in call.node.above() if node.inside(function.body)]
        choice = next((node for node in above if node.type == "conditional_expression"), None)
        leaving = next((node for node in above if node.type == "return_statement"), None)
        if leaving is None:
            free += 1
        elif choice is None or not any(other is not call and other.node.inside(choice) for other in inner):
            returned[leaving.start] = returned.get(leaving.start, 0) + 1
        else:
            condition = choice.get("condition")
            sides = [side for side in choice.children if side is not condition]
            most = max(sum(other.node.inside(side) for other in inner) for side in sides) if sides else 0
            returned[leaving.start] = max(returned.get(leaving.start, 0), most)
    return free + max(returned.values(), default=0)


def _keeps(view: CppView, function: Function) -> bool:
    """Whether it writes into something that outlives it, or goes over a graph or tree."""
    written = [part.get("left") for part in function.body.find("assignment_expression")]
    tables = any(
        part is not None and part.type in ("subscript_expression", "field_expression", "pointer_expression")
        for part in written
    )
    references = any(
        re.search(r"[&*]\s*\w+\s*=\s*\w+\s*[\[(.]", part.text) for part in function.body.find("declaration")
    )
    methods = any(call.receiver is not None and call.node.inside(function.body) for call in view.calls)
    pointers = any(parameter.is_pointer for parameter in function.parameters)
    return tables or references or methods or pointers or "->" in function.body.text


RULE = Rule("missing-memo", "a recursion computes the same again and again", "cpp", 3, _find, __doc__ or "")
