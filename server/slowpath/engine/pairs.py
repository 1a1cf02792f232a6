"""Rows that name two things each, of as many as a scalar says: edges, or what belongs to what, or who does something to
what. What they mean isn't asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from slowpath.engine.pieces import Bounds
from slowpath.engine.shapes.arithmetic import FARTHEST
from slowpath.inputs.layout import items_of, normalised
from slowpath.model.format import InputFormat, IntType, Records, Scalar

LEAST_THINGS = 3


@dataclass(frozen=True)
class Pairs:
    """Rows whose first two columns of things are `ends`; `counts` are the scalars that say how many things there are,
    at most `things`; `base` is the first one's number. `others` are the other columns, `scalars` the other scalars."""

    rows: Records
    ends: tuple[Scalar, Scalar]
    others: tuple[tuple[str, Bounds], ...]
    counts: tuple[str, ...]
    things: int
    base: int
    scalars: tuple[tuple[str, Bounds], ...]
    is_all: bool
    """Whether the format has nothing else."""

def pairs_of(fmt: InputFormat) -> Pairs | None:
    """The first rows outside of test cases that name two things each, of as many as a scalar says, where all else in
    them is integers within known bounds."""
    nodes = normalised(fmt).nodes
    items = [item for node in nodes for item in items_of(node)]
    known = {item.name: bounds for item in items if isinstance(item, Scalar) and (bounds := _bounds(item)) is not None}
    for rows in (item for item in items if isinstance(item, Records)):
        if not all(isinstance(field, Scalar) and isinstance(field.type, IntType) for field in rows.fields):
            continue
        ends = [field for field in rows.fields if isinstance(field, Scalar) and _counts(field, known)][:2]
        others = [(field.name, _bounds(field)) for field in rows.fields
                  if isinstance(field, Scalar) and field not in ends]
        if len(ends) < 2 or any(bounds is None for _, bounds in others):
            continue
        counts = tuple(dict.fromkeys(name for end in ends for name in sorted(_counts(end, known))))
        things = min(known[name][1] for name in counts)
        leasts = [least for end in ends if isinstance(end.type, IntType)
                  and (least := end.type.lo.constant) is not None]
        if things < LEAST_THINGS or not leasts:
            continue
        scalars = tuple((name, bounds) for name, bounds in known.items()
                        if name not in counts and name != rows.count.text)
        is_all = all(item is rows or (isinstance(item, Scalar) and item.name in known) for item in items)
        return Pairs(rows, (ends[0], ends[1]), tuple((name, bounds) for name, bounds in others if bounds), counts,
                     things, max(leasts), scalars, is_all)
    return None

def _counts(field: Scalar, known: dict[str, Bounds]) -> frozenset[str]:
    """The scalars that say how many things the field may name; none where it names no things."""
    assert isinstance(field.type, IntType)
    names = field.type.hi.names
    return names if names <= known.keys() else frozenset()

def _bounds(field: Any) -> Bounds | None:
    if not isinstance(field.type, IntType):
        return None
    lo, hi = field.type.lo.constant, field.type.hi.constant
    return (lo, hi) if lo is not None and hi is not None and max(abs(lo), abs(hi)) < FARTHEST else None
