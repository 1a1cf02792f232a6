"""A pivot leaves nearly everything on one side.

What it finds:
    A function over a range that splits it at an index and calls itself on both sides.

Why it is slow:
    A pivot that is the smallest or largest element takes one element off at each level: as many levels as elements.

Evidence:
    How many calls split their range worse than one to eight, against the length of the whole.

Example:
    #include <algorithm>
    #include <iostream>
    using namespace std;
    int a[100000];
    void quick(int l, int r) {
        if (l >= r) return;
        int p = l;
        for (int i = l; i < r; i++)
            if (a[i] < a[r]) swap(a[i], a[p++]);
        swap(a[p], a[r]);
        quick(l, p - 1);
        quick(p + 1, r);
    }
    int main() {
        int n;
        cin >> n;
        for (int i = 0; i < n; i++) cin >> a[i];
        quick(0, n - 1);
        cout << a[0];
    }

Not here:
    #include <iostream>
    int sum(int l, int r) {
        if (l > r) return 0;
        int m = (l + r) / 2;
        return m + sum(l, m - 1) + sum(m + 1, r);
    }
    int main() {
        int n;
        std::cin >> n;
        std::cout << sum(0, n);
    }

False alarms:
    A pivot at random, or of three: hardly any input satisfies the condition.

Source:
    STAB section 3.2: quicksort's pivot; McIlroy, A killer adversary for quicksort.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import aims_trait, found, over_call, range_parameters, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BEFORE, Constraint
from slowpath.source.cpp.view_names import base_name
from slowpath.source.cpp.view_tree import Syntax


def _find(view: CppView) -> Iterator[Constraint]:
    for function in view.functions:
        pair = range_parameters(view, function)
        inner = view.self_calls(function) if pair is not None else []
        if pair is None or len(inner) < 2:
            continue
        first, last = pair
        lo, hi = (function.parameters[index].name for index in pair)
        left = next((call for call in inner if call.arguments[first].text == lo), None)
        right = next((call for call in inner if call.arguments[last].text == hi), None)
        if left is None or right is None or left is right or right.node.start < left.node.start:
            continue
        split, statement = left.arguments[last], view.statement(left.node)
        if (
            statement.type not in ("expression_statement", "declaration")
            or _is_middle(view, split, lo, hi)
            or not view.usable(split, statement.start)
        ):
            continue
        size, part = f"((double)({hi}) - ({lo}))", f"((double)({split.text}) - ({lo}))"
        amount = f"({size} > 16) * (({part} * 8 < {size}) + ({part} * 8 > 7 * {size}))"
        at = view.place(BEFORE, statement)
        calls = [call for call in view.calls_of(function) if not call.node.inside(function.body)]
        outside = view.statement(calls[0].node) if len(calls) == 1 else None
        given = calls[0].arguments if outside is not None else ()
        whole = given[last] if len(given) > max(pair) else None
        condition = None
        if outside is not None and whole is not None and view.usable(whole, outside.end):
            condition = over_call(view, function, at, amount=amount, right=f"(double)({whole.text})", factor=0.1)
        if condition is None:
            condition = over_call(view, function, at, amount=amount, factor=share(view.names.longest, 0.1))
        array = next((view.holding(base_name(node)) for node in function.body.find("subscript_expression")), None)
        yield from found(
            "pivot-choice",
            function.node,
            "the pivot is nearly always among the smallest or largest of its range",
            condition,
            "one side of the split is nearly as long as the whole",
            lines=[function.node.line, statement.line],
            aims=aims_trait(array, "sorted"),
        )


def _is_middle(view: CppView, split: Syntax, lo: str, hi: str) -> bool:
    """Whether a range is split at its middle whatever the data are."""
    for part in split.find("identifier"):
        variable = view.scopes.of(part)
        if (
            variable is not None
            and variable.value is not None
            and {lo, hi} <= variable.value.names
            and not any(variable.value.find("call_expression"))
        ):
            return True
    return {lo, hi} <= split.names


RULE = Rule("pivot-choice", "a pivot leaves nearly everything on one side", "cpp", 3, _find, __doc__ or "")
