"""Values that are all moved, or multiplied, by the same number, and what may become of an answer then: it stays, moves
or is multiplied as well. Which of these a problem's answers do is for samples to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from slowpath.inputs.printing import Instance
from slowpath.model.format import Array, IntType, Records, Scalar
from slowpath.model.nodes import Item, counting_names, fields_of, mentioned

SHIFTED, SCALED = "shifted", "scaled"
Law = Callable[[bytes, Instance, Instance], "bytes | None"]
"""What must be answered to a changed input, by the answer to what it was before; None where that can't be said."""
Columns = dict[str, Any]
Bounds = Mapping[str, "tuple[int, int]"]

_SHIFTS = (1, -1, 10, -10, 1000, -1000)
_FACTORS = (2, 3, 10, 1000)
_PLACES = frozenset({"permutation", "parents", "rooted"})


@dataclass(frozen=True)
class LinearChange:
    """A change of the values `names`, of which the first is a list, and a law of answers that may go with it."""

    kind: str
    said: str
    names: tuple[str, ...]
    change: Callable[[Columns, np.random.Generator], Columns]
    law: Law


def linear_changes(items: Sequence[Item]) -> Iterator[LinearChange]:
    """Those of all values of known bounds together, and of each list of them alone."""
    bounds = dict(_values(items))
    lists = [part.name for item in items for part in (item, *fields_of(item)) if isinstance(part, Array)]
    lists += [field.name for item in items if isinstance(item, Records) for field in item.fields]
    together = (*(name for name in bounds if name in lists), *(name for name in bounds if name not in lists))
    groups = dict.fromkeys((together, *((name,) for name in together)))
    for names in groups:
        if names and names[0] in lists:
            within, said = {name: bounds[name] for name in names}, ", ".join(names)
            for kind, done, change, laws in _KINDS:
                for becomes, law in laws.items():
                    told = f"{said} all {done} by one number, where the answer {becomes}"
                    yield LinearChange(kind, told, names, partial(change, within), partial(law, names[0]))


def _values(items: Sequence[Item]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Integers of known bounds that nothing counts or is bounded by, and that name no places, with their bounds."""
    taken = counting_names(items).union(*map(mentioned, items))
    for item in items:
        if isinstance(item, Records | Array) and item.traits & _PLACES:
            continue
        ends = item.endpoints if isinstance(item, Records) and item.vertices is not None else ()
        parts = item.fields if isinstance(item, Records) else (item,)
        for part in parts:
            if not isinstance(part, Scalar | Array) or not isinstance(part.type, IntType):
                continue
            least, most = part.type.lo.constant, part.type.hi.constant
            is_ragged = isinstance(item, Records) and isinstance(part, Array)
            if part.name not in {*taken, *ends} and least is not None and most is not None and not is_ragged:
                yield part.name, (least, most)


def _shift(bounds: Bounds, columns: Columns, rng: np.random.Generator) -> Columns:
    spans = list(_spans(bounds, columns))
    fitting = [by for by in _SHIFTS if all(least <= low + by and high + by <= most for least, most, low, high in spans)]
    return _mapped(columns, rng, fitting, lambda value, by: value + by)


def _scale(bounds: Bounds, columns: Columns, rng: np.random.Generator) -> Columns:
    spans = list(_spans(bounds, columns))
    fitting = [
        by for by in _FACTORS if all(least <= by * low and by * high <= most for least, most, low, high in spans)
    ]
    return _mapped(columns, rng, fitting, lambda value, by: value * by)


def _spans(bounds: Bounds, columns: Columns) -> Iterator[tuple[int, int, int, int]]:
    """The bounds of each column, and the least and greatest value in it."""
    for name, column in columns.items():
        if values := _listed(column):
            yield (*bounds[name], min(values), max(values))


def _mapped(
    columns: Columns, rng: np.random.Generator, fitting: Sequence[int], by_number: Callable[[int, int], int]
) -> Columns:
    """Each value changed by one of the numbers that fit; as they are where none does."""
    if not fitting:
        return columns
    number = fitting[int(rng.integers(len(fitting)))]
    changed = {name: [by_number(value, number) for value in _listed(column)] for name, column in columns.items()}
    return {name: _as_before(values, columns[name]) for name, values in changed.items()}


def _listed(column: Any) -> list[int]:
    return [int(value) for value in column] if isinstance(column, list | np.ndarray) else [int(column)]


def _as_before(values: list[int], before: Any) -> Any:
    if isinstance(before, np.ndarray):
        return np.asarray(values, dtype=before.dtype)
    return values if isinstance(before, list) else values[0]


def the_same(answer: bytes, before: Instance, after: Instance) -> bytes | None:
    """The law of changes that no answer minds."""
    return answer


def _stays(name: str, answer: bytes, before: Instance, after: Instance) -> bytes | None:
    return answer


def _moved(name: str, answer: bytes, before: Instance, after: Instance) -> bytes | None:
    by = int(after[name][0]) - int(before[name][0])
    return _each_number(answer, lambda number: number + by)


def _moved_each(name: str, answer: bytes, before: Instance, after: Instance) -> bytes | None:
    by = (int(after[name][0]) - int(before[name][0])) * len(before[name])
    return _each_number(answer, lambda number: number + by)


def _multiplied(name: str, answer: bytes, before: Instance, after: Instance) -> bytes | None:
    by = _factor(before[name], after[name])
    return _each_number(answer, lambda number: number * by)


def _multiplied_twice(name: str, answer: bytes, before: Instance, after: Instance) -> bytes | None:
    by = _factor(before[name], after[name])
    return _each_number(answer, lambda number: number * by * by)


def _factor(before: Sequence[int], after: Sequence[int]) -> int:
    return next((int(new) // int(old) for old, new in zip(before, after, strict=True) if old), 1)


def _each_number(answer: bytes, become: Callable[[int], int]) -> bytes | None:
    """The answer with other numbers, None where it has anything else."""
    try:
        return b" ".join(b"%d" % become(int(token)) for token in answer.split())
    except ValueError:
        return None


_KINDS = (
    (SHIFTED, "moved", _shift, {"stays": _stays, "moves as far": _moved, "moves as far for each": _moved_each}),
    (
        SCALED,
        "multiplied",
        _scale,
        {"stays": _stays, "is multiplied as well": _multiplied, "is multiplied twice": _multiplied_twice},
    ),
)
