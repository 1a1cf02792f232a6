"""The relations of a format as checktestdata commands: each where its last variable was read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.checktestdata.write_elements import RowsScript
from slowpath.inputs.layout import bare_names, places, relation_names, relation_path
from slowpath.inputs.relation_kinds import kind_of
from slowpath.inputs.relations.relations import variants_meant
from slowpath.model.expression import Expr
from slowpath.model.format import (
    ROW,
    Array,
    InputFormat,
    Matrix,
    Records,
    Relation,
    Scalar,
    Tagged,
    TextType,
    Variant,
    WordType,
)

_IN_EACH_ROW = ("compare", "sum")
"""Kinds that are about each row for itself."""


class Relations:
    """Writes each relation where all of its variables are known. `columns` are the fields of rows that are stored by
    row, `compared` the variables whose stale values would do harm."""

    def __init__(self, fmt: InputFormat, scribe: Scribe) -> None:
        self._fmt = fmt
        self._scribe = scribe
        self._places = places(fmt)
        self._waiting = list(fmt.relations)
        self._known: set[str] = set()
        self._noted: dict[Relation, RowsScript] = {}
        self._totals = {relation: scribe.fresh("total") for relation in fmt.relations if relation.kind == "sum"}
        self.compared = frozenset(
            name for relation in fmt.relations if relation.kind == "distinct" for name in relation.distinct_names
        )
        mentioned = frozenset().union(*map(relation_names, fmt.relations))
        self.columns = frozenset(
            name
            for name, place in self._places.items()
            if isinstance(place.rows, Records)
            and isinstance(place.item, Scalar)
            and (place.rows.structure or place.rows.traits or name in mentioned)
        )

    def opening(self) -> str:
        """The commands with which the script begins."""
        return f"SET({','.join(f'{total}=0' for total in self._totals.values())})\n" if self._totals else ""

    def finish(self) -> None:
        """The sums at the end, and what couldn't be said."""
        for relation in self._waiting:
            self._scribe.leave_out(f"That {relation} can't be checked.")
        for relation, total in self._totals.items():
            if relation not in self._waiting:
                bound = self._scribe.expression(relation.right, {})
                self._scribe.line(f"ASSERT({total}{relation.operator}{bound})")

    def row(self, item: Records, index: str) -> None:
        """The relations over one row's fields, written in the loop that reads the rows."""
        own = {field.name for field in item.fields if isinstance(field, Scalar)}
        for relation in tuple(self._waiting):
            names = relation_names(relation)
            if (
                relation.kind in _IN_EACH_ROW
                and names & own
                and names <= own | self._known | {ROW}
                and self._plain(names - own - {ROW})
            ):
                self._single(
                    relation, {ROW: index, **{name: f"{self._scribe.name(name)}[{index}]" for name in names & own}}
                )
        for relation in tuple(self._waiting):
            self._list_in_row(relation, item)

    def _list_in_row(self, relation: Relation, item: Records) -> None:
        """A sum over the elements of a list that stands in every row."""
        lists = [field for field in item.fields if isinstance(field, Array) and field.name == relation.left.text]
        if relation.kind == "sum" and lists:
            self._loop(relation, {lists[0].name: lists[0].length})

    def tagged_row(self, item: Tagged, variant: Variant) -> None:
        """The relations over the fields of one kind of row. They stay until the last kind has had its turn."""
        own = {field.name for field in item.fields_of(variant)}
        for relation, script in self._noted.items():
            if relation_names(relation) <= own:
                script.add([self._scribe.name(field.text) for field in relation.others])
        inner = {field.name for other in item.variants for field in item.fields_of(other)}
        for relation in tuple(self._waiting):
            names = relation_names(relation)
            if relation.kind not in _IN_EACH_ROW or not names & inner or not names <= inner | self._known:
                continue
            fields = [field for field in item.fields_of(variant) if field.name in names]
            if variant in variants_meant(item, relation.left, relation.right) and all(
                isinstance(field, Scalar) for field in fields
            ):
                self._single(relation, {}, keep=True)
            if variant is item.variants[-1]:
                self._waiting.remove(relation)

    def queries_begin(self, item: Tagged) -> None:
        """What is said of the rows of one kind of queries is noted row by row (`tagged_row`)."""
        for relation in tuple(self._waiting):
            kind = kind_of(relation.kind)
            place = self._places.get(relation.left.text)
            if kind is not None and place is not None and place.rows == item:
                script = kind.rows_script(relation, self._scribe)
                if script is not None:
                    self._noted[relation] = script
                    self._waiting.remove(relation)

    def queries_end(self) -> None:
        """The end of what `queries_begin` began."""
        for script in self._noted.values():
            script.finish()
        self._noted.clear()

    def declared(self, names: Sequence[str], path: tuple[str, ...]) -> None:
        """Writes what can be said now that `names` of the scope `path` were read."""
        self._known.update(names)
        for relation in tuple(self._waiting):
            if relation_path(self._fmt, relation) == path and relation_names(relation) <= self._known | {ROW}:
                self._in_scope(relation)

    def _plain(self, names: frozenset[str]) -> bool:
        return all(self._places[name].rows is None and isinstance(self._places[name].item, Scalar) for name in names)

    def _in_scope(self, relation: Relation) -> None:
        kind = kind_of(relation.kind)
        if kind is not None:
            if kind.write_script(self._fmt, relation, self._scribe):
                self._waiting.remove(relation)
            return
        lengths = {}
        for name in relation_names(relation) - {ROW}:
            place = self._places[name]
            words = isinstance(getattr(place.item, "type", None), WordType | TextType)
            bare = name in bare_names(relation.left.text) | bare_names(relation.right.text)
            if isinstance(place.item, Matrix) or (isinstance(place.item, Array) and place.rows is not None):
                return
            if isinstance(place.rows, Records):
                lengths[name] = place.rows.count
            elif isinstance(place.item, Array) and (bare or (words and relation.kind == "sum")):
                lengths[name] = place.item.length
        if lengths:
            self._loop(relation, lengths)
        else:
            self._single(relation, {})

    def _loop(self, relation: Relation, lengths: Mapping[str, Expr]) -> None:
        index = self._scribe.fresh("i")
        times = self._scribe.expression(next(iter(lengths.values())), self._lengths(relation))
        with self._scribe.block(f"REPI({index},{times})"):
            self._single(relation, {ROW: index, **{name: f"{self._scribe.name(name)}[{index}]" for name in lengths}})

    def _single(self, relation: Relation, refer: Mapping[str, str], keep: bool = False) -> None:
        known = {**self._lengths(relation, refer), **refer}
        left = self._scribe.expression(relation.left, known)
        if relation.kind == "sum":
            total = self._totals[relation]
            self._scribe.line(f"SET({total}={total}+{left})")
        else:
            right = self._scribe.expression(relation.right, known)
            self._scribe.line(f"ASSERT({left}{relation.operator}{right})")
        if not keep:
            self._waiting.remove(relation)

    def _lengths(self, relation: Relation, refer: Mapping[str, str] | None = None) -> dict[str, str]:
        """How `len(a)` of whole arrays is written."""
        made = {}
        for name in relation_names(relation) - frozenset(refer or ()) - {ROW}:
            item = self._places[name].item
            if isinstance(item, Array):
                made[f"len({name})"] = self._scribe.expression(item.length, {})
        return made
