"""Readers of rows: records as columns, and tagged queries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from slowpath.inputs.filling.held import EFFECT_STEPS, is_numbered
from slowpath.inputs.parsing.repetitions import name_of, repetitions
from slowpath.inputs.parsing.silent import Ending, ending_of, with_counters
from slowpath.inputs.parsing.tokens import Tokens
from slowpath.inputs.parsing.values import array_reader, is_wide, scalar_reader, size_of
from slowpath.model.format import HELD, ROW, Array, FloatType, IntType, Records, Scalar, Tagged, TextType

_INT64 = 2**63

RowsReader = Callable[[Tokens, dict[str, Any], dict[str, Any]], None]


def records_reader(node: Records, counter: Scalar | None) -> RowsReader:
    """How records are read: into a column for each field, and the counter of a silent count."""
    ending = ending_of(counter, node)
    scalars = all(isinstance(item, Scalar) and not isinstance(item.type, TextType) for item in node.fields)
    if node.fields and scalars and not (ending is not None and ending.by_blank):
        return _flat_reader(node, ending)
    return _ragged_reader(node, ending)


def _flat_reader(node: Records, ending: Ending | None) -> RowsReader:
    """Rows that all have the same number of tokens, taken at once."""
    width = len(node.fields)
    names, what = [item.name for item in node.fields], name_of(node)
    types = [item.type for item in node.fields]
    all_ints = all(isinstance(of, IntType) for of in types)

    def read(tokens: Tokens, scope: dict[str, Any], instance: dict[str, Any]) -> None:
        if ending is None:
            count = size_of(node.count, scope, tokens, f"the rows of {names[0]}")
        else:
            count = unannounced(ending, width, what, tokens)
            scope[ending.name] = instance[ending.name] = count
        if all_ints:
            values = tokens.integers(count * width, what)
            columns = [_int_column(of, values[place::width], scope) for place, of in enumerate(types)]
        else:
            first = tokens.skip(count * width, what)
            columns = [
                _column(of, names[place], tokens, first + place, width, count, scope) for place, of in enumerate(types)
            ]
        if ending is not None:
            tokens.take(len(ending.words), what)
        made = dict(zip(names, columns, strict=True))
        scope.update(made)
        instance.update(made)

    return read


def unannounced(ending: Ending, width: int, what: str, tokens: Tokens) -> int:
    """How many rows of `width` tokens there are before the sentinel or the end of the input."""
    there = tokens.before(list(ending.words), width, what) if ending.words else tokens.left
    if there % width:
        raise tokens.error(
            f"the last row of {what} has {there % width} of {width} tokens", tokens.index + there - there % width
        )
    return there // width


def _int_column(of: Any, values: np.ndarray | list[int], scope: dict[str, Any]) -> Any:
    """A column cut out of the tokens of all rows: a list where its own bounds exceed int64."""
    if isinstance(values, list):
        fits = all(-_INT64 <= value < _INT64 for value in values)
        return np.array(values, dtype=np.int64) if fits and not is_wide(of, scope) else values
    return values.tolist() if is_wide(of, scope) else np.ascontiguousarray(values)


def _column(of: Any, name: str, tokens: Tokens, first: int, width: int, count: int, scope: dict[str, Any]) -> Any:
    """Every `width`-th token from `first` as a column; they were taken already."""
    places = range(first, first + count * width, width)
    if isinstance(of, IntType):
        return _int_column(of, [tokens.integer_at(place, name) for place in places], scope)
    if isinstance(of, FloatType):
        return [tokens.number_at(place, name) for place in places]
    return [tokens.decoded(tokens.words[place], place) for place in places]


def _ragged_reader(node: Records, ending: Ending | None) -> RowsReader:
    """Rows with arrays or texts, one after another."""
    fields = _field_readers(node.fields, first_has_line=True)
    names = [item.name for item in node.fields]
    by_row = any(ROW in _mentioned(item) for item in node.fields)

    def read(tokens: Tokens, scope: dict[str, Any], instance: dict[str, Any]) -> None:
        columns: dict[str, list] = {name: [] for name in names}
        visible = dict(scope)
        for number in _rounds(node, ending, tokens, scope):
            if by_row:
                visible[ROW] = number
            for read_field in fields:
                read_field(tokens, visible)
            for name in names:
                columns[name].append(visible[name])
        if ending is not None:
            scope[ending.name] = instance[ending.name] = len(columns[names[0]]) if names else 0
        made = {item.name: _as_column(item, columns[item.name], scope) for item in node.fields}
        scope.update(made)
        instance.update(made)

    return read


def _rounds(node: Records, ending: Ending | None, tokens: Tokens, scope: dict[str, Any]) -> Iterable[int]:
    if ending is not None:
        return repetitions(ending, node, tokens, scope)
    what = node.fields[0].name if node.fields else "rows"
    count = size_of(node.count, scope, tokens, f"the rows of {what}")
    if count > max(tokens.left, len(tokens.data)):
        raise tokens.error(f"expected {count} rows of {what}, the input ends before", tokens.count)
    return range(count)


def _mentioned(item: Scalar | Array) -> frozenset[str]:
    return item.length.names if isinstance(item, Array) else frozenset()


_FieldReader = Callable[[Tokens, dict[str, Any]], None]


def _field_readers(fields: Sequence[Scalar | Array], first_has_line: bool) -> list[_FieldReader]:
    """How the fields of one row are read into what is visible there."""
    printed = list(with_counters(fields))
    return [
        _field_reader(item, counter, first_has_line and place == 0) for place, (item, counter) in enumerate(printed)
    ]


def _field_reader(item: Scalar | Array, counter: Scalar | None, own_line: bool) -> _FieldReader:
    name = item.name
    if isinstance(item, Scalar):
        read_scalar = scalar_reader(item, own_line)

        def read_field(tokens: Tokens, visible: dict[str, Any]) -> None:
            visible[name] = read_scalar(tokens)

        return read_field
    read_array = array_reader(item, counter, own_line)
    count_name = counter.name if counter is not None else ""

    def read_array_field(tokens: Tokens, visible: dict[str, Any]) -> None:
        visible[name] = read_array(tokens, visible)
        if count_name:
            visible[count_name] = len(visible[name])

    return read_array_field


def _as_column(item: Scalar | Array, column: list, scope: dict[str, Any]) -> Any:
    """A column of integers is an int64 array where all of them fit."""
    if not (isinstance(item, Scalar) and isinstance(item.type, IntType)) or is_wide(item.type, scope):
        return column
    fits = all(-_INT64 <= value < _INT64 for value in column)
    return np.array(column, dtype=np.int64) if fits else column


def tagged_reader(node: Tagged, counter: Scalar | None) -> RowsReader:
    """How tagged queries are read: what stands before the tag, the tag, and what its kind has behind it."""
    name, ending = node.name, ending_of(counter, node)
    lead = _field_readers(node.lead, first_has_line=False)
    readers = {variant.tag: _field_readers(variant.fields, first_has_line=False) for variant in node.variants}
    orders = {variant.tag: [item.name for item in node.fields_of(variant)] for variant in node.variants}
    known = ", ".join(sorted(readers))
    widths = _integer_widths(node) if ending is None else {}
    numbered = is_numbered(node)
    steps = {variant.tag: EFFECT_STEPS.get(variant.effect, 0) for variant in node.variants}

    def read(tokens: Tokens, scope: dict[str, Any], instance: dict[str, Any]) -> None:
        if widths:
            rows = tokens.integer_rows(_query_count(node, tokens, scope), widths)
            if rows is not None:
                scope[name] = instance[name] = rows
                return
        made: list[tuple] = []
        held = int(node.held.value(scope)) if node.held is not None else 0
        for number in _queries(node, ending, tokens, scope):
            visible = scope
            if lead:
                visible = dict(scope)
                for read_field in lead:
                    read_field(tokens, visible)
            tag = tokens.word(name)
            fields = readers.get(tag)
            if fields is None:
                raise tokens.error(f"unknown tag {tag!r} in {name} (known: {known})", tokens.index - 1)
            if fields and not lead:
                visible = dict(scope)
            if numbered:
                visible |= {ROW: number, HELD: held} if fields else {}
                held += steps[tag]
            for read_field in fields:
                read_field(tokens, visible)
            made.append((tag, *[visible[field] for field in orders[tag]]))
        if ending is not None:
            scope[ending.name] = instance[ending.name] = len(made)
        scope[name] = instance[name] = made

    return read


def _integer_widths(node: Tagged) -> dict[int, tuple[str, int]]:
    """Tags that are numbers, each with its text and number of fields, where all fields are integers; else nothing."""
    if node.lead or not all(
        isinstance(field, Scalar) and isinstance(field.type, IntType) and not field.is_silent
        for variant in node.variants
        for field in variant.fields
    ):
        return {}
    if not all(
        variant.tag.isascii() and variant.tag.isdigit() and str(int(variant.tag)) == variant.tag
        for variant in node.variants
    ):
        return {}
    return {int(variant.tag): (variant.tag, len(variant.fields)) for variant in node.variants}


def _queries(node: Tagged, ending: Ending | None, tokens: Tokens, scope: dict[str, Any]) -> Iterable[int]:
    if ending is not None:
        return repetitions(ending, node, tokens, scope)
    return range(_query_count(node, tokens, scope))


def _query_count(node: Tagged, tokens: Tokens, scope: dict[str, Any]) -> int:
    count = size_of(node.count, scope, tokens, node.name)
    if count > tokens.left:
        raise tokens.error(f"expected {count} rows of {node.name}, the input ends before", tokens.count)
    return count
