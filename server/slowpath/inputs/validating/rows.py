"""Whether rows obey their format: the lists in them, what ends them, and queries as columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from slowpath.inputs.filling.held import first_unfit, held_before, is_numbered, kinds_of_rows
from slowpath.inputs.parsing.sentinels import taken_for_ending
from slowpath.inputs.parsing.silent import ending_of
from slowpath.inputs.validating.values import Violation, are_sound_lists, array_flaws, column_flaws
from slowpath.model.format import HELD, ROW, Array, IntType, Records, Scalar, Tagged
from slowpath.model.nodes import mentioned


def ending_flaws(counter: Scalar | None, item: Any, instance: Mapping[str, Any], title: str) -> Iterator[Violation]:
    """Repetitions of `item` that look like the end of the repetitions that `counter` counts."""
    ending = ending_of(counter, item)
    if ending is None:
        return
    where = item.fields[0].name if isinstance(item, Records) else item.name
    end = "is an empty line" if ending.by_blank else f"begins with {b' '.join(ending.words).decode()!r}"
    for place in taken_for_ending(ending, item, instance):
        yield Violation(f"{title}{where}[{place + 1}]", f"{end}, which ends the repetitions that {ending.name} counts")


def list_flaws(
    field: Array, counter: Any, column: Sequence, scope: Mapping[str, Any], seen: Mapping[str, Any], title: str
) -> Iterator[Violation]:
    """What is wrong with an array in each row; `counter` is the field before it, which may count it."""
    if not (isinstance(counter, Scalar) and counter.until) and are_sound_lists(field, column, scope, seen):
        return
    for place, values in enumerate(column):
        row = {name: other[place] for name, other in seen.items()}
        for flaw in row_array_flaws(field, counter, values, {**scope, **row}):
            yield Violation(f"{title}{field.name}[{place + 1}]" + flaw.where.removeprefix(field.name), flaw.message)


def row_array_flaws(field: Array, counter: Any, values: Any, visible: Mapping[str, Any]) -> Iterator[Violation]:
    yield from array_flaws(field, values, visible, "")
    if isinstance(counter, Scalar) and counter.until:
        yield from ending_flaws(counter, field, {field.name: values}, "")


def are_sound_queries(item: Tagged, rows: Sequence[tuple], scope: Mapping[str, Any]) -> bool:
    """Whether all rows are surely right, checked as columns; on False they are to be looked at one by one."""
    try:
        return _are_sound_queries(item, rows, scope)
    except (LookupError, ArithmeticError, TypeError, ValueError):
        return False


def _are_sound_queries(item: Tagged, rows: Sequence[tuple], scope: Mapping[str, Any]) -> bool:
    kinds = kinds_of_rows(item, [row[0] for row in rows])
    if first_unfit(item, kinds, scope) is not None:
        return False
    held = held_before(item, kinds, scope) if is_numbered(item) else None
    for kind, variant in enumerate(item.variants):
        mine = np.flatnonzero(kinds == kind)
        places = {ROW: mine, HELD: held[mine]} if held is not None else {}
        own = [rows[place] for place in mine.tolist()]
        if own and not _is_sound_kind(item.fields_of(variant), own, scope, places):
            return False
    return True


def _is_sound_kind(
    fields: Sequence[Scalar | Array], rows: Sequence[tuple], scope: Mapping[str, Any], places: Mapping[str, np.ndarray]
) -> bool:
    """Whether the rows of one kind, at least one, are right; `places` is what they know of theirs."""
    if set(map(len, rows)) != {len(fields) + 1}:
        return False
    others = frozenset[str]().union(*map(mentioned, fields))
    seen: dict[str, Any] = dict(places)
    counter: Scalar | Array | None = None
    for field, values in zip(fields, list(zip(*rows, strict=True))[1:], strict=True):
        column: Any = values
        if isinstance(field, Array):
            is_sound = next(list_flaws(field, counter, column, scope, seen, ""), None) is None
        elif isinstance(field.type, IntType):
            least, largest = min(values), max(values)
            is_alone = mentioned(field).isdisjoint(seen)
            if (not is_alone or field.name in others) and -(2**63) <= least <= largest < 2**63:
                column = np.array(values, dtype=np.int64)
            is_sound = (
                field.type.lo.value(scope) <= least <= largest <= field.type.hi.value(scope)
                if is_alone
                else next(column_flaws(field.type, column, scope, seen, ""), None) is None
            )
        else:
            is_sound = next(column_flaws(field.type, column, scope, seen, ""), None) is None
        if not is_sound:
            return False
        if field.name in others:
            seen[field.name] = column
        counter = field
    return True
