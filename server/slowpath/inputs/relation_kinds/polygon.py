"""Points that are the corners of a polygon, one after the other: `where polygon x, y`, `where strictly convex
counterclockwise polygon x, y`.

"polygon": `left` and `right` are two integer fields of the same rows, `operator` any of these, in this order:
"strictly" (no three corners in a row lie on one line), "convex", and "clockwise" or "counterclockwise", as seen where y
grows upwards. The last side leads from the last corner to the first; sides that don't follow each other share no point,
and those that do only their corner.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slowpath.inputs.layout import places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.relation_kinds.polygon_shapes import FEWEST_CORNERS, Shape
from slowpath.inputs.relation_kinds.rows import bounds_along, is_there, put_rows, read_fields, rows_in
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import InputFormat, IntType, Records, Relation
from slowpath.model.format_text import FormatCompletion

ORDERS = ("clockwise", "counterclockwise")
TRAITS = ("strictly", "convex", *ORDERS)


class Polygon(RelationKind):
    """See the module."""

    name = "polygon"
    offered = FormatCompletion("polygon", "keyword", "the corners of a polygon, one after the other", "polygon |")

    def begins(self, words: Words) -> bool:
        ahead = 0
        while words.peek(ahead).text in TRAITS:
            ahead += 1
        return words.peek(ahead).text == "polygon" and words.peek(ahead + 1).kind == "name"

    def read(self, reader: Reader, words: Words) -> Relation:
        at = words.next
        said = []
        while words.next.text in TRAITS:
            said.append(words.take().text)
        words.take()
        names = read_fields(reader, words, most=2)
        known = [reader.places[name] for name in names]
        if len(names) != 2 or not all(
            isinstance(place.rows, Records) and isinstance(getattr(place.item, "type", None), IntType)
            for place in known
        ):
            raise words.error("the corners of a polygon are two integer fields of the same rows, `polygon x, y`", at)
        if said != sorted(set(said), key=TRAITS.index) or set(ORDERS) <= set(said):
            raise words.error(
                "a polygon may be `strictly` and `convex`, and then `clockwise` or `counterclockwise`, in this order",
                at,
            )
        reader.end(words)
        return Relation(self.name, Expr(names[0]), " ".join(said), Expr(names[1]))

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        return shape_of(relation.operator).flaw(rows_in(places(fmt), _names(relation), scope))

    def repair(self, at: Repairing) -> None:
        known, names = places(at.fmt), _names(at.relation)
        if not is_there(known, names, at.instance) or not self.flaw(at.fmt, at.relation, at.scope):
            return
        area = [bounds_along(at, name, name) for name in names]
        made = shape_of(at.relation.operator).repaired(rows_in(known, names, at.scope), area, at.rng)
        if made is None:
            raise CannotGenerate(str(at.relation))
        put_rows(known, names, at.instance, made)

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        rows = places(fmt)[relation.left.text].rows
        if not isinstance(rows, Records):
            return []
        return [SizeConstraint(rows.count, ">=", expr(FEWEST_CORNERS), str(relation))]

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Any) -> bool:
        return False


def shape_of(traits: str) -> Shape:
    """The shape that the words before "polygon" tell."""
    said = set(traits.split())
    turn = 1 if "counterclockwise" in said else -1 if "clockwise" in said else 0
    return Shape("convex" in said, "strictly" in said, turn)


def _names(relation: Relation) -> list[str]:
    return [relation.left.text, relation.right.text]


KINDS = (Polygon(),)
