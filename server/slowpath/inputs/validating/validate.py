"""Whether an instance obeys its format: every bound, length, alphabet, trait, relation and sum.

Messages name the variable, the place (1-based), the value and the bound, so that a person can find it.
Arrays are checked whole by numpy; 1e5 elements take about a millisecond.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from slowpath.inputs.compiled import per_format
from slowpath.inputs.filling.held import first_unfit, is_numbered, kinds_of_rows, places_of
from slowpath.inputs.parsing.flat_cases import flat_cases
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.silent import ending_of
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import Instance
from slowpath.inputs.relations.relations import relation_violations
from slowpath.inputs.traits import records_flaw
from slowpath.inputs.validating.quick_checks import QuickCheck, quick_check
from slowpath.inputs.validating.rows import are_sound_queries, ending_flaws, list_flaws, row_array_flaws
from slowpath.inputs.validating.values import (
    MOST,
    Violation,
    array_flaws,
    column_flaws,
    matrix_flaws,
    shown_bound,
    value_flaws,
)
from slowpath.model.format import ROW, Array, Cases, InputFormat, Matrix, Node, Records, Scalar, Tagged
from slowpath.model.nodes import items_of, names_of

__all__ = ["Violation", "ending_flaws", "holds", "is_valid", "item_flaws", "violations"]

_FEW = 8
_MANY = 200
_TOO_LONG = "integer string conversion"
"""In what CPython says of an integer of more than 4,300 digits that is to become text: nobody's number, but a product
or a sum of an input's numbers may be one."""


def violations(fmt: InputFormat, instance: Instance, most: int = MOST) -> list[Violation]:
    """What is wrong with `instance`, in the format's order, at most `most` of them; empty when it is valid."""
    return list(islice(_all(fmt, instance), most))


def holds(fmt: InputFormat, instance: Instance) -> bool:
    """Whether `instance` is valid. Stops at the first violation."""
    return next(_all(fmt, instance), None) is None


def is_valid(fmt: InputFormat, data: bytes) -> bool:
    """Whether `data` parses and is valid."""
    try:
        return holds(fmt, parse(fmt, data))
    except ParseError:
        return False


def item_flaws(item: Any, instance: Mapping[str, Any], scope: Mapping[str, Any]) -> Iterator[Violation]:
    """What is wrong with the values of one item (`Scalar` to `Cases`) in a scope; relations left out."""
    yield from _item(item, instance, dict(scope), "")


def _all(fmt: InputFormat, instance: Instance) -> Iterator[Violation]:
    try:
        yield from _flaws(fmt, instance)
    except ValueError as error:
        if _TOO_LONG not in str(error):
            raise
        yield Violation("the input", "numbers are so long that what follows from them can't be written out")


def _flaws(fmt: InputFormat, instance: Instance) -> Iterator[Violation]:
    sound = True
    for violation in _nodes(fmt.nodes, instance, dict(instance), ""):
        sound = False
        yield violation
    if sound:
        yield from relation_violations(fmt, instance)


def _nodes(
    nodes: tuple[Node, ...], instance: Mapping[str, Any], scope: dict[str, Any], title: str
) -> Iterator[Violation]:
    for item, names, counter, is_sound in _parts(nodes):
        missing = [name for name in names if name not in instance]
        if missing:
            yield Violation(title + missing[0], "is missing")
            continue
        try:
            if is_sound is not None and is_sound(instance, scope):
                continue
            yield from _item(item, instance, scope, title)
            yield from ending_flaws(counter, item, instance, title)
        except (KeyError, ArithmeticError, TypeError, ValueError) as error:
            yield Violation(title + names[0], f"can't be checked: {error!r}")


_Part = tuple[Any, tuple[str, ...], Scalar | None, QuickCheck | None]


@per_format
def _parts(nodes: tuple[Node, ...]) -> list[_Part]:
    """Each item with the names that it declares, the silent scalar before it, and what tells quickly that it is right,
    where its end needs no look."""
    made: list[_Part] = []
    counter: Scalar | None = None
    for item in items_of(nodes):
        made.append((item, names_of(item), counter, quick_check(item) if ending_of(counter, item) is None else None))
        counter = item if isinstance(item, Scalar) and item.is_silent else None
    return made


def _item(item: Any, instance: Mapping[str, Any], scope: dict[str, Any], title: str) -> Iterator[Violation]:
    match item:
        case Scalar():
            yield from value_flaws(item.type, instance[item.name], scope, title + item.name)
        case Array():
            yield from array_flaws(item, instance[item.name], scope, title)
        case Matrix():
            yield from matrix_flaws(item, instance[item.name], scope, title)
        case Records():
            yield from _records(item, instance, scope, title)
        case Tagged():
            yield from _tagged(item, instance[item.name], scope, title)
        case Cases():
            yield from _cases(item, instance[item.name], scope, title)


def _records(item: Records, instance: Mapping[str, Any], scope: Mapping[str, Any], title: str) -> Iterator[Violation]:
    count = item.count.value(scope)
    columns = {field.name: instance[field.name] for field in item.fields}
    for name, column in columns.items():
        if len(column) != count:
            yield Violation(title + name, f"has {len(column)} rows, not {shown_bound(item.count, count)}")
            return
    sound, seen = True, {ROW: np.arange(count)}
    for field, counter in zip(item.fields, (None, *item.fields[:-1]), strict=True):
        column = columns[field.name]
        if isinstance(field, Array):
            flaws = list_flaws(field, counter, column, scope, seen, title)
        else:
            flaws = column_flaws(field.type, column, scope, seen, title + field.name)
        for flaw in flaws:
            sound = False
            yield flaw
        seen[field.name] = column
    if sound and (item.structure or item.traits):
        flaw_text = records_flaw(item, columns, scope)
        if flaw_text:
            yield Violation(title + item.fields[0].name, flaw_text)


def _tagged(item: Tagged, rows: Sequence[tuple], scope: Mapping[str, Any], title: str) -> Iterator[Violation]:
    where = title + item.name
    count = item.count.value(scope)
    if len(rows) != count:
        yield Violation(where, f"has {len(rows)} rows, not {shown_bound(item.count, count)}")
        return
    variants = {variant.tag: variant for variant in item.variants}
    if count >= _FEW and are_sound_queries(item, rows, scope):
        return
    numbered = is_numbered(item) and all(row and row[0] in variants for row in rows)
    known = places_of(item, rows, scope) if numbered else []
    missing = first_unfit(item, kinds_of_rows(item, [row[0] for row in rows]), scope) if numbered else None
    if missing is not None:
        yield Violation(f"{where}[{missing + 1}]", f"nothing is held there, which {rows[missing][0]!r} needs")
    for place, row in enumerate(rows, 1):
        variant = variants.get(row[0]) if row else None
        fields = item.fields_of(variant) if variant is not None else ()
        if variant is None or len(row) != len(fields) + 1:
            yield Violation(f"{where}[{place}]", f"{row!r} is no row of this kind")
            continue
        visible = {**scope, **known[place - 1]} if numbered else scope
        yield from _tagged_row(fields, row, visible, f"{where}[{place}].")


def _tagged_row(
    fields: Sequence[Scalar | Array], row: tuple, scope: Mapping[str, Any], title: str
) -> Iterator[Violation]:
    visible, counter = dict(scope), None
    for field, value in zip(fields, row[1:], strict=True):
        visible[field.name] = value
        if isinstance(field, Array):
            for flaw in row_array_flaws(field, counter, value, visible):
                yield Violation(title + flaw.where, flaw.message)
        else:
            yield from value_flaws(field.type, value, visible, title + field.name)
        counter = field


def _cases(item: Cases, cases: Sequence[Instance], scope: dict[str, Any], title: str) -> Iterator[Violation]:
    where = title + item.name
    count = item.count.value(scope)
    if len(cases) != count:
        yield Violation(where, f"has {len(cases)} cases, not {shown_bound(item.count, count)}")
        return
    if count >= _MANY and _sound_columns(item, cases, scope):
        return
    sound: set[int] = set()
    for number, case in enumerate(cases, 1):
        # A case may stand many times as the same object; it is looked at once.
        if id(case) not in sound:
            flaws = list(islice(_nodes(item.body, case, {**scope, **case}, f"{where}[{number}]."), MOST))
            yield from flaws
            if not flaws:
                sound.add(id(case))


def _sound_columns(item: Cases, cases: Sequence[Instance], scope: Mapping[str, Any]) -> bool:
    """Whether cases of a few integers each are all right, checked as columns."""
    flat = flat_cases(item)
    columns = flat.columns(cases) if flat is not None else None
    if flat is None or columns is None:
        return False
    return all(
        next(column_flaws(of, column, scope, {}, ""), None) is None
        for of, column in zip(flat.types, columns, strict=True)
    )
