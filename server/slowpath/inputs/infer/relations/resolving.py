"""Which part of a format a claim means: the relations that follow from it.

Where a claim fits several parts, or none, nothing is said: not understood beats guessed. What a sample contradicts is
dropped by the caller.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.relations.claims import Claim, claims
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.layout import Place, is_local_sum, places
from slowpath.inputs.relation_kinds.rectangles import clashes
from slowpath.inputs.relation_kinds.row_lists import is_row_list
from slowpath.model.expression import Expr, expr
from slowpath.model.format import ROW, Array, InputFormat, IntType, Matrix, Node, Records, Relation, Scalar, WordType
from slowpath.statement.claims.names import base_name
from slowpath.statement.sentences.sentence import in_quotes

_WALL = (
    r"(?:walls?|rocks?|stones?|trees?|obstacles?|blocked|water|hedges?|buildings?|impassable|mountains?|lava|"
    r"bush\w*|forest|fences?|blocks?|occupied|closed|not (?:be )?(?:entered|passable|walkable|accessible))"
)
_MARKED = re.compile(
    rf"[\"'`](\S)[\"'`]\)?(?:(?! [\"'`]\S[\"'`])[^.;]){{0,30}}?\b{_WALL}\b|"
    rf"\b{_WALL}(?: ?\(|,? (?:(?:is|are) )?(?:marked|denoted|represented|shown|indicated|given|drawn) "
    rf"(?:by|with|as) (?:an? )?| (?:is|are) (?:an? )?)[\"'`](\S)[\"'`]",
    re.I,
)
_USUAL_WALLS = "#"
_EDGES = frozenset({"graph", "tree"})


@dataclass(frozen=True)
class _Known:
    """What claims are resolved against: the parts of the format, and the values of the samples."""

    nodes: tuple[Node, ...]
    places: Mapping[str, Place]
    samples: Sequence[Mapping[str, Any]]
    knowledge: Knowledge
    following: frozenset[str]
    """The fields of which each is compared with the one before."""
    ordered: frozenset[tuple[str, str]]
    """The fields of which the first isn't greater."""

    def rows(self) -> list[Records]:
        """The blocks of like lines, in order."""
        made = {id(place.rows): place.rows for place in self.places.values() if isinstance(place.rows, Records)}
        return list(made.values())


def promised(
    nodes: tuple[Node, ...], knowledge: Knowledge, samples: Sequence[Mapping[str, Any]], gathered: Gathered
) -> None:
    """Gathers the relations that phrases state. `samples` are the parsed samples; intervals that follow one another by
    what is gathered already need not be told apart."""
    stated = tuple(gathered.relations)
    known = _Known(
        nodes,
        places(InputFormat(nodes)),
        samples,
        knowledge,
        frozenset(relation.left.text for relation in stated if relation.kind == "next"),
        frozenset(
            (relation.left.text, relation.right.text)
            for relation in stated
            if relation.kind == "compare" and relation.operator in ("<", "<=")
        ),
    )
    told: set[tuple[int, str, str]] = set()
    for claim in claims(knowledge, bool(samples)):
        about = (claim.sentence.line, claim.sentence.text, claim.subject)
        found = list(RESOLVERS[claim.phrase.gives](claim, known)) if about not in told else []
        # Of several phrases the first that means something counts, which says most.
        told |= {about} if found else set()
        for relation in found:
            gathered.add(relation, claim.sentence)


def _pair(_: Claim, known: _Known) -> Iterator[Relation]:
    """Rows told apart by their first two values of one kind, in whatever order: only where one block has such."""
    fit = [ends for rows in known.rows() if rows.structure not in _EDGES and (ends := _ends(rows))]
    if len(fit) == 1:
        yield Relation("pair", Expr(fit[0][0]), "", Expr(fit[0][0]), tuple(map(Expr, fit[0])))


def _two_fields(claim: Claim, known: _Known) -> Iterator[Relation]:
    """Two values of one row, or two single ones, by their names, else the first two of the only block that has such."""
    names = [
        next((name for name in known.places if known.knowledge.same(base_name(word), name)), None)
        for word in (claim.found["one"], claim.found["other"])
        if word
    ]
    items = [known.places[name].item for name in names if name]
    if len(items) == 2 and names[0] != names[1] and all(isinstance(item, Scalar) for item in items):
        fit = [(names[0], names[1])] if known.places[names[0] or ""].rows is known.places[names[1] or ""].rows else []
    else:
        fit = [] if names else [ends for rows in known.rows() if (ends := _ends(rows))]
    if len(fit) == 1 and not _is_without_loops(known, *fit[0]):
        yield Relation("compare", Expr(fit[0][0] or ""), "!=", Expr(fit[0][1] or ""))


def _is_without_loops(known: _Known, *ends: str | None) -> bool:
    """Whether two fields are the ends of edges that are no loops already."""
    return any(
        rows.endpoints == ends and (rows.structure == "tree" or rows.traits & {"no-loops", "acyclic"})
        for rows in known.rows()
    )


def _ends(rows: Records) -> tuple[str, str] | None:
    singles = [field for field in rows.fields if isinstance(field, Scalar)][:2]
    if len(singles) < 2 or type(singles[0].type) is not type(singles[1].type):
        return None
    first, second = (field.type for field in singles)
    ints = isinstance(first, IntType) and isinstance(second, IntType)
    is_alike = first == second or (ints and singles[0].name in (second.lo.names | second.hi.names))  # type: ignore[union-attr]
    return (singles[0].name, singles[1].name) if is_alike and isinstance(first, IntType | WordType) else None


def _in_row(_: Claim, known: _Known) -> Iterator[Relation]:
    """The elements of each row of the only table of integers, or the only block's fields, all of one kind."""
    tables = [
        name
        for name, place in known.places.items()
        if isinstance(place.item, Matrix) and isinstance(place.item.type, IntType)
    ]
    fit = [[name] for name in tables] or [
        [field.name for field in rows.fields]
        for rows in known.rows()
        if len(rows.fields) > 1
        and all(
            isinstance(field, Scalar) and isinstance(field.type, IntType) and field.type == rows.fields[0].type
            for field in rows.fields
        )
    ]
    if len(fit) == 1:
        yield Relation("in row", Expr(fit[0][0]), "", Expr(fit[0][0]), tuple(map(Expr, fit[0])))


def _own_row(_: Claim, known: _Known) -> Iterator[Relation]:
    """Lists of which each row has one with numbers of other rows: no row stands in its own."""
    for name, place in known.places.items():
        if is_row_list(place) and isinstance(place.rows, Records):
            of: Any = place.item.type  # type: ignore[union-attr]
            first = of.lo.constant
            if first in (0, 1) and of.hi == (place.rows.count if first else expr(f"{place.rows.count}-1")):
                yield Relation("lists", Expr(name), "!=", expr(f"{ROW}+1" if first else ROW))


def _disjoint(claim: Claim, known: _Known) -> Iterator[Relation]:
    """The intervals or rectangles of the only block whose rows hold one each."""
    fit = [ends for rows in known.rows() for ends in [_sides(rows, known)] if len(ends) in (2, 4)]
    if len(fit) == 1 and not known.following & set(fit[0]):
        touching = any(_touch(sample, fit[0]) for sample in known.samples)
        yield Relation(
            "disjoint touching" if touching else claim.phrase.gives,
            Expr(fit[0][0]),
            "",
            Expr(fit[0][1]),
            tuple(map(Expr, fit[0])),
        )


def _sides(rows: Records, known: _Known) -> list[str]:
    """The ends of intervals or sides of rectangles in a block, two by two, the second never the less:
    fields side by side, or every second one (`x1 y1 x2 y2`)."""
    numbers = [field for field in rows.fields if isinstance(field, Scalar) and isinstance(field.type, IntType)]
    pairs = [*zip(numbers, numbers[1:], strict=False), *zip(numbers, numbers[2:], strict=False)]
    ends = [
        end
        for one, other in pairs
        if one.name in other.type.lo.names or (one.name, other.name) in known.ordered  # type: ignore[union-attr]
        for end in (one.name, other.name)
    ]
    return ends if len(set(ends)) == len(ends) else []


def _touch(sample: Mapping[str, Any], ends: Sequence[str]) -> bool:
    """Whether intervals or rectangles of a sample meet."""
    columns = [sample[name] for name in ends if name in sample]
    if len(columns) < len(ends):
        return False
    flat = [[0] * len(columns[0])] * (4 - len(columns))
    rows = [(int(a), int(b), int(c), int(d)) for a, b, c, d in zip(*columns, *flat, strict=True)]
    return next(clashes(rows, touching=False), None) is not None


def _refers(_: Claim, known: _Known) -> Iterator[Relation]:
    """Words of which each stands in a list of words before them, in every sample."""
    words = [
        name
        for name, place in known.places.items()
        if isinstance(getattr(place.item, "type", None), WordType)
        and getattr(place.item, "separator", " ") != ""
        and not place.is_tagged
    ]
    lists = [
        name for name in words if isinstance(known.places[name].item, Array) or known.places[name].rows is not None
    ]
    for at, name in enumerate(words):
        listed = next(
            (
                one
                for one in lists
                if words.index(one) < at
                and known.samples
                and all(_values(sample.get(name)) <= _values(sample.get(one)) for sample in known.samples)
                and (known.places[one].rows is None or known.places[one].rows is not known.places[name].rows)
            ),
            None,
        )
        if listed is not None and _values(known.samples[0].get(name)):
            yield Relation("in", Expr(name), "", Expr(listed))


def _named_again(claim: Claim, known: _Known) -> Iterator[Relation]:
    """Words of a line that a sentence calls as another calls the different words of a list before them: "the name of a
    guest" behind "n lines with the name of a guest each"; where each stands in that list in every sample."""
    noun = claim.found["noun"].removesuffix("s")
    told = known.knowledge.described
    called = re.compile(rf"{claim.found.group().split()[0].removesuffix('s')}s? of (?:\w+ )*?{re.escape(noun)}s?\b")
    listed = [
        name
        for name, place in known.places.items()
        if isinstance(place.item, Array)
        and isinstance(place.item.type, WordType)
        and "distinct" in place.item.traits
        and name in told
        and told[name] != claim.sentence
        and called.search(told[name].text)
    ]
    for relation in _refers(claim, known) if len(listed) == 1 else ():
        if relation.right.text == listed[0] and told.get(relation.left.text) == claim.sentence:
            yield relation


def _values(value: Any) -> set[Any]:
    if value is None:
        return set()
    return set(value.tolist() if isinstance(value, np.ndarray) else value if isinstance(value, list) else [value])


def _graph_path(claim: Claim, known: _Known) -> Iterator[Relation]:
    """A way along the edges of the only graph, between vertices that are numbers or single values of the input."""
    graphs = [rows for rows in known.rows() if rows.structure in _EDGES]
    ends = [_vertex(claim.found[group], known) for group in ("from", "to")]
    if len(graphs) == 1 and len(graphs[0].endpoints) == 2 and None not in ends and ends[0] != ends[1]:
        one, other = graphs[0].endpoints
        yield Relation("graph path", Expr(one), "", Expr(other), tuple(expr(str(end)) for end in ends))


def _vertex(word: str, known: _Known) -> str | None:
    if word.isdigit():
        return word
    return next(
        (
            name
            for name, place in known.places.items()
            if place.rows is None
            and isinstance(place.item, Scalar)
            and isinstance(place.item.type, IntType)
            and known.knowledge.same(word, name)
        ),
        None,
    )


def _grid(known: _Known) -> tuple[str, Matrix, str] | None:
    """The only grid of letters, by its name, with what is a wall in it."""
    grids = [
        (name, place.item)
        for name, place in known.places.items()
        if isinstance(place.item, Matrix) and place.item.separator == "" and isinstance(place.item.type, WordType)
    ]
    if len(grids) != 1:
        return None
    name, item = grids[0]
    alphabet = item.type.alphabet  # type: ignore[union-attr]
    told = {
        letter
        for sentence in known.knowledge.statement.sentences
        for pair in _MARKED.findall(in_quotes(sentence))
        for letter in pair
        if letter
    }
    walls = "".join(sorted(letter for letter in told or set(_USUAL_WALLS) if letter in alphabet))
    return (name, item, walls) if walls and set(alphabet) - set(walls) else None


def _cell_path(_: Claim, known: _Known) -> Iterator[Relation]:
    """A way from the first cell of the only grid to its last."""
    found = _grid(known)
    if found is not None:
        name, item, walls = found
        cells = ("0", "0", f"{item.rows}-1", f"{item.columns}-1")
        yield Relation("cell path", Expr(name), "", Expr(name), tuple(map(expr, cells)), walls)


def _path(claim: Claim, known: _Known) -> Iterator[Relation]:
    """A way between the two letters of which every sample has one each, that of which the sentence or the statement
    speaks first as where it begins."""
    found = _grid(known)
    if found is None or not known.samples:
        return
    name, item, walls = found
    counts = [Counter("".join(sample[name])) for sample in known.samples if name in sample]
    single = [
        letter
        for letter in item.type.alphabet  # type: ignore[union-attr]
        if letter not in walls and counts and all(count[letter] == 1 for count in counts)
    ]
    if len(single) == 2:
        text = " ".join(in_quotes(one) for one in (claim.sentence, *known.knowledge.statement.sentences))
        begin, end = sorted(single, key=lambda letter: _spoken(letter, text))
        yield Relation("path", Expr(name), "", Expr(name), (), begin + end + walls)


def _spoken(letter: str, text: str) -> int:
    """Where a text speaks of a letter by itself."""
    found = re.search(rf"(?<![\w]){re.escape(letter)}(?![\w])", text)
    return found.start() if found is not None else len(text)


def _edges_in_lists(_: Claim, known: _Known) -> Iterator[Relation]:
    """The ends of a tree's edges in the only two lists of one length and one kind, where no rows are edges."""
    lists = [
        place.item
        for place in known.places.values()
        if place.rows is None
        and isinstance(place.item, Array)
        and isinstance(place.item.type, IntType)
        and not place.item.traits
    ]
    fit = [
        (one, other) for one, other in combinations(lists, 2) if (one.type, one.length) == (other.type, other.length)
    ]
    if len(fit) != 1 or any(rows.structure in _EDGES for rows in known.rows()):
        return
    (one, other), of = fit[0], fit[0][0].type
    vertices = of.hi.text if of.lo.constant == 1 else f"{of.hi}+1".removesuffix("-1+1")  # type: ignore[union-attr]
    if one.length == expr(f"{vertices}-1") and of.lo.constant in (0, 1):  # type: ignore[union-attr,operator]
        yield Relation("edges", Expr(one.name), "tree", Expr(other.name), (expr(vertices),))


def _sum(claim: Claim, known: _Known) -> Iterator[Relation]:
    """The elements of the list that was described last, or of the only one, against a number that was read."""
    bound = _vertex(claim.found["bound"], known)
    told = {
        name: line
        for name, line in known.knowledge.described.items()
        if isinstance(known.places[name].item if name in known.places else None, Array)
    }
    before = [
        one for one in known.knowledge.statement.sentences if one.line <= claim.sentence.line and one in told.values()
    ]
    fit = [name for name, line in told.items() if before and line == before[-1]]
    if bound is not None and len(fit) == 1:
        operator = "<=" if claim.found["most"] else ">=" if claim.found["least"] else "=="
        relation = Relation("sum", Expr(fit[0]), operator, Expr(bound))
        yield from (relation,) if is_local_sum(InputFormat(known.nodes), relation) else ()


RESOLVERS: dict[str, Callable[[Claim, _Known], Iterator[Relation]]] = {
    "pair": _pair,
    "two fields": _two_fields,
    "in row": _in_row,
    "disjoint": _disjoint,
    "disjoint touching": _disjoint,
    "in": _refers,
    "named": _named_again,
    "lists": _own_row,
    "edges": _edges_in_lists,
    "sum": _sum,
    "graph path": _graph_path,
    "cell path": _cell_path,
    "path": _path,
}
