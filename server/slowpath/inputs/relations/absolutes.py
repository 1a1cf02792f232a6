"""Distances: `abs(a-b) == 1`, `abs(x1-x2)+abs(y1-y2) <= k`.

No draw meets them and no range can be narrowed by them, but each is linear once the signs inside are chosen: so values
are solved for. A sum of distances says of each of them that it is no larger than the whole.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from slowpath.inputs.layout import over_rows
from slowpath.model.expression import Expr, expr

_MOST_TERMS = 4
_BOUNDED = ("==", "<=", "<")
Limits = Callable[[str], tuple[Any, Any]]
"""The bounds of a column, each a number or an array with one a row."""


@lru_cache(maxsize=1024)
def distances(side: Expr) -> tuple[Expr, ...]:
    """What stands within the bars of a sum of absolute values; none where the expression is anything else."""
    found: list[Expr] = []
    waiting = [ast.parse(side.text, mode="eval").body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            waiting += [node.right, node.left]
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "abs"
            and "abs(" not in ast.unparse(node.args[0])
        ):
            found.append(expr(ast.unparse(node.args[0])))
        else:
            return ()
    return tuple(found) if len(found) <= _MOST_TERMS else ()


@lru_cache(maxsize=1024)
def implied_distances(left: Expr, operator: str, right: Expr) -> tuple[Expr, ...]:
    """What lies between `-right` and `right` where `left operator right` holds."""
    return distances(left) if operator in _BOUNDED else ()


@lru_cache(maxsize=1024)
def _signed(left: Expr, right: Expr) -> tuple[Expr, ...]:
    """`left - right` under each choice of signs inside."""
    terms = distances(left)
    return (
        tuple(
            expr("+".join(f"{sign}*({term})" for sign, term in zip(signs, terms, strict=True)) + f"-({right})")
            for signs in product((1, -1), repeat=len(terms))
        )
        if terms
        else ()
    )


def nearest_solutions(
    left: Expr, operator: str, right: Expr, name: str, near: int, values: Mapping[str, int]
) -> Iterator[int]:
    """Values for `name` among which there is one that meets the comparison where any does but at the ends of its
    range, the nearest to `near` first. Each expression inside must be linear in it."""
    if not distances(left) or name not in left.names:
        return
    turns = [_root(term, name, values) for term in distances(left)]
    equal = [_root(side, name, values) for side in _signed(left, right)]
    found = {root + step for root in (*turns, *equal) if root is not None for step in (-1, 0, 1)}
    yield from sorted(found, key=lambda value: abs(value - near))


def _root(side: Expr, name: str, values: Mapping[str, int]) -> int | None:
    """About where a linear expression is 0, None where it mentions the variable only to cancel it."""
    at = [side.value({**values, name: value}) for value in (0, 1)]
    slope = at[1] - at[0]
    return -at[0] // slope if slope else None


def moved_columns(
    left: Expr,
    operator: str,
    right: Expr,
    columns: Mapping[str, Any],
    limits: Limits,
    scope: Mapping[str, Any],
    rows: np.ndarray,
    rng: np.random.Generator,
) -> dict[str, Any] | None:
    """The columns with those `rows` changed in which the distances are too large or together not as large as they must
    be: each distance gets a part of the whole by its last column. Rows without room for that stay wrong. None where
    the comparison isn't one of distances that are bounded from above."""
    terms = implied_distances(left, operator, right)
    if not terms or not all(isinstance(column, np.ndarray) for column in columns.values()):
        return None
    made = {name: column.copy() for name, column in columns.items()}
    count = len(next(iter(made.values())))
    whole = np.broadcast_to(over_rows(right, {**scope, **made}, made, count), count)[rows] - (operator == "<")
    spare = np.maximum(whole, 0)
    for place, term in enumerate(terms):
        name = next((name for name in reversed(list(made)) if name in term.names), None)
        if name is None:
            return None
        is_last = place == len(terms) - 1
        part = spare if is_last and operator == "==" else rng.integers(0, spare, endpoint=True)
        part = np.where(rng.integers(0, 2, len(rows)) == 0, part, -part)
        made[name][rows] = _reached(term, name, part, made, limits(name), scope, rows, count)
        spare = np.maximum(spare - np.abs(over_rows(term, {**scope, **made}, made, count)[rows]), 0)
    return made


def _reached(
    term: Expr,
    name: str,
    part: np.ndarray,
    columns: Mapping[str, Any],
    ends: tuple[Any, Any],
    scope: Mapping[str, Any],
    rows: np.ndarray,
    count: int,
) -> np.ndarray:
    """Values of a column that make `term` as large as `part`, or as small where only that is within its bounds."""
    column = columns[name]
    here = over_rows(term, {**scope, **columns}, columns, count)[rows]
    slope = over_rows(term, {**scope, **columns, name: column + 1}, {**columns, name: column + 1}, count)[rows] - here
    lows, highs = (np.broadcast_to(end, count)[rows] for end in ends)
    flat = np.where(slope == 0, 1, slope)
    first, second = (column[rows] + (wanted - here) // flat for wanted in (part, -part))
    fits = (lows <= first) & (first <= highs)
    return np.clip(np.where(fits, first, second), lows, np.maximum(lows, highs)).astype(np.int64)
