"""Edges whose ends stand in two lists: `where tree a, b on n`, `where connected simple graph a, b on n`.

"edges": `left` and `right` are arrays, or fields of rows, of integers, `others` the number of vertices, which count
from the least value of `left`; `operator` the traits and "tree" or "graph", as they are written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.checktestdata.write_elements import sizes_stored
from slowpath.inputs.checktestdata.write_meaning import rows_meaning
from slowpath.inputs.filling.edges import repaired, rules_of
from slowpath.inputs.layout import Place, places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.sizes.size_terms import graph_limits, rows_of
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.inputs.traits import edges_of, first_vertex, records_flaw
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, InputFormat, IntType, Records, Relation, Scalar

_TRAITS = ("connected", "simple", "no-loops", "directed", "acyclic", "bipartite", "rooted")
_STRUCTURES = ("tree", "graph")


class Edges(RelationKind):
    """See the module."""

    name = "edges"

    def begins(self, words: Words) -> bool:
        ahead = 0
        while words.peek(ahead).text in (*_TRAITS, "no", "-", "loops"):
            ahead += 1
        return (
            words.peek(ahead).text in _STRUCTURES
            and words.peek(ahead + 1).kind == "name"
            and words.peek(ahead + 2).text == ","
        )

    def read(self, reader: Reader, words: Words) -> Relation:
        said = ""
        while words.next.text not in _STRUCTURES:
            word = words.take().text
            said += word if word == "-" or said.endswith("-") else f" {word}"
        said = f"{said} {words.take().text}".strip()
        at = words.next
        left = reader.known_name(words, "one end of the edges")
        words.expect(",")
        right = reader.known_name(words, "the other end of the edges")
        ends = [reader.places[name.text] for name in (left, right)]
        if not all(map(_is_end, ends)) or ends[0].rows is not ends[1].rows or rows_of(ends[0]) != rows_of(ends[1]):
            raise words.error("the ends of edges are two integer arrays of one length, or two such fields of rows", at)
        words.expect("on")
        vertices = reader.over_scalars(words)
        reader.end(words)
        return Relation(self.name, Expr(left.text), said, Expr(right.text), (vertices,))

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        item = _as_rows(fmt, relation)
        return records_flaw(item, {name: scope[name] for name in item.endpoints}, scope)

    def repair(self, at: Repairing) -> None:
        item = _as_rows(at.fmt, at.relation)
        if not set(item.endpoints) <= at.instance.keys() or not self.flaw(at.fmt, at.relation, at.scope):
            return
        vertices, u, v = edges_of(item, {name: at.instance[name] for name in item.endpoints}, at.scope)
        if vertices >= 1:
            u, v = repaired(rules_of(item.structure, item.traits), vertices, u % vertices, v % vertices, at.rng)
        first = first_vertex(item, at.scope)
        at.instance.update(zip(item.endpoints, (u + first, v + first), strict=True))

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        return [
            SizeConstraint(expr(left), operator, expr(right), f"{relation}: {why}")
            for left, operator, right, why in graph_limits(_as_rows(fmt, relation))
        ]

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        item = _as_rows(fmt, relation)
        if any(sizes_stored(places(fmt)[name]) is None for name in item.endpoints):
            return False
        rows_meaning(scribe, item, item.count)
        return True


def _is_end(place: Place) -> bool:
    if not isinstance(getattr(place.item, "type", None), IntType) or place.is_tagged:
        return False
    return isinstance(place.item, Scalar if place.rows is not None else Array)


def _as_rows(fmt: InputFormat, relation: Relation) -> Records:
    """The lists as the rows of edges that they stand for."""
    known, names = places(fmt), (relation.left.text, relation.right.text)
    *traits, structure = relation.operator.split()
    fields = tuple(Scalar(name, known[name].item.type) for name in names)  # type: ignore[union-attr]
    count = rows_of(known[names[0]])
    assert count is not None
    return Records(count, fields, structure, names, relation.others[0], frozenset(traits))


KINDS = (Edges(),)
