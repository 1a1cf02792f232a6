"""Elements that must be there: `where some a >= 0`, exactly one of them: `where one g == "S"`.

"some", "one": at least one, or exactly one, of the elements of `left` stands in `operator` to `right`, which is over
scalars, or to `character`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.checktestdata.write_elements import sizes_stored, write_each
from slowpath.inputs.layout import places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing, bound_written
from slowpath.inputs.relations.present import has_many, present_flaw, repair_present
from slowpath.inputs.sizes.size_terms import rows_of
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import InputFormat, Matrix, Relation
from slowpath.model.format_text import FormatCompletion


class Quantity(RelationKind):
    """See the module; `is_one` where no second element may obey."""

    def __init__(self, name: str, is_one: bool) -> None:
        self.name = name
        self._is_one = is_one
        detail = "exactly one element" if is_one else "at least one element"
        self.offered = FormatCompletion(name, "keyword", detail, f"{name} |")

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        name = words.name("the name of a list, table or string")
        operator, right, character = reader.bound(words)
        if not has_many(reader.places.get(name.text), bool(character)):
            what = "characters" if character else "integers"
            raise words.error(f"{name.text!r} isn't a list, table or string with {what} as elements", name)
        return Relation(self.name, Expr(name.text), operator, right, (), character)

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        return present_flaw(relation, scope, self._is_one)

    def repair(self, at: Repairing) -> None:
        repair_present(at.fmt, at.relation, at.instance, at.scope, at.rng, self._is_one)

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        place = places(fmt)[relation.left.text]
        counts = (place.item.rows, place.item.columns) if isinstance(place.item, Matrix) else (rows_of(place),)
        return [SizeConstraint(count, ">=", expr(1), str(relation)) for count in counts if count is not None]

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        place, name = places(fmt)[relation.left.text], relation.left.text
        sizes, bound = sizes_stored(place), bound_written(fmt, relation, scribe)
        if not sizes or not bound:
            return False
        count = scribe.fresh("count")
        scribe.line(f"SET({count}=0)")
        write_each(
            scribe, place, name, lambda value, *_: f"IF({value}{relation.operator}{bound}) SET({count}={count}+1) END"
        )
        scribe.line(f"ASSERT({count}{'==' if self._is_one else '>='}1)")
        return True


KINDS = (Quantity("some", is_one=False), Quantity("one", is_one=True))
