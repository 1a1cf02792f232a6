"""A loop that ends once its answer is known.

What it changes:
    `for (...) if (bad(i)) ok = false;` gets a `break` behind the assignment.

Why it is faster:
    Further iterations can only assign the same again.

When it refuses:
    The loop does anything else, its condition may change something or depends on what is assigned, or its variable is
    used behind it.

Example:
    #include <iostream>
    #include <vector>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        vector<int> v(n);
        for (auto &x : v) cin >> x;
        bool twice = false;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                if (v[i] == v[j]) twice = true;
        cout << twice;
    }

Not here:
    #include <iostream>
    #include <vector>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        vector<int> v(n);
        for (auto &x : v) cin >> x;
        int last = -1;
        for (int i = 0; i < n; i++)
            if (v[i] < 0) last = i;
        cout << last;
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
        if loop.kind not in ("for", "range") or not loop.declares or loop.exits or not _steps_simply(effects, loop):
            continue
        branch = only_statement(loop.body)
        if branch is None or branch.type != "if_statement" or branch.get("alternative") is not None:
            continue
        condition, consequence = branch.get("condition"), branch.get("consequence")
        statement = only_statement(consequence) if consequence is not None else None
        name = _flagged(program, statement)
        if (
            condition is None
            or statement is None
            or consequence is None
            or not name
            or name in condition.names
            or name in _header(loop)
            or not effects.is_pure(condition)
        ):
            continue
        if consequence.type == "compound_statement":
            edits = [program.after(statement, " break;")]
        else:
            edits = [program.before(statement, "{ "), program.after(statement, " break; }")]
        yield from change(loop.line, edits, f"once `{name}` is set, further iterations set it again at most")


def _steps_simply(effects: Effects, loop: Loop) -> bool:
    """Whether the header only moves the loop's own variables."""
    header = [loop.condition, loop.node.get("update"), loop.bound if loop.kind == "range" else None]
    writes = effects.writes(*header)
    declared = {
        part.text
        for declarator in loop.node.find("init_declarator")
        if declarator.end <= loop.body.start
        for part in list(declarator.find("identifier"))[:1]
    }
    return (
        writes is not None and writes <= declared and not (loop.kind == "range" and loop.node.get("declarator") is None)
    )


def _header(loop: Loop) -> frozenset[str]:
    found: set[str] = set()
    for part in (loop.condition, loop.node.get("update"), loop.node.get("initializer"), loop.node.get("right")):
        found |= part.names if part is not None else set()
    return frozenset(found)


def _flagged(program: CppProgram, statement: Syntax | None) -> str:
    """The variable that a statement sets to a constant, "" where it does anything else."""
    node = (
        statement.children[0]
        if statement is not None and statement.type == "expression_statement" and statement.children
        else None
    )
    if node is None or node.type != "assignment_expression" or node.operator != "=":
        return ""
    left, right = node.get("left"), node.get("right")
    if left is None or right is None or left.type != "identifier":
        return ""
    variable = program.view.scopes.of(left)
    constant = (
        right.type in ("true", "false")
        or program.view.constant(right) is not None
        or right.type in ("string_literal", "char_literal")
    )
    return (
        left.text
        if variable is not None and constant and not variable.by_reference and not variable.type.startswith("atomic")
        else ""
    )


RULE = RewriteRule("cpp-early-exit", "End a loop once its answer is known", "cpp", 2, _find, __doc__ or "")
