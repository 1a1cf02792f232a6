"""Values that were listed: `where w in names` says that each value of `w` stands in the list `names`.

Words or integers; the list is an array or a field of rows, `w` anything that holds such values, fields of queries too.
"in": `left` is what refers, `right` the list, both bare names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.layout import Place, places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.relation_kinds.rows import DISTINCT, ORDERS, put_rows, rows_in, traits_of
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_terms import rows_of
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.inputs.validating.values import value_flaws
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, InputFormat, IntType, Records, Relation, Scalar, Tagged, WordType


class Refers(RelationKind):
    """See the module."""

    name = "in"

    def begins(self, words: Words) -> bool:
        return (
            words.next.kind == "name"
            and words.peek().text == "in"
            and words.peek(2).kind == "name"
            and words.peek(3).kind == "end"
        )

    def read(self, reader: Reader, words: Words) -> Relation:
        name = reader.known_name(words, "what refers")
        words.expect("in")
        listed = reader.known_name(words, "the list")
        of, kind = (getattr(reader.places[each.text].item, "type", None) for each in (name, listed))
        if not _is_list(reader.places[listed.text]) or not isinstance(kind, IntType | WordType):
            raise words.error(f"{listed.text!r} is no list of words or integers: no array and no field of rows", listed)
        if not isinstance(of, type(kind)) or not (
            _is_list(reader.places[name.text]) or isinstance(reader.places[name.text].item, Scalar)
        ):
            raise words.error(f"{name.text!r} holds nothing that could stand in {listed.text!r}", name)
        reader.end(words)
        return Relation(self.name, Expr(name.text), "", Expr(listed.text))

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        listed = set(_listed(scope[relation.right.text]))
        wrong = next((value for value in _values(places(fmt), relation.left.text, scope) if value not in listed), None)
        return f"{wrong} isn't listed in {relation.right}" if wrong is not None else ""

    def repair(self, at: Repairing) -> None:
        name = at.relation.left.text
        place = places(at.fmt)[name]
        owner = place.rows.name if isinstance(place.rows, Tagged) else name
        if owner not in at.instance or not self.flaw(at.fmt, at.relation, at.scope):
            return
        values = _values(places(at.fmt), name, at.scope)
        traits = traits_of(place)
        made = _replaced(values, _fitting(place, at), bool(traits & DISTINCT), at)
        if traits & ORDERS:
            made = sorted(made, reverse="reverse-sorted" in traits)
        if isinstance(place.rows, Tagged):
            put_rows(places(at.fmt), [name], at.instance, [(value,) for value in made])
        elif isinstance(place.item, Scalar) and place.rows is None:
            at.instance[name] = made[0]
        else:
            like = at.instance[name]
            at.instance[name] = np.array(made, dtype=like.dtype) if isinstance(like, np.ndarray) else made

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        count, needed = (rows_of(places(fmt)[name.text]) for name in (relation.right, relation.left))
        assert count is not None
        if places(fmt)[relation.left.text].is_tagged:
            return []
        least = expr(f"min({needed},1)") if needed is not None else expr(1)
        made = [SizeConstraint(count, ">=", least, str(relation))]
        item = places(fmt)[relation.left.text].item
        if needed is not None and isinstance(item, Array) and item.traits & DISTINCT:
            made.append(SizeConstraint(count, ">=", needed, str(relation)))
        return made

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        known = places(fmt)
        counts = [rows_of(known[name.text]) for name in (relation.left, relation.right)]
        if any(getattr(known[name.text].item, "separator", " ") == "" for name in (relation.left, relation.right)):
            return False
        found, inner, outer = scribe.fresh("found"), scribe.fresh("j"), scribe.fresh("i")
        value = scribe.name(relation.left.text) + (f"[{outer}]" if counts[0] is not None else "")
        assert counts[1] is not None
        opening = f"REPI({outer},{scribe.expression(counts[0], {})})" if counts[0] is not None else ""
        scribe.line(
            opening,
            f"SET({found}=0) REPI({inner},{scribe.expression(counts[1], {})})",
            f"IF({scribe.name(relation.right.text)}[{inner}]=={value}) SET({found}=1) END END",
            f"ASSERT({found}==1)",
            "END" if opening else "",
        )
        return True


def _is_list(place: Place) -> bool:
    return (isinstance(place.item, Array) and place.rows is None) or (
        isinstance(place.item, Scalar) and isinstance(place.rows, Records)
    )


def _listed(values: Any) -> list[Any]:
    return values.tolist() if isinstance(values, np.ndarray) else list(values)


def _values(known: Mapping[str, Place], name: str, scope: Mapping[str, Any]) -> list[Any]:
    if known[name].is_tagged:
        return [row[0] for row in rows_in(known, [name], scope)]
    return _listed(scope[name]) if _is_list(known[name]) else [scope[name]]


def _fitting(place: Place, at: Repairing) -> list[Any]:
    """What is listed and obeys the own type of what refers to it."""
    of: Any = place.item.type  # type: ignore[union-attr]
    listed = list(dict.fromkeys(_listed(at.scope[at.relation.right.text])))
    try:
        return [value for value in listed if next(value_flaws(of, value, at.scope, ""), None) is None]
    except (KeyError, TypeError):  # Bounds that hang on other fields of a row: what doesn't fit is seen later.
        return listed


def _replaced(values: Sequence[Any], listed: list[Any], distinct: bool, at: Repairing) -> list[Any]:
    """The values with those that aren't listed, or stand there twice where they are `distinct`, drawn from the list."""
    known, seen = set(listed), set()
    wrong = []
    for place, value in enumerate(values):
        if value not in known or (distinct and value in seen):
            wrong.append(place)
        else:
            seen.add(value)
    free = [value for value in listed if value not in seen] if distinct else listed
    if (distinct and len(free) < len(wrong)) or (wrong and not free):
        raise CannotGenerate(str(at.relation))
    drawn = at.rng.permutation(len(free))[: len(wrong)] if distinct else at.rng.integers(len(free), size=len(wrong))
    made = list(values)
    for place, choice in zip(wrong, drawn.tolist(), strict=True):
        made[place] = free[choice]
    return made


KINDS = (Refers(),)
