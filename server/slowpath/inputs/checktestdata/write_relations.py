"""The relations of a format as checktestdata commands: each where its last variable was read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.layout import bare_names, places, relation_names, relation_path
from slowpath.inputs.neighbours import columns_beside
from slowpath.inputs.relation_kinds import kind_of
from slowpath.inputs.relations import variants_meant
from slowpath.inputs.single_elements import has_elements
from slowpath.model.expression import Expr, expr
from slowpath.model.format import (
    DIAGONALS,
    PARTS,
    QUANTITIES,
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
        self._totals = {relation: scribe.fresh("total") for relation in fmt.relations if relation.kind == "sum"}
        self.compared = frozenset(name for relation in fmt.relations if relation.kind == "distinct"
                                  for name in relation.distinct_names)
        mentioned = frozenset().union(*map(relation_names, fmt.relations))
        self.columns = frozenset(name for name, place in self._places.items() if isinstance(place.rows, Records)
                                 and isinstance(place.item, Scalar)
                                 and (place.rows.structure or place.rows.traits or name in mentioned))

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
            if relation.kind in _IN_EACH_ROW and names & own \
                    and names <= own | self._known | {ROW} and self._plain(names - own - {ROW}):
                self._single(relation, {ROW: index, **{name: f"{self._scribe.name(name)}[{index}]"
                                                       for name in names & own}})
        for relation in tuple(self._waiting):
            self._list_in_row(relation, item)

    def _list_in_row(self, relation: Relation, item: Records) -> None:
        """A sum over the elements of a list that stands in every row."""
        lists = [field for field in item.fields if isinstance(field, Array) and field.name == relation.left.text]
        if relation.kind == "sum" and lists:
            self._loop(relation, {lists[0].name: lists[0].length})

    def tagged_row(self, item: Tagged, variant: Variant) -> None:
        """The relations over the fields of one kind of row. They stay until the last kind has had its turn."""
        inner = {field.name for other in item.variants for field in item.fields_of(other)}
        for relation in tuple(self._waiting):
            names = relation_names(relation)
            if relation.kind not in _IN_EACH_ROW or not names & inner or not names <= inner | self._known:
                continue
            fields = [field for field in item.fields_of(variant) if field.name in names]
            if variant in variants_meant(item, relation.left, relation.right) \
                    and all(isinstance(field, Scalar) for field in fields):
                self._single(relation, {}, keep=True)
            if variant is item.variants[-1]:
                self._waiting.remove(relation)

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
        if relation.kind == "distinct":
            self._distinct(relation)
            return
        if relation.kind == "element":
            self._element(relation)
            return
        if relation.kind == "apart":
            self._apart(relation)
            return
        if relation.kind == "next":
            self._next(relation)
            return
        if relation.kind == "symmetric" or relation.kind in DIAGONALS:
            self._square(relation)
            return
        if relation.kind in (*QUANTITIES, *PARTS, "prime", "times"):
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

    def _element(self, relation: Relation) -> None:
        """One element of an array or column, where it has so many."""
        place, scribe = self._places[relation.left.text], self._scribe
        if isinstance(place.item, Array) and place.item.separator == "":
            return
        length = place.rows.count if isinstance(place.rows, Records) else \
            place.item.length if isinstance(place.item, Array) else expr(0)
        index, bound, count = (scribe.expression(part, self._lengths(relation))
                               for part in (relation.others[0], relation.right, length))
        with scribe.block(f"IF(0<={index} && {index}<{count})"):
            scribe.line(f"ASSERT({scribe.name(relation.left.text)}[{index}]{relation.operator}{bound})")
        self._waiting.remove(relation)

    def _apart(self, relation: Relation) -> None:
        """Each element of an array or column of integers with the one before it."""
        place, scribe = self._places[relation.left.text], self._scribe
        if not has_elements(place) or getattr(place.item, "separator", " ") == "":
            return
        length = place.rows.count if isinstance(place.rows, Records) else place.item.length  # type: ignore[union-attr]
        index, name = scribe.fresh("i"), scribe.name(relation.left.text)
        with scribe.block(f"REPI({index},{scribe.expression(length, {})})"):
            scribe.line(f"IF({index}>0) ASSERT({name}[{index}]!={name}[{index}-1]) END")
        self._waiting.remove(relation)

    def _next(self, relation: Relation) -> None:
        """Each element of an array or column of integers with what the one before it allows."""
        place, scribe = self._places[relation.left.text], self._scribe
        if getattr(place.item, "separator", " ") == "":
            return
        length = place.rows.count if isinstance(place.rows, Records) else place.item.length  # type: ignore[union-attr]
        index = scribe.fresh("i")
        before = {name: f"{scribe.name(name)}[{index}-1]" for name in columns_beside(self._fmt, relation.left.text)}
        bound = scribe.expression(relation.right, {**before, ROW: f"({index}-1)"})
        with scribe.block(f"REPI({index},{scribe.expression(length, {})})"):
            own = f"{scribe.name(relation.left.text)}[{index}]"
            scribe.line(f"IF({index}>0) ASSERT({own}{relation.operator}{bound}) END")
        self._waiting.remove(relation)

    def _square(self, relation: Relation) -> None:
        """Each element of a square of integers with the one on the other side of the diagonal, or with a bound."""
        place, scribe = self._places[relation.left.text], self._scribe
        if not isinstance(place.item, Matrix) or place.item.separator == "":
            return
        row, column, name = scribe.fresh("i"), scribe.fresh("j"), scribe.name(relation.left.text)
        times = scribe.expression(place.item.rows, {})
        tested = f"{name}[{column},{row}]"
        operator, where = "==", f"{column}<{row}"
        if relation.kind in DIAGONALS:
            tested, operator = scribe.expression(relation.right, self._lengths(relation)), relation.operator
            where = f"{column}{'==' if relation.kind == 'diagonal' else '!='}{row}"
        scribe.line(f"REPI({row},{times}) REPI({column},{times})",
                    f"IF({where}) ASSERT({name}[{row},{column}]{operator}{tested}) END", "END END")
        self._waiting.remove(relation)

    def _distinct(self, relation: Relation) -> None:
        """All values side by side in one array."""
        scribe, names = self._scribe, relation.distinct_names
        if any(isinstance(self._places[name].item, Array) and self._places[name].rows is not None for name in names):
            return
        joint, count = scribe.fresh("all"), scribe.fresh("count")
        scribe.line(f"UNSET({joint}) SET({count}=0)")
        for name in names:
            place, own = self._places[name], scribe.name(name)
            sizes = [place.rows.count] if isinstance(place.rows, Records) else \
                [place.item.length] if isinstance(place.item, Array) else \
                [place.item.rows, place.item.columns] if isinstance(place.item, Matrix) else []
            indices = [scribe.fresh("i") for _ in sizes]
            loops = [f"REPI({index},{scribe.expression(size, {})})" for index, size in zip(indices, sizes, strict=True)]
            where = f"[{','.join(indices)}]" if indices else ""
            scribe.line(*loops, f"SET({joint}[{count}]={own}{where},{count}={count}+1)", *["END"] * len(loops))
        scribe.line(f"IF({count}>0) ASSERT(UNIQUE({joint})) END")
        self._waiting.remove(relation)
