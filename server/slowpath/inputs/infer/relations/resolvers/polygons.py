"""Claims about points that are the corners of a polygon: one relation of all that the statement says of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

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
)
