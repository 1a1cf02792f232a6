"""A loop over large elements, or a local copy of one, that refers to them instead.

What it changes:
    `for (auto row : grid)` becomes `for (const auto &row : grid)`; `auto row = grid[i];` becomes
    `const auto &row = grid[i];`.

Why it is faster:
    Each iteration, or each such line, copies the whole element.

When it refuses:
    The copy is changed, or what it is copied from may change while the copy is used, or may be referred to from
    elsewhere.

Example:
    #include <iostream>
    #include <string>
    #include <vector>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        vector<string> words(n);
        for (auto &w : words) cin >> w;
        size_t longest = 0;
        for (auto w : words) longest = max(longest, w.size());
        cout << longest;
    }

Not here:
    #include <iostream>
    #include <string>
    #include <vector>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        vector<string> words(n);
        for (auto &w : words) cin >> w;
        size_t longest = 0;
        for (auto w : words) {
            w += "!";
            longest = max(longest, w.size());
        }
        cout << longest;
    }
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view_scope import Variable
from slowpath.rewrites.cpp_effects import Effects, effects_of
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.cpp_uses import base_variable, is_large, only_reads
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.values import element_type
from slowpath.source.cpp.view_tree import Syntax


def _find(program: CppProgram) -> Iterator[Change]:
    effects = effects_of(program)
    for variable in program.view.scopes.variables:
        owner = variable.node.parent
        if owner is None or variable.by_reference or variable.is_pointer or variable.is_parameter:
            continue
        if owner.type == "for_range_loop" and variable.node.field == "declarator":
            source, used = owner.get("right"), owner.get("body")
        elif (
            owner.type == "init_declarator"
            and owner.parent is not None
            and owner.parent.type == "declaration"
            and len(owner.parent.all("declarator")) == 1
            and variable.scope.type == "compound_statement"
        ):
            source, used = owner.get("value"), variable.scope
            if source is None or source.type != "subscript_expression":
                continue
            owner = owner.parent
        else:
            continue
        if source is not None and used is not None and _may_refer(program, effects, variable, source, used, owner):
            yield from _referred(program, variable, owner)


def _may_refer(
    program: CppProgram, effects: Effects, variable: Variable, source: Syntax, used: Syntax, owner: Syntax
) -> bool:
    base = base_variable(effects, source)
    if (
        base is None
        or base.is_pointer
        or any(source.find("call_expression", "assignment_expression", "update_expression", "pointer_expression"))
    ):
        return False
    if not is_large(_element(base, source, owner)) or not _same_type(variable, base, source, owner):
        return False
    if any(child.type in ("storage_class_specifier",) for child in owner.children):
        return False
    rest = [used] if owner.type == "for_range_loop" else [child for child in used.children if child.start > owner.start]
    return (
        only_reads(program, effects, variable)
        and effects.unchanged(source, *rest)
        and not (base.by_reference and not base.is_constant)
    )


def _element(base: Variable, source: Syntax, owner: Syntax) -> str:
    """The type of what is copied, "" where it isn't known."""
    kind = base.type
    depth = len(list(source.find("subscript_expression"))) + (owner.type == "for_range_loop") - len(base.dims)
    if any(source.find("field_expression")) or depth < 0:
        return ""
    for _ in range(depth):
        if kind.startswith(("map<", "unordered_map<")):
            return ""
        kind = element_type(kind)
    return kind


def _same_type(variable: Variable, base: Variable, source: Syntax, owner: Syntax) -> bool:
    """Whether the copy is of the type of the element, so that no conversion makes a new object."""
    return variable.type == "auto" or variable.type.replace(" ", "") == _element(base, source, owner).replace(" ", "")


def _referred(program: CppProgram, variable: Variable, owner: Syntax) -> Iterator[Change]:
    kind = owner.get("type")
    if kind is None:
        return
    edits = [program.before(variable.node, "&")]
    if not re.search(r"\bconst\b", owner.text[: max(0, kind.start - owner.start)]):
        edits.insert(0, program.before(kind, "const "))
    yield from change(owner.line, edits, f"`{variable.name}` is copied every time, and only read")


RULE = RewriteRule(
    "cpp-looped-reference", "Refer to large elements instead of copying them", "cpp", 2, _find, __doc__ or ""
)
