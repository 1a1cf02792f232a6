"""Which repetitions would be taken for their own end: those whose first tokens are the sentinel's.

Integers are compared as numbers, many at once; everything else by the tokens that would be printed. A repetition
with fewer tokens than the sentinel goes on with those of the next one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from slowpath.inputs.compiled import per_format
from slowpath.inputs.parsing.flat_cases import flat_cases
from slowpath.inputs.parsing.silent import Ending, beginning_of
from slowpath.inputs.printing import Printer, Text, element_writer, line_writers, printers_of
from slowpath.model.format import Array, Cases, IntType, Records, Scalar, Tagged


def taken_for_ending(ending: Ending, item: Array | Records | Tagged | Cases, instance: Mapping[str, Any]) -> list[int]:
    """The 0-based repetitions of `item` at which a reader would stop too early."""
    if not (ending.words or ending.by_blank):
        return []
    if beginning_of(item, instance).is_text:
        return _texts(ending, item, instance)
    table = _int_table(item, instance)
    if table is not None and not ending.by_blank:
        return _among_numbers(table, ending.numbers) if ending.numbers is not None else []
    heads = _heads(item, instance, max(len(ending.words), 1))
    if ending.by_blank:
        return [place for place, head in enumerate(heads) if not head]
    wanted, ahead, found = list(ending.words), list(ending.words), []
    for place in range(len(heads) - 1, -1, -1):
        ahead = (heads[place] + ahead)[: len(wanted)]
        if ahead == wanted:
            found.append(place)
    return found[::-1]


def _int_table(item: Any, instance: Mapping[str, Any]) -> np.ndarray | None:
    """The printed integers, one row a repetition; None where there is anything else."""
    if isinstance(item, Array) and isinstance(item.type, IntType) and item.separator != "":
        columns: list[Any] = [instance[item.name]]
    elif isinstance(item, Records) and all(
        isinstance(field, Scalar) and isinstance(field.type, IntType) and not field.is_silent for field in item.fields
    ):
        columns = [instance[field.name] for field in item.fields]
    elif isinstance(item, Cases):
        flat = flat_cases(item)
        made = flat.columns(instance[item.name]) if flat is not None else None
        if made is None:
            return None
        columns = made
    else:
        return None
    dtype = np.int64 if all(isinstance(column, np.ndarray) for column in columns) else object
    return np.stack([np.asarray(column, dtype=dtype) for column in columns], axis=1)


def _among_numbers(table: np.ndarray, numbers: Sequence[int]) -> list[int]:
    count, width = table.shape
    fits = table.dtype == object or all(-(2**63) <= number < 2**63 for number in numbers)
    if not fits:
        return []
    flat = np.concatenate((table.reshape(-1), np.array(numbers, dtype=table.dtype)))
    same = np.ones(count, dtype=bool)
    for place, number in enumerate(numbers):
        same &= (flat[place : place + count * width : width] == number).astype(bool)
    return np.flatnonzero(same).tolist()


def _texts(ending: Ending, item: Any, instance: Mapping[str, Any]) -> list[int]:
    """Whole lines are compared with the sentinel; a line of blanks is no empty one for those who read lines."""
    lines = _first_lines(item, instance)
    if ending.by_blank:
        return [place for place, line in enumerate(lines) if not line.strip()]
    sentinel = b" ".join(ending.words)
    return [place for place, line in enumerate(lines) if line == sentinel]


def _first_lines(item: Any, instance: Mapping[str, Any]) -> list[bytes]:
    if isinstance(item, Array):
        return [text.encode() for text in instance[item.name]]
    if isinstance(item, Cases):
        return [_head_text(item, case, 1).split(b"\n", 1)[0] for case in instance[item.name]]
    return [text.encode() for text in instance[item.fields[0].name]]


def _heads(item: Any, instance: Mapping[str, Any], most: int) -> list[list[bytes]]:
    """The first tokens of each repetition, at most `most`."""
    match item:
        case Array():
            write = element_writer(item.type)
            return [[write(value)] for value in instance[item.name]]
        case Records():
            columns = [(write, instance[name]) for name, write in line_writers(item.fields)]
            rows = range(len(columns[0][1]) if columns else 0)
            return [b" ".join([write(column[row]) for write, column in columns]).split()[:most] for row in rows]
        case Tagged():
            return [_tagged_head(item, row, most) for row in instance[item.name]]
    return [_head_text(item, case, most).split()[:most] for case in instance[item.name]]


def _tagged_head(item: Tagged, row: tuple, most: int) -> list[bytes]:
    variant = next(variant for variant in item.variants if variant.tag == row[0])
    values = dict(zip([field.name for field in item.fields_of(variant)], row[1:], strict=True))
    lead = [element_writer(field.type)(values[field.name]) for field in item.lead]
    behind = b" ".join([write(values[name]) for name, write in line_writers(variant.fields)])
    return [*lead, row[0].encode(), *behind.split()][:most]


@per_format
def _case_printers(item: Cases) -> list[Printer]:
    return printers_of(item.body)


def _head_text(item: Cases, case: Mapping[str, Any], most: int) -> bytes:
    """What a case prints, but for the nodes behind its first `most` tokens."""
    text = b""
    for printer in _case_printers(item):
        lines: list[Text] = []
        printer(case, lines)
        text += b"".join(lines)
        if len(text.split(None, most)) >= most:
            break
    return text
