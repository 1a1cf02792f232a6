"""What square tables say of themselves: `where symmetric d`, `where diagonal d == 0`, `where offdiagonal d >= 1`.

`left` is the table; of the diagonals each element stands in `operator` to `right`, over scalars, or to `character`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.checktestdata.write_elements import sizes_stored, write_each
from slowpath.inputs.layout import places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing, bound_written
from slowpath.inputs.relations.squares import (
    diagonal_flaw,
    is_square,
    repair_diagonal,
    repair_symmetric,
    symmetric_flaw,
)
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr
from slowpath.model.format import InputFormat, Relation
from slowpath.model.format_text import FormatCompletion


class Symmetric(RelationKind):
    """The table is its transpose."""

    name = "symmetric"
    offered = FormatCompletion("symmetric", "keyword", "a square table that is its transpose", "symmetric |")

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        name = words.name("the name of a list, word or table")
        if not is_square(reader.places.get(name.text)):
            raise words.error(f"{name.text!r} can't be symmetric: it is no table of as many rows as columns", name)
        reader.end(words)
        return Relation(self.name, Expr(name.text), "", Expr(name.text))

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        return symmetric_flaw(relation, scope)

    def repair(self, at: Repairing) -> None:
        repair_symmetric(at.relation, at.instance, at.scope, at.rng)

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        place, bound = places(fmt)[relation.left.text], bound_written(fmt, relation, scribe)
        if not sizes_stored(place) or not bound:
            return False
        write_each(
            scribe,
            place,
            relation.left.text,
            lambda value, row, column: self._tested(
                relation, value, row, column, scribe.name(relation.left.text), bound
            ),
        )
        return True

    def _tested(self, relation: Relation, value: str, row: str, column: str, name: str, bound: str) -> str:
        """What is asked of an element, and where."""
        return f"IF({column}<{row}) ASSERT({value}=={name}[{column},{row}]) END"


class Diagonal(Symmetric):
    """The elements of the diagonal, or all others, obey a comparison."""

    def __init__(self, name: str, is_on: bool) -> None:
        self.name = name
        self._is_on = is_on
        detail, bound = (
            ("every element of a square's diagonal", "== 0") if is_on else ("every other element of a square", ">= 1")
        )
        self.offered = FormatCompletion(name, "keyword", detail, f"{name} | {bound}")

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        name = words.name("the name of a list, table or string")
        operator, right, character = reader.bound(words)
        if not is_square(reader.places.get(name.text), bool(character)):
            what = "characters" if character else "integers"
            raise words.error(
                f"{name.text!r} has no diagonal: it is no table of as many rows as columns with {what} as elements",
                name,
            )
        return Relation(self.name, Expr(name.text), operator, right, (), character)

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        return diagonal_flaw(relation, scope, self._is_on)

    def repair(self, at: Repairing) -> None:
        repair_diagonal(at.fmt, at.relation, at.instance, at.scope, at.rng, self._is_on)

    def _tested(self, relation: Relation, value: str, row: str, column: str, name: str, bound: str) -> str:
        return f"IF({column}{'==' if self._is_on else '!='}{row}) ASSERT({value}{relation.operator}{bound}) END"


KINDS = (Symmetric(), Diagonal("diagonal", is_on=True), Diagonal("offdiagonal", is_on=False))
