"""A vector whose front is taken, as a deque.

What it changes:
    A vector of which `erase(v.begin())` or `insert(v.begin(), x)` is asked becomes a deque, with `pop_front` and
    `push_front`.

Why it is faster:
    All elements behind the front move by one place each time.

When it refuses:
    The vector is used in any way that a deque hasn't got, or is passed on, copied, or gone through by iterators that
    are kept.

Example:
    #include <iostream>
    #include <vector>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        vector<int> waiting;
        for (int i = 0; i < n; i++) waiting.push_back(i);
        long long sum = 0;
        while (!waiting.empty()) {
            sum += waiting[0] * (long long)waiting.size();
            waiting.erase(waiting.begin());
        }
        cout << sum;
    }

Not here:
    #include <iostream>
    #include <vector>
    using namespace std;
    int total(vector<int> &v) { return v.size(); }
    int main() {
        int n;
        cin >> n;
        vector<int> waiting;
        for (int i = 0; i < n; i++) waiting.push_back(i);
        long long sum = 0;
        while (!waiting.empty()) {
            sum += total(waiting);
            waiting.erase(waiting.begin());
        }
        cout << sum;
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view_scope import Variable
from slowpath.model.rewrite import SourceEdit
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.cpp_uses import arguments_of, method_of
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.view_tree import Syntax

_SHARED = frozenset({"push_back", "pop_back", "front", "back", "size", "empty", "clear", "at", "emplace_back"})
_ALGORITHMS = frozenset({"sort", "reverse", "accumulate", "count", "is_sorted", "fill", "stable_sort"})


def _find(program: CppProgram) -> Iterator[Change]:
    for variable in program.view.scopes.variables:
        template = _template(variable)
        if template is None or variable.element in ("bool", "") or not program.is_declared_once(variable):
            continue
        uses = program.uses(variable)
        if uses is None or any(use.function is not variable.node.function for use in uses if not variable.is_global):
            continue
        fronts = [found for use in uses if (found := _front(use)) is not None]
        if any(program.view.loops_around(call) for call, _ in fronts) and all(
            _front(use) is not None or _is_shared(use) for use in uses
        ):
            yield from _doubled(program, variable, template, fronts)


def _template(variable: Variable) -> Syntax | None:
    """The name `vector` in the declaration of one plain vector."""
    owner = next(
        (above for above in variable.node.above() if above.type in ("declaration", "parameter_declaration")), None
    )
    if (
        owner is None
        or owner.type != "declaration"
        or variable.container != "vector"
        or variable.by_reference
        or len(owner.all("declarator")) != 1
        or variable.value is not None
    ):
        return None
    kind = owner.get("type")
    while kind is not None and kind.type == "qualified_identifier":
        kind = kind.get("name")
    return kind.get("name") if kind is not None and kind.type == "template_type" else None


def _front(use: Syntax) -> tuple[Syntax, str] | None:
    """The call that takes or adds the front, with the method that does it; None for another use. The use within
    `begin()` in it counts as well."""
    found = method_of(use)
    if found is None:
        return None
    name, call = found
    if name == "begin":
        outer = call.parent.parent if call.parent is not None and call.parent.type == "argument_list" else None
        member = outer.get("function") if outer is not None and outer.type == "call_expression" else None
        receiver = member.get("argument") if member is not None and member.type == "field_expression" else None
        return (
            _front(receiver)
            if receiver is not None
            and receiver.text == use.text
            and receiver is not use
            and receiver.type == "identifier"
            else None
        )
    given = arguments_of(call)
    alone = call.parent is not None and call.parent.type == "expression_statement"
    first = given[0].text.replace(" ", "") if given else ""
    if not alone or first != f"{use.text}.begin()":
        return None
    if name == "erase" and len(given) == 1:
        return call, "pop_front()"
    # What is inserted may be an element of the vector itself.
    if name == "insert" and len(given) == 2 and given[1].type != "initializer_list" and use.text not in given[1].names:
        return call, "push_front"
    return None


def _is_shared(use: Syntax) -> bool:
    """Whether a deque can be used there in the same way, to the same effect."""
    above = use.parent
    if above is None:
        return False
    if above.type == "subscript_expression" and use.field == "argument":
        below, outer = above, above.parent
        while outer is not None and outer.type in ("field_expression", "subscript_expression"):
            below, outer = outer, outer.parent
        owner = outer.get("declarator") if outer is not None and outer.type == "init_declarator" else None
        return (
            outer is not None
            and below is not None
            and outer.type not in ("pointer_expression",)
            and (owner is None or owner.type == "identifier")
        )
    if above.type == "for_range_loop" and use.field == "right":
        body = above.get("body")
        return body is not None and use.text not in body.names
    found = method_of(use)
    if found is None:
        return False
    name, call = found
    if name in _SHARED:
        kept = call.parent is not None and call.parent.type == "init_declarator"
        owner = call.parent.get("declarator") if kept and call.parent is not None else None
        return (owner is None or owner.type == "identifier") and not (
            call.parent is not None and call.parent.type == "pointer_expression"
        )
    if name in ("begin", "end"):
        given = call.parent
        outer = given.parent if given is not None and given.type == "argument_list" else None
        called = outer.get("function") if outer is not None and outer.type == "call_expression" else None
        return called is not None and called.text.split("::")[-1] in _ALGORITHMS
    return False


def _doubled(
    program: CppProgram, variable: Variable, template: Syntax, fronts: list[tuple[Syntax, str]]
) -> Iterator[Change]:
    edits: list[SourceEdit | None] = [*program.include("deque"), program.replaced(template, "deque")]
    for call, method in {call.start: (call, method) for call, method in fronts}.values():
        given = arguments_of(call)
        added = program.text(given[1]) if len(given) == 2 else ""
        if added is None:
            return
        made = f"{variable.name}.{method}" if len(given) == 1 else f"{variable.name}.{method}({added})"
        edits.append(program.replaced(call, made))
    yield from change(fronts[0][0].line, edits, f"all that is in `{variable.name}` moves when its front does")


RULE = RewriteRule("cpp-double-ended", "Take the front of a deque, not of a vector", "cpp", 3, _find, __doc__ or "")
