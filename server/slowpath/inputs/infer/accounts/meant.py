"""What words that restrict values are about: values that the format has restricted so already, or things that aren't
values at all."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from slowpath.inputs.infer.accounts.held import kinds_of_name
from slowpath.inputs.layout import Place, places
from slowpath.model.expression import Expr
from slowpath.model.format import Array, FloatType, InputFormat, IntType, Scalar
from slowpath.statement.claims.names import base_name

_SPOKEN_OF = re.compile(r"\b(?:the|this|that|these|those|its|their) $", re.I)
_NAMED = re.compile(
    r"(?: (?:integers?|numbers?|values?|elements?|list|sequence|array|string|word))? "
    r"(?P<name>[A-Za-z]\w{0,9}(?:_\w+)?)(?=\W*$|[.;:)]|,(?! [A-Za-z](?:_\w+)?\b)| (?:is|are|has|have|of|in|which)\b)"
)
_BY_ITSELF = re.compile(r"permutation", re.I)
"""A word that is a noun of its own: "the permutation", where there is one."""
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


def is_spoken_of(found: re.Match[str], kinds: Collection[str], fmt: InputFormat) -> bool:
    """Whether words only name what the format has: "the length of the permutation p", where p is one."""
    if not _SPOKEN_OF.search(found.string[: found.start()]):
        return False
    named = _NAMED.match(found.string, found.end())
    if named is not None:
        return not kinds_of_name(base_name(named["name"]), fmt).isdisjoint(kinds)
    return _BY_ITSELF.fullmatch(found.group()) is not None and _is_alone(kinds, fmt)


def _is_alone(kinds: Collection[str], fmt: InputFormat) -> bool:
    lists = [name for name, place in places(fmt).items() if isinstance(place.item, Array)]
    return sum(not kinds_of_name(name, fmt).isdisjoint(kinds) for name in lists) == 1 == len(lists)


def of_values(text: str, fmt: InputFormat) -> str:
    """A text without what it says of things that are no values: "n different helpers", where n counts several lists of
    measures that each of them has; "k guests (they all have different tastes)", where nothing but k is read of them."""
    text = _COUNTED.sub(lambda found: " " if _counts_measures(found["name"], fmt) else found[0], text)
    return _OF_COUNTED.sub(lambda found: " " if _counts_nothing(found["name"], fmt) else found[0], text)


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
