"""What became of one run of the user's program."""

from __future__ import annotations

from enum import Enum


class Verdict(str, Enum):
    """The judge's word for a run. A failing program is a value here, never an exception.

    `IDLENESS_LIMIT` is of a run that slept or waited until it was ended (Codeforces' word); judges that have no such
    word say that it's out of time. `CUT` is no judge's word: the run was ended before the time limit, since a search
    had no time for it, and nobody knows whether it would have been over.
    """

    OK = "OK"
    WRONG_ANSWER = "WA"
    TIME_LIMIT = "TLE"
    MEMORY_LIMIT = "MLE"
    OUTPUT_LIMIT = "OLE"
    IDLENESS_LIMIT = "ILE"
    CUT = "CUT"
    RUNTIME_ERROR = "RE"

    @property
    def can_be_slow_input(self) -> bool:
        """A slow input is one that the program answers or is cut on: a failing exit says the input is
        invalid or the program is wrong, and neither is slowness (design, engine.md section 6); nor is waiting."""
        return self in (Verdict.OK, Verdict.TIME_LIMIT, Verdict.CUT)

    @property
    def is_out_of_time(self) -> bool:
        """Whether the run was ended before it answered, be it that it computed or that it waited."""
        return self in (Verdict.TIME_LIMIT, Verdict.IDLENESS_LIMIT)
