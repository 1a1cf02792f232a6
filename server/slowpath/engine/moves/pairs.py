"""Rows that name two things each, of as many as a scalar says: edges, or what belongs to what, or who does something to
what. What they mean isn't asked. Lists, one in each row, name the row and a thing with each element."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.engine.moves.pieces import Bounds
from slowpath.engine.shapes.arithmetic import FARTHEST
from slowpath.inputs.layout import normalised
from slowpath.model.format import Array, InputFormat, IntType, Records, Scalar
from slowpath.model.nodes import items_of

LEAST_THINGS = 3


@dataclass(frozen=True)
class Pairs:
    """The rows, whose columns of things are `ends`: two, or one with a list. `counts` are the scalars that say how many
    things there are, at most `things`; `base` is the first one's number. `others` are the other columns, `scalars` the
    other scalars. `longest` is how many elements a list has at most, 0 where there are no lists."""

    rows: Records
    ends: tuple[str, ...]
    others: tuple[tuple[str, Bounds], ...]
    counts: tuple[str, ...]
    things: int
    base: int
    scalars: tuple[tuple[str, Bounds], ...]
    is_all: bool
    """Whether the format has nothing else."""
    longest: int = 0

    def most(self, sizes: Mapping[str, int]) -> int:
        """How many pairs an input of these sizes names at most; 0 where that isn't said."""
        return sizes.get(self.rows.count.text, 0) * (self.longest or 1)

    def written(self, count: int, pairs: np.ndarray) -> tuple[dict[str, int], dict[str, Any]]:
        """The sizes and the columns of so many things and these pairs, with the other numbers behind each."""
        columns: dict[str, Any]
        if self.longest:
            lists = _lists(pairs, count if self.rows.count.text in self.counts else 0)
            columns = {
                self.ends[0]: np.array([len(made) for made in lists]),
                self.ends[1]: [made + self.base for made in lists],
            }
        else:
            columns = {name: pairs[:, place] + self.base for place, name in enumerate(self.ends)}
            columns |= {name: pairs[:, 2 + place] for place, (name, _) in enumerate(self.others)}
        return {**dict.fromkeys(self.counts, count), self.rows.count.text: len(columns[self.ends[0]])}, columns


def _lists(pairs: np.ndarray, count: int) -> list[np.ndarray]:
    """For each first thing the second ones in their order; of `count` first ones, or of those that there are."""
    order = np.argsort(pairs[:, 0], kind="stable")
    first, second = pairs[order, 0], pairs[order, 1]
    cuts = np.searchsorted(first, np.arange(1, count)) if count else np.flatnonzero(np.diff(first)) + 1
    return np.split(second, cuts)


def pairs_of(fmt: InputFormat) -> Pairs | None:
    """The first rows outside of test cases that name two things each, of as many as a scalar says, or lists of them,
    where all else in them is integers within known bounds."""
    items = list(items_of(normalised(fmt).nodes))
    known = {item.name: bounds for item in items if isinstance(item, Scalar) and (bounds := _bounds(item)) is not None}
    for rows in (item for item in items if isinstance(item, Records)):
        made = (
            _lists_of(rows, items, known)
            if any(isinstance(field, Array) for field in rows.fields)
            else _columns_of(rows, items, known)
        )
        if made is not None and made.things >= LEAST_THINGS:
            return made
    return None


def _columns_of(rows: Records, items: Sequence[Any], known: dict[str, Bounds]) -> Pairs | None:
    fields = [field for field in rows.fields if isinstance(field, Scalar) and isinstance(field.type, IntType)]
    ends = [field for field in fields if _counts(field, known)][:2]
    others = tuple((field.name, bounds) for field in fields if field not in ends and (bounds := _bounds(field)))
    if len(fields) < len(rows.fields) or len(ends) < 2 or len(others) < len(fields) - 2:
        return None
    return _pairs(rows, ends, others, items, known)


def _lists_of(rows: Records, items: Sequence[Any], known: dict[str, Bounds]) -> Pairs | None:
    if len(rows.fields) != 2:
        return None
    length, things = rows.fields
    bounds = _bounds(length)
    if (
        not isinstance(things, Array)
        or isinstance(length, Array)
        or bounds is None
        or things.length.text != length.name
        or not isinstance(things.type, IntType)
        or not _counts(things, known)
    ):
        return None
    return _pairs(rows, [things], (), items, known, (length.name, bounds[1]))


def _pairs(
    rows: Records,
    ends: Sequence[Scalar | Array],
    others: tuple[tuple[str, Bounds], ...],
    items: Sequence[Any],
    known: dict[str, Bounds],
    length: tuple[str, int] | None = None,
) -> Pairs | None:
    counts = tuple(dict.fromkeys(name for end in ends for name in sorted(_counts(end, known))))
    leasts = [least for end in ends if isinstance(end.type, IntType) and (least := end.type.lo.constant) is not None]
    if not leasts or abs(max(leasts)) >= FARTHEST:
        return None
    limits = [known[name][1] for name in (*counts, rows.count.text) if name in known and (length or name in counts)]
    scalars = tuple((name, bounds) for name, bounds in known.items() if name not in counts and name != rows.count.text)
    is_all = all(item is rows or (isinstance(item, Scalar) and item.name in known) for item in items)
    names = tuple(end.name for end in ends)
    return Pairs(
        rows,
        (length[0], *names) if length else names,
        others,
        counts,
        min(limits),
        max(leasts),
        scalars,
        is_all,
        length[1] if length else 0,
    )


def _counts(field: Scalar | Array, known: dict[str, Bounds]) -> frozenset[str]:
    """The scalars that say how many things the field may name; none where it names no things."""
    assert isinstance(field.type, IntType)
    names = field.type.hi.names
    return names if names <= known.keys() else frozenset()


def _bounds(field: Any) -> Bounds | None:
    if not isinstance(field.type, IntType):
        return None
    lo, hi = field.type.lo.constant, field.type.hi.constant
    return (lo, hi) if lo is not None and hi is not None and max(abs(lo), abs(hi)) < FARTHEST else None
