"""Kinds of queries that are there: `where includes ops "2"` says that at least one of the queries `ops` is of kind 2,
`where includes ops "best" or "pick"` that one is of either kind.

"includes": `left` is the name of the queries, `character` the tags, a space between two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import Any

from slowpath.inputs.filling.draw import fresh_item
from slowpath.inputs.filling.held import first_unfit
from slowpath.inputs.layout import places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import InputFormat, Relation, Tagged
from slowpath.model.format_text import FormatCompletion

_MOST_TRIED = 64
"""Queries that are tried at most; each costs a look at all of them."""


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
        """Puts a query of the kind in the place of another, a random one where it may stand."""
        name = at.relation.left.text
        if name not in at.instance or not self.flaw(at.fmt, at.relation, at.scope):
            return
        place, rows = places(at.fmt)[name], list(at.instance[name])
        assert isinstance(place.item, Tagged)
        tags = [row[0] for row in rows]
        wanted = at.rng.permutation(at.relation.character.split(" ")).tolist()
        numbers = at.rng.permutation(len(rows))[:_MOST_TRIED].tolist()
        for tag, number in product(wanted, numbers):
            if first_unfit(place.item, [*tags[:number], tag, *tags[number + 1 :]], at.scope) is None:
                kinds = tuple(one for one in place.item.variants if one.tag == tag)
                only = replace(place.item, count=expr(1), variants=kinds, held=expr(1) if place.item.held else None)
                rows[number] = fresh_item(at.fmt, place.path, only, at.scope, at.rng)[name][0]
                at.instance[name] = rows
                return
        raise CannotGenerate(str(at.relation))

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        queries = places(fmt)[relation.left.text].item
        assert isinstance(queries, Tagged)
        return [SizeConstraint(queries.count, ">=", expr(1), str(relation))]


KINDS = (Includes(),)
