"""Ways of growing that need no understanding: the small input repeated, stretched, in runs, higher with each copy.

They are shapes as well, whose terms hold the small input's values. Each is applied to all parts at once, so that what
belongs together stays together; single numbers keep their value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from slowpath.engine.shapes.parts import Part, view_of
from slowpath.engine.shapes.scene import COLUMNS, ROWS
from slowpath.engine.shapes.shape import Shape, plan
from slowpath.engine.shapes.terms import Term
from slowpath.inputs.filling.plan import Boundary, Plan
from slowpath.model.format import InputFormat

_MOST_VALUES = 400
_FINE = 10**9


def _repeated(values: tuple[int, ...]) -> Term:
    return ("values", *values)


def _interpolated(values: tuple[int, ...]) -> Term:
    # Finer than the values are, so that few different ones give many in between.
    least, scale = min(values), max(1, _FINE // (max(values) - min(values) + 1))
    return ("fitted", ("interpolated", *((value - least) * scale for value in values)))


def _in_runs(values: tuple[int, ...]) -> Term:
    return ("stretched", *values)


def _upwards(values: tuple[int, ...]) -> Term:
    return ("+", ("values", *values), ("*", max(values) - min(values) + 1, ("//", "i", len(values))))


def _middle(values: tuple[int, ...]) -> Term:
    return ("middle", *values)


def _scaled_runs(values: tuple[int, ...]) -> Term:
    return ("fitted", ("stretched", *values)) if len(set(values)) > 1 else ("stretched", *values)


GROWTHS: dict[str, Callable[[tuple[int, ...]], Term]] = {
    "repeated": _repeated,
    "stretched": _interpolated,
    "in runs": _in_runs,
    "repeated upwards": _upwards,
    "middle repeated": _middle,
    "runs of scaled values": _scaled_runs,
}


def growths(fmt: InputFormat, instance: Mapping[str, Any]) -> Iterator[tuple[str, Shape]]:
    """(label, shape) for each way of growing the instance."""
    view = view_of(fmt, instance)
    for label, grow in GROWTHS.items():
        yield (
            label,
            Shape(
                tuple(
                    (part.kind, part.name, _term(part, grow))
                    for part in view.parts
                    if 0 < part.values.size <= 2 * _MOST_VALUES
                )
            ),
        )


def grown(fmt: InputFormat, instance: Mapping[str, Any], boundary: Boundary) -> Iterator[tuple[str, Plan]]:
    """(label, plan) for each way of growing the instance to the boundary."""
    for label, shape in growths(fmt, instance):
        yield label, plan(fmt, shape, boundary)


def _term(part: Part, grow: Callable[[tuple[int, ...]], Term]) -> Term:
    if part.kind == "sizes":
        return "hi"
    if part.kind == "scalars":
        return int(part.values[0])
    if part.kind == "edges":
        return _copies(*part.values)
    if part.kind in ("matrices", "grids"):
        return _tiled(part)
    return grow(tuple(part.values.tolist()))


def _copies(u: np.ndarray, v: np.ndarray) -> Term:
    """Copies of the small graph in a row, the last vertex of one the first of the next."""
    width = max(1, int(max(u.max(), v.max())) - 1)
    shift: Term = ("%", ("*", width, ("//", "i", len(u))), ("max", 1, ("-", "hi", width)))
    return ("edges", ("+", ("values", *u.tolist()), shift), ("+", ("values", *v.tolist()), shift))


def _tiled(part: Part) -> Term:
    """The small matrix beside and below itself."""
    sides = dict(part.sizes)
    rows = part.values.reshape(sides[ROWS], sides[COLUMNS])
    return ("rows", ("size", COLUMNS), *(("values", *row.tolist()) for row in rows))
