"""The facts that a format says, and the numbers that it writes, counted."""

from __future__ import annotations

import math
import re
import string
from collections import Counter
from collections.abc import Collection, Iterator

from slowpath.inputs.layout import places, relation_names
from slowpath.inputs.text_form.text import to_text
from slowpath.model.expression import expr
from slowpath.model.format import (
    Array,
    InputFormat,
    IntType,
    Matrix,
    Node,
    Records,
    Relation,
    Scalar,
    Tagged,
    TextType,
    WordType,
)
from slowpath.model.patterns import late_regex

_NUMBER = late_regex(r"(?:(?<![\w.])|(?<=\.\.))\d+(?:\.\d+)?(?!\w)")
_WORD = late_regex(r"[a-z]+(?:-[a-z]+)*")
_IN_WORDS = {
    "characters of ": "alphabet",
    " is one of ": "choices",
    " of many digits": "number",
    " of the form ": "pattern",
    "no two rows ": "distinct",
    "nothing is taken": "kinds",
}
"""What facts are that don't name their kind."""
_DIGITS = range(1, 7)
"""So many digits behind the point may have a number below which others have to be."""
_LARGEST_DIGIT = 9
_PRINTABLE = 90
"""So many characters in an alphabet that it restricts nothing."""


def facts_held(fmt: InputFormat) -> Counter[str]:
    """How often the format says each kind of fact: traits, structures, kinds and signs of relations, forms of words,
    "alphabet" for a word or line whose characters are fewer than all, "choices" also for an integer of two values, "no
    words" where there are none, "no text" where no line holds blanks, "kinds" for tagged lines, "divisible" for a
    comparison of a remainder."""
    found: Counter[str] = Counter()
    for place in places(fmt).values():
        found.update(_of_item(place.item))
    for rows in {id(place.rows): place.rows for place in places(fmt).values() if place.rows is not None}.values():
        found.update(_of_rows(rows))
    if not any(isinstance(of, WordType | TextType) for of in _types(fmt)):
        found["no words"] = 1
    if not any(isinstance(of, TextType) and " " in of.alphabet for of in _types(fmt)):
        found["no text"] = 1
    for relation in fmt.relations:
        found.update(_of_relation(relation))
    return found


def _types(fmt: InputFormat) -> Iterator[object]:
    return (getattr(place.item, "type", None) for place in places(fmt).values())


def kinds_of_fact(fact: str, fmt: InputFormat, kinds: Collection[str]) -> frozenset[str]:
    """Which of these kinds a fact in the words of `Evidence` is of; "bound" for a bound, "one of" for a choice."""
    said = next((relation for relation in fmt.relations if str(relation) == fact), None)
    words = {*_WORD.findall(fact), *(kind for pattern, kind in _IN_WORDS.items() if pattern in fact)} & set(kinds)
    bound = {"bound"} if "<=" in fact or ">=" in fact else set()
    bound |= {"one of"} if " is one of " in fact else set()
    return frozenset(bound.union(words if said is None else _of_relation(said)))


def tags_of(fmt: InputFormat) -> frozenset[str]:
    """The words that begin the lines of each kind."""
    return frozenset(
        variant.tag
        for place in places(fmt).values()
        if isinstance(place.item, Tagged)
        for variant in place.item.variants
    )


def kinds_of_name(name: str, fmt: InputFormat) -> frozenset[str]:
    """The kinds of facts that the format says of one variable alone, whose name may be written in either case."""
    found = [(other, place) for other, place in places(fmt).items() if other.lower() == name.lower()]
    return frozenset(
        kind
        for other, place in found
        for kind in (
            *_of_item(place.item),
            *(of for one in fmt.relations if relation_names(one) == {other} for of in _of_relation(one)),
        )
    )


def kinds_by_names(fmt: InputFormat) -> dict[frozenset[str], frozenset[str]]:
    """The kinds of the relations between two names and more, by these in lower case."""
    made: dict[frozenset[str], frozenset[str]] = {}
    for relation in fmt.relations:
        names = frozenset(name.lower() for name in relation_names(relation))
        if len(names) > 1:
            made[names] = made.get(names, frozenset()) | {*_of_relation(relation)}
    return made


def _of_relation(relation: Relation) -> Iterator[str]:
    yield from (relation.kind, *relation.operator.split())
    if relation.kind == "among":
        yield "choices"
    if "%" in relation.left.text:
        yield "divisible"


def _of_item(item: object) -> Iterator[str]:
    yield from getattr(item, "traits", ())
    kind = getattr(item, "type", None)
    if isinstance(kind, WordType | TextType):
        yield from ("alphabet",) if len(kind.alphabet) < _PRINTABLE else ()
    if isinstance(kind, WordType) and kind.form:
        yield kind.form
        yield from ("choices",) if "|" in kind.pattern else ()
    if isinstance(kind, WordType | TextType) and kind.length_lo == kind.length_hi and kind.length_lo.text != "1":
        yield "one length"
    if isinstance(kind, IntType) and kind.lo.constant is not None and kind.hi == expr(kind.lo.constant + 1):
        yield "choices"
    if isinstance(item, Tagged):
        yield "kinds"


def _of_rows(rows: Node | Records | Tagged) -> Iterator[str]:
    traits: frozenset[str] = getattr(rows, "traits", frozenset())
    yield from traits | {"no-loops"} if "acyclic" in traits else traits  # What has no cycles has no loops either.
    if getattr(rows, "structure", ""):
        yield getattr(rows, "structure", "")
    if isinstance(rows, Tagged):
        yield "kinds"


def has_digits(fmt: InputFormat) -> bool:
    """Whether there are several integers of one digit: digits of one number, for all that is known."""
    several = (
        getattr(place.item, "type", None)
        for place in places(fmt).values()
        if place.rows is not None or isinstance(place.item, Array | Matrix)
    )
    return any(isinstance(of, IntType) and of.lo.constant == 0 and of.hi.constant == _LARGEST_DIGIT for of in several)


def numbers_written(fmt: InputFormat) -> frozenset[float]:
    """The numbers of a statement that the format says: each that stands in its text, how many values stand on each line
    of it, and what is one or a fraction more or less than these ("less than 100"); the digits of its words just as they
    are, and how many characters these may have ("one of the first 22 letters")."""
    words = re.findall(r'"[^"]*"', text := to_text(fmt))
    made = {float(number) for number in _NUMBER.findall(re.sub(r'"[^"]*"', '""', text))}
    made |= {float(len(line.split(";"))) for line in text.splitlines()}
    return frozenset(
        {near for number in made for near in (number - 1, number, number + 1, math.floor(number), math.ceil(number))}
        | {round(number, digits) for number in made if not number.is_integer() for digits in _DIGITS}
        | {float(number) for word in words for number in _NUMBER.findall(word)}
        | {
            number
            for of in _types(fmt)
            if isinstance(of, WordType)
            for number in (float(len(of.alphabet)), *map(float, _outer_digits(of.alphabet)))
        }
    )


def _outer_digits(alphabet: str) -> list[str]:
    """The least and the largest digit of an alphabet: "an integer between 0 and 5" of `0-5X`."""
    digits = sorted(set(alphabet) & set(string.digits))
    return [*digits[:1], *digits[-1:]]


def names_known(fmt: InputFormat) -> frozenset[str]:
    """The names of the format, in lower case."""
    return frozenset(
        name.lower() for name, place in places(fmt).items() if isinstance(place.item, Scalar | Array)
    ) | frozenset(name.lower() for name in places(fmt))
