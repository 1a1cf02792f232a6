"""Values that differ within each row: `where distinct in row a, b, c` of fields, `where distinct in row g` of a table.

"in row": `others` are the fields, or the one integer matrix.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.checktestdata.write_elements import RowsScript, write_each
from slowpath.inputs.filling.fill import made_distinct
from slowpath.inputs.layout import Place, places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.relation_kinds.rows import drawn_row, is_there, put_rows, read_fields, rows_in
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_terms import span_of
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr
from slowpath.model.format import InputFormat, IntType, Matrix, Relation
from slowpath.model.format_text import FormatCompletion

_DRAWS = 400


class WithinRows(RelationKind):
    """See the module."""

    name = "in row"
    offered = FormatCompletion("distinct in row", "snippet", "no value twice in a row", "distinct in row |")

    def begins(self, words: Words) -> bool:
        return words.next.text == "distinct" and words.peek().text == "in" and words.peek(2).text == "row"

    def read(self, reader: Reader, words: Words) -> Relation:
        for _ in range(3):
            words.take()
        at = words.next
        names = [at.text]
        if _is_table(reader.places.get(at.text)):
            words.take()
        else:
            names = read_fields(reader, words)
            if len(names) < 2:
                raise words.error(
                    "a table of numbers, or several fields of the same rows, can differ within a row "
                    "(an array in each row has the trait `distinct`)",
                    at,
                )
        reader.end(words)
        return Relation(self.name, Expr(names[0]), "", Expr(names[0]), tuple(map(Expr, names)))

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        known, names = places(fmt), [name.text for name in relation.others]
        rows = scope[names[0]] if _is_table(known[names[0]]) else rows_in(known, names, scope)
        wrong = next((number for number, row in enumerate(rows, 1) if not _differ(row)), None)
        return f"in row {wrong} a value stands twice" if wrong is not None else ""

    def repair(self, at: Repairing) -> None:
        known, names = places(at.fmt), [name.text for name in at.relation.others]
        if _is_table(known[names[0]]):
            if names[0] in at.instance:
                _mend_table(at, names[0])
            return
        if not is_there(known, names, at.instance):
            return
        made = rows_in(known, names, at.scope)
        wrong = [number for number, row in enumerate(made) if not _differ(row)]
        for number in wrong:
            draws = (drawn_row(known, names, number, at.scope, at.rng, widen=True) for _ in range(_DRAWS))
            fresh = next((row for row in draws if _differ(row)), None)
            if fresh is None:
                raise CannotGenerate(str(at.relation))
            made[number] = fresh
        if wrong:
            put_rows(known, names, at.instance, made)

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        item = places(fmt)[relation.left.text].item
        if isinstance(item, Matrix) and isinstance(item.type, IntType):
            return [SizeConstraint(item.columns, "<=", span_of(item.type), str(relation))]
        return []

    def rows_script(self, relation: Relation, scribe: Scribe) -> RowsScript:
        return _Different(scribe)

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        name = relation.left.text
        place, before = places(fmt)[name], scribe.fresh("k")
        if not _is_table(place):
            return super().write_script(fmt, relation, scribe)
        write_each(
            scribe,
            place,
            name,
            lambda value, row, column: (
                f"REPI({before},{column}) ASSERT({value}!={scribe.name(name)}[{row},{before}]) END"
            ),
        )
        return True


class _Different(RowsScript):
    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe

    def add(self, values: Sequence[str]) -> None:
        self._scribe.line(*(f"ASSERT({one}!={other})" for one, other in combinations(values, 2)))


def _is_table(place: Place | None) -> bool:
    return (
        place is not None
        and isinstance(place.item, Matrix)
        and isinstance(place.item.type, IntType)
        and place.item.separator != ""
    )


def _differ(row: Sequence[Any]) -> bool:
    listed = row.tolist() if isinstance(row, np.ndarray) else row
    return len(set(listed)) == len(listed)


def _mend_table(at: Repairing, name: str) -> None:
    of: Any = places(at.fmt)[name].item.type  # type: ignore[union-attr]
    values = at.instance[name]
    if all(_differ(row) for row in values):
        return
    lo, hi = of.lo.value(at.scope), of.hi.value(at.scope)
    rows = [row if _differ(row) else made_distinct(row, lo, hi, at.rng, name, of) for row in values]
    at.instance[name] = np.stack(rows) if isinstance(values, np.ndarray) else rows


KINDS = (WithinRows(),)
