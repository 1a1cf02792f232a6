"""A string that is added to in place.

What it changes:
    `s = s + x;` becomes `s += x;`.

Why it is faster:
    `s + x` makes a new string each time and copies all of `s` into it.

When it refuses:
    `s` isn't surely a string, or what is added changes it or asks for it.

Example:
    #include <iostream>
    #include <string>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        string s;
        for (int i = 0; i < n; i++) s = s + char('a' + i % 26);
        cout << s;
    }

Not here:
    #include <iostream>
    #include <string>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        string s;
        for (int i = 0; i < n; i++) s = char('a' + i % 26) + s;
        cout << s;
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.rewrites.cpp_effects import effects_of
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.view_tree import Syntax


def _find(program: CppProgram) -> Iterator[Change]:
    effects = effects_of(program)
    for node in program.root.find("assignment_expression"):
        left, right = node.get("left"), node.get("right")
        if (
            node.operator != "="
            or left is None
            or right is None
            or left.type != "identifier"
            or node.parent is None
            or node.parent.type != "expression_statement"
        ):
            continue
        variable = program.view.scopes.of(left)
        if (
            variable is None
            or variable.type != "string"
            or variable.dims
            or variable.is_pointer
            or not program.view.loops_around(node)
        ):
            continue
        parts = _added(right, left.text)
        own = {function.name for function in program.view.functions}
        if parts and all(not part.names & {left.text, *own} and effects.is_pure(part) for part in parts):
            yield from _appended(program, node, left.text, parts)


def _added(node: Syntax, name: str) -> list[Syntax]:
    """What is added to the string, in order; nothing where the expression isn't of that kind."""
    parts: list[Syntax] = []
    while node.type == "binary_expression" and node.operator == "+":
        left, right = node.get("left"), node.get("right")
        if left is None or right is None:
            return []
        parts.insert(0, right)
        node = left
    return parts if node.type == "identifier" and node.text == name else []


def _appended(program: CppProgram, node: Syntax, name: str, parts: list[Syntax]) -> Iterator[Change]:
    texts = [program.text(part) for part in parts]
    if any(text is None for text in texts):
        return
    made = f"{name} += {texts[0]}"
    for text in texts[1:]:
        made = f"({made}) += {text}"
    yield from change(node.line, [program.replaced(node, made)], f"all of `{name}` is copied to add to it")


RULE = RewriteRule("cpp-appended-text", "Add to a string in place", "cpp", 3, _find, __doc__ or "")
