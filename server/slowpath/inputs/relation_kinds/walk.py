"""A list whose neighbours are joined by edges: `where walk p along u, v`, for a walk in a graph that was read before.

"walk": `left` is the list of integers, `right` and `others` the two fields of rows that are the ends of edges, which
lead in their direction alone where the rows are `directed` or `rooted`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.checktestdata.write_elements import sizes_stored
from slowpath.inputs.layout import Place, places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.relation_kinds.rows import DISTINCT, is_directed, joined, read_fields, rows_in
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_terms import rows_of
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, InputFormat, IntType, Records, Relation
from slowpath.model.format_text import FormatCompletion

_TRIES = 60
"""Walks that may end where no edge leads on."""


class Walk(RelationKind):
    """See the module."""

    name = "walk"
    offered = FormatCompletion("walk", "snippet", "a list that goes along edges", "walk | along u, v")

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        name = reader.known_name(words, "the list that walks")
        place = reader.places[name.text]
        if not isinstance(place.item, Array) or not isinstance(place.item.type, IntType) or place.rows is not None:
            raise words.error(f"{name.text!r} is no array of integers", name)
        words.expect("along")
        at = words.next
        ends = read_fields(reader, words, 2)
        if len(ends) != 2 or not all(map(_is_end, map(reader.places.get, ends))):
            raise words.error("two integer fields of rows are the ends of edges: `walk p along u, v`", at)
        reader.end(words)
        return Relation(self.name, Expr(name.text), "", Expr(ends[0]), (Expr(ends[1]),))

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        beside, steps = _beside(fmt, relation, scope), scope[relation.left.text].tolist()
        wrong = next(
            (pair for pair in zip(steps, steps[1:], strict=False) if pair[1] not in beside.get(pair[0], ())), None
        )
        return f"no edge leads from {wrong[0]} to {wrong[1]}" if wrong is not None else ""

    def repair(self, at: Repairing) -> None:
        name = at.relation.left.text
        if name not in at.instance or not self.flaw(at.fmt, at.relation, at.scope):
            return
        item, old = places(at.fmt)[name].item, at.instance[name]
        assert isinstance(item, Array)
        beside = _within(_beside(at.fmt, at.relation, at.scope), item, at.scope)
        is_once = bool(item.traits & DISTINCT)
        for _ in range(_TRIES if beside else 0):
            made = _walk(old.tolist(), beside, is_once, at.rng)
            if len(made) == len(old):
                at.instance[name] = np.array(made, dtype=old.dtype)
                return
        raise CannotGenerate(str(at.relation))

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        steps, edges = (rows_of(places(fmt)[name.text]) for name in (relation.left, relation.right))
        assert steps is not None and edges is not None
        return [SizeConstraint(edges, ">=", expr(f"min({steps.plus(-1)},1)"), str(relation))]

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        known, u, v = places(fmt), relation.right.text, relation.others[0].text
        steps, edges = (rows_of(known[name]) for name in (relation.left.text, u))
        if steps is None or edges is None or any(sizes_stored(known[name]) is None for name in (relation.left.text, u)):
            return False
        found, at, edge = scribe.fresh("found"), scribe.fresh("i"), scribe.fresh("j")
        here, there = (f"{scribe.name(relation.left.text)}[{at}{shift}]" for shift in ("-1", ""))
        one, other = (f"{scribe.name(name)}[{edge}]" for name in (u, v))
        ways = [(one, other)] if is_directed(known[u]) else [(one, other), (other, one)]
        leads = " ".join(f"IF({begin}=={here} && {end}=={there}) SET({found}=1) END" for begin, end in ways)
        scribe.line(
            f"REPI({at},{scribe.expression(steps, {})}) IF({at}>0)",
            f"SET({found}=0) REPI({edge},{scribe.expression(edges, {})}) {leads} END",
            f"ASSERT({found}==1) END END",
        )
        return True


def _is_end(place: Place | None) -> bool:
    return (
        place is not None and isinstance(place.rows, Records) and isinstance(getattr(place.item, "type", None), IntType)
    )


def _beside(fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> dict[int, set[int]]:
    """Where edges lead from each vertex that has some."""
    names = [relation.right.text, relation.others[0].text]
    edges = rows_in(places(fmt), names, scope)
    return {begin: set(ends) for begin, ends in joined(edges, is_directed(places(fmt)[names[0]])).items()}


def _within(beside: Mapping[int, set[int]], item: Array, scope: Mapping[str, Any]) -> dict[int, list[int]]:
    """The edges between vertices that a list may hold."""
    of = item.type
    assert isinstance(of, IntType)
    low, high = of.lo.value(scope), of.hi.value(scope)
    return {
        begin: sorted(end for end in ends if low <= end <= high)
        for begin, ends in beside.items()
        if low <= begin <= high
    }


def _walk(old: list[int], beside: Mapping[int, list[int]], is_once: bool, rng: np.random.Generator) -> list[int]:
    """A walk of as many vertices that keeps to the old ones where edges lead there; shorter where none leads on."""
    begins = sorted(beside)
    made = [old[0] if old[0] in beside else begins[int(rng.integers(len(begins)))]]
    seen = set(made) if is_once else set()
    for wished in old[1:]:
        ends = [end for end in beside.get(made[-1], ()) if end not in seen]
        if not ends:
            return made
        made.append(wished if wished in ends else ends[int(rng.integers(len(ends)))])
        if is_once:
            seen.add(made[-1])
    return made


KINDS = (Walk(),)
