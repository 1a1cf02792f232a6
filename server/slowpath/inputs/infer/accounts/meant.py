"""Words that restrict nothing, since the format's values are so already, or only name what these are."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import combinations

from slowpath.inputs.infer.accounts.held import kinds_of_name
from slowpath.inputs.layout import places, relation_names
from slowpath.model.expression import Expr
from slowpath.model.format import Array, FloatType, InputFormat, IntType, Records, Scalar
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.names import base_name

_SPOKEN_OF = late_regex(r"\b(?:the|this|that|these|those|its|their) $", re.I)
_NAMED = late_regex(
    r"(?: (?:integers?|numbers?|values?|elements?|list|sequence|array|string|word))? "
    r"(?P<name>[A-Za-z]\w{0,9}(?:_\w+)?)"
    r"(?=\W*$|[.;:)]| =| ?,(?! [A-Za-z](?:_\w+)?\b)| (?:is|are|has|have|of|in|which)\b)"
)
_BY_ITSELF = late_regex(r"permutation", re.I)
"""A word that is a noun of its own: "the permutation", where there is one."""
_ALTERNATIVES = late_regex(
    r"\b(?P<name>[A-Za-z]\w{0,9}) ?= ?-?\d+(?:(?:,? or |, )(?:(?P=name) ?= ?)?-?\d+){0,8}?"
    r",? or (?:(?P=name) ?= ?)?-?\d+\b"
)
_SO_MANY = late_regex(
    r"\b(?P<many>(?![aA]\b)[A-Za-z]) (?:different|distinct|unique)\b"
    r"(?! (?:\w+ )?(?:letters?|characters?|digits?|symbols?)\b)"
)
_SIGNS = {"positive": 1, "natural": 1, "non-negative": 0, "nonnegative": 0}
_OF_ALL_NUMBERS = late_regex(
    r"\b(?:numbers|integers|values)(?: (?:in|of) the input)? (?:are|will be)(?: (?:all|always))*$"
)
_NUMBERS = late_regex(r" (?:whole )?(?:numbers|integers|values)\b")
"""What is said of all numbers, not of what becomes of them: "all numbers are positive", "the positive integers"."""
_DEEPEST = 3
"""Bounds that are variables, one by the other, which are followed."""
_INTEGER = late_regex(r"-?\b\d+\b")
_ENDS = late_regex(r"\b(?:(?:connect|join|link)\w*|between) (?:two|a pair of) (?:different|distinct|unique)\b", re.I)
_PICKED = late_regex(
    r"\b(?:all|each|every|any|those|some)\b(?: of the)? (?:\w+ )?\w+ (?:that|which|who)(?: (?:is|are))? ?$", re.I
)


def first_of_all(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The first match that isn't what picks some of the things: "all elements which are even turn red"."""
    return next((found for found in pattern.finditer(text) if not _PICKED.search(text[: found.start()])), None)


def is_spoken_of(found: re.Match[str], kinds: Collection[str], fmt: InputFormat) -> bool:
    """Whether words only name what the format has: "the length of the permutation p", where p is one; "all numbers are
    positive", where none is less than 1."""
    if (least := _SIGNS.get(found.group().strip().lower())) is not None:
        return _is_of_all_numbers(found) and _all_are_at_least(least, fmt)
    named = _NAMED.match(found.string, found.end())
    is_noun = _BY_ITSELF.fullmatch(found.group()) is not None
    if not _SPOKEN_OF.search(found.string[: found.start()]):
        return False
    if named is not None:
        return not kinds_of_name(base_name(named["name"]), fmt).isdisjoint(kinds)
    return is_noun and _is_alone(kinds, fmt)


def _is_of_all_numbers(found: re.Match[str]) -> bool:
    """Whether a sign is said of numbers as such: nothing follows of a profit that is positive."""
    before = found.string[: found.start()].rstrip()
    return _NUMBERS.match(found.string, found.end()) is not None or _OF_ALL_NUMBERS.search(before) is not None


def _all_are_at_least(least: int, fmt: InputFormat) -> bool:
    """Whether all numbers are integers of which none may be less than this."""
    types = [getattr(place.item, "type", None) for place in places(fmt).values()]
    integers = [of for of in types if isinstance(of, IntType)]
    are_all = bool(integers) and not any(isinstance(of, FloatType) for of in types)
    return are_all and all(_is_at_least(least, of.lo, fmt, 0) for of in integers)


def _is_at_least(least: int, low: Expr, fmt: InputFormat, depth: int) -> bool:
    if low.constant is not None:
        return low.constant >= least
    of = getattr(found.item, "type", None) if (found := places(fmt).get(low.text)) is not None else None
    return isinstance(of, IntType) and depth < _DEEPEST and _is_at_least(least, of.lo, fmt, depth + 1)


def _is_alone(kinds: Collection[str], fmt: InputFormat) -> bool:
    lists = [name for name, place in places(fmt).items() if isinstance(place.item, Array)]
    return sum(not kinds_of_name(name, fmt).isdisjoint(kinds) for name in lists) == 1 == len(lists)


def of_values(text: str, fmt: InputFormat) -> str:
    """A text without what the format's values are in any case: "a_i = 0 or a_i = 1", where the format has them from 0
    to 1; "between two different towns", where the ends of all rows differ; and without what only says how many things
    there are of which no values are read: "n different drinks"."""
    text = _SO_MANY.sub(lambda found: found["many"] if _counts_nothing(found["many"], fmt) else found[0], text)
    text = _ALTERNATIVES.sub(lambda found: " " if _are_all(found, fmt) else found[0], text)
    return _ENDS.sub(lambda found: " " if _all_ends_differ(fmt) else found[0], text)


def _counts_nothing(name: str, fmt: InputFormat) -> bool:
    """Whether a number that is read is the length of no list, nor the number of any rows."""
    found = places(fmt)
    read = next((one for one in found if one.lower() == name.lower()), "")
    sizes = (
        (
            getattr(part, "length", None),
            getattr(part, "count", None),
            getattr(part, "rows", None),
            getattr(part, "columns", None),
        )
        for place in found.values()
        for part in (place.item, place.rows)
    )
    return bool(read) and not any(read in size.names for some in sizes for size in some if isinstance(size, Expr))


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
