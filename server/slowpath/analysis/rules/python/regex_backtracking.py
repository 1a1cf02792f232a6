r"""A regular expression that tries again and again.

What it finds:
    `re.match`, `re.search`, `re.fullmatch`, `re.sub` and the like with a pattern that has a repetition within a
    repetition, such as `(a+)+$` or `(\w*,?)*`.
Why it is slow:
    Where the text doesn't match in the end, each way to part it among the repetitions is tried: exponentially many in
    its length.
Evidence:
    The length of the text, where it is matched.
Example:
    import re
    s = input()
    print("yes" if re.match(r"(\w+\s?)+$", s) else "no")
Not here:
    import re
    s = input()
    print("yes" if re.match(r"[\w\s]+$", s) else "no")
False alarms:
    Texts that always match; repetitions that can't take the same characters.
Source:
    Cox, "Regular Expression Matching Can Be Simple And Fast" (2007); CPython, `Modules/_sre/sre_lib.h`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import View
from slowpath.analysis.rules.python_view_conditions import constraint, size
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Condition, Constraint
from slowpath.model.patterns import late_regex

ID = "py-regex-backtracking"
WHY = "Each way to part the text among the two repetitions is tried before the match is given up."
METHODS = ("match", "search", "fullmatch", "sub", "findall", "split", "finditer")
_NESTED = late_regex(r"\((?:\?:)?[^()]{0,80}[+*][^()]{0,80}\)[+*{]")
_LONG = 24.0
_LONGEST_PATTERN = 2000


def find(view: View) -> Iterator[Constraint]:
    """Matches with patterns of nested repetitions."""
    for site in view.sites(ast.Call):
        node = site.node
        assert isinstance(node, ast.Call)
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in METHODS or not node.args:
            continue
        pattern, text = _parts(view, node)
        place = view.place_of(site)
        if text is None or place is None or site.inner or not _NESTED.search(pattern[:_LONGEST_PATTERN]):
            continue
        length = size(view, text, site.statement, "str")
        if length is not None:
            yield constraint(
                ID,
                site.line,
                f"`{view.text(text)}` is long and nearly matches the pattern",
                Condition(length, place, factor=_LONG),
                WHY,
                (site.line,),
            )


def _parts(view: View, node: ast.Call) -> tuple[str, ast.expr | None]:
    """The pattern as written, and the text that it is matched with."""
    assert isinstance(node.func, ast.Attribute)
    owner = node.func.value
    if isinstance(owner, ast.Name) and owner.id == "re":
        at = 2 if node.func.attr == "sub" else 1
        return _constant(view, node.args[0]), node.args[at] if len(node.args) > at else None
    compiled = (
        [binding.value for binding in view.scopes.bindings_of(owner.id, owner)]
        if isinstance(owner, ast.Name)
        else [owner]
    )
    for value in compiled:
        if isinstance(value, ast.Call) and view.text(value.func) == "re.compile" and value.args:
            return _constant(view, value.args[0]), node.args[1 if node.func.attr == "sub" and len(node.args) > 1 else 0]
    return "", None


def _constant(view: View, node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        bindings = view.scopes.bindings_of(node.id, node)
        value = bindings[0].value if len(bindings) == 1 else None
        node = value if value is not None else node
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


RULE = Rule(ID, "A regular expression that tries again and again", "python", 3, find, __doc__)
