"""Rows and neighbours that a sentence says to differ: "all points are distinct", `(x_i, y_i) != (x_j, y_j)`."""

from __future__ import annotations

import re

from slowpath.model.patterns import late_regex
from slowpath.statement.claims.names import base_name, subscript
from slowpath.statement.claims.scope import is_about_input
from slowpath.statement.phrases.manners import is_asked, is_denied, is_of_some, spoken
from slowpath.statement.phrases.rows import saying
from slowpath.statement.sentences.statement import Sentence

_END = r"(?:[a-z]|1|\w_\w+)"
_TUPLE = r"\(?([A-Za-z]_%s(?: ?, ?[A-Za-z]_%s){1,3})\)?"
_ANY = ("[abh-np-ruv]", "[abh-np-ruv]")
"""What counts rows; `(r_s, c_s)` is where something starts."""
_TUPLES_DIFFER = late_regex(rf"{_TUPLE % _ANY} ?!= ?{_TUPLE % _ANY}(?!_)")
_NO_SAME_TUPLES = late_regex(rf"\bno (?:two|pairs?)\b[^.;]{{0,60}} {_TUPLE % _ANY} ?= ?{_TUPLE % _ANY}(?!_)", re.I)
_ALL_TUPLES = late_regex(
    rf"{(_TUPLE % (_END, _END)).replace('?', '', 1)}(?: ?, ?(?:\.\.\.|\([^()]{{1,30}}\)))*(?: values?| pairs?)? "
    r"(?:are|is|be)(?: (?:all|pairwise|mutually|also|guaranteed to be))* (?:distinct|different|unique)\b",
    re.I,
)
_ONE_DIFFERS = late_regex(r"\b([A-Za-z])_([a-z]) ?!= ?\1_([a-z]) or ([A-Za-z])_\2 ?!= ?\4_\3\b(?!_)")
_OF_ANY_TWO = late_regex(
    r"\b(?:[Ii]f|[Ww]hen|[Ww]henever|[Ff]or(?: all| any)?) ([i-l]) ?!= ?([i-l])(?: ?, then| ?,| then) *"
)
"""No condition, but all pairs: "if i != j, then"."""
_OF_WHICH = ("conditional", "whether", "chosen", "where")


def tuple_that_differs(text: str) -> tuple[str, ...]:
    """The fields that together agree in no two rows: `(x_i, y_i) != (x_j, y_j)`, "all (a_i, b_i) are distinct"; ()
    where a text says it of none."""
    for pattern in (_TUPLES_DIFFER, _NO_SAME_TUPLES):
        for match in pattern.finditer(text):
            (left, at), (right, other) = (_parted(part) for part in match.groups())
            if (
                left == right
                and len(at) == len(other) == 1
                and at != other
                and not spoken(_OF_ANY_TWO.sub(" ", text[: match.start()]), *_OF_WHICH, reach=0)
            ):
                return left
    for match in _ALL_TUPLES.finditer(text):
        names, at = _parted(match.group(1))
        if len(at) == 1 and not is_of_some(text, match) and not is_asked(text[: match.start()]):
            return names
    found = _ONE_DIFFERS.search(text)
    is_said = (
        found is not None
        and found.group(1) != found.group(4)
        and found.group(2) != found.group(3)
        and not spoken(_OF_ANY_TWO.sub(" ", text[: found.start()]), *_OF_WHICH, reach=0)
    )
    return (found.group(1), found.group(4)) if found is not None and is_said else ()


def _parted(listed: str) -> tuple[tuple[str, ...], set[str]]:
    """The names in `x_i, y_i`, and their subscripts."""
    words = [word.strip() for word in listed.split(",")]
    return tuple(base_name(word) for word in words), {subscript(word) for word in words}


def rows_differ(sentence: Sentence) -> tuple[str, ...] | None:
    """The fields that agree in no two rows, as a sentence of the input names them: () where it says it of what the
    rows describe ("all points are distinct"), None where it doesn't."""
    if not is_about_input(sentence):
        return None
    if named := tuple_that_differs(sentence.text):
        return named
    match = saying("distinct rows").search(sentence.text)
    if match is None or is_denied(sentence.text[: match.end()].rsplit(" ", 1)[0]) or is_of_some(sentence.text, match):
        return None
    return ()


def said_to_differ(text: str) -> str:
    """The clause that says of rows by what they are that no two are the same; "" where none does."""
    match = saying("distinct rows").search(text)
    return match.group() if match is not None else ""


def noun_that_differs(text: str) -> str:
    """What no two rows have the same: "position" of "no two lamps are at the same position"; "" where it isn't said."""
    match = saying("distinct rows by").search(said_to_differ(text))
    return next(filter(None, match.groups())).lower() if match is not None else ""


def words_differ(sentence: Sentence) -> bool:
    """Whether a sentence that calls something distinct speaks of words, and not of their letters."""
    return (
        saying("distinct words").search(sentence.text) is not None
        and saying("distinct letters").search(sentence.text) is None
    )
