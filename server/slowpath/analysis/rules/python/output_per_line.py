"""Printing line by line.

What it finds:
    `print(...)` in a loop.
Why it is slow:
    Each call converts, joins and writes; one `print` of joined text does the work once. It is a factor of a few, which
    counts where most of a program is its output; with `flush=True` each is a system call.
Evidence:
    The calls, counted while the program runs.
Example:
    n = int(input())
    a = list(map(int, input().split()))
    for x in a:
        if x % 2:
            print(x)
Not here:
    n = int(input())
    a = list(map(int, input().split()))
    print("\\n".join(str(x) for x in a if x % 2))
False alarms:
    Outputs that are short next to the work for them.
Source:
    CPython, `Python/bltinmodule.c`, `builtin_print`; `Objects/fileobject.c`, `PyFile_WriteObject`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import View
from slowpath.analysis.rules.python_view_conditions import scale, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "py-output-per-line"
WHY = "Each call of `print` costs far more than the text that it writes."


def find(view: View) -> Iterator[Constraint]:
    """Calls of `print` in loops."""
    for site in view.sites(ast.Call):
        node = site.node
        if (
            view.is_builtin_call(node, "print")
            and site.outer
            and not any(keyword.arg == "file" for keyword in node.keywords)  # type: ignore[attr-defined]
        ):
            yield from work(
                view,
                ID,
                site,
                "1",
                "Most iterations of the loop come to this `print`",
                WHY,
                factor=max(8.0, scale(view) / 2),
            )


RULE = Rule(ID, "Printing line by line", "python", 1, find, __doc__)
