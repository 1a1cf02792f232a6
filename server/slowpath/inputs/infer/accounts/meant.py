"""What words that restrict values are about: values that the format has restricted so already, or things that aren't
values at all."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import combinations

from slowpath.inputs.infer.accounts.held import kinds_of_name, names_known
from slowpath.inputs.layout import Place, places, relation_names
from slowpath.model.expression import Expr
from slowpath.model.format import Array, FloatType, InputFormat, IntType, Records, Scalar
from slowpath.statement.claims.names import base_name
from slowpath.statement.sentences.statement import Statement

_SPOKEN_OF = re.compile(r"\b(?:the|this|that|these|those|its|their) $", re.I)
_NAMED = re.compile(
    r"(?: (?:integers?|numbers?|values?|elements?|list|sequence|array|string|word))? "
    r"(?P<name>[A-Za-z]\w{0,9}(?:_\w+)?)"
    r"(?=\W*$|[.;:)]| =| ?,(?! [A-Za-z](?:_\w+)?\b)| (?:is|are|has|have|of|in|which)\b)"
)
_BY_ITSELF = re.compile(r"permutation", re.I)
"""A word that is a noun of its own: "the permutation", where there is one."""
_SOUGHT = re.compile(
    r"\b(?:how many|find|construct|print|output|restore|count)\b[^.;,]{0,30}?\b(?:permutation|sequence|array|string)s? "
    r"([A-Za-z])\b",
    re.I,
)
_ELEMENT = re.compile(r"\b[A-Za-z]_\w+")
_VALUES = (
    "integers?|numbers?|values?|elements?|words?|strings?|names?|letters?|characters?|digits?|points?|positions?|"
    "places|coordinates?|heights?|pairs?|edges?|ends?"
)
_DIFFER = "(?:different|distinct|unique)"
_COUNTED = re.compile(rf"\b(?P<name>[A-Zb-z]) {_DIFFER} (?!(?:[\w-]+ ){{0,2}}(?:{_VALUES})\b)")
_OF_COUNTED = re.compile(
    rf"\b(?P<name>[A-Zb-z]) [a-z-]+,? \(?(?:they|who|whose|which|(?:each|all) of (?:them|whom|which))\b"
    rf"[^.;,()]{{0,40}}?\b{_DIFFER}"
)

_ALTERNATIVES = re.compile(
    r"\b(?P<name>[A-Za-z]\w{0,9}) ?= ?-?\d+(?:(?:,? or |, )(?:(?P=name) ?= ?)?-?\d+){0,8}?"
    r",? or (?:(?P=name) ?= ?)?-?\d+\b"
)
_INTEGER = re.compile(r"-?\b\d+\b")
_ENDS = re.compile(rf"\b(?:(?:connect|join|link)\w*|between) (?:two|a pair of) {_DIFFER}\b", re.I)
_DEEDS = re.compile(r"\b(?:number|amount) of (?:\w+ ){1,3}(?:that|which|who) must\b", re.I)
"""What counts things to be done: "the number of games that must be played"."""
_PICKED = re.compile(
    r"\b(?:all|each|every|any|those|some)\b(?: of the)? (?:\w+ )?\w+ (?:that|which|who)(?: (?:is|are))? ?$", re.I
)


def first_of_all(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The first match that isn't what picks some of the things: "all elements which are even turn red"."""
    return next((found for found in pattern.finditer(text) if not _PICKED.search(text[: found.start()])), None)


def sought(statement: Statement, fmt: InputFormat) -> frozenset[str]:
    """The names, in lower case, of what is asked for and nowhere read: "how many permutations P are there?"."""
    asked = {name.lower() for one in statement.sentences for name in _SOUGHT.findall(one.text)}
    read = {
        base_name(name).lower()
        for one in statement.sentences
        if one.section in ("input", "constraints")
        for name in _ELEMENT.findall(one.text)
    }
    return frozenset(asked - read - names_known(fmt))


def is_spoken_of(found: re.Match[str], kinds: Collection[str], fmt: InputFormat, sought_names: Collection[str]) -> bool:
    """Whether words only name what the format has ("the length of the permutation p", where p is one), or something
    that is sought."""
    named = _NAMED.match(found.string, found.end())
    is_noun = _BY_ITSELF.fullmatch(found.group()) is not None
    if named is not None and is_noun and named["name"].lower() in sought_names:
        return True
    if not _SPOKEN_OF.search(found.string[: found.start()]):
        return False
    if named is not None:
        return not kinds_of_name(base_name(named["name"]), fmt).isdisjoint(kinds)
    return is_noun and _is_alone(kinds, fmt)


def _is_alone(kinds: Collection[str], fmt: InputFormat) -> bool:
    lists = [name for name, place in places(fmt).items() if isinstance(place.item, Array)]
    return sum(not kinds_of_name(name, fmt).isdisjoint(kinds) for name in lists) == 1 == len(lists)


def of_values(text: str, fmt: InputFormat) -> str:
    """A text without what it says of things that are no values: "n different helpers", where n counts several lists of
    measures that each of them has; "k guests (they all have different tastes)", where nothing but k is read of them.
    Nor with what the values are in any case: "a_i = 0 or a_i = 1", where the format has them from 0 to 1; "between two
    different towns", where the ends of all rows differ."""
    text = _DEEDS.sub(" ", text)
    text = _ALTERNATIVES.sub(lambda found: " " if _are_all(found, fmt) else found[0], text)
    text = _ENDS.sub(lambda found: " " if _all_ends_differ(fmt) else found[0], text)
    text = _COUNTED.sub(lambda found: " " if _counts_measures(found["name"], fmt) else found[0], text)
    return _OF_COUNTED.sub(lambda found: " " if _counts_nothing(found["name"], fmt) else found[0], text)


def _are_all(found: re.Match[str], fmt: InputFormat) -> bool:
    """Whether the alternatives of a value are all that the format lets it be."""
    place = places(fmt).get(base_name(found["name"]))
    of = getattr(place.item, "type", None) if place is not None else None
    if not isinstance(of, IntType) or of.lo.constant is None or of.hi.constant is None:
        return False
    said = {int(one) for one in _INTEGER.findall(found[0].replace(found["name"], ""))}
    return said == {*range(of.lo.constant, of.lo.constant + len(said))} and max(said) == of.hi.constant


def _all_ends_differ(fmt: InputFormat) -> bool:
    """Whether there are rows with two places or more that are numbers up to the same one, and these differ in each."""
    rows = {id(place.rows): place.rows for place in places(fmt).values() if isinstance(place.rows, Records)}
    apart = {relation_names(one) for one in fmt.relations if one.kind == "compare" and one.operator in ("!=", "<", ">")}
    ends = [(of, pair) for of in rows.values() for pair in combinations(of.fields, 2) if _are_ends(*pair)]
    return bool(ends) and all(
        of.structure == "tree"
        or "no-loops" in of.traits
        or {one.name, other.name} in apart
        or other.type.lo.text == f"{one.name}+1"
        for of, (one, other) in ends
        if isinstance(other.type, IntType)
    )


def _are_ends(one: Scalar | Array, other: Scalar | Array) -> bool:
    return (
        isinstance(one, Scalar)
        and isinstance(other, Scalar)
        and isinstance(one.type, IntType)
        and isinstance(other.type, IntType)
        and other.type.hi.names <= one.type.hi.names | {one.name}
        and bool(other.type.hi.names & one.type.hi.names or one.name in other.type.lo.names)
    )


def _counts_measures(name: str, fmt: InputFormat) -> bool:
    """Whether all that a number of the input counts are lists of numbers, two at least. What stands in rows may be a
    place, a word may be a name, and numbers up to another one name things: these may have to differ."""
    _, counted = _counted(name, fmt)
    return len(counted) > 1 and all(
        isinstance(place.item, Array)
        and place.rows is None
        and isinstance(place.item.type, FloatType | IntType)
        and not _bounds(place)
        for place in counted
    )


def _counts_nothing(name: str, fmt: InputFormat) -> bool:
    """Whether a number of the input counts nothing that is read, and bounds nothing."""
    name, counted = _counted(name, fmt)
    return bool(name) and not counted and all(name not in _bounds(place) for place in places(fmt).values())


def _counted(name: str, fmt: InputFormat) -> tuple[str, list[Place]]:
    """The number of the input that is written so in either case, "" for none, and the places that it counts."""
    for one, place in places(fmt).items():
        if one.lower() == name.lower() and isinstance(place.item, Scalar) and place.rows is None:
            return one, [of for of in places(fmt).values() if any(one in count.names for count in _counts(of))]
    return "", []


def _bounds(place: Place) -> frozenset[str]:
    """The names by which values are bounded."""
    of = getattr(place.item, "type", None)
    return of.lo.names | of.hi.names if isinstance(of, IntType) else frozenset()


def _counts(place: Place) -> Iterator[Expr]:
    """The expressions that count what stands at a place, or how long it is."""
    for of in (place.item, place.rows, getattr(place.item, "type", None)):
        yield from (
            count
            for field in ("length", "rows", "columns", "count", "length_lo", "length_hi")
            if isinstance(count := getattr(of, field, None), Expr)
        )
