"""Claims that there is a way: between vertices of a graph, or through a grid of letters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from slowpath.inputs.infer.relations.claims import Claim
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.infer.relations.resolvers.rows import EDGES
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, Matrix, Relation, WordType
from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.sentence import in_quotes

_WALL = (
    r"(?:walls?|rocks?|stones?|trees?|obstacles?|blocked|water|hedges?|buildings?|impassable|mountains?|lava|"
    r"bush\w*|forest|fences?|blocks?|occupied|closed|not (?:be )?(?:entered|passable|walkable|accessible))"
)
_WALKED = r"(?:avoid|without|around|through|past)"
_MARKED = late_regex(
    rf"[\"'`](\S)[\"'`]\)?(?:(?! [\"'`]\S[\"'`]|\b{_WALKED}\w*\b)[^.;]){{0,30}}?\b{_WALL}\b|"
    rf"\b{_WALL}(?: ?\(|,? (?:(?:is|are) )?(?:marked|denoted|represented|shown|indicated|given|drawn) "
    rf"(?:by|with|as) (?:an? )?| (?:is|are) (?:an? )?)[\"'`](\S)[\"'`]",
    re.I,
)
_USUAL_WALLS = "#"


def _graph_path(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """A way along the edges of the only graph, between vertices that are numbers or single values of the input."""
    graphs = [rows for rows in gathered.rows() if rows.structure in EDGES]
    ends = [gathered.count(claim.found[group]) for group in ("from", "to")]
    if len(graphs) == 1 and len(graphs[0].endpoints) == 2 and None not in ends and ends[0] != ends[1]:
        one, other = graphs[0].endpoints
        yield Relation("graph path", Expr(one), "", Expr(other), tuple(expr(str(end)) for end in ends))


def _walk(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """A list of vertices of the only graph that goes along its edges: the one that is named, else the only one."""
    graphs = [rows for rows in gathered.rows() if rows.structure in EDGES and len(rows.endpoints) == 2]
    if len(graphs) != 1:
        return
    one, other = graphs[0].endpoints
    vertices = {getattr(field.type, "hi", None) for field in graphs[0].fields if field.name in (one, other)}
    lists = [
        name
        for name, place in gathered.places.items()
        if isinstance(place.item, Array) and place.rows is None and getattr(place.item.type, "hi", None) in vertices
    ]
    said = claim.found.groupdict().get("name")
    named = [name for name in lists if said and gathered.knowledge.same(said, name)]
    if len(named or lists) == 1:
        yield Relation("walk", Expr((named or lists)[0]), "", Expr(one), (Expr(other),))


def _grid(gathered: Gathered) -> tuple[str, Matrix, str] | None:
    """The only grid of letters, by its name, with what is a wall in it."""
    grids = [
        (name, place.item)
        for name, place in gathered.places.items()
        if isinstance(place.item, Matrix) and place.item.separator == "" and isinstance(place.item.type, WordType)
    ]
    if len(grids) != 1:
        return None
    name, item = grids[0]
    alphabet = item.type.alphabet  # type: ignore[union-attr]
    told = {
        letter
        for sentence in gathered.sentences
        for pair in _MARKED.findall(in_quotes(sentence))
        for letter in pair
        if letter
    }
    walls = "".join(sorted(letter for letter in told or set(_USUAL_WALLS) if letter in alphabet))
    return (name, item, walls) if walls and set(alphabet) - set(walls) else None


def _cell_path(_: Claim, gathered: Gathered) -> Iterator[Relation]:
    """A way from the first cell of the only grid to its last."""
    found = _grid(gathered)
    if found is not None:
        name, item, walls = found
        cells = ("0", "0", f"{item.rows}-1", f"{item.columns}-1")
        yield Relation("cell path", Expr(name), "", Expr(name), tuple(map(expr, cells)), walls)


def _path(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """A way between the two letters of which every sample has one each, that of which the sentence or the statement
    speaks first as where it begins."""
    found = _grid(gathered)
    if found is None or not gathered.samples:
        return
    name, item, walls = found
    counts = [Counter("".join(sample[name])) for sample in gathered.samples if name in sample]
    single = [
        letter
        for letter in item.type.alphabet  # type: ignore[union-attr]
        if letter not in walls and counts and all(count[letter] == 1 for count in counts)
    ]
    if len(single) == 2:
        text = " ".join(in_quotes(one) for one in (claim.sentence, *gathered.sentences))
        begin, end = sorted(single, key=lambda letter: _spoken(letter, text))
        yield Relation("path", Expr(name), "", Expr(name), (), begin + end + walls)


def _spoken(letter: str, text: str) -> int:
    """Where a text speaks of a letter by itself."""
    found = re.search(rf"(?<![\w]){re.escape(letter)}(?![\w])", text)
    return found.start() if found is not None else len(text)


RESOLVERS = {"graph path": _graph_path, "walk": _walk, "cell path": _cell_path, "path": _path}
