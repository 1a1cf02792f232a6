"""Elements and those beside them: `where apart a`, `where next a <= a+1`.

"apart": no two neighbours in `left` are equal. "next": every element of `left` but the first stands in `operator` to
what `right` is for the element, or row, before it: over the array's own name, the rows' other fields, `_row` and
scalars.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.layout import places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.relations.apart import apart_flaw, can_be_apart, repair_apart
from slowpath.inputs.relations.neighbour_chain import columns_beside
from slowpath.inputs.relations.neighbours import least_step, neighbour_flaw, repair_neighbours
from slowpath.inputs.relations.single_elements import has_elements
from slowpath.inputs.sizes.size_terms import rows_of, span_of
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import ROW, InputFormat, IntType, Records, Relation
from slowpath.model.format_text import FormatCompletion


class Apart(RelationKind):
    """No two neighbours are equal."""

    name = "apart"
    offered = FormatCompletion("apart", "keyword", "no two neighbours are equal", "apart |")

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        name = words.name("the name of a list, word or table")
        if not can_be_apart(reader.places.get(name.text)):
            raise words.error(
                f"{name.text!r} has no neighbours to tell apart: it is no array of integers, no such "
                "field of rows and no word",
                name,
            )
        reader.end(words)
        return Relation(self.name, Expr(name.text), "", Expr(name.text))

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        return apart_flaw(relation, scope)

    def repair(self, at: Repairing) -> None:
        repair_apart(at.fmt, at.relation, at.instance, at.scope, at.rng)

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        place = places(fmt)[relation.left.text]
        if not has_elements(place) or getattr(place.item, "separator", " ") == "":
            return False
        length = place.rows.count if isinstance(place.rows, Records) else place.item.length  # type: ignore[union-attr]
        index, name = scribe.fresh("i"), scribe.name(relation.left.text)
        with scribe.block(f"REPI({index},{scribe.expression(length, {})})"):
            scribe.line(f"IF({index}>0) ASSERT({name}[{index}]!={name}[{index}-1]) END")
        return True


class Next(RelationKind):
    """Each element is what the one before it allows."""

    name = "next"
    offered = FormatCompletion("next", "keyword", "each element and the one before it", "next |")

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        name = words.name("the name of an array or a field")
        beside = columns_beside(reader.format, name.text)
        if not beside:
            raise words.error(
                f"{name.text!r} has no next element: it is no array of integers and no such field of rows", name
            )
        operator, at = reader.operator(words), words.next
        right = reader.over_places(words)
        for other in sorted(right.names - beside - {ROW}):
            reader.check_scalar(other, words, at)
        reader.end(words)
        return Relation(self.name, Expr(name.text), operator, right)

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        return neighbour_flaw(fmt, relation, scope)

    def repair(self, at: Repairing) -> None:
        repair_neighbours(at.fmt, at.relation, at.instance, at.scope)

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        """Where each is above, or below, the one before it the bounds are as wide as all steps together."""
        place = places(fmt)[relation.left.text]
        of, count, step = getattr(place.item, "type", None), rows_of(place), least_step(fmt, relation)
        if not isinstance(of, IntType) or count is None or not step:
            return []
        needed = expr(f"({count}-1)*{step}+1") if step > 1 else count
        return [SizeConstraint(needed, "<=", span_of(of), str(relation))]

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        place = places(fmt)[relation.left.text]
        if getattr(place.item, "separator", " ") == "":
            return False
        length = place.rows.count if isinstance(place.rows, Records) else place.item.length  # type: ignore[union-attr]
        index = scribe.fresh("i")
        before = {name: f"{scribe.name(name)}[{index}-1]" for name in columns_beside(fmt, relation.left.text)}
        bound = scribe.expression(relation.right, {**before, ROW: f"({index}-1)"})
        with scribe.block(f"REPI({index},{scribe.expression(length, {})})"):
            own = f"{scribe.name(relation.left.text)}[{index}]"
            scribe.line(f"IF({index}>0) ASSERT({own}{relation.operator}{bound}) END")
        return True


KINDS = (Apart(), Next())
