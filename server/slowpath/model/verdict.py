"""What became of one run of the user's program."""

from __future__ import annotations

from enum import Enum


class Verdict(str, Enum):
    """The judge's word for a run. A failing program is a value here, never an exception."""

    OK = "OK"
    WRONG_ANSWER = "WA"
    TIME_LIMIT = "TLE"
    MEMORY_LIMIT = "MLE"
    OUTPUT_LIMIT = "OLE"
    RUNTIME_ERROR = "RE"

    @property
    def can_be_slow_input(self) -> bool:
        """A slow input is one that the program answers or is cut on: a failing exit says the input is
        invalid or the program is wrong, and neither is slowness (design, engine.md section 6)."""
        return self in (Verdict.OK, Verdict.TIME_LIMIT)
