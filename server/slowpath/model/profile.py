"""Per-line hit counts of one run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Profile:
    """`hits` maps every executable line of the user's file (1-based) to how often it ran, zeros included.

    Counts mean what gcov means by them (C++) and what a line trace means (Python). `approximate` is a
    reason when they may be off (threads, a run cut inside a library call), else empty. `elsewhere` is the same of files
    of the user's own that it includes, by their paths.
    """

    hits: Mapping[int, int]
    approximate: str = ""
    elsewhere: Mapping[str, Mapping[int, int]] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """The sum of all line hits."""
        return sum(self.hits.values())
