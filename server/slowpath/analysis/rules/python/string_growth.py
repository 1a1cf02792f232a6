"""Growing a string piece by piece.

What it finds:
    `s += piece`, `s = s + piece` and `s = piece + s` in a loop, where `s` is a string or bytes.
Why it is slow:
    Strings can't be changed: each step may copy all that is there, which is quadratic in the length that is reached.
    CPython grows a plain variable in place when only its end is added to; an attribute, an element, or a string that
    grows at its front is copied each time, and other interpreters copy always.
Evidence:
    The characters that are there whenever the string grows, added up; for a plain variable the length reached.
Example:
    n = int(input())
    out = ""
    for i in range(n):
        out = str(i % 7) + out
    print(out)
Not here:
    n = int(input())
    out = []
    for i in range(n):
        out.append(str(i % 7))
    print("".join(reversed(out)))
False alarms:
    Strings that stay short; a plain variable on CPython, where most steps add in place.
Source:
    CPython, `Python/ceval.c`, `unicode_concatenate`; docs.python.org, "Common Sequence Operations", note 6.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import LOOPS, Site, View
from slowpath.analysis.rules.python_view_conditions import constraint, scale, size, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Condition, Constraint

ID = "py-string-growth"
WHY = "A string can't be changed, so adding to it copies all that is there already."


def find(view: View) -> Iterator[Constraint]:
    """Strings that grow in loops."""
    for site in view.sites(ast.AugAssign, ast.Assign):
        grown = _grown(view, site.node)
        if grown is None or not view.is_repeated(site) or not view.kinds.is_text(grown):
            continue
        text = view.text(grown)
        if _in_place(site.node, grown):
            yield from _long(view, site, grown, text)
            continue
        yield from work(
            view,
            ID,
            site,
            size(view, grown, site.statement) or _read(view, site, grown),
            f"`{text}` is long while more is added to it",
            WHY,
        )


def _grown(view: View, node: ast.AST) -> ast.expr | None:
    """What a statement adds text to, None for another statement."""
    if isinstance(node, ast.AugAssign):
        return node.target if isinstance(node.op, ast.Add) else None
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.BinOp):
        target, waiting = view.text(node.targets[0]), [node.value]
        while waiting:
            part = waiting.pop()
            if not isinstance(part.op, ast.Add):
                return None
            for side in (part.left, part.right):
                if view.text(side) == target:
                    return side
                if isinstance(side, ast.BinOp):
                    waiting.append(side)
    return None


def _in_place(node: ast.AST, grown: ast.expr) -> bool:
    """Whether CPython adds to the end of a variable without copying it."""
    if not isinstance(grown, ast.Name):
        return False
    return isinstance(node, ast.AugAssign) or (
        isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and node.value.left is grown
    )


def _read(view: View, site: Site, grown: ast.expr) -> str | None:
    """The length of an attribute or element that a statement adds to, which it reads itself."""
    if not isinstance(site.node, ast.AugAssign) or isinstance(grown, ast.Name) or view.scopes.is_bound_anywhere("len"):
        return None
    names = view.scopes.names_in(grown)
    calls = any(isinstance(part, ast.Call | ast.NamedExpr) for part in ast.walk(grown))
    bound = all(view.scopes.is_before(name, view.head(site.statement)) for name in names)
    return f"len({view.text(grown)})" if bound and not calls else None


def _long(view: View, site: Site, grown: ast.expr, text: str) -> Iterator[Constraint]:
    """That a variable gets long, looked at once behind the loop."""
    loops = [loop.node for loop in site.outer if isinstance(loop.node, LOOPS)]
    if not loops or not view.scopes.is_before(text, loops[-1]) or view.scopes.is_bound_anywhere("len"):
        return
    condition = Condition(f"len({text})", view.after(loops[-1]), factor=float(2 * scale(view)))
    yield constraint(
        ID,
        site.line,
        f"`{text}` becomes longer than the input",
        condition,
        WHY,
        (site.line, *(loop.lines[0] for loop in site.outer)),
    )


RULE = Rule(ID, "Growing a string piece by piece", "python", 2, find, __doc__)
