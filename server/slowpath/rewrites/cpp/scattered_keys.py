"""A hash table whose keys are scattered.

What it changes:
    An `unordered_map` or `unordered_set` of integers gets a hash function that mixes the bits of its keys.

Why it is faster:
    The library's hash of an integer is the integer, so keys that are multiples of the number of buckets, which anybody
    can choose, all fall into one.

When it refuses:
    The table is gone through, copied, passed on or compared, so that the order of its elements may be seen, it has a
    hash function already, or its type has a name of its own.

Example:
    #include <iostream>
    #include <unordered_map>
    using namespace std;
    int main() {
        int n, best = 0;
        cin >> n;
        unordered_map<int, int> times;
        for (int i = 0; i < n; i++) {
            int x;
            cin >> x;
            best = max(best, ++times[x]);
        }
        cout << best;
    }

Not here:
    #include <iostream>
    #include <unordered_map>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        unordered_map<int, int> times;
        for (int i = 0; i < n; i++) {
            int x;
            cin >> x;
            times[x]++;
        }
        for (auto &entry : times) cout << entry.first << ' ' << entry.second << '\\n';
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view_scope import HASHES, Variable
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.cpp_uses import arguments_of, method_of
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.view_tree import Syntax

_KEYS = frozenset(
    {
        "int",
        "long long",
        "long",
        "unsigned",
        "unsigned int",
        "unsigned long long",
        "size_t",
        "int64_t",
        "uint64_t",
        "int32_t",
        "uint32_t",
        "unsigned long",
        "long int",
        "long long int",
    }
)
_BY_KEY = frozenset(
    {"count", "insert", "emplace", "size", "empty", "clear", "at", "reserve", "contains", "max_load_factor"}
)


def _find(program: CppProgram) -> Iterator[Change]:
    for variable in program.view.scopes.variables:
        arguments = _arguments(program, variable)
        if (
            arguments is None
            or variable.is_parameter
            or variable.value is not None
            or variable.arguments
            or variable.dims
            or not program.is_declared_once(variable)
        ):
            continue
        uses = program.uses(variable)
        if uses is not None and uses and all(_is_by_key(program, use) for use in uses):
            yield from _scattered(program, variable, arguments)


def _arguments(program: CppProgram, variable: Variable) -> Syntax | None:
    """The template arguments of a declaration `unordered_map<int, T> m;` of one variable."""
    owner = next((above for above in variable.node.above() if above.type in ("declaration", "field_declaration")), None)
    kind = owner.get("type") if owner is not None else None
    if owner is None or owner.type != "declaration" or kind is None or variable.node.parent is not owner:
        return None
    template = kind if kind.type == "template_type" else kind.get("name")
    if template is None or template.type != "template_type":
        return None
    name, given = template.get("name"), template.get("arguments")
    if name is None or given is None or name.text not in HASHES or name.text.startswith("unordered_multi"):
        return None
    wanted = 2 if name.text == "unordered_map" else 1
    key = program.view.scopes.aliases.get(given.children[0].text, given.children[0].text) if given.children else ""
    return given if len(given.children) == wanted and key in _KEYS else None


def _is_by_key(program: CppProgram, use: Syntax) -> bool:
    """Whether a use asks for or changes single keys, so that the order of the table isn't seen."""
    above = use.parent
    if above is None:
        return False
    if above.type == "subscript_expression" and use.field == "argument":
        outer = above.parent
        return outer is None or outer.type not in ("reference_declarator",)
    found = method_of(use)
    if found is None:
        return False
    name, call = found
    if name in _BY_KEY:
        if name in ("insert", "emplace"):
            # What `insert` gives holds an iterator, which could be moved on.
            return (
                call.parent is not None
                and call.parent.type == "expression_statement"
                and len(arguments_of(call)) in (1, 2)
                and not any(
                    argument.type == "call_expression" and argument.text.endswith((".begin()", ".end()"))
                    for argument in arguments_of(call)
                )
            )
        return True
    if name == "erase":
        given = arguments_of(call)
        return (
            len(given) == 1 and (variable := program.view.scopes.of(given[0])) is not None and variable.is_integral
            if given and given[0].type == "identifier"
            else len(given) == 1 and given[0].type in ("number_literal", "subscript_expression", "binary_expression")
        )
    if name == "find":
        outer = call.parent
        if outer is not None and outer.type == "binary_expression" and outer.operator in ("==", "!="):
            other = outer.get("right") if call.field == "left" else outer.get("left")
            return other is not None and other.text == f"{use.text}.end()"
        return outer is not None and outer.type == "field_expression" and outer.operator == "->"
    if name == "end":
        outer = call.parent
        other = None
        if outer is not None and outer.type == "binary_expression" and outer.operator in ("==", "!="):
            other = outer.get("right") if call.field == "left" else outer.get("left")
        return other is not None and other.text.startswith(f"{use.text}.find(")
    return False


def _scattered(program: CppProgram, variable: Variable, arguments: Syntax) -> Iterator[Change]:
    name = program.fresh("ScatteredKey")
    helper = (
        f"struct {name} {{\n"
        "    std::size_t operator()(unsigned long long key) const {\n"
        "        static const unsigned long long salt =\n"
        "            std::chrono::steady_clock::now().time_since_epoch().count();\n"
        "        key += 0x9e3779b97f4a7c15ULL + salt;\n"
        "        key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9ULL;\n"
        "        key = (key ^ (key >> 27)) * 0x94d049bb133111ebULL;\n"
        "        return key ^ (key >> 31);\n"
        "    }\n};"
    )
    edits = [
        *program.include("chrono"),
        program.above(arguments, helper),
        program.after(arguments.children[-1], f", {name}"),
    ]
    yield from change(
        variable.node.line, edits, f"keys that anybody can choose all fall into one bucket of `{variable.name}`"
    )


RULE = RewriteRule("cpp-scattered-keys", "Scatter the keys of a hash table", "cpp", 3, _find, __doc__ or "")
