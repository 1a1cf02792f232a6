"""Outputs compared token by token, decimals with a tolerance: the judge of problems with one right answer."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from slowpath.model.ports import AnswerVerdict

TOLERANCE = 1e-6
_DECIMAL = re.compile(rb"[+-]?(\d+\.\d*|\.\d+|\d+(\.\d*)?[eE][+-]?\d+)")


@dataclass(frozen=True)
class TokenChecker:
    """Implements `model.ports.AnswerChecker`. Blanks don't matter; where the answer has a decimal (a point or an
    exponent), a number within `tolerance`, absolutely or relatively, is the same."""

    tolerance: float = TOLERANCE

    @property
    def name(self) -> str:
        """For people."""
        return "comparison by tokens"

    def check(self, data: bytes, output: bytes, answer: bytes) -> AnswerVerdict:
        """Whether both have the same tokens; the reason names the first that differs. Linear in their lengths."""
        given, expected = output.split(), answer.split()
        if given == expected:
            return AnswerVerdict(True)
        for place, (found, wanted) in enumerate(zip(given, expected, strict=False), 1):
            if found != wanted and not self._is_close(found, wanted):
                return AnswerVerdict(False, f"token {place} is {_shown(found)}, not {_shown(wanted)}")
        if len(given) != len(expected):
            return AnswerVerdict(False, f"{len(given)} tokens, not {len(expected)}")
        return AnswerVerdict(True)

    def _is_close(self, found: bytes, wanted: bytes) -> bool:
        if not _DECIMAL.fullmatch(wanted):
            return False
        try:
            value, right = float(found), float(wanted)
        except ValueError:
            return False
        return math.isclose(value, right, rel_tol=self.tolerance, abs_tol=self.tolerance)


def _shown(token: bytes) -> str:
    text = token.decode("utf-8", "replace")
    return repr(text if len(text) <= 40 else text[:37] + "...")
