"""A large container is made anew again and again.

What it finds:
    A vector of a given size that is declared in a loop, or in a function that is called in one.

Why it is slow:
    Each time its memory is taken and all its elements are set, however few of them are used.

Evidence:
    The sizes of the containers, added up.

Example:
    #include <iostream>
    #include <vector>
    using namespace std;
    int main() {
        int q, x;
        cin >> q;
        while (q--) {
            cin >> x;
            vector<int> digits(100000);
            int used = 0;
            for (; x; x /= 10) digits[used++] = x % 10;
            cout << digits[0] << ' ';
        }
    }

Not here:
    #include <iostream>
    #include <vector>
    int main() {
        int n;
        std::cin >> n;
        std::vector<int> a(n);
        for (int &x : a) std::cin >> x;
        std::cout << a[0];
    }

False alarms:
    A container whose size is that of the case's own data.

Source:
    STAB section 3.2: allocation in a hot path.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import aims_large, found, in_total
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BEFORE, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for variable in view.scopes.variables:
        if variable.container not in ("vector", "string", "deque") or not variable.arguments or variable.is_parameter:
            continue
        size, statement = variable.arguments[0], view.statement(variable.node)
        if statement.type != "declaration" or not view.usable(size, statement.start):
            continue
        constant = view.constant(size)
        if constant is not None and constant < LEAST_TABLE:
            continue
        condition = in_total(
            view,
            statement,
            view.place(BEFORE, statement),
            amount=f"(long long)({size.text})",
            each=view.most(size),
            part=0.2,
        )
        yield from found(
            "fresh-table",
            statement,
            f"{variable.name} is made often, and large each time",
            condition,
            "making it sets all its elements",
            aims=aims_large(view.names.cases),
        )


LEAST_TABLE = 256


RULE = Rule("fresh-table", "a large container is made anew again and again", "cpp", 2, _find, __doc__ or "")
