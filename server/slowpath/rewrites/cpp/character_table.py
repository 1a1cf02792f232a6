"""A map whose keys are characters.

What it changes:
    A `map` or `unordered_map` from `char`, `unsigned char`, `signed char` or `bool` to numbers becomes an array with a
    number for every key that there can be.

Why it is faster:
    Each access to a map goes down a tree or through a hash table; in the array it is one step.

When it refuses:
    The map is used other than by `m[key]` and `m.clear()`, so that it shows which keys are in it, it isn't declared
    alone, empty, in `main` or outside of functions (an array in each call of a recursion is much memory), or its
    numbers are of a type of the program's own.

Example:
    #include <iostream>
    #include <map>
    #include <string>
    using namespace std;
    int main() {
        string s;
        cin >> s;
        map<char, int> times;
        long long pairs = 0;
        for (char c : s) pairs += times[c]++;
        cout << pairs;
    }

Not here:
    #include <iostream>
    #include <map>
    #include <string>
    using namespace std;
    int main() {
        string s;
        cin >> s;
        map<char, int> times;
        long long pairs = 0;
        for (char c : s) pairs += times[c]++;
        cout << pairs << ' ' << times.size();
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view_scope import Variable
from slowpath.model.patterns import late_regex
from slowpath.model.rewrite import SourceEdit
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.cpp_uses import arguments_of, method_of
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.view_tree import Syntax

_INDEX = {
    "char": "(unsigned char)(char)",
    "signed char": "(unsigned char)(signed char)",
    "unsigned char": "(unsigned char)",
    "bool": "(bool)",
}
"""What makes an index of a key: first what the map does to it, then the character's number from 0 on."""
_NUMBER = late_regex(r"(?:(?:unsigned|signed|short|long|int) ?)+|char|bool|float|double|size_t|u?int(?:8|16|32|64)_t")


def _find(program: CppProgram) -> Iterator[Change]:
    for variable in program.view.scopes.variables:
        kind = _declared_alone(program, variable)
        if (
            kind is None
            or variable.is_parameter
            or variable.value is not None
            or variable.arguments
            or variable.dims
            or not program.is_declared_once(variable)
        ):
            continue
        key, number = _arguments(program, kind)
        uses = program.uses(variable)
        if key in _INDEX and _NUMBER.fullmatch(number) and uses:
            edits = [edit for use in uses for edit in _use(program, use, _INDEX[key])]
            count = 2 if key == "bool" else 256
            yield from change(
                variable.node.line,
                [
                    *program.include("array"),
                    program.replaced(kind, f"std::array<{number}, {count}>"),
                    program.after(variable.node, "{}"),
                    *edits,
                ],
                f"`{variable.name}` has at most {count} keys",
            )


def _declared_alone(program: CppProgram, variable: Variable) -> Syntax | None:
    """The type in a declaration `map<K, T> m;` in `main` or outside of functions; None for any other."""
    owner = variable.node.parent
    if (
        owner is None
        or owner.type != "declaration"
        or variable.node.type != "identifier"
        or len(owner.all("declarator")) != 1
    ):
        return None
    function = program.view.function_of(owner)
    if owner.function is not None and (function is None or function.is_lambda or function.name != "main"):
        return None
    if owner.function is None and (owner.parent is None or owner.parent.type != "translation_unit"):
        return None
    return owner.get("type")


def _arguments(program: CppProgram, kind: Syntax) -> tuple[str, str]:
    """The types of key and value of a map; "" where it isn't one, or is told more."""
    template = kind.get("name") if kind.text.startswith("std::") else kind
    name = template.get("name") if template is not None and template.type == "template_type" else None
    given = template.get("arguments") if template is not None else None
    if (
        name is None
        or given is None
        or name.text not in ("map", "unordered_map")
        or len(given.children) != 2
        or name.text in program.view.scopes.structs
    ):
        return "", ""
    key, number = (program.view.scopes.aliases.get(child.text, child.text) for child in given.children)
    return key, number


def _use(program: CppProgram, use: Syntax, index: str) -> Iterator[SourceEdit | None]:
    """The edits at a use of the map; None among them where it is used in a way that an array can't be."""
    above, found = use.parent, method_of(use)
    if found is not None:
        name, call = found
        alone = call.parent is not None and call.parent.type == "expression_statement"
        yield (
            program.replaced(call, f"{use.text}.fill(0)")
            if name == "clear" and alone and not arguments_of(call)
            else None
        )
        return
    indices = (
        above.get("indices")
        if above is not None and above.type == "subscript_expression" and use.field == "argument"
        else None
    )
    if indices is None or len(indices.children) != 1 or indices.children[0].type == "initializer_list":
        yield None
        return
    yield program.before(indices.children[0], f"{index}(")
    yield program.after(indices.children[0], ")")


RULE = RewriteRule("cpp-character-table", "Count characters in an array", "cpp", 2, _find, __doc__ or "")
