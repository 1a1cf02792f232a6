"""A recursion over a range splits it unevenly.

What it finds:
    A function over a range of two integers that calls itself on a part, or on two parts, of the range.

Why it is slow:
    Where the parts are uneven the depth grows from the logarithm to the length, and with it the work at each level.

Evidence:
    The lengths of the ranges of all calls added up, against n*log2(n).

Example:
    #include <iostream>
    #include <vector>
    using namespace std;
    vector<int> a;
    int deepest(int l, int r) {
        if (l >= r) return 0;
        int best = l;
        for (int i = l; i < r; i++)
            if (a[i] > a[best]) best = i;
        int left = deepest(l, best), right = deepest(best + 1, r);
        return 1 + (left > right ? left : right);
    }
    int main() {
        int n;
        cin >> n;
        a.resize(n);
        for (int &x : a) cin >> x;
        int depth = deepest(0, n);
        cout << depth;
    }

Not here:
    #include <iostream>
    int power(int base, int exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }
    int main() {
        int b, e;
        std::cin >> b >> e;
        std::cout << power(b, e);
    }

False alarms:
    A recursion that splits in the middle: no input satisfies the condition.

Source:
    STAB section 3.2, quicksort; depth against log n.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import entry, found, over_call, range_parameters, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for function in view.functions:
        pair = range_parameters(view, function)
        if pair is None:
            continue
        first, last = pair
        lo, hi = function.parameters[first].name, function.parameters[last].name
        amount = f"(long long)(({hi}) > ({lo})) * (({hi}) - ({lo}))"
        calls = [call for call in view.calls_of(function) if not call.node.inside(function.body)]
        statement = view.statement(calls[0].node) if len(calls) == 1 else None
        right, longest = "1", view.names.longest
        factor = share(None if longest is None else longest * longest, 0.05)
        if statement is not None and len(calls[0].arguments) > max(first, last):
            low, high = calls[0].arguments[first], calls[0].arguments[last]
            if view.usable(low, statement.end) and view.usable(high, statement.end):
                size = f"((double)({high.text}) - ({low.text}) + 1)"
                right, factor = f"{size} * __builtin_log2({size} + 2.0)", 3.0
        at = entry(view, function)
        condition = over_call(view, function, at, amount=amount, right=right, factor=factor)
        if condition is None and right != "1":
            condition = over_call(
                view, function, at, amount=amount, factor=share(None if longest is None else longest * longest, 0.05)
            )
        yield from found(
            "unbalanced-recursion",
            function.node,
            f"{function.name} splits its range unevenly: the recursion is far deeper than log2 of the length",
            condition,
            "each level works on nearly the whole range again",
            lines=[function.node.line, *(call.line for call in view.self_calls(function))],
        )


RULE = Rule("unbalanced-recursion", "a recursion over a range splits it unevenly", "cpp", 3, _find, __doc__ or "")
