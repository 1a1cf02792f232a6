"""Checkers in the user's text: put in, listed, and taken out to the byte.

Lines and columns of conditions are those of the text without checkers, whatever stands in it already; so checkers can
be put in one after the other, in any order, by what a campaign of the plain text found. What stands in the text is
kept as it is unless it is put in anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from slowpath.instrument.insertions import CannotPlace
from slowpath.instrument.languages import Instrumented, instrumented
from slowpath.instrument.marks import DECLARES, SHARED, Piece, put_together, spans_of, taken_apart
from slowpath.model.constraint import Constraint, InstrumentedText, RejectedCondition
from slowpath.model.languages import name_of

MODES = ("count", "stderr", "abort")
LONGEST_SENTENCE = 240


def with_checkers(
    source: bytes, language: str, constraints: Sequence[Constraint], mode: str = "count"
) -> InstrumentedText:
    """`source` with a checker for each constraint that has a condition, besides those that it carries.

    In mode "count" checkers count, and report at the end of the run on standard error where the environment variable
    SLOWPATH_CHECKERS is set and not empty; in mode "stderr" they always report; in mode "abort" the program aborts
    where one first fires (for fuzzers that look for crashes). A report is one line a checker, `slowpath checker <id>:
    fired <N> of <M>`, M being the evaluations; a program that ends by a signal, `_exit` or `quick_exit` reports
    nothing. What can't stand in the text is in `rejected` with its reason; the text is whole either way.
    """
    if mode not in MODES:
        raise ValueError(f"{mode} is no mode of checkers")
    plain, pieces = taken_apart(source, language)
    made: dict[str, list[Piece]] = {}
    rejected: list[RejectedCondition] = []
    writer = instrumented(language)
    for constraint in constraints:
        try:
            if writer is None:
                raise CannotPlace(f"programs in {name_of(language)} can't be changed")
            made[constraint.id] = _pieces(plain, writer, constraint, mode)
        except CannotPlace as error:
            rejected.append(RejectedCondition(constraint.id, error.reason))
    if made and writer is not None:
        kept = [piece for piece in pieces if piece.checker not in made and piece.checker != SHARED]
        pieces = [writer.shared_piece(plain), *kept, *(piece for each in made.values() for piece in each)]
    text = put_together(plain, pieces)
    return InstrumentedText(text, checker_ids(text, language), tuple(rejected))


def without_checkers(source: bytes, language: str, ids: Sequence[str] | None = None) -> bytes:
    """`source` without the checkers of `ids`, None for all of them: the bytes from before they were put in, with what
    the user has changed elsewhere since."""
    plain, pieces = taken_apart(source, language)
    if ids is None:
        return plain
    kept = [piece for piece in pieces if piece.checker not in ids]
    if all(piece.checker == SHARED for piece in kept):
        return plain
    return put_together(plain, kept)


def checker_ids(source: bytes, language: str) -> tuple[str, ...]:
    """The ids of the checkers in a text, in the order in which they were put in."""
    return tuple(dict.fromkeys(checker for _, _, checker, role in spans_of(source, language) if role == DECLARES))


def checker_spans(source: bytes, language: str) -> tuple[tuple[int, int], ...]:
    """What `without_checkers` cuts, as (begin, end) in bytes, in order; () for a text without checkers."""
    return tuple((begin, end) for begin, end, _, _ in spans_of(source, language))


def _pieces(plain: bytes, writer: Instrumented, constraint: Constraint, mode: str) -> list[Piece]:
    if constraint.condition is None:
        raise CannotPlace("it is said in words only, so there is no checker to insert")
    if not re.fullmatch(r"[0-9A-Za-z_]{1,60}", constraint.id):
        raise CannotPlace("its id isn't made of letters and digits")
    factor = constraint.condition.factor
    if not 0 <= factor < float("inf"):
        raise CannotPlace("its factor isn't a number")
    return writer.pieces_of(plain, constraint.id, _said(constraint), constraint.condition, mode)


def _said(constraint: Constraint) -> str:
    """The sentence as a line comment can hold it, without what would end the comment or look like a mark of ours."""
    words = " ".join("".join(letter if letter.isprintable() else " " for letter in constraint.sentence).split())
    words = words.replace("slowpath", "Slowpath").replace("??/", "?? /").replace("/*", "/ *").replace("*/", "* /")
    return words[:LONGEST_SENTENCE].rstrip("\\ ") or constraint.id
