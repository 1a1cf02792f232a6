"""A string is built by copying it for each piece.

What it finds:
    `s = s + x`, `s = x + s` or `s.insert(0, x)` within a loop.

Why it is slow:
    Each iteration copies all that was built so far: the work is quadratic in the final length.

Evidence:
    The lengths at the copies, added up.

Example:
    #include <iostream>
    #include <string>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        string built;
        for (int i = 0; i < n; i++) {
            string word;
            cin >> word;
            built = built + word + ",";
        }
        cout << built;
    }

Not here:
    #include <iostream>
    #include <string>
    int main() {
        int n;
        std::cin >> n;
        std::string built;
        for (int i = 0; i < n; i++) built += 'a';
        std::cout << built;
    }

False alarms:
    Strings that stay short.

Source:
    STAB section 3.2: quadratic concatenation.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import found, in_total, statement_place
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.source.cpp.view_tree import Syntax


def _find(view: CppView) -> Iterator[Constraint]:
    for node in view.root.find("assignment_expression"):
        left, right = node.get("left"), node.get("right")
        if (
            left is None
            or right is None
            or node.operator != "="
            or left.type != "identifier"
            or right.type != "binary_expression"
            or right.operator != "+"
            or left.text not in _summands(right)
        ):
            continue
        yield from _built(view, node, left)
    for call in view.calls:
        if (
            call.name == "insert"
            and call.receiver is not None
            and call.arguments
            and call.arguments[0].text in ("0", f"{call.receiver.text}.begin()")
        ):
            yield from _built(view, call.node, call.receiver)


def _built(view: CppView, node: Syntax, built: Syntax) -> Iterator[Constraint]:
    variable = view.scopes.of(built) if built.type == "identifier" else None
    if variable is None or variable.container not in ("string", "basic_string"):
        return
    condition = in_total(
        view,
        node,
        statement_place(view, node),
        amount=view.size_of(built.text, node.start),
        each=view.length(built.text, node.start),
    )
    yield from found(
        "concatenation",
        node,
        f"{built.text} grows long, and is copied each time",
        condition,
        "each piece costs a copy of all before it",
    )


def _summands(node: Syntax) -> list[str]:
    """The texts of what is added up."""
    if node.type == "binary_expression" and node.operator == "+":
        return [text for side in ("left", "right") if (part := node.get(side)) is not None for text in _summands(part)]
    return [node.text]


RULE = Rule("concatenation", "a string is built by copying it for each piece", "cpp", 3, _find, __doc__ or "")
