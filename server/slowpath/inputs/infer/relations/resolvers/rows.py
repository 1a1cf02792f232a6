"""Claims about rows: pairs, fields that differ, intervals and rectangles that are disjoint, names listed before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from slowpath.inputs.infer.relations.claims import Claim
from slowpath.inputs.infer.relations.gathered import Gathered, is_single
from slowpath.inputs.layout import Place
from slowpath.inputs.relation_kinds.rectangles import clashes
from slowpath.inputs.relation_kinds.row_lists import is_row_list
from slowpath.inputs.traits import interval_fields
from slowpath.model.expression import Expr, expr
from slowpath.model.format import ROW, Array, IntType, Matrix, Records, Relation, Scalar, WordType
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.names import base_name, subscript, variable_name
from slowpath.statement.sentences.sentence import Sentence

EDGES = frozenset({"graph", "tree"})


_FEW = (2, 3, 4)
"""How many values of a line may be told to differ."""
_NAMES = late_regex(r"(?<![\w'])[A-Za-z](?:_\w+)?(?![\w'])")
_APART = late_regex(r"\b(?:disjoint|touch|share|common)\b", re.I)
"""What intervals that touch aren't; they may as well not overlap."""
_NOBODY = late_regex(r"(?:nobody|no one|none|no)\b", re.I)


def _pair(_: Claim, gathered: Gathered) -> Iterator[Relation]:
    """Rows told apart by their first two values of one kind, in whatever order: only where one block has such."""
    fit = [ends for rows in gathered.rows() if rows.structure not in EDGES and (ends := ends_of(rows))]
    if len(fit) == 1:
        yield Relation("pair", Expr(fit[0][0]), "", Expr(fit[0][0]), tuple(map(Expr, fit[0])))


def _two_fields(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """Two values of one row, or two single ones, by their names, else the first two of the only block that has such."""
    names = [
        next((name for name in gathered.places if gathered.knowledge.same(base_name(word), name)), None)
        for word in (claim.found["one"], claim.found["other"])
        if word
    ]
    items = [gathered.places[name].item for name in names if name]
    if len(items) == 2 and names[0] != names[1] and all(isinstance(item, Scalar) for item in items):
        fit = (
            [(names[0], names[1])]
            if gathered.places[names[0] or ""].rows is gathered.places[names[1] or ""].rows
            else []
        )
    else:
        fit = [] if names else [ends for rows in gathered.rows() if (ends := ends_of(rows))]
    for one, other in fit if len(fit) == 1 else ():
        if gathered.is_without_loops(one, other):
            gathered.evidence.append(claim.sentence.ground(one or "", f"{one} != {other}"))
        else:
            yield Relation("compare", Expr(one or ""), "!=", Expr(other or ""))


def _fields_told(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The values of one line that were told of before, each other than each: those that the sentence names first, else
    those of which the one before it tells, else the only two words or integers of the input, single ones."""
    at = gathered.sentences.index(claim.sentence)
    for text, line in ((claim.before, claim.sentence), *((one.text, one) for one in gathered.sentences[at - 1 : at])):
        names = _told_in(text, line, gathered)
        for one, other in combinations(names, 2):
            if not gathered.is_without_loops(one, other):
                yield Relation("compare", Expr(one), "!=", Expr(other))
        if names or _NAMES.search(text):
            return
    what = (claim.found["what"] or "").lower()
    kind = WordType if what in ("words", "strings", "names") else IntType
    fit = [
        (name, place)
        for name, place in gathered.places.items()
        if isinstance(getattr(place.item, "type", None), kind if what else IntType | WordType) and place.path == ()
    ]
    if len(fit) == 2 == len(gathered.places) and all(
        isinstance(place.item, Scalar) and place.rows is None for _, place in fit
    ):
        yield Relation("compare", Expr(fit[0][0]), "!=", Expr(fit[1][0]))


def _told_in(text: str, line: Sentence, gathered: Gathered) -> list[str]:
    """The few values of one line that a text names last, else those of the line that it describes; none where it names
    one alone, lists or values of several kinds."""
    described = gathered.knowledge.described
    named = [gathered.named(variable_name(word)) for word in _NAMES.findall(text)]
    own = [name for name in named if name] or [name for name, sentence in described.items() if sentence == line][::-1]
    lines: dict[tuple[int, Sentence | None], list[str]] = {}
    for name in dict.fromkeys(own):
        if name in gathered.places:
            lines.setdefault((id(gathered.places[name].rows), described.get(name)), []).append(name)
    told = next((names for names in reversed(lines.values()) if len(names) in _FEW), [])
    items = [gathered.places[name].item for name in told]
    kinds = {type(item.type) for item in items if isinstance(item, Scalar)}
    return told if len(kinds) == 1 and all(isinstance(item, Scalar) for item in items) else []


def _places_differ(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """Two coordinates that aren't both those of another place, of the same line or given by numbers."""
    words = [claim.found[part] for part in ("x", "other_x", "y", "other_y")]
    names = [
        word
        if word.lstrip("-").isdigit()
        else gathered.named(word.replace("_", ""), _is_integer)
        or gathered.named(variable_name(word), _is_integer)
        or ""
        for word in words
    ]
    rows = {id(gathered.places[name].rows) for name in names if name in gathered.places}
    of_rows = {index for word in words if (index := subscript(word)) in ("i", "j", "k")}
    if all(names) and len(rows) == 1 and len(of_rows) < 2 and names[::2] != names[1::2]:
        x, y = (f"abs({one})" if other == "0" else f"abs({one}-({other}))" for one, other in (names[:2], names[2:]))
        yield Relation("compare", expr(f"{x}+{y}"), ">=", expr(1))


def _row_ends_differ(_: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The two points of each row of the only block with such."""
    fit = []
    for rows in gathered.rows():
        names = [field.name for field in rows.fields if isinstance(field, Scalar) and isinstance(field.type, IntType)]
        axes = [re.sub(r"[\d_]+$", "", name).lower()[:1] for name in names]
        if len(set(axes[:4])) == 2 == len(set(axes[:2])) and axes[:2] == axes[2:4]:
            fit.append(names)
    if len(fit) == 1:
        x, y, other_x, other_y = fit[0][:4]
        yield Relation("compare", expr(f"abs({x}-({other_x}))+abs({y}-({other_y}))"), ">=", expr(1))


def _is_integer(place: Place) -> bool:
    return isinstance(place.item, Scalar) and isinstance(place.item.type, IntType) and not place.is_tagged


def ends_of(rows: Records) -> tuple[str, str] | None:
    """The first two values of each row where they are of one kind, else the only two that are."""
    singles = [field for field in rows.fields if isinstance(field, Scalar)]
    alike = [(one.name, other.name) for one, other in combinations(singles, 2) if _are_alike(one, other)]
    first = next((pair for pair in alike if pair == (singles[0].name, singles[1].name)), None)
    return first or (alike[0] if len(alike) == 1 else None)


def _are_alike(one: Scalar, other: Scalar) -> bool:
    """Whether two fields may hold the same things."""
    if isinstance(one.type, IntType) and isinstance(other.type, IntType):
        return one.type == other.type or one.name in (other.type.lo.names | other.type.hi.names)
    return isinstance(one.type, WordType) and one.type == other.type


def _in_row(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The elements of each row of the only table of integers, or the only block's fields, all of one kind; where the
    sentence describes the line of some single integers alone, these."""
    own = [name for name, line in gathered.knowledge.described.items() if line == claim.sentence][::-1]
    if len(own) > 2 and all(name in gathered.places and is_single(gathered.places[name]) for name in own):
        first, second, *others = map(Expr, own)
        yield Relation("distinct", first, "", second, tuple(others))
        return
    tables = [
        name
        for name, place in gathered.places.items()
        if isinstance(place.item, Matrix) and isinstance(place.item.type, IntType)
    ]
    fit = [[name] for name in tables] or [
        [field.name for field in rows.fields]
        for rows in gathered.rows()
        if len(rows.fields) > 1
        and all(
            isinstance(field, Scalar) and isinstance(field.type, IntType) and field.type == rows.fields[0].type
            for field in rows.fields
        )
    ]
    if len(fit) == 1:
        yield Relation("in row", Expr(fit[0][0]), "", Expr(fit[0][0]), tuple(map(Expr, fit[0])))


def _own_row(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """Lists of which each row has one with numbers of other rows: no row stands in its own. Where it is said of nobody,
    or of each that it leads to another, of a list with a number for each place none is that of its own place; and what
    is said of nobody, of two values of each row too."""
    of_nobody = _NOBODY.match(claim.found.group()) is not None
    of_lists = of_nobody or claim.phrase.gives == "own place"
    for name, place in gathered.places.items():
        item = place.item
        count = place.rows.count if isinstance(place.rows, Records) else getattr(item, "length", None)
        if not isinstance(item, Array) or not isinstance(item.type, IntType) or place.is_tagged or count is None:
            continue
        low, high = item.type.lo.constant, item.type.hi
        if low in (0, 1) and high == (count if low else expr(f"{count}-1")) and (is_row_list(place) or of_lists):
            kind = "lists" if is_row_list(place) else "compare"
            yield Relation(kind, Expr(name), "!=", expr(f"{ROW}+1" if low else ROW))
    fit = [ends for rows in gathered.rows() if rows.structure not in EDGES and (ends := ends_of(rows))]
    if of_nobody and len(fit) == 1 and not any(rows.structure in EDGES for rows in gathered.rows()):
        yield Relation("compare", Expr(fit[0][0]), "!=", Expr(fit[0][1]))


def _disjoint(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The intervals or rectangles of the only block whose rows hold one each; where they are in order, each begins when
    the one before has ended: they may touch, which not all statements count as overlapping."""
    ordered = [
        (low, high)
        for rows in gathered.rows()
        if rows.structure == "intervals" and rows.traits & {"sorted", "strictly-sorted"}
        for low, high in [interval_fields(rows)]
        if rows.fields[0].name == low
    ]
    for ends in ordered:
        are_apart = _APART.search(claim.found.group()) and not any(_touch(sample, ends) for sample in gathered.samples)
        yield Relation("next", Expr(ends[0]), ">" if are_apart else ">=", Expr(ends[1]))
    fit = [ends for rows in gathered.rows() for ends in [_sides(rows, gathered)] if len(ends) in (2, 4)]
    if len(fit) == 1 and not ordered and not _following(gathered) & set(fit[0]):
        touching = any(_touch(sample, fit[0]) for sample in gathered.samples)
        yield Relation(
            "disjoint touching" if touching else claim.phrase.gives,
            Expr(fit[0][0]),
            "",
            Expr(fit[0][1]),
            tuple(map(Expr, fit[0])),
        )


def _ends_differ(_: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The ends of the intervals of the only block whose rows hold one each: no value stands there twice."""
    fit = [ends for rows in gathered.rows() for ends in [_sides(rows, gathered)] if len(ends) == 2]
    if len(fit) == 1:
        yield Relation("distinct", Expr(fit[0][0]), "", Expr(fit[0][1]))


def _sides(rows: Records, gathered: Gathered) -> list[str]:
    """The ends of intervals or sides of rectangles in a block, two by two, the second never the less:
    fields side by side, or every second one (`x1 y1 x2 y2`)."""
    ordered = {
        (relation.left.text, relation.right.text)
        for relation in gathered.relations
        if relation.kind == "compare" and relation.operator in ("<", "<=")
    }
    numbers = [field for field in rows.fields if isinstance(field, Scalar) and isinstance(field.type, IntType)]
    pairs = [*zip(numbers, numbers[1:], strict=False), *zip(numbers, numbers[2:], strict=False)]
    ends = [
        end
        for one, other in pairs
        if one.name in other.type.lo.names or (one.name, other.name) in ordered  # type: ignore[union-attr]
        for end in (one.name, other.name)
    ]
    return ends if len(set(ends)) == len(ends) else []


def _following(gathered: Gathered) -> set[str]:
    """The fields of which each is compared with the one before."""
    return {relation.left.text for relation in gathered.relations if relation.kind == "next"}


def _touch(sample: Mapping[str, Any], ends: Sequence[str]) -> bool:
    """Whether intervals or rectangles of a sample meet. By the places of their ends among all: a sample's numbers may
    have any size."""
    columns = [sample[name] for name in ends if name in sample]
    if len(columns) < len(ends):
        return False
    place = {end: rank for rank, end in enumerate(sorted({end for column in columns for end in column}))}
    ranks = [[place[end] for end in column] for column in columns]
    flat = [[0] * len(columns[0])] * (4 - len(columns))
    return next(clashes(np.array([*ranks, *flat], dtype=np.int64).T, touching=False), None) is not None


def _refers(_: Claim, gathered: Gathered) -> Iterator[Relation]:
    """Words of which each stands in a list of words before them, in every sample."""
    words = [
        name
        for name, place in gathered.places.items()
        if isinstance(getattr(place.item, "type", None), WordType)
        and getattr(place.item, "separator", " ") != ""
        and not place.is_tagged
    ]
    lists = [
        name
        for name in words
        if isinstance(gathered.places[name].item, Array) or gathered.places[name].rows is not None
    ]
    for at, name in enumerate(words):
        listed = next(
            (
                one
                for one in lists
                if words.index(one) < at
                and gathered.samples
                and all(_values(sample.get(name)) <= _values(sample.get(one)) for sample in gathered.samples)
                and (gathered.places[one].rows is None or gathered.places[one].rows is not gathered.places[name].rows)
            ),
            None,
        )
        if listed is not None and _values(gathered.samples[0].get(name)):
            yield Relation("in", Expr(name), "", Expr(listed))


def _named_again(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """Words of a line that a sentence calls as another calls the different words of a list before them: "the name of a
    guest" behind "n lines with the name of a guest each" or "the guests' names"; where each stands in that list in
    every sample."""
    noun = claim.found["noun"].removesuffix("s")
    told = gathered.knowledge.described
    what = claim.found.group().split()[0].removesuffix("s")
    called = late_regex(rf"\b{what}s? of (?:[\w-]+ )*?{re.escape(noun)}s?\b|\b{re.escape(noun)}s?'?s? {what}s?\b")
    listed = [
        name
        for name, place in gathered.places.items()
        if isinstance(place.item, Array)
        and isinstance(place.item.type, WordType)
        and "distinct" in place.item.traits
        and name in told
        and told[name] != claim.sentence
        and called.search(told[name].text)
    ]
    for relation in _refers(claim, gathered) if len(listed) == 1 else ():
        if relation.right.text == listed[0] and told.get(relation.left.text) == claim.sentence:
            yield relation


def _values(value: Any) -> set[Any]:
    """The values of a field in one sample, whether it is one value, a list or a list of lists."""
    if isinstance(value, np.ndarray | list | tuple):
        return {one for part in value for one in _values(part.item() if isinstance(part, np.generic) else part)}
    return set() if value is None else {value}


RESOLVERS = {
    "pair": _pair,
    "two fields": _two_fields,
    "fields told": _fields_told,
    "in row": _in_row,
    "disjoint": _disjoint,
    "ends differ": _ends_differ,
    "places differ": _places_differ,
    "ends of a row differ": _row_ends_differ,
    "disjoint touching": _disjoint,
    "in": _refers,
    "named": _named_again,
    "lists": _own_row,
    "own place": _own_row,
}
