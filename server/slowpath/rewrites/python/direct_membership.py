"""Membership that is asked of the set or dictionary itself.

What it changes:
    `x in list(d)`, `x in sorted(s)` and the like become `x in d`.

Why it is faster:
    All keys are copied, and then compared one by one.

When it refuses:
    What is copied isn't surely a set or dictionary, or what is looked for isn't surely a number, a string or a tuple of
    such.

Example:
    n = int(input())
    seen = {0}
    last = 0
    for i in range(n):
        if i * i % n not in list(seen):
            seen.add(i * i % n)
    print(len(seen))

Not here:
    n = int(input())
    seen = {}
    for i in range(n):
        if i not in list(seen.values()):
            seen[i] = i * i % n
    print(len(seen))
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.rewrites.python_program import PythonProgram
from slowpath.rewrites.python_uses import is_scalar
from slowpath.rewrites.rule import Change, RewriteRule, change


def _find(program: PythonProgram) -> Iterator[Change]:
    view = program.view
    for site in view.sites(ast.Compare):
        node = site.node
        assert isinstance(node, ast.Compare)
        searched = node.comparators[0]
        if len(node.ops) != 1 or not isinstance(node.ops[0], ast.In | ast.NotIn) or not is_scalar(program, node.left):
            continue
        if (
            not view.is_builtin_call(searched, "list", "tuple", "sorted", "set")
            or not isinstance(searched, ast.Call)
            or len(searched.args) != 1
            or searched.keywords
        ):
            continue
        whole = searched.args[0]
        if (
            isinstance(whole, ast.Call)
            and isinstance(whole.func, ast.Attribute)
            and whole.func.attr == "keys"
            and not whole.args
        ):
            whole = whole.func.value
        if not isinstance(whole, ast.Name) or view.kinds.of(whole).name not in ("set", "dict"):
            continue
        yield from change(
            site.line,
            [program.replaced(searched, whole.id)],
            f"all of `{whole.id}` is copied, and then compared one by one",
        )


RULE = RewriteRule("py-direct-membership", "Ask the set itself", "python", 3, _find, __doc__ or "")
