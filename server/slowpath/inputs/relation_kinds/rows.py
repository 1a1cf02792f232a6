"""Some fields of rows as tuples, one a row: of `rows`, or of the queries of the kinds that have these fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from slowpath.inputs.filling import fill
from slowpath.inputs.layout import Place, places
from slowpath.inputs.printing import Instance
from slowpath.inputs.relation_kinds.kind import Reader, Repairing
from slowpath.inputs.sizes.assign import CannotGenerate, random_int
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.format import ROW, FloatType, IntType, Records, Scalar, Tagged, WordType
from slowpath.model.nodes import bounds_of

Row = tuple[Any, ...]
DISTINCT = frozenset({"distinct", "strictly-sorted"})
ORDERS = frozenset({"sorted", "strictly-sorted", "reverse-sorted"})


def read_fields(reader: Reader, words: Words, most: int | None = None) -> list[str]:
    """Names of single fields of the same rows, or of one kind of queries, with commas between them."""
    names: list[str] = []
    while True:
        name = reader.known_name(words, "a field of rows")
        if not _belongs(reader.places, [*names, name.text]):
            same = "the same " if names else ""
            raise words.error(f"{name.text!r} is no single field of {same}rows or queries", name)
        names.append(name.text)
        if not words.accept(",") or len(names) == most:
            return names


def is_directed(place: Place) -> bool:
    """Whether the rows of a field are edges that lead in one direction alone."""
    return isinstance(place.rows, Records) and bool(place.rows.traits & {"directed", "rooted"})


def joined(edges: Iterable[tuple[Any, ...]], directed: bool) -> dict[Any, list[Any]]:
    """Where edges lead from each vertex that has some."""
    beside: dict[Any, list[Any]] = {}
    for u, v in edges:
        beside.setdefault(u, []).append(v)
        if not directed:
            beside.setdefault(v, []).append(u)
    return beside


def _belongs(places: Mapping[str, Place], names: Sequence[str]) -> bool:
    rows = places[names[0]].rows
    return all(places[name].rows is rows and isinstance(places[name].item, Scalar) for name in names) and (
        isinstance(rows, Records) or (isinstance(rows, Tagged) and bool(_spots(rows, names)))
    )


def _spots(rows: Tagged, names: Sequence[str]) -> dict[str, list[int]]:
    """Where the fields stand in the rows of each kind that has all of them."""
    made = {}
    for variant in rows.variants:
        places = {
            field.name: number for number, field in enumerate(rows.fields_of(variant), 1) if isinstance(field, Scalar)
        }
        if places.keys() >= set(names):
            made[variant.tag] = [places[name] for name in names]
    return made


def rows_in(places: Mapping[str, Place], names: Sequence[str], scope: Mapping[str, Any]) -> list[Row]:
    """The fields of each row in a scope."""
    rows = places[names[0]].rows
    if isinstance(rows, Tagged):
        spots = _spots(rows, names)
        return [tuple(row[spot] for spot in spots[row[0]]) for row in scope[rows.name] if row[0] in spots]
    columns = (scope[name] for name in names)
    listed = [column.tolist() if isinstance(column, np.ndarray) else column for column in columns]
    return list(zip(*listed, strict=True))


def is_there(places: Mapping[str, Place], names: Sequence[str], instance: Instance) -> bool:
    """Whether the rows are those of this scope, not of one around it."""
    rows = places[names[0]].rows
    return (rows.name if isinstance(rows, Tagged) else names[0]) in instance


def put_rows(places: Mapping[str, Place], names: Sequence[str], instance: Instance, made: Sequence[Row]) -> None:
    """Gives the rows of a scope these fields."""
    rows = places[names[0]].rows
    if isinstance(rows, Tagged):
        spots, fresh = _spots(rows, names), iter(made)
        instance[rows.name] = [
            _with_fields(row, spots[row[0]], next(fresh)) if row[0] in spots else row for row in instance[rows.name]
        ]
        return
    for name, column in zip(names, zip(*made, strict=True), strict=True):
        like = instance[name]
        instance[name] = np.array(column, dtype=np.int64) if isinstance(like, np.ndarray) else list(column)


def _with_fields(row: Row, spots: Sequence[int], values: Row) -> Row:
    listed = list(row)
    for spot, value in zip(spots, values, strict=True):
        listed[spot] = value
    return tuple(listed)


def bounds_along(at: Repairing, begin: str, end: str) -> tuple[int, int]:
    """The least value of one integer field and the greatest of another, which have one axis. Raises `CannotGenerate`
    where these hang on other fields."""
    known = places(at.fmt)
    first: Any = known[begin].item.type  # type: ignore[union-attr]
    last: Any = known[end].item.type  # type: ignore[union-attr]
    if any(name not in at.scope or known[name].is_column for name in first.lo.names | last.hi.names):
        raise CannotGenerate(f"{at.relation}, where bounds hang on other fields")
    return first.lo.value(at.scope), last.hi.value(at.scope)


def drawn_row(
    places: Mapping[str, Place],
    names: Sequence[str],
    number: int,
    scope: Mapping[str, Any],
    rng: np.random.Generator,
    widen: bool = False,
) -> Row:
    """Random values of the fields of one row, within their bounds; of a word another length only where `widen`."""
    rows = places[names[0]].rows
    visible = {**scope, ROW: number}
    if isinstance(rows, Records):
        visible |= {
            field.name: scope[field.name][number]
            for field in rows.fields
            if field.name in scope and field.name not in names
        }
    made: dict[str, Any] = {}
    old = {name: scope[name][number] for name in names} if isinstance(rows, Records) else {}
    for name in names:
        made[name] = _drawn(places[name].item, old.get(name), {**visible, **made}, rng, widen)
    return tuple(made[name] for name in names)


def _drawn(item: Any, old: Any, visible: Mapping[str, Any], rng: np.random.Generator, widen: bool) -> Any:
    of = item.type
    if isinstance(of, FloatType):
        return fill.floats(1, of, None, rng)[0]
    try:
        lo, hi = (int(end.value(visible)) for end in bounds_of(of))
    except (KeyError, TypeError):
        raise CannotGenerate(f"a value of {item.name}, whose bounds hang on other rows") from None
    if isinstance(of, IntType):
        if lo > hi:
            raise CannotGenerate(f"{item.name} in {lo}..{hi}")
        return random_int(lo, hi, rng)
    lo = max(lo, isinstance(of, WordType))
    length = len(old) if isinstance(old, str) and not widen else random_int(lo, max(lo, hi), rng)
    return fill.word(length, of, None, rng)


def traits_of(place: Place) -> frozenset[str]:
    """The traits of a list, or the orders of the rows that begin with a field."""
    if isinstance(place.rows, Records):
        return place.rows.traits & ORDERS if place.rows.fields[0] is place.item else frozenset()
    return getattr(place.item, "traits", frozenset())
