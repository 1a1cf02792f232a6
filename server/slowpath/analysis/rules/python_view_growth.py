"""Pushes into a queue or heap against the number of what may be pushed."""

from __future__ import annotations

import ast

from slowpath.analysis.rules.python_view import Site, View
from slowpath.analysis.rules.python_view_conditions import constraint, much, scale, size
from slowpath.model.constraint import COUNT, Condition, Constraint, Count

_TIMES = 3.0


def growth(view: View, rule: str, site: Site, sentence: str, why: str) -> Constraint:
    """The constraint that what is pushed at `site` is pushed several times for each vertex, or, where no table of
    vertices is in sight, that the pushes are far more than the input is large.

    To the vertices a part of the largest input is added, so that small graphs never satisfy it.
    """
    place = view.before(site.statement)
    lines = (site.line, *(loop.lines[0] for loop in site.outer))
    table = _table(view, site)
    right, factor = ("1", float(much(view)))
    if table is not None:
        right, factor = f"{table} + {max(1, scale(view) // 16)}", _TIMES
    return constraint(rule, site.line, sentence, Condition(COUNT, place, right, factor, Count(place)), why, lines)


def _table(view: View, site: Site) -> str | None:
    """The length of the list that the same branch stores a value into: the best distance of each vertex."""
    for part in view.inside(site.outer[0].node, ast.Assign):
        assert isinstance(part, ast.Assign)
        for target in part.targets:
            if (
                isinstance(target, ast.Subscript)
                and isinstance(target.value, ast.Name)
                and view.kinds.of(target.value).name == "list"
            ):
                return size(view, target.value, site.statement)
    return None
