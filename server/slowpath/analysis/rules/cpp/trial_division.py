"""Numbers have no small divisors.

What it finds:
    A loop over possible divisors up to the square root, which dividing makes shorter.

Why it is slow:
    A prime, or a prime times something small, takes all iterations up to its root.

Evidence:
    The iterations in total against the square root of the largest value.

Example:
    #include <iostream>
    using namespace std;
    int main() {
        int t;
        cin >> t;
        while (t--) {
            long long x, parts = 0;
            cin >> x;
            for (long long d = 2; d * d <= x; d++)
                while (x % d == 0) {
                    x /= d;
                    parts++;
                }
            cout << parts + (x > 1) << ' ';
        }
    }

Not here:
    #include <iostream>
    int main() {
        int n, roots = 0;
        std::cin >> n;
        for (int d = 1; d < n; d++) roots += d % 3 == 1;
        std::cout << roots;
    }

False alarms:
    A loop that always runs to the root of a number that the input doesn't give.

Source:
    STAB section 3.2: primes for trial division.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import aims_large, around, found, lines_of, over, rounds_most, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Constraint
from slowpath.model.expression import expr
from slowpath.model.format import Relation


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        root = loop.square or (loop.bound is not None and "sqrt" in loop.bound.text)
        divides = any(
            part.operator in ("%", "%=") for part in loop.body.find("binary_expression", "assignment_expression")
        )
        if not root or not divides:
            continue
        loops = around(view, loop.body)
        most = rounds_most(view, loops)
        bound = loop.bound
        while bound is not None and bound.type == "call_expression":
            given = bound.get("arguments")
            bound = given.children[0] if given is not None and given.children else None
        held = view.held(bound)
        aims = aims_large(held, part=0.5)
        if held is not None and held.variable and held.shape != "word" and (held.lo or 0) >= 1:
            aims.append(Relation("prime", expr(held.variable), "", expr(held.variable)))
        condition = over(view, loops[-1], view.place(BODY, loop.node), factor=share(most, 0.25, 64))
        yield from found(
            "trial-division",
            loop.node,
            "the numbers are large, and prime or a prime times something small",
            condition,
            "the loop goes all the way to the square root",
            lines=lines_of(loop.node),
            aims=aims,
        )


RULE = Rule("trial-division", "numbers have no small divisors", "cpp", 2, _find, __doc__ or "")
