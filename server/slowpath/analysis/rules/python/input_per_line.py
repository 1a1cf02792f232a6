"""Reading line by line with `input()`.

What it finds:
    `input()` in a loop, where `input` is the built-in one.
Why it is slow:
    `input()` flushes the output, asks whether it talks to a terminal, and decodes one line: several times the cost of
    `sys.stdin.readline`, and far more than reading all at once. It counts where there are many short lines.
Evidence:
    The calls, counted while the program runs.
Example:
    n = int(input())
    total = 0
    for _ in range(n):
        a, b = map(int, input().split())
        total += a * b
    print(total)
Not here:
    import sys
    input = sys.stdin.readline
    n = int(input())
    total = 0
    for _ in range(n):
        a, b = map(int, input().split())
        total += a * b
    print(total)
False alarms:
    Few lines; long lines, whose parsing costs more.
Source:
    CPython, `Python/bltinmodule.c`, `builtin_input_impl`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import View
from slowpath.analysis.rules.python_view_conditions import scale, sizes_large, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "py-input-per-line"
WHY = "Each call of `input` flushes the output and looks at the terminal before it reads one line."


def find(view: View) -> Iterator[Constraint]:
    """Calls of the built-in `input` in loops."""
    for site in view.sites(ast.Call):
        if view.is_builtin_call(site.node, "input") and site.loops:
            for made in work(
                view,
                ID,
                site,
                "1",
                "The input has very many lines",
                WHY,
                factor=max(8.0, scale(view) / 2),
                aims=sizes_large(view),
            ):
                yield made
                return


RULE = Rule(ID, "Reading line by line with input()", "python", 1, find, __doc__)
