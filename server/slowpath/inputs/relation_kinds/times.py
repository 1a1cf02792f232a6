"""How often each value is there: `where times a <= 2`, `where times s == k`.

"times": every value that is in `left`, an array, matrix or field of rows of integers, or a word, whose characters are
meant, is there so often; `right` is over scalars.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slowpath.inputs.layout import places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.relations.occurrences import can_be_counted, occurrence_flaw, repair_occurrences
from slowpath.inputs.sizes.size_terms import rows_of, span_of
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import InputFormat, IntType, Relation
from slowpath.model.format_text import FormatCompletion


class Times(RelationKind):
    """See the module."""

    name = "times"
    offered = FormatCompletion("times", "keyword", "how often each value is there", "times | <= 2")

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        name = words.name("the name of a list, table or string")
        if not can_be_counted(reader.places.get(name.text)):
            raise words.error(
                f"{name.text!r} isn't a list, table or string in which a value can stand several times", name
            )
        if words.next.text == "!=":
            raise words.error("expected one of <= >= == < >")
        operator = reader.operator(words)
        right = reader.over_scalars(words)
        reader.end(words)
        return Relation(self.name, Expr(name.text), operator, right)

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        return occurrence_flaw(relation, scope)

    def repair(self, at: Repairing) -> None:
        repair_occurrences(at.fmt, at.relation, at.instance, at.scope, at.rng)

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        """No more elements than there are values, each so often; where each is there just so often, a multiple."""
        place, text = places(fmt)[relation.left.text], str(relation)
        of, count = getattr(place.item, "type", None), rows_of(place)
        if count is None or relation.operator not in ("<", "<=", "=="):
            return []
        most = expr(f"({relation.right})-1") if relation.operator == "<" else relation.right
        made = []
        if isinstance(of, IntType):
            made.append(SizeConstraint(count, "<=", expr(f"({span_of(of)})*({most})"), text))
        if relation.operator == "==":
            made.append(SizeConstraint(expr(f"({count})%({most})"), "==", expr(0), text))
        return made


KINDS = (Times(),)
