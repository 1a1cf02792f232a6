"""Where in a program's text a `Place` is: the spot for it, or the reason why there is none.

A language's own file (`cpp_places` and its like, by `instrument/languages/`) finds the statement and judges the point.
"""

from __future__ import annotations

from slowpath.instrument.insertions import CannotPlace, Insertion
from slowpath.instrument.languages import instrumented
from slowpath.model.constraint import Condition, Place
from slowpath.model.languages import name_of


def resolve(source: bytes, language: str, place: Place) -> Insertion:
    """The spot of `place` in a program's text. Raises `CannotPlace` where a text can't surely stand there."""
    known = instrumented(language)
    if known is None:
        raise CannotPlace(f"programs in {name_of(language)} can't be changed")
    return known.resolve(source, place)


def first_function(source: bytes, language: str, condition: Condition) -> int:
    """Where definitions go that all places of a condition see: before the first function of them. Raises
    `CannotPlace`."""
    places = [condition.place]
    if condition.count is not None:
        places += [place for place in (condition.count.at, condition.count.since) if place is not None]
    return min(resolve(source, language, place).function for place in places)
