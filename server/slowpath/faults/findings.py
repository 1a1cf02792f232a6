"""What is known of a breaking input when the kind of its bug is told, and how each piece of evidence speaks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from slowpath.analysis.source_changes import Change
from slowpath.faults.repairs import Repairs
from slowpath.faults.survey import Survey
from slowpath.model.breaking import Complaint, Failing, FaultCategory

SMALL_NUMBER = 1000
"""Numbers below this don't overflow, and no modulus that is worth one is reached."""
LARGEST_DIGITS = 6
LONGEST_LOOKED_AT = 1 << 16
_A_NUMBER = re.compile(rb"-?\d+")


@dataclass(frozen=True)
class Vote:
    """What speaks for a category, how much, and the sentence that says it."""

    category: FaultCategory
    weight: float
    sentence: str


@dataclass(frozen=True)
class Findings:
    """All that is known of one breaking input when it's classified. `cases` is how many test cases it has, None where
    the format has none, `ignored` what the program doesn't heed (`faults.ignored`), `extreme` whether the largest
    or smallest of something is asked for (`statement.answers.one_answer.sought_extreme`)."""

    failing: Failing
    reason: str
    data: bytes
    source: bytes
    language: str
    survey: Survey = Survey()
    complaint: Complaint | None = None
    changes: Sequence[Change] = ()
    accepted: bytes = b""
    cases: int | None = None
    repairs: Repairs = Repairs()
    expected: bytes = b""
    actual: bytes = b""
    ignored: tuple[str, int] = ("", 0)
    extreme: int = 0

    @property
    def tokens(self) -> int:
        """How many tokens the breaking input has."""
        return len(self.data.split())

    @property
    def has_large_numbers(self) -> bool:
        """Whether a number of the input or of an answer is so large that it may be about its size."""
        return any(map(_has_large_number, (self.data, self.expected, self.actual)))

    @property
    def has_large_input(self) -> bool:
        """Whether the input holds large numbers."""
        return _has_large_number(self.data)

    @property
    def may_overflow(self) -> bool:
        """Whether nothing is known that speaks against an overflow."""
        return self.repairs.wider is not False and self.has_large_numbers


def _has_large_number(text: bytes) -> bool:
    """Whether a text has a large number; one of very many digits, which may as well be a word, is one."""
    return any(
        len(found.lstrip(b"-")) > LARGEST_DIGITS or abs(int(found)) >= SMALL_NUMBER
        for found in _A_NUMBER.findall(text[:LONGEST_LOOKED_AT])
    )
