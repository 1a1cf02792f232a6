"""Outputs compared token by token, decimals with a tolerance: the judge of problems with one right answer.

Theory of operation. Outputs may be many megabytes, and most are the same up to the place that matters, or to the end.
So the part that is the same to the byte is skipped by comparing slices, and only from the token in which they first
differ on are tokens taken one by one: time is linear, and memory doesn't grow with the outputs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from slowpath.model.answers import NUMBERS, REALS, TEXT, AnswerRules
from slowpath.model.breaking import Difference
from slowpath.model.ports import AnswerVerdict

MOST_SHOWN = 40
_DECIMAL = re.compile(rb"[+-]?(\d+\.\d*|\.\d+|\d+(\.\d*)?[eE][+-]?\d+)")
_NUMBER = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_TOKEN = re.compile(rb"\S+")
_BLANK = re.compile(rb"\s")
_BLANK_RUN = re.compile(rb"\s+")
_SLICE = 1 << 16


@dataclass(frozen=True)
class TokenChecker:
    """Implements `model.ports.AnswerChecker`: compares as the rules say. White space behind the last token never
    matters."""

    rules: AnswerRules = AnswerRules()

    @property
    def name(self) -> str:
        """For people."""
        return "comparison by tokens"

    def check(self, data: bytes, output: bytes, answer: bytes) -> AnswerVerdict:
        """Whether both have the same tokens; the reason names the first that differs. Linear in their lengths."""
        if output == answer:
            return AnswerVerdict(True)
        start = _start_of_difference(output, answer)
        if self.rules.blanks and _BLANK_RUN.findall(output.rstrip()) != _BLANK_RUN.findall(answer.rstrip()):
            return AnswerVerdict(False, "its white space isn't that of the answer")
        for found, wanted in zip_longest(_TOKEN.finditer(output, start), _TOKEN.finditer(answer, start)):
            if found is None or wanted is None or not self._are_same(found[0], wanted[0]):
                return _different(found, wanted, answer)
        return AnswerVerdict(True)

    def _are_same(self, found: bytes, wanted: bytes) -> bool:
        is_same = found == wanted or (self.rules.any_case and found.lower() == wanted.lower())
        return is_same or self._is_close(found, wanted)

    def _is_close(self, found: bytes, wanted: bytes) -> bool:
        numbers = self.rules.numbers
        if numbers == TEXT or not (
            numbers == NUMBERS or _DECIMAL.fullmatch(wanted) or (numbers == REALS and _DECIMAL.fullmatch(found))
        ):
            return False
        if not _NUMBER.fullmatch(found) or not _NUMBER.fullmatch(wanted):
            return False
        return math.isclose(float(found), float(wanted), rel_tol=self.rules.relative, abs_tol=self.rules.absolute)


def _start_of_difference(first: bytes, second: bytes) -> int:
    """Where the token begins in which two outputs first differ, or an earlier one: all before is the same in both."""
    low, most = 0, min(len(first), len(second))
    while low < most and first[low : low + _SLICE] == second[low : low + _SLICE]:
        low = min(most, low + _SLICE)
    high = min(most, low + _SLICE)
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    while low > 0 and not _BLANK.match(first, low - 1):
        low -= 1
    return low


def _different(found: re.Match[bytes] | None, wanted: re.Match[bytes] | None, answer: bytes) -> AnswerVerdict:
    """The verdict on outputs whose first different tokens are these, None where one has ended."""
    place = wanted.start() if wanted is not None else len(answer)
    number = sum(1 for _ in _tokens_before(answer, place)) + 1
    line = answer.count(b"\n", 0, place if wanted is not None else len(answer.rstrip())) + 1
    difference = Difference(number, line, _shortened(wanted), _shortened(found))
    if found is None:
        reason = f"it ends before token {number}, {difference.expected!r}"
    elif wanted is None:
        reason = f"token {number} is {difference.actual!r}, but the answer has ended"
    else:
        reason = f"token {number} is {difference.actual!r}, not {difference.expected!r}"
    return AnswerVerdict(False, reason, difference)


def _tokens_before(answer: bytes, place: int) -> Iterator[re.Match[bytes]]:
    return _TOKEN.finditer(answer, 0, place)


def _shortened(token: re.Match[bytes] | None) -> str:
    text = "" if token is None else token[0][: MOST_SHOWN + 1].decode("utf-8", "replace")
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + "..."
