"""What is known of an input's validity, and what speaks against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Validity(str, Enum):
    """How sure it is that an input keeps to everything that the problem says of its input.

    CONFIRMED: a validator of the problem's package, or of the user, accepted it, or it is a sample. LIKELY: the format
    says all that the statement says of the input, or a calibrated validator of a language model accepted it; the
    samples fit, and the program reads just what the format writes.
    DOUBTFUL: something speaks against that (`Doubt`).
    """

    CONFIRMED = "confirmed"
    LIKELY = "likely"
    DOUBTFUL = "doubtful"

    @property
    def is_sure(self) -> bool:
        """Whether an input counts as found: nothing is known that speaks against it."""
        return self is not Validity.DOUBTFUL


@dataclass(frozen=True)
class Doubt:
    """One reason why inputs of a format may be invalid.

    `kind` is one of `DOUBT_KINDS`, `text` a sentence for people. `line` is the 1-based line of the statement that it is
    about and `quote` its words, 0 and "" where it is about none. `proposal` are lines of format that may say it, ""
    where none was found.
    """

    kind: str
    text: str
    line: int = 0
    quote: str = ""
    proposal: str = ""


DOUBT_KINDS = frozenset(
    {
        "sentence",  # the statement says something of the input for which nothing stands in the format
        "bounds",  # no source says what values a variable may have
        "unread",  # for want of time, or since there is too much of it, a part of the statement wasn't looked at
        "samples",  # a sample breaks what the statement seems to say
        "no-statement",  # there is no statement
        "language",  # the statement is in a language that isn't read
        "reading",  # the program reads more, or less, than the format writes
        "failing",  # the program fails on many inputs of the format
        "model",  # a validator that a language model wrote refuses it
        "objection",  # a language model that was asked for something else says that the format is wrong
    }
)

OF_SENTENCES = frozenset({"sentence", "language", "unread"})
"""Doubts about what the statement says. A validator that was written from it whole knows these sentences."""


def unanswered(doubts: Sequence[Doubt], *, is_calibrated: bool) -> tuple[Doubt, ...]:
    """The doubts that are left of an input which validators accepted, a calibrated one of a model's among them or not:
    what rules didn't understand in the statement isn't doubtful where another reading of it was asked."""
    return tuple(doubt for doubt in doubts if not (is_calibrated and doubt.kind in OF_SENTENCES))


MARKS = ("used", "other", "unclear")
"""What became of a sentence: the format says what it says; it says nothing of the input; it is about the input, and not
understood."""


@dataclass(frozen=True)
class SentenceMark:
    """What became of one sentence of the statement.

    `mark` is one of `MARKS`; `facts` are the parts of the format that rest on it ("n <= 1000"), `why` says what of an
    unclear one nothing stands for. `line` is 1-based, `quote` the words as written, `section` where it stands ("" for
    the story).
    """

    line: int
    quote: str
    section: str
    mark: str
    facts: tuple[str, ...] = ()
    why: str = ""
