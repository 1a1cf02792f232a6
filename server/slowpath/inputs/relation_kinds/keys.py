"""Rows that differ in some fields: `where distinct key u, v`, and `where distinct pair u, v` in whatever order.

The fields are single ones of `rows` or of one kind of queries, numbers or words: "no road is given twice, neither way",
"no name is registered twice". "key", "pair": `others` are the fields.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.checktestdata.write_elements import RowsScript, ToldApart
from slowpath.inputs.layout import places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.relation_kinds.rows import Row, drawn_row, is_there, put_rows, read_fields, rows_in
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_terms import span_of
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import InputFormat, IntType, Records, Relation
from slowpath.model.format_text import FormatCompletion

_DRAWS = 200
_UNTIL_WIDER = 20
_MOST_LISTED = 100_000


class DifferentRows(RelationKind):
    """Rows told apart by the fields in their order ("key"), or by two in any order ("pair")."""

    def __init__(self, word: str) -> None:
        self.name = word
        detail = "no two rows agree in these fields" if word == "key" else "nor in the other order"
        self.offered = FormatCompletion(f"distinct {word}", "snippet", detail, f"distinct {word} |")

    def begins(self, words: Words) -> bool:
        return words.next.text == "distinct" and words.peek().text == self.name and words.peek(2).kind == "name"

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        at = words.take()
        names = read_fields(reader, words, 2 if self.name == "pair" else None)
        if self.name == "pair" and len(names) != 2:
            raise words.error("a pair has two fields", at)
        reader.end(words)
        return Relation(self.name, Expr(names[0]), "", Expr(names[0]), tuple(map(Expr, names)))

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        seen: set[Row] = set()
        for row in rows_in(places(fmt), _names(relation), scope):
            key = self._key(row)
            if key in seen:
                return f"{', '.join(map(str, row))} stands in two rows"
            seen.add(key)
        return ""

    def _key(self, row: Row) -> Row:
        return tuple(sorted(row)) if self.name == "pair" else row

    def repair(self, at: Repairing) -> None:
        known, names = places(at.fmt), _names(at.relation)
        if not is_there(known, names, at.instance):
            return
        made = rows_in(known, names, at.scope)
        seen: set[Row] = set()
        wrong = []
        for number, row in enumerate(made):
            if self._key(row) in seen:
                wrong.append(number)
            seen.add(self._key(row))
        for number in wrong:
            made[number] = self._fresh(at, names, number, seen)
            seen.add(self._key(made[number]))
        if wrong:
            put_rows(known, names, at.instance, made)

    def _fresh(self, at: Repairing, names: list[str], number: int, seen: set[Row]) -> Row:
        """A row that there isn't yet: drawn, else looked for among all."""
        known = places(at.fmt)
        for draw in range(_DRAWS):
            row = drawn_row(known, names, number, at.scope, at.rng, widen=draw >= _UNTIL_WIDER)
            if self._key(row) not in seen:
                return row
        free = [row for row in _all_rows(known, names, at.scope) if self._key(row) not in seen]
        if not free:
            raise CannotGenerate(str(at.relation))
        return free[int(at.rng.integers(len(free)))]

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        known, names = places(fmt), _names(relation)
        rows, types = known[names[0]].rows, [getattr(known[name].item, "type", None) for name in names]
        if not isinstance(rows, Records) or not all(isinstance(of, IntType) for of in types):
            return []
        spans = [span_of(of) for of in types if isinstance(of, IntType)]
        if any(span.names & {field.name for field in rows.fields} for span in spans):
            return []
        most = "*".join(f"({span})" for span in spans)
        if self.name == "pair" and len(set(types)) == 1:
            most = f"({spans[0]})*(({spans[0]})+1)//2"
        return [SizeConstraint(rows.count, "<=", expr(most), str(relation))]

    def rows_script(self, relation: Relation, scribe: Scribe) -> RowsScript:
        return _Differing(scribe, len(relation.others), in_any_order=self.name == "pair")


class _Differing(RowsScript):
    """Pairs in any order are added both ways, those of two equal values once."""

    def __init__(self, scribe: Scribe, width: int, in_any_order: bool) -> None:
        self._scribe = scribe
        self._rows = ToldApart(scribe, width)
        self._in_any_order = in_any_order

    def add(self, values: Sequence[str]) -> None:
        turned = f"IF({values[0]}!={values[1]}) {self._rows.added(*reversed(values))} END" if self._in_any_order else ""
        self._scribe.line(self._rows.added(*values), turned)

    def finish(self) -> None:
        self._rows.finish()


def _names(relation: Relation) -> list[str]:
    return [name.text for name in relation.others]


def _all_rows(known: Mapping[str, Any], names: list[str], scope: Mapping[str, Any]) -> list[Row]:
    """Every row of integers within single bounds, where they aren't too many."""
    ranges = []
    total = 1
    for name in names:
        of = known[name].item.type
        if not isinstance(of, IntType) or not (of.lo.names | of.hi.names) <= scope.keys() - set(names):
            return []
        ranges.append(range(of.lo.value(scope), of.hi.value(scope) + 1))
        total *= len(ranges[-1])
        if total > _MOST_LISTED:
            return []
    rows: list[Row] = [()]
    for each in ranges:
        rows = [(*row, value) for row in rows for value in each]
    return rows


KINDS = (DifferentRows("key"), DifferentRows("pair"))
