"""Making or clearing a table of fixed size for every test case.

What it finds:
    `[0] * 1000001`, `[... for _ in range(MAX)]` or a loop over `range(MAX)`, with MAX independent of the input, in a
    loop or in a function that runs often.
Why it is slow:
    Each case pays for the largest one, so many small cases are far slower than few large ones of the same total size.
Evidence:
    The elements made, added up while the program runs.
Example:
    t = int(input())
    for _ in range(t):
        n = int(input())
        seen = [0] * 100001
        for x in input().split():
            seen[int(x)] += 1
        print(max(seen))
Not here:
    t = int(input())
    for _ in range(t):
        n = int(input())
        seen = {}
        for x in input().split():
            seen[x] = seen.get(x, 0) + 1
        print(max(seen.values()))
False alarms:
    Few test cases; a small table.
Source:
    STAB, section 3.1, on test data: many small cases.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import Site, View
from slowpath.analysis.rules.python_view_conditions import constraint, counted, scale
from slowpath.analysis.rules.python_view_repetition import fixed
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import COUNT, Aim, Condition, Constraint
from slowpath.model.expression import expr
from slowpath.model.format import Relation

ID = "py-case-allocation"
WHY = "The table is as large for a small case as for the largest."
SMALLEST = 1000
_CASES = 8


def find(view: View) -> Iterator[Constraint]:
    """Work of fixed size in loops and functions that run often."""
    for site in view.sites(ast.BinOp, ast.Call):
        amount = _fixed_work(view, site.node)
        if amount is None or amount < SMALLEST or not view.is_repeated(site) or site.inner:
            continue
        made = counted(view, site, str(amount))
        if made is None:
            continue
        count, place = made
        times = _most_times(view, site)
        factor = float(amount * max(_CASES, times // 8))
        sentence = f"The {amount} elements of `{view.text(site.node)}` are made many times: many test cases, small ones"
        yield constraint(
            ID,
            site.line,
            sentence,
            Condition(COUNT, place, factor=factor, count=count),
            WHY,
            (site.line, *(loop.lines[0] for loop in site.loops)),
            _aims(view),
        )


def _fixed_work(view: View, node: ast.AST) -> int | None:
    """How many elements an expression makes or goes over, where that doesn't depend on the input."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        for part, times in ((node.left, node.right), (node.right, node.left)):
            if isinstance(part, ast.List):
                found = fixed(view, times)
                return found * len(part.elts) if found is not None else None
    if isinstance(node, ast.Call) and view.is_builtin_call(node, "range", "bytearray") and 1 <= len(node.args) <= 2:
        low, high = (0 if len(node.args) == 1 else fixed(view, node.args[0])), fixed(view, node.args[-1])
        return high - low if low is not None and high is not None else None
    return None


def _most_times(view: View, site: Site) -> int:
    """How often it may be made: the largest number of test cases where that is known."""
    cases = view.inputs.cases
    return cases.hi if cases is not None and cases.hi is not None else min(1000, scale(view)) if site.outer else _CASES


def _aims(view: View) -> tuple[Aim, ...]:
    """Many test cases, where the format says their number with a variable."""
    cases = view.inputs.cases
    if cases is None or cases.hi is None or cases.hi < 2:
        return ()
    return (Relation("compare", expr(cases.variable), ">=", expr(str((cases.hi + 1) // 2))),)


RULE = Rule(ID, "A table of fixed size for every test case", "python", 3, find, __doc__)
