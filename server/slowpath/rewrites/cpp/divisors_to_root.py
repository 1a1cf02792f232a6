"""A search for a divisor that ends at the square root.

What it changes:
    `for (int i = 2; i < n; i++) if (n % i == 0) prime = false;` goes on while `i <= n / i`.

Why it is faster:
    A number that has a divisor has one that isn't larger than its square root.

When it refuses:
    The loop does anything but set something to a constant, or return one, when it finds a divisor.

Example:
    #include <iostream>
    using namespace std;
    bool is_prime(long long n) {
        for (long long i = 2; i < n; i++)
            if (n % i == 0) return false;
        return n > 1;
    }
    int main() {
        long long n;
        cin >> n;
        cout << is_prime(n);
    }

Not here:
    #include <iostream>
    using namespace std;
    int main() {
        long long n, divisors = 0;
        cin >> n;
        for (long long i = 2; i < n; i++)
            if (n % i == 0) divisors++;
        cout << divisors;
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view_loops import Loop
from slowpath.rewrites.cpp_effects import Effects, effects_of
from slowpath.rewrites.cpp_program import CppProgram, only_statement
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.view_tree import Syntax


def _find(program: CppProgram) -> Iterator[Change]:
    effects = effects_of(program)
    for loop in program.view.loops:
        if (
            loop.kind != "for"
            or not loop.declares
            or loop.operator != "<"
            or loop.bound is None
            or loop.square
            or loop.offset is not None
            or loop.others
            or loop.direction != 1
            or loop.step is not None
            or loop.scales
            or program.view.constant(loop.start) != 2
            or loop.condition is None
            or loop.condition.type != "binary_expression"
            or loop.bound.type != "identifier"
        ):
            continue
        bound, counted = program.view.scopes.of(loop.bound), loop.variable
        if bound is None or not bound.is_integral or "__int128" in bound.type or "char" in bound.type:
            continue
        branch = only_statement(loop.body)
        if (
            branch is not None
            and branch.type == "if_statement"
            and branch.get("alternative") is None
            and _divides(branch.get("condition"), loop.bound.text, counted)
            and _is_settled(program, effects, branch.get("consequence"), loop)
        ):
            edits = [program.replaced(loop.condition, f"{counted} <= {loop.bound.text} / {counted}")]
            yield from change(loop.line, edits, "the smallest divisor isn't larger than the square root")


def _divides(condition: Syntax | None, number: str, counted: str) -> bool:
    return (
        condition is not None
        and condition.text.replace(" ", "").strip("()") in (f"{number}%{counted}==0", f"!{number}%{counted}")
        and not condition.text.replace(" ", "").startswith(f"(!{number}")
    )


def _is_settled(program: CppProgram, effects: Effects, consequence: Syntax | None, loop: Loop) -> bool:
    """Whether what is done once a divisor is found is the same for every one, however often."""
    statements = (
        []
        if consequence is None
        else consequence.children
        if consequence.type == "compound_statement"
        else [consequence]
    )
    if not statements:
        return False
    for statement in statements:
        if statement.type == "break_statement":
            continue
        if statement.type == "return_statement":
            if len(statement.children) > 1 or not all(_is_constant(program, child) for child in statement.children):
                return False
            continue
        node = statement.children[0] if statement.type == "expression_statement" and statement.children else None
        left, right = (node.get("left"), node.get("right")) if node is not None else (None, None)
        if (
            node is None
            or node.type != "assignment_expression"
            or node.operator != "="
            or left is None
            or right is None
            or left.type != "identifier"
            or not _is_constant(program, right)
            or left.text in (loop.variable, loop.bound.text if loop.bound is not None else "")
        ):
            return False
        variable = program.view.scopes.of(left)
        if variable is None or variable.by_reference:
            return False
    return True


def _is_constant(program: CppProgram, node: Syntax) -> bool:
    return node.type in ("true", "false", "string_literal", "char_literal") or program.view.constant(node) is not None


RULE = RewriteRule(
    "cpp-divisors-to-root", "Look for divisors up to the square root only", "cpp", 3, _find, __doc__ or ""
)
