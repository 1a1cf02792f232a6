"""Single elements that obey a comparison: `where a[0] == 0`, `where g[r-1][c-1] != "#"`, `where border g == "#"`.

"element": `left` is the list, `others` the index. "cell": `left` is the table, `others` row and column. "border":
`left` is the table. Indices count from 0, and what isn't there needs nothing; `character` is the bound where it is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.checktestdata.write_elements import sizes_stored, write_each
from slowpath.inputs.layout import places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing, bound_written, lengths_of
from slowpath.inputs.relations.single_elements import element_flaw, has_elements, repair_element
from slowpath.inputs.relations.table_parts import has_parts, part_flaw, repair_part
from slowpath.inputs.text_form.lexer import Lexeme, Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, InputFormat, Matrix, Records, Relation
from slowpath.model.format_text import FormatCompletion


class Element(RelationKind):
    """One element of a list of integers, or one cell of a table."""

    name = "element"

    def begins(self, words: Words) -> bool:
        return words.next.kind == "name" and words.peek().text == "["

    def read(self, reader: Reader, words: Words) -> Relation:
        name = words.name("the name of an array, field or table")
        if isinstance(getattr(reader.places.get(name.text), "item", None), Matrix):
            return self._cell(reader, words, name)
        if not has_elements(reader.places.get(name.text)):
            raise words.error(
                f"{name.text!r} has no single elements to speak of: it is no array of integers and no "
                "such field of rows",
                name,
            )
        index = _index(reader, words)
        operator = reader.operator(words)
        right = reader.over_scalars(words)
        reader.end(words)
        return Relation(self.name, Expr(name.text), operator, right, (index,))

    def _cell(self, reader: Reader, words: Words, name: Lexeme) -> Relation:
        """`g[r][c] != "#"`, behind its name."""
        indices = _index(reader, words), _index(reader, words)
        operator, right, character = reader.bound(words)
        if not has_parts(reader.places[name.text], bool(character)):
            what = "characters" if character else "integers"
            raise words.error(f"{name.text!r} is no table with {what} as elements", name)
        return Relation("cell", Expr(name.text), operator, right, indices, character)

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        return element_flaw(relation, scope)

    def repair(self, at: Repairing) -> None:
        repair_element(at.fmt, at.relation, at.instance, at.scope, at.rng)

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        place = places(fmt)[relation.left.text]
        if isinstance(place.item, Array) and place.item.separator == "":
            return False
        length = (
            place.rows.count
            if isinstance(place.rows, Records)
            else place.item.length
            if isinstance(place.item, Array)
            else expr(0)
        )
        index, bound, count = (
            scribe.expression(part, lengths_of(fmt, relation, scribe))
            for part in (relation.others[0], relation.right, length)
        )
        with scribe.block(f"IF(0<={index} && {index}<{count})"):
            scribe.line(f"ASSERT({scribe.name(relation.left.text)}[{index}]{relation.operator}{bound})")
        return True


def _index(reader: Reader, words: Words) -> Expr:
    words.expect("[")
    index = reader.over_scalars(words)
    words.expect("]")
    return index


class Part(RelationKind):
    """A part of a table: one cell, which is read as an element, or its border."""

    def __init__(self, name: str, is_read: bool) -> None:
        self.name = name
        self._is_read = is_read
        if is_read:
            detail = "the first and last rows and columns"
            self.offered = FormatCompletion(name, "keyword", detail, f'{name} | == "#"')

    def begins(self, words: Words) -> bool:
        return self._is_read and super().begins(words)

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        name = words.name("the name of a list, table or string")
        operator, right, character = reader.bound(words)
        if not has_parts(reader.places.get(name.text), bool(character)):
            what = "characters" if character else "integers"
            raise words.error(f"{name.text!r} has no border: it is no table with {what} as elements", name)
        return Relation(self.name, Expr(name.text), operator, right, (), character)

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        return part_flaw(relation, scope)

    def repair(self, at: Repairing) -> None:
        repair_part(at.fmt, at.relation, at.instance, at.scope, at.rng)

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        place, bound = places(fmt)[relation.left.text], bound_written(fmt, relation, scribe)
        sizes = sizes_stored(place)
        if not sizes or not bound:
            return False
        ends = [scribe.expression(end, {}) for end in (*sizes, *relation.others)]

        def is_meant(row: str, column: str) -> str:
            return (
                f"{row}=={ends[2]} && {column}=={ends[3]}"
                if relation.others
                else f"{row}==0 || {column}==0 || {row}=={ends[0]}-1 || {column}=={ends[1]}-1"
            )

        write_each(
            scribe,
            place,
            relation.left.text,
            lambda value, row, column: f"IF({is_meant(row, column)}) ASSERT({value}{relation.operator}{bound}) END",
        )
        return True


KINDS = (Element(), Part("cell", is_read=False), Part("border", is_read=True))
