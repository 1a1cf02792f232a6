"""Sums of parts of a list, from sums of its beginnings.

What it changes:
    `sum(a[i:j])` in a loop that doesn't change the list is the difference of two sums that are computed before it.

Why it is faster:
    The part is copied and added up each time.

When it refuses:
    The list may change in the loop or have another name, its elements aren't surely integers, or the part has a step.

Example:
    n, q = map(int, input().split())
    a = list(map(int, input().split()))
    for _ in range(q):
        i, j = map(int, input().split())
        print(sum(a[i:j]))

Not here:
    n, q = map(int, input().split())
    a = list(map(int, input().split()))
    for _ in range(q):
        i, j = map(int, input().split())
        print(sum(a[i:j]))
        a[i] = 0
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.rewrites.python_program import PythonProgram
from slowpath.rewrites.python_uses import holds_scalars, is_in_try, is_kept_to_itself, scope_of, widest_loop
from slowpath.rewrites.rule import Change, RewriteRule, change


def _find(program: PythonProgram) -> Iterator[Change]:
    view = program.view
    if not program.is_builtin("sum", "len", "slice"):
        return
    for site in view.sites(ast.Call):
        node = site.node
        if (
            not view.is_builtin_call(node, "sum")
            or not isinstance(node, ast.Call)
            or len(node.args) != 1
            or node.keywords
            or site.in_lambda
        ):
            continue
        part = node.args[0]
        if (
            not isinstance(part, ast.Subscript)
            or not isinstance(part.slice, ast.Slice)
            or part.slice.step is not None
            or not isinstance(part.value, ast.Name)
        ):
            continue
        name = part.value
        scope = scope_of(program, name)
        if (
            scope is None
            or isinstance(scope, ast.ClassDef)
            or not is_kept_to_itself(program, name.id, scope)
            or not holds_scalars(program, name, scope, only=frozenset({"int"}))
        ):
            continue
        loop = widest_loop(program, site, name.id, scope)
        ends = [program.text(end) if end is not None else "None" for end in (part.slice.lower, part.slice.upper)]
        found = program.imported("itertools", "accumulate") if loop is not None and None not in ends else None
        if loop is None or found is None or is_in_try(program, loop):
            continue
        accumulate, edits = found
        sums, helper = program.fresh(f"{name.id}_sums"), program.fresh("sum_of_part")
        function = (
            f"def {helper}(sums, part):\n    begin, end, _ = part.indices(len(sums) - 1)\n"
            f"    return sums[end] - sums[begin] if begin < end else 0\n\n"
        )
        yield from change(
            site.line,
            [
                *edits,
                program.at_top(function),
                program.line_before(loop, f"{sums} = [0, *{accumulate}({name.id})]"),
                program.replaced(node, f"{helper}({sums}, slice({ends[0]}, {ends[1]}))"),
            ],
            f"a part of `{name.id}` is copied and added up each time",
        )


RULE = RewriteRule("py-prefix-sums", "Take sums of parts from sums of beginnings", "python", 3, _find, __doc__ or "")
