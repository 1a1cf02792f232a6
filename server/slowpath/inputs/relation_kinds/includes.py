"""Kinds of queries that are there: `where includes ops "2"` says that at least one of the queries `ops` is of kind 2,
`where includes ops "best" or "pick"` that one is of either kind.

"includes": `left` is the name of the queries, `character` the tags, a space between two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from slowpath.inputs.filling.draw import fresh_item
from slowpath.inputs.filling.held import fitting_places, kinds_of_rows
from slowpath.inputs.layout import Place, places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import InputFormat, Relation, Tagged
from slowpath.model.format_text import FormatCompletion


def includes(queries: Tagged, *tags: str) -> Relation:
    """That one of the queries is of one of these kinds."""
    return Relation("includes", Expr(queries.name), "", Expr(queries.name), (), " ".join(tags))


class Includes(RelationKind):
    """See the module."""

    name = "includes"
    offered = FormatCompletion("includes", "keyword", "a kind of queries that is there", 'includes | "1"')

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        name = reader.known_name(words, "the name of queries")
        queries = reader.places[name.text].item
        if not isinstance(queries, Tagged):
            raise words.error(f"{name.text!r} are no queries", name)
        tags: list[str] = []
        while not tags or words.accept("or"):
            at = words.next
            tags.append(words.string("the tag of a kind of queries"))
            if all(variant.tag != tags[-1] for variant in queries.variants):
                raise words.error(f"{name.text!r} have no kind {tags[-1]!r}", at)
        reader.end(words)
        return includes(queries, *tags)

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        tags = relation.character.split(" ")
        is_there = any(row[0] in tags for row in scope[relation.left.text])
        return "" if is_there else f"none of {relation.left} is of kind {' or '.join(tags)}"

    def repair(self, at: Repairing) -> None:
        """Puts a query of one of the kinds in the place of another, a random one where it may stand, behind one that
        adds something where nothing is held."""
        name = at.relation.left.text
        if name not in at.instance or not self.flaw(at.fmt, at.relation, at.scope):
            return
        place, rows = places(at.fmt)[name], list(at.instance[name])
        assert isinstance(place.item, Tagged)
        adding = [variant.tag for variant in place.item.variants if variant.effect == "adds"]
        for first in ([], adding[:1]) if rows else ():
            kinds = kinds_of_rows(place.item, [*first, *(row[0] for row in rows[len(first) :])])
            for tag in at.rng.permutation(at.relation.character.split(" ")).tolist():
                kind = next(number for number, one in enumerate(place.item.variants) if one.tag == tag)
                fitting = fitting_places(place.item, kinds, kind, at.scope)
                fitting = fitting[fitting >= len(first)]
                if fitting.size:
                    put = {0: first[0]} if first else {}
                    put[int(fitting[at.rng.integers(fitting.size)])] = tag
                    for number, own in put.items():
                        rows[number] = self._fresh(at, place, own)
                    at.instance[name] = rows
                    return
        raise CannotGenerate(str(at.relation))

    def _fresh(self, at: Repairing, place: Place, tag: str) -> tuple:
        """A new query of a kind, where just one thing is held."""
        assert isinstance(place.item, Tagged)
        kinds = tuple(one for one in place.item.variants if one.tag == tag)
        held = expr(1) if place.item.held else None
        only = replace(place.item, count=expr(1), variants=kinds, held=held)
        return fresh_item(at.fmt, place.path, only, at.scope, at.rng)[place.item.name][0]

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        queries = places(fmt)[relation.left.text].item
        assert isinstance(queries, Tagged)
        return [SizeConstraint(queries.count, ">=", expr(1), str(relation))]


KINDS = (Includes(),)
