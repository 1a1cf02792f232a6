"""Elements that must be there: `where some a >= 0`, so many of them: `where one g == "S"`, `where exactly k s == "1"`.

"some", "one", "exactly": at least one, exactly one, or as many as `others` says (over scalars), of the elements of
`left` stand in `operator` to `right`, which is over scalars, or to `character`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.checktestdata.write_elements import sizes_stored, write_each
from slowpath.inputs.layout import places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing, bound_written, lengths_of
from slowpath.inputs.relations.present import has_many, present_flaw, repair_present
from slowpath.inputs.sizes.size_terms import rows_of
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import InputFormat, Matrix, Relation
from slowpath.model.format_text import FormatCompletion


class Quantity(RelationKind):
    """See the module; `detail` says it for people."""

    def __init__(self, name: str, detail: str) -> None:
        self.name = name
        self.offered = FormatCompletion(name, "keyword", detail, f"{name} |")

    def begins(self, words: Words) -> bool:
        return super().begins(words) or (self.name == "exactly" == words.next.text and words.peek().kind == "number")

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        others = (reader.over_scalars(words),) if self.name == "exactly" else ()
        name = words.name("the name of a list, table or string")
        operator, right, character = reader.bound(words)
        if not has_many(reader.places.get(name.text), bool(character)):
            what = "characters" if character else "integers"
            raise words.error(f"{name.text!r} isn't a list, table or string with {what} as elements", name)
        return Relation(self.name, Expr(name.text), operator, right, others, character)

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        return present_flaw(relation, scope)

    def repair(self, at: Repairing) -> None:
        repair_present(at.fmt, at.relation, at.instance, at.scope, at.rng)

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        place = places(fmt)[relation.left.text]
        if relation.others:
            whole = (
                expr(f"({place.item.rows})*({place.item.columns})")
                if isinstance(place.item, Matrix)
                else rows_of(place)
            )
            return [SizeConstraint(whole, ">=", relation.others[0], str(relation))] if whole is not None else []
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
        wanted = scribe.expression(relation.others[0], lengths_of(fmt, relation, scribe)) if relation.others else "1"
        scribe.line(f"ASSERT({count}{'>=' if self.name == 'some' else '=='}{wanted})")
        return True


KINDS = (
    Quantity("some", "at least one element"),
    Quantity("one", "exactly one element"),
    Quantity("exactly", "so many elements"),
)
