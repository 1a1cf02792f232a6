"""Claims about lists: what they sum up to, how often values are there, which are there, how neighbours differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations, islice

from slowpath.inputs.infer.facts.called import is_noun_of
from slowpath.inputs.infer.relations.claims import DENIALS, Claim
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.infer.relations.resolvers.rows import EDGES
from slowpath.inputs.infer.structure.query_kinds import sentences_of_kinds, variants_of
from slowpath.inputs.layout import is_local_sum
from slowpath.inputs.relation_kinds.includes import includes
from slowpath.inputs.relations.apart import can_be_apart
from slowpath.inputs.relations.occurrences import can_be_counted
from slowpath.inputs.relations.present import has_many
from slowpath.inputs.relations.single_elements import has_elements
from slowpath.inputs.traits import root_marked
from slowpath.model.expression import Expr, expr
from slowpath.model.format import CONTRARY, ROW, Array, InputFormat, IntType, Relation, Scalar, Tagged, WordType
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.mentions import is_meant
from slowpath.statement.claims.names import base_name
from slowpath.statement.claims.numerals import WORDS
from slowpath.statement.phrases.rows import saying
from slowpath.statement.sentences.sentence import in_quotes

_OF_CHARACTERS = late_regex(r"\b(?:letter|character|symbol|digit)s?\b", re.I)
_OPERATORS = {
    "exactly": "==",
    "precisely": "==",
    "at most": "<=",
    "at least": ">=",
    "no more than": "<=",
    "not more than": "<=",
    "more than": "<=",
    "over": "<=",
}
_SIGNS = {
    "non-negative": (">=", 0),
    "nonnegative": (">=", 0),
    "positive": (">", 0),
    "negative": ("<", 0),
    "non-zero": ("!=", 0),
    "nonzero": ("!=", 0),
    "non-positive": ("<=", 0),
    "nonpositive": ("<=", 0),
    "zero": ("==", 0),
}
_THAN = dict.fromkeys(("greater", "more", "larger", "bigger"), ">") | dict.fromkeys(("less", "smaller", "lower"), "<")
"""What stands before "than"."""
_KINDS = frozenset("t type kind op c".split())
"""What the kind of a query is called."""
_ELEMENTS = frozenset("number integer element value entry term".split())
_NTH = ("first", "second", "third", "fourth")
_IN_QUOTES = late_regex(r"(?<!\w)[\"'`]([^\s\"'`])[\"'`](?!\w)")
_READ = late_regex(r"\b(?:lines?|input|file|case)\b[^.;]{0,40}\b(?:contains?|consists? of|has|have)(?: of)? $", re.I)
"""Before "exactly one positive integer", where that is what a line holds."""


def _sum(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The elements of the list that was described last, or of the only one, against a number that was read."""
    stated = claim.found["bound"]
    number = expr(re.sub(r"[, ]", "", stated).replace("^", "**")).constant if stated[0].isdigit() else None
    bound = gathered.count(stated) if number is None else str(number)
    told = {
        name: line
        for name, line in gathered.knowledge.described.items()
        if isinstance(gathered.places[name].item if name in gathered.places else None, Array)
    }
    before = [one for one in gathered.sentences if one.line <= claim.sentence.line and one in told.values()]
    fit = [name for name, line in told.items() if before and line == before[-1]]
    if bound is not None and len(fit) == 1:
        operator = "<=" if claim.found["most"] else ">=" if claim.found["least"] else "=="
        relation = Relation("sum", Expr(fit[0]), operator, Expr(bound))
        is_alone = number is not None and operator == "<=" and not gathered.places[fit[0]].path
        yield from (relation,) if is_alone or is_local_sum(InputFormat(gathered.nodes), relation) else ()


def _edges_in_lists(_: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The ends of a tree's edges in the only two lists of one length and one kind, where no rows are edges."""
    lists = [
        place.item
        for place in gathered.places.values()
        if place.rows is None
        and isinstance(place.item, Array)
        and isinstance(place.item.type, IntType)
        and not place.item.traits
    ]
    fit = [
        (one, other) for one, other in combinations(lists, 2) if (one.type, one.length) == (other.type, other.length)
    ]
    if len(fit) != 1 or any(rows.structure in EDGES for rows in gathered.rows()):
        return
    (one, other), of = fit[0], fit[0][0].type
    vertices = of.hi.text if of.lo.constant == 1 else f"{of.hi}+1".removesuffix("-1+1")  # type: ignore[union-attr]
    if one.length == expr(f"{vertices}-1") and of.lo.constant in (0, 1):  # type: ignore[union-attr,operator]
        yield Relation("edges", Expr(one.name), "tree", Expr(other.name), (expr(vertices),))


def _times(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """How often each value is in the list that the sentence names, or in the only one that has such values."""
    of_characters = _OF_CHARACTERS.search(claim.found.group()) is not None
    fit = [
        name
        for name, place in gathered.places.items()
        if can_be_counted(place) and isinstance(getattr(place.item, "type", None), IntType) != of_characters
    ]
    bound = _number(claim.found["often"], gathered)
    for name in gathered.meant(claim.sentence.text, fit) if bound not in (None, "1") else ():
        yield Relation("times", Expr(name), _OPERATORS[claim.found["how"].lower()], expr(bound or ""))


def _number(often: str, gathered: Gathered) -> str | None:
    """How often, as an expression: a number, or a single number of the input."""
    word = {"twice": "two", "thrice": "three", "once": "one"}.get(often.lower(), often.split(maxsplit=1)[0])
    number = WORDS.get(word.lower()) if word != "a" else None
    return str(number) if number is not None else gathered.count(word)


def _different(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """That the only list with these bounds holds as many different values as they allow."""
    low, high = claim.found["low"], claim.found["high"]
    fit = [
        (name, of.hi)
        for name, place in gathered.places.items()
        if can_be_counted(place)
        and isinstance(of := getattr(place.item, "type", None), IntType)
        and of.lo.text == low
        and gathered.knowledge.same(high, of.hi.text)
    ]
    for name, most in fit if len(fit) == 1 else ():
        yield Relation("different", Expr(name), "==", most if low == "1" else expr(f"{most}+1"))


def _so_many_different(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """How many different values the list has, or characters the word, that the sentence means; that all are there
    ("each of the three colours") says it of the only one that can have just so many."""
    of_characters = _OF_CHARACTERS.search(claim.found.group()) is not None
    how, count = claim.found.groupdict().get("how"), claim.found["count"].lower()
    number = int(count) if count.isdigit() else WORDS.get("two" if count == "both" else count)
    fit = [
        name
        for name, place in gathered.places.items()
        if can_be_counted(place)
        and isinstance(of := place.item.type, (IntType, WordType))  # type: ignore[union-attr]
        and (isinstance(of, IntType) != of_characters if how else _values_of(of) == number)
    ]
    meant = gathered.meant(claim.sentence.text, fit) if how else fit
    for name in meant if number and (how or len(fit) == 1) else ():
        yield Relation("different", Expr(name), _OPERATORS[(how or "exactly").lower()], expr(number))


def _values_of(of: IntType | WordType) -> int | None:
    """How many values an element may have, where that is known."""
    if isinstance(of, WordType):
        return len(of.alphabet) if not of.form else None
    ends = of.lo.constant, of.hi.constant
    return None if None in ends else int(ends[1] - ends[0]) + 1  # type: ignore[operator]


def _different_by(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """That the list which a noun means holds as many different values as its bounds allow."""
    for name, place in gathered.places.items():
        of = getattr(place.item, "type", None)
        is_called = can_be_counted(place) and is_noun_of(name, claim.found["noun"], gathered.knowledge)
        if is_called and isinstance(of, IntType) and of.lo.constant in (0, 1) and of.hi.names:
            yield Relation("different", Expr(name), "==", of.hi if of.lo.constant else expr(f"{of.hi}+1"))


def _parents_before(_: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The only list of parents, of which each comes before the vertex whose parent it is."""
    fit = [
        place.item
        for place in gathered.places.values()
        if isinstance(place.item, Array) and "parents" in place.item.traits
    ]
    for item in fit if len(fit) == 1 else ():
        first = item.type.lo.constant if isinstance(item.type, IntType) else None
        if first in (0, 1) and item.length.text.endswith("-1"):
            yield Relation("compare", Expr(item.name), "<=", expr(f"{ROW}+1" if first else ROW))


def _one_root(_: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The mark of the root, once in the only list whose line speaks of parents and of a mark for none."""
    told = gathered.knowledge.described
    for name, place in gathered.places.items():
        item, line = place.item, told.get(name)
        if not isinstance(item, Array) or not isinstance(item.type, IntType) or line is None:
            continue
        mark = item.type.lo.constant
        if mark in (0, -1) and saying("parents").search(line.text) and root_marked(item, mark):
            yield Relation("one", Expr(name), "==", expr(mark))


def _first_or_last(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The first or last element of the list whose line speaks of such things, or of the only one."""
    lists = [
        name for name, place in gathered.places.items() if isinstance(place.item, Array) and has_many(place, False)
    ]
    noun, known = claim.found["noun"].lower(), gathered.knowledge
    fit = [one for one in lists if noun in _ELEMENTS or is_meant(one, noun, False, known.described, known.copies)]
    value = int(claim.found["value"])
    for name in fit if len(fit) == 1 and (noun not in _ELEMENTS or len(lists) == 1) else ():
        item = gathered.places[name].item
        if isinstance(item, Array) and gathered.places[name].rows is None and _may_hold(item, value):
            index = expr("0") if claim.found["which"].lower() == "first" else item.length.plus(-1)
            yield Relation("element", Expr(name), "==", expr(value), (index,))


def _present(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """Numbers of a kind, or one value, that are in the list that the sentence names, or in the only one."""
    lists = [name for name, place in gathered.places.items() if has_many(place, False)]
    said = claim.found.groupdict()
    kind = _kind(claim)
    if "sign" in said and kind == "one" and _READ.search(claim.before):
        return
    operator, bound = _condition(said)
    meant = gathered.meant(claim.sentence.text, lists)
    if not meant and base_name(said.get("of") or "") in _KINDS:
        yield from _of_a_type(claim, gathered)
    for name in meant:
        if operator != "==" or _may_hold(gathered.places[name].item, bound):
            yield Relation(kind, Expr(name), operator, expr(bound))


def _condition(said: Mapping[str, str | None]) -> tuple[str, int]:
    """What one element is said to be: a sign, or a comparison with a number; the opposite of what not all are."""
    if sign := said.get("sign"):
        operator, bound = _SIGNS[sign.lower()]
    else:
        more = (said.get("most") or "").lower().split(" ")
        told = (
            said.get("compare") or {"at least": ">=", "at most": "<="}.get(" ".join(more)) or _THAN.get(more[0], "==")
        )
        operator, bound = "==" if told == "=" else told, int(said.get("value") or said.get("bound") or 0)
    if any(said.get(group) for group in DENIALS):
        operator = CONTRARY[operator]
    return operator, bound


def _of_a_type(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """One of the kinds of the only queries, or a value of the first field of the only block of rows."""
    said = claim.found.groupdict()
    nth = said.get("nth")
    value = said.get("value") or said.get("tag") or (str(_NTH.index(nth.lower()) + 1) if nth else None)
    if value is None:
        return
    queries = [one for place in gathered.places.values() if isinstance(one := place.item, Tagged)]
    if nth is not None and len(queries) == 1 and all(kind.tag != value for kind in queries[0].variants):
        value = next(islice(variants_of(gathered.knowledge.statement), int(value) - 1, None), value)
    first = [rows.fields[0] for rows in gathered.rows()]
    if len(queries) == 1 and _kind(claim) == "some":
        wanted = [value, *filter(None, [said.get("or")])]
        are_kinds = {variant.tag for variant in queries[0].variants} >= set(wanted)
        yield from (includes(queries[0], *wanted),) if are_kinds else ()
    elif (
        len(first) == 1
        and value.isdigit()
        and not said.get("or")
        and isinstance(first[0], Scalar)
        and _may_hold(first[0], int(value))
    ):
        yield Relation(_kind(claim), Expr(first[0].name), "==", expr(value))


def _of_this_kind(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """One of the only kind of the only queries that the claim's line tells of."""
    queries = [one for place in gathered.places.values() if isinstance(one := place.item, Tagged)]
    of_kinds = sentences_of_kinds(gathered.knowledge.statement)
    tags = {tag for one, tag in of_kinds.items() if one.line == claim.sentence.line}
    if len(queries) == len(tags) == 1 and tags <= {variant.tag for variant in queries[0].variants}:
        yield includes(queries[0], *tags)


def _again(_: Claim, gathered: Gathered) -> Iterator[Relation]:
    """What is known to be there already: "at least one such query"."""
    known = [one for one in gathered.relations if one.kind in ("some", "includes")]
    yield from known if len(known) == 1 else ()


def _may_hold(item: object, value: int) -> bool:
    """Whether the bounds of a list's elements let one of them be a number, as far as they are known."""
    of = getattr(item, "type", None)
    ends = (of.lo.constant, of.hi.constant) if isinstance(of, IntType) else (None, None)
    return (ends[0] is None or ends[0] <= value) and (ends[1] is None or value <= ends[1])


def _characters(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """Characters that are in the only string or grid that may hold them; a capital without quotes may be a variable,
    but not the one that holds it. "Each of these letters" are those that the sentence before quotes."""
    said = claim.found.groupdict()
    for character in (
        filter(None, (said["one"], said.get("other"))) if "one" in said else _quoted_before(claim, gathered)
    ):
        holders = [
            name
            for name, place in gathered.places.items()
            if has_many(place, True)
            and isinstance(of := place.item.type, WordType)  # type: ignore[union-attr]
            and character in of.alphabet
        ]
        is_plain = claim.phrase.id.endswith("capital")
        if len(holders) == 1 and not (is_plain and gathered.named(character) not in (None, holders[0])):
            yield from so_many(claim, Expr(holders[0]), character)


def _quoted_before(claim: Claim, gathered: Gathered) -> list[str]:
    """The characters that stand in quotes in the sentence before a claim's, as many as it says that there are."""
    sentences = gathered.sentences
    at = next((at for at, one in enumerate(sentences) if one == claim.sentence), 0)
    quoted = list(dict.fromkeys(_IN_QUOTES.findall(in_quotes(sentences[at - 1])))) if at else []
    letters = [one for one in quoted if one.isalpha()] if claim.found["what"].lower() == "letters" else quoted
    said = WORDS.get((claim.found["several"] or "").lower())
    return letters if said in (None, len(letters)) else []


def so_many(claim: Claim, of: Expr, character: str) -> Iterator[Relation]:
    """How often a sentence says that a character is there: at least once, or a number of times."""
    said = claim.found.groupdict()
    word = (said.get("count") or "one").lower()
    count = 1 if word == "a single" else int(WORDS.get(word, word))
    if count == 1:
        yield Relation(_kind(claim), of, "==", expr(ord(character)), (), character)
    elif _kind(claim) == "one" and not said.get("other"):
        yield Relation("exactly", of, "==", expr(ord(character)), (expr(count),), character)


def _kind(claim: Claim) -> str:
    """At least one, or exactly one, by how many the sentence says there are, else by the phrase."""
    said = (claim.found.groupdict().get("many") or "").lower().strip()
    return {"at least": "some", "exactly": "one", "only": "one"}.get(said, claim.phrase.gives.rpartition(" ")[2])


def _apart(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The list or word of which no two neighbours are equal: that which the sentence names, or the only one; that which
    a noun means where things are neighbours that no graph joins."""
    letters = _OF_CHARACTERS.search(claim.sentence.text) is not None
    fit = [
        name
        for name, place in gathered.places.items()
        if can_be_apart(place) and isinstance(place.item.type, WordType) == letters  # type: ignore[union-attr]
    ]
    if (noun := claim.found.groupdict().get("noun")) is not None:
        fit = [name for name, place in gathered.places.items() if can_be_apart(place)]
        is_of_graph = any(rows.endpoints for rows in gathered.rows())
        meant = [name for name in fit if not is_of_graph and is_noun_of(name, noun, gathered.knowledge)]
    else:
        meant = gathered.meant(claim.sentence.text, fit)
    for name in meant:
        yield Relation("apart", Expr(name), "", Expr(name))


def _steps(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """By how much neighbours differ in the only list, or in the one that the sentence names."""
    bound = gathered.count("1" if claim.found["step"].lower() == "one" else claim.found["step"])
    is_exact = claim.found["how"].lower() in ("exactly", "equal to")
    for name in gathered.meant(
        claim.sentence.text, [one for one, place in gathered.places.items() if has_elements(place)]
    ):
        if bound is not None:
            yield from steps_within(name, name, "=" if is_exact else "<=", bound)


def steps_within(name: str, other: str, sign: str, bound: str) -> Iterator[Relation]:
    """A distance between neighbours that is bounded above; one that is always 1 as well."""
    if sign not in ("<", "<=") and not (sign == "=" and bound == "1"):
        return
    upper, lower = ("<", ">") if sign == "<" else ("<=", ">=")
    yield Relation("next", Expr(name), upper, expr(f"{other}+{bound}"))
    yield Relation("next", Expr(name), lower, expr(f"{other}-({bound})"))
    if sign == "=":
        yield Relation("next", Expr(name), "!=", expr(other))


RESOLVERS = {
    "edges": _edges_in_lists,
    "sum": _sum,
    "times": _times,
    "different": _different,
    "different so many": _so_many_different,
    "different by": _different_by,
    "number one": _present,
    "number some": _present,
    "value some": _present,
    "kind some": _of_a_type,
    "this kind some": _of_this_kind,
    "some again": _again,
    "character one": _characters,
    "apart": _apart,
    "element": _first_or_last,
    "one root": _one_root,
    "parents before": _parents_before,
    "next": _steps,
}
