"""Trying values up to a fixed bound until one fits.

What it finds:
    A loop over `range(CONSTANT)`, `while i < CONSTANT` or `while True`/`count()` that `break` or `return` ends, the
    constant large and independent of the input.
Why it is slow:
    How far it goes is decided by the data alone: an answer that comes late, or never, costs all iterations for any
    input, however short.
Evidence:
    The iterations, counted while the program runs.
Example:
    n = int(input())
    for x in range(1, 2000000):
        if x * x % 1000003 == n:
            print(x)
            break
Not here:
    n = int(input())
    for x in range(1, n):
        if x * x % 1000003 == n:
            print(x)
            break
False alarms:
    Bounds that are never nearly reached.
Source:
    WEDGE, appendix C, programs 633A and 1209B: loops up to a bound of the statement.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import LOOPS, View
from slowpath.analysis.rules.python_view_conditions import constraint, much
from slowpath.analysis.rules.python_view_repetition import fixed
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import COUNT, Condition, Constraint, Count

ID = "py-fixed-rounds"
WHY = "Only the data decides how many of the iterations are made."
SMALLEST = 100
_ENDLESS = 100_000


def find(view: View) -> Iterator[Constraint]:
    """Loops of fixed length that may be left early."""
    for site in view.sites(ast.For, ast.While):
        node = site.node
        assert isinstance(node, LOOPS)
        rounds = _rounds(view, node)
        if (
            rounds is None
            or rounds < SMALLEST
            or site.in_class
            or view.is_reading(node)
            or not _can_be_left(view, node)
        ):
            continue
        place = view.body(node)
        leaves = any(True for _ in view.within(node.body, ast.Return, ast.Raise))
        most = min(much(view), 1_000_000) if view.is_repeated(site) else min(rounds // 2, 1_000_000)
        condition = Condition(
            COUNT, place if leaves or not _ends(node) else view.after(node), factor=float(most), count=Count(place)
        )
        yield constraint(
            ID,
            node.lineno,
            "What ends the loop comes late or never",
            condition,
            WHY,
            (node.lineno, *(loop.lines[0] for loop in site.loops)),
        )


def _rounds(view: View, node: ast.stmt) -> int | None:
    """The most iterations that the loop's head allows, None where that depends on the input."""
    if isinstance(node, ast.While):
        if isinstance(node.test, ast.Constant) and node.test.value:
            return _ENDLESS if _is_search(view, node) else None
        test = node.test
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Lt | ast.LtE):
            return fixed(view, test.comparators[0])
        return None
    assert isinstance(node, ast.For | ast.AsyncFor)
    if isinstance(node.iter, ast.Call):
        if view.is_builtin_call(node.iter, "range") and len(node.iter.args) <= 2:
            return fixed(view, node.iter.args[-1])
        if view.text(node.iter.func) in ("count", "itertools.count"):
            return _ENDLESS
    return None


def _is_search(view: View, node: ast.While) -> bool:
    """Whether the endless loop moves a number on in each iteration."""
    return any(isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name) for part in node.body)


def _ends(node: ast.stmt) -> bool:
    """Whether the statement after the loop is reached once it ends by its head or a `break`."""
    return isinstance(node, ast.For) or any(isinstance(part, ast.Break) for part in ast.walk(node))


def _can_be_left(view: View, node: ast.For | ast.AsyncFor | ast.While) -> bool:
    return any(
        isinstance(part, ast.Return) or view.site(part).outer[-1].node is node
        for part in view.within(node.body, ast.Break, ast.Return)
    )


RULE = Rule(ID, "Trying values up to a fixed bound", "python", 3, find, __doc__)
