"""A table that is cleared only as far as it was used.

What it changes:
    `memset(a, 0, sizeof(a))` and `fill(a, a + N, v)` clear what lies below the highest index written since the last
    time; each place that may write to the table notes its index.

Why it is faster:
    Clearing all of a table for every test case costs its size times the number of cases.

When it refuses:
    The table is used in any way but by index, is cleared with different values or partly, or is no array of the file.

Example:
    #include <cstring>
    #include <iostream>
    using namespace std;
    const int MOST = 200005;
    int times[MOST];
    int main() {
        int t;
        cin >> t;
        while (t--) {
            memset(times, 0, sizeof(times));
            int n, best = 0;
            cin >> n;
            for (int i = 0; i < n; i++) {
                int x;
                cin >> x;
                times[x]++;
                best = max(best, times[x]);
            }
            cout << best << '\\n';
        }
    }

Not here:
    #include <algorithm>
    #include <cstring>
    #include <iostream>
    using namespace std;
    const int MOST = 200005;
    int value[MOST];
    int main() {
        int t;
        cin >> t;
        while (t--) {
            memset(value, 0, sizeof(value));
            int n;
            cin >> n;
            for (int i = 0; i < n; i++) cin >> value[i];
            sort(value, value + n);
            cout << value[0] << '\\n';
        }
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view_calls import Call
from slowpath.analysis.rules.cpp_view_scope import Variable
from slowpath.model.rewrite import SourceEdit
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.cpp_uses import takes_copy
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.view_tree import Syntax


def _find(program: CppProgram) -> Iterator[Change]:
    for variable in program.view.scopes.variables:
        if (
            not variable.is_global
            or not variable.dims
            or variable.is_pointer
            or not program.is_declared_once(variable)
            or variable.dims[0].type == "array_declarator"
            or _is_member(variable)
        ):
            continue
        uses = program.uses(variable)
        if uses is None:
            continue
        clearings = [call for call in program.view.calls if _is_cleared(program, call, variable)]
        inside = [use for use in uses if any(use.inside(call.node) for call in clearings)]
        rest = [use for use in uses if use not in inside]
        if (
            clearings
            and _values(clearings) == 1
            and all(_is_index(use) for use in rest)
            and any(program.view.loops_around(call.node) for call in clearings)
        ):
            yield from _narrowed(program, variable, clearings, rest)


def _is_member(variable: Variable) -> bool:
    return any(above.type == "field_declaration_list" for above in variable.node.above())


def _is_cleared(program: CppProgram, call: Call, variable: Variable) -> bool:
    """Whether a call clears all of the table."""
    given, name = call.arguments, variable.name
    statement = call.node.parent
    if (
        statement is None
        or statement.type != "expression_statement"
        or len(given) != 3
        or given[0].text != name
        or call.receiver is not None
        or program.view.function(call.name) is not None
    ):
        return False
    if call.name == "memset":
        return (
            given[2].type == "sizeof_expression"
            and given[2].text.replace(" ", "").replace("(", "").replace(")", "") == f"sizeof{name}"
            and program.view.constant(given[1]) is not None
        )
    if call.name == "fill" and len(variable.dims) == 1 and given[1].type == "binary_expression":
        left, right = given[1].get("left"), given[1].get("right")
        return (
            given[1].operator == "+"
            and left is not None
            and right is not None
            and left.text == name
            and program.view.constant(right) is not None
            and program.view.constant(right) == program.view.constant(variable.dims[0])
            and program.view.constant(given[2]) is not None
        )
    return False


def _values(clearings: list[Call]) -> int:
    return len({(call.name, call.arguments[1 if call.name == "memset" else 2].text) for call in clearings})


def _is_index(use: Syntax) -> bool:
    """Whether a use of the table is an element of it, or of a row, as a value or as what is written to."""
    above = use.parent
    return (
        above is not None
        and above.type == "subscript_expression"
        and use.field == "argument"
        and len(list(above.children)) == 2
    )


def _is_read(element: Syntax, dims: int) -> bool:
    """Whether an element is surely only read where it stands."""
    node, depth = element, 1
    while depth < dims:
        above = node.parent
        if above is None or above.type != "subscript_expression" or node.field != "argument":
            return False
        node, depth = above, depth + 1
    above = node.parent
    while above is not None and above.type == "parenthesized_expression":
        node, above = above, above.parent
    if above is None:
        return False
    if above.type == "assignment_expression":
        return node.field == "right"
    if above.type == "binary_expression":
        return above.operator not in (">>", "<<")
    return above.type in (
        "condition_clause",
        "unary_expression",
        "subscript_argument_list",
        "cast_expression",
        "if_statement",
        "while_statement",
    )


def _is_kept(program: CppProgram, element: Syntax) -> bool:
    """Whether a reference or pointer to an element may be kept, which could be written through after a clearing."""
    below = element
    for above in element.above():
        if above.type == "argument_list" and above.parent is not None:
            called = above.parent.get("function")
            name = called.text.split("::")[-1] if called is not None else ""
            return any(
                not takes_copy(function, above.children.index(below))
                for function in program.view.functions
                if function.name == name
            )
        if (
            above.type == "pointer_expression"
            and above.operator == "&"
            and (above.parent is None or above.parent.type != "argument_list")
        ):
            return True
        if above.type in ("init_declarator", "for_range_loop"):
            declarator = above.get("declarator")
            return (
                below.field != "body"
                and declarator is not None
                and (
                    declarator.type in ("reference_declarator", "pointer_declarator")
                    or (
                        below.type == "subscript_expression"
                        and above.parent is not None
                        and above.parent.text.startswith("auto")
                    )
                )
            )
        if above.type in ("return_statement", "lambda_expression"):
            return True
        if above.type.endswith("_statement"):
            return False
        below = above
    return False


def _narrowed(program: CppProgram, variable: Variable, clearings: list[Call], uses: list[Syntax]) -> Iterator[Change]:
    name = variable.name
    top, touch = program.fresh(f"{name}_top"), program.fresh(f"{name}_touched")
    whole = f"sizeof({name}) / sizeof({name}[0])"
    declaration = next((above for above in variable.node.above() if above.type == "declaration"), None)
    first = min(list(uses) + [call.node for call in clearings], key=lambda node: node.start, default=None)
    if (
        declaration is None
        or first is None
        or declaration.function is not None
        or any(part.type in ("template_declaration", "namespace_definition") for part in first.above())
    ):
        return
    helper = (
        f"// Above {top} every element of {name} is as it was cleared.\n"
        f"static std::size_t {top} = {whole};\n"
        f"static inline std::size_t {touch}(std::size_t index) {{\n"
        f"    if (index >= {top}) {top} = index + 1;\n"
        f"    return index;\n}}"
    )
    edits: list[SourceEdit | None] = [program.above(first, helper)]
    for call in clearings:
        last = call.arguments[2 if call.name == "memset" else 1]
        size = f"{top} * sizeof({name}[0])" if call.name == "memset" else f"{name} + {top}"
        edits += [program.replaced(last, size), program.after(call.node, f", {top} = 0")]
    for use in uses:
        element = use.parent
        assert element is not None
        if _is_kept(program, element):
            return
        if not _is_read(element, len(variable.dims)):
            indices = element.get("indices")
            index = indices.children[0] if indices is not None and len(indices.children) == 1 else None
            if index is None:
                return
            edits += [program.before(index, f"{touch}("), program.after(index, ")")]
    yield from change(clearings[0].line, edits, f"all of `{name}` is cleared each time, however little of it was used")


RULE = RewriteRule("cpp-touched-prefix", "Clear a table only as far as it was used", "cpp", 3, _find, __doc__ or "")
