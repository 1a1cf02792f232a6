"""Rows in an order of several fields: `where sorted h, m` by the first of them, those that agree in it by the next.

"sorted": `others` are the fields, single integers of the same `rows`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.checktestdata.write_elements import RowsScript
from slowpath.inputs.layout import places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.relation_kinds.rows import Row, is_there, put_rows, read_fields, rows_in
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr
from slowpath.model.format import InputFormat, IntType, Records, Relation
from slowpath.model.format_text import FormatCompletion


class Ordered(RelationKind):
    """See the module."""

    name = "sorted"
    offered = FormatCompletion("sorted", "snippet", "the rows are in the order of these fields", "sorted |")

    def read(self, reader: Reader, words: Words) -> Relation:
        at = words.take()
        names = read_fields(reader, words)
        known = [reader.places[name] for name in names]
        if not isinstance(known[0].rows, Records) or not all(
            isinstance(getattr(place.item, "type", None), IntType) for place in known
        ):
            raise words.error("rows are sorted by integers that are single fields of `rows`", at)
        reader.end(words)
        return Relation(self.name, Expr(names[0]), "", Expr(names[0]), tuple(map(Expr, names)))

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        rows = rows_in(places(fmt), _names(relation), scope)
        wrong = next(((one, other) for one, other in pairwise(rows) if one > other), None)
        return f"{_shown(wrong[1])} stands behind {_shown(wrong[0])}" if wrong is not None else ""

    def repair(self, at: Repairing) -> None:
        """Whole rows change their places."""
        known, names = places(at.fmt), _names(at.relation)
        rows = known[names[0]].rows
        if not is_there(known, names, at.instance) or not isinstance(rows, Records):
            return
        fields = [field.name for field in rows.fields]
        keys = [fields.index(name) for name in names]
        made = rows_in(known, fields, at.scope)
        in_order = sorted(made, key=lambda row: tuple(row[key] for key in keys))
        if in_order != made:
            put_rows(known, fields, at.instance, in_order)

    def rows_script(self, relation: Relation, scribe: Scribe) -> RowsScript:
        return _InOrder(scribe, len(relation.others))


class _InOrder(RowsScript):
    """Compares each row with the one before, whose values are kept."""

    def __init__(self, scribe: Scribe, width: int) -> None:
        self._scribe = scribe
        self._before = [scribe.fresh("before") for _ in range(width)]
        self._count = scribe.fresh("count")
        scribe.line(f"SET({self._count}=0)")

    def add(self, values: Sequence[str]) -> None:
        pairs = list(zip(self._before, values, strict=True))
        follows = "{}<={}".format(*pairs[-1])
        for before, value in reversed(pairs[:-1]):
            follows = f"({before}<{value})||(({before}=={value})&&({follows}))"
        kept = ",".join(f"{before}={value}" for before, value in pairs)
        self._scribe.line(f"IF({self._count}>0) ASSERT({follows}) END", f"SET({kept},{self._count}=1)")


def _names(relation: Relation) -> list[str]:
    return [name.text for name in relation.others]


def _shown(row: Row) -> str:
    return " ".join(map(str, row))


KINDS = (Ordered(),)
