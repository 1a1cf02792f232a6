"""The stored values of a variable one by one, and rows of values that are told apart, as checktestdata commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.layout import Place
from slowpath.model.expression import Expr
from slowpath.model.format import Array, Matrix, Records, Scalar, Tagged, TextType, WordType


def sizes_stored(place: Place) -> list[Expr] | None:
    """How many values are stored along each index of a variable: none for a single one; None where they aren't stored
    by index: those of queries, of lists in rows, of digits without blanks."""
    item = place.item
    if isinstance(place.rows, Tagged) or (isinstance(place.rows, Records) and not isinstance(item, Scalar)):
        return None
    if isinstance(item, Matrix):
        return [item.rows, item.columns] if item.separator or is_lettered(item) else None
    if isinstance(item, Array):
        return [item.length] if item.separator else None
    return [place.rows.count] if isinstance(place.rows, Records) else []


def is_lettered(item: object) -> bool:
    """Whether an item is a grid of letters, each of which is stored."""
    return isinstance(item, Matrix) and item.separator == "" and isinstance(item.type, WordType | TextType)


def write_each(scribe: Scribe, place: Place, name: str, *commands: Callable[..., str]) -> None:
    """Commands for every stored value of a variable, each made from how the value is written, and its indices."""
    sizes = sizes_stored(place) or []
    indices = [scribe.fresh(letter) for letter in "ij"[: len(sizes)]]
    value = scribe.name(name) + (f"[{','.join(indices)}]" if indices else "")
    scribe.line(
        *(f"REPI({index},{scribe.expression(size, {})})" for index, size in zip(indices, sizes, strict=True)),
        *(command(value, *indices) for command in commands),
        *["END"] * len(sizes),
    )


class ToldApart:
    """Rows of values that must all differ, side by side in arrays of their own: stale values of earlier test cases
    would take part in those that were read."""

    def __init__(self, scribe: Scribe, width: int) -> None:
        self._scribe = scribe
        self._copies = [scribe.fresh("each") for _ in range(width)]
        self._count = scribe.fresh("count")
        scribe.line(f"UNSET({','.join(self._copies)}) SET({self._count}=0)")

    def added(self, *values: str) -> str:
        """The command that adds a row."""
        assignments = [f"{copy}[{self._count}]={value}" for copy, value in zip(self._copies, values, strict=True)]
        return f"SET({','.join(assignments)},{self._count}={self._count}+1)"

    def finish(self) -> None:
        """The assertion, behind all rows."""
        self._scribe.line(f"IF({self._count}>0) ASSERT(UNIQUE({','.join(self._copies)})) END")


class RowsScript:
    """What a relation over single fields of the same rows, or queries of one kind, says of them. `add` is written for
    each row, with how its fields are written; `finish` once behind the rows."""

    def add(self, values: Sequence[str]) -> None:
        """One row."""
        raise NotImplementedError

    def finish(self) -> None:
        """The end of the rows."""
