"""The facts that a format says, and the numbers that it writes, counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from slowpath.inputs.layout import places
from slowpath.inputs.text_form.text import to_text
from slowpath.model.format import Array, InputFormat, Node, Records, Scalar, Tagged, TextType, WordType

_NUMBER = re.compile(r"(?:(?<![\w.])|(?<=\.\.))\d+(?:\.\d+)?(?!\w)")
_PRINTABLE = 90
"""So many characters in an alphabet that it restricts nothing."""


def facts_held(fmt: InputFormat) -> Counter[str]:
    """How often the format says each kind of fact: traits, structures, kinds and signs of relations, forms of words,
    "alphabet" for a word or line whose characters are fewer than all, "no words" where there are none, "kinds" for
    tagged lines, "divisible" for a comparison of a remainder."""
    found: Counter[str] = Counter()
    for place in places(fmt).values():
        found.update(_of_item(place.item))
    for rows in {id(place.rows): place.rows for place in places(fmt).values() if place.rows is not None}.values():
        found.update(_of_rows(rows))
    if not any(isinstance(getattr(place.item, "type", None), WordType | TextType) for place in places(fmt).values()):
        found["no words"] = 1
    for relation in fmt.relations:
        found.update((relation.kind, *relation.operator.split()))
        found.update(["choices"] if relation.kind == "among" else [])
        found.update(["divisible"] if "%" in relation.left.text else [])
    return found


def _of_item(item: object) -> Iterator[str]:
    yield from getattr(item, "traits", ())
    kind = getattr(item, "type", None)
    if isinstance(kind, WordType | TextType):
        yield from ("alphabet",) if len(kind.alphabet) < _PRINTABLE else ()
    if isinstance(kind, WordType) and kind.form:
        yield kind.form
        yield from ("choices",) if "|" in kind.pattern else ()
    if isinstance(item, Tagged):
        yield "kinds"


def _of_rows(rows: Node | Records | Tagged) -> Iterator[str]:
    yield from getattr(rows, "traits", ())
    if getattr(rows, "structure", ""):
        yield getattr(rows, "structure", "")
    if isinstance(rows, Tagged):
        yield "kinds"


def numbers_written(fmt: InputFormat) -> frozenset[float]:
    """Every number that stands in the format's text, and how many values stand on each line of it."""
    text = to_text(fmt)
    made = {float(number) for number in _NUMBER.findall(text)}
    return frozenset(made | {float(len(line.split(";"))) for line in text.splitlines()})


def names_known(fmt: InputFormat) -> frozenset[str]:
    """The names of the format, in lower case."""
    return frozenset(name.lower() for name, place in places(fmt).items() if isinstance(place.item, Scalar | Array)) \
        | frozenset(name.lower() for name in places(fmt))
