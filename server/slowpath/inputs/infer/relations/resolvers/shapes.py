"""Claims about points that are corners: of a polygon, one relation of all that is said of it; of rectangles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from slowpath.inputs.infer.relations.claims import Claim, claims
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.relation_kinds.polygon import ORDERS, TRAITS, shape_of
from slowpath.model.expression import Expr
from slowpath.model.format import IntType, Relation, Scalar


def _polygon(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The points of the only block whose rows hold one each. What is said of their order, in whichever sentence, is a
    part of it. A convex one has no three corners on one line where no sample has: most setters mean so."""
    points = [
        [field.name for field in rows.fields]
        for rows in gathered.rows()
        if len(rows.fields) == len("xy")
        and all(isinstance(field, Scalar) and isinstance(field.type, IntType) for field in rows.fields)
    ]
    said = {
        word
        for made in claims(gathered)
        for one in made
        if one.phrase.subject == "polygon"
        for word in one.phrase.gives.split()[1:]
    }
    if len(points) != 1 or not said & {"simple", "convex"}:
        return
    if set(ORDERS) <= said:
        said -= set(ORDERS)
    if "general" in said and "convex" in said:
        said.add("strictly")
    (x, y) = points[0]
    if "convex" in said and _all_are("strictly convex", [x, y], gathered.samples):
        said.add("strictly")
    yield Relation("polygon", Expr(x), " ".join(trait for trait in TRAITS if trait in said), Expr(y))


def _all_are(traits: str, names: Sequence[str], samples: Sequence[Mapping[str, Any]]) -> bool:
    """Whether there are samples, and all have such a polygon."""
    corners = [
        [*zip(*(map(int, sample[name]) for name in names), strict=True)] for sample in samples if names[0] in sample
    ]
    return bool(corners) and not any(shape_of(traits).flaw(each) for each in corners)


def _rectangles(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """Two opposite corners, x and y of the left one before those of the right one: its x is less. So is its y where it
    is the lower one; where it is the upper one, samples tell which way y grows."""
    for sides in _sides(claim, gathered):
        for one, other in zip(sides, sides[2:], strict=False):
            pairs = [pair for sample in gathered.samples for pair in _pairs(sample, one, other)]
            grows = other == sides[2] or claim.phrase.gives == "low corner first" or all(a <= b for a, b in pairs)
            if grows or (pairs and all(a >= b for a, b in pairs)):
                may_meet = any(a == b for a, b in pairs) or "cell" in claim.sentence.text.lower()
                sign = "<=" if may_meet else "<"
                yield Relation("compare", Expr(one), sign if grows else sign.replace("<", ">"), Expr(other))


def _sides(claim: Claim, gathered: Gathered) -> list[list[str]]:
    """The names of four integers that a line has one after the other, of like bounds two by two: of each four of the
    line that a sentence describes, else the only four in it."""
    own = [name for name, line in gathered.knowledge.described.items() if line == claim.sentence][::-1]
    types = {name: getattr(place.item, "type", None) for name, place in gathered.places.items()}
    for names in [[field.name for field in rows.fields] for rows in gathered.rows()] + [own]:
        fours = [names[at : at + 4] for at in range(len(names) - 3)]
        alike = [
            all(isinstance(types.get(name), IntType) for name in four)
            and types[four[0]] == types[four[2]]
            and types[four[1]] == types[four[3]]
            for four in fours
        ]
        if set(names) & set(own) and fours:
            if len(names) % 4 == 0 and all(alike[::4]):
                return fours[::4]
            return [four for four, fits in zip(fours, alike, strict=True) if fits] if sum(alike) == 1 else []
    return []


def _pairs(sample: Mapping[str, Any], one: str, other: str) -> Iterator[tuple[int, int]]:
    if one in sample and other in sample:
        yield from zip(*(np.atleast_1d(sample[name]).tolist() for name in (one, other)), strict=True)


RESOLVERS = dict.fromkeys(
    (
        "polygon simple",
        "polygon convex",
        "polygon strictly",
        "polygon general",
        "polygon clockwise",
        "polygon counterclockwise",
    ),
    _polygon,
) | {"low corner first": _rectangles, "high corner first": _rectangles}
