"""A part of a string that is compared where it stands.

What it changes:
    `s.substr(i, k) == t` becomes `s.compare(i, k, t) == 0`.

Why it is faster:
    `substr` makes a new string each time, and copies even what differs at its first character.

When it refuses:
    `s` isn't surely a string, or what it is compared with isn't surely a string too.

Example:
    #include <iostream>
    #include <string>
    using namespace std;
    int main() {
        string s, p;
        cin >> s >> p;
        int found = 0;
        for (size_t i = 0; i + p.size() <= s.size(); i++)
            if (s.substr(i, p.size()) == p) found++;
        cout << found;
    }

Not here:
    #include <iostream>
    #include <string>
    using namespace std;
    int main() {
        string s, p, best;
        cin >> s >> p;
        for (size_t i = 0; i + p.size() <= s.size(); i++)
            if (s.substr(i, p.size()) > best) best = s.substr(i, p.size());
        cout << best;
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view_calls import Call
from slowpath.rewrites.cpp_effects import effects_of
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.view_tree import Syntax


def _find(program: CppProgram) -> Iterator[Change]:
    effects = effects_of(program)
    for node in program.root.find("binary_expression"):
        if node.operator not in ("==", "!=") or not effects.is_pure(node):
            continue
        left, right = node.get("left"), node.get("right")
        if left is None or right is None:
            continue
        parts = {side: _part(program, side) for side in (left, right)}
        mine, other = (left, right) if parts[left] is not None else (right, left)
        part = parts[mine]
        if part is None:
            continue
        text = _compared(program, part, other, parts[other])
        if text is not None:
            yield from change(
                node.line,
                [program.replaced(node, f"{text} {node.operator} 0")],
                "a new string is made for every comparison",
            )


def _part(program: CppProgram, node: Syntax) -> Call | None:
    """The call of `substr` that a node is, of a variable that is a string."""
    call = next((call for call in program.view.calls if call.node is node), None)
    if (
        call is None
        or call.name != "substr"
        or not 1 <= len(call.arguments) <= 2
        or call.receiver is None
        or call.receiver.type != "identifier"
    ):
        return None
    return call if _is_string(program, call.receiver) else None


def _is_string(program: CppProgram, node: Syntax) -> bool:
    variable = program.view.scopes.of(node)
    return variable is not None and variable.type == "string" and not variable.dims and not variable.is_pointer


def _compared(program: CppProgram, part: Call, other: Syntax, other_part: Call | None) -> str | None:
    assert part.receiver is not None
    given = [program.text(argument) for argument in part.arguments]
    given = given if len(given) == 2 else [*given, "std::string::npos"]
    if other_part is not None:
        assert other_part.receiver is not None
        more = [program.text(argument) for argument in other_part.arguments]
        given += [other_part.receiver.text, *(more if len(more) == 2 else [*more, "std::string::npos"])]
    elif other.type == "string_literal" or (other.type == "identifier" and _is_string(program, other)):
        given.append(program.text(other))
    else:
        return None
    if any(text is None for text in given):
        return None
    return f"{part.receiver.text}.compare({', '.join(text for text in given if text is not None)})"


RULE = RewriteRule("cpp-compared-part", "Compare a part of a string where it stands", "cpp", 2, _find, __doc__ or "")
