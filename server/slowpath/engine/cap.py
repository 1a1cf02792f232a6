"""How long a run of the search may take: short at first, longer once everything interesting is cut.

All of it is beyond what every run takes, however small its input: where a program fills a table for half a second
before it reads anything, a cap below that would cut all runs alike, and say nothing of any.

How long a run that confirms may take is said in `findings.confirm_limits`, the limits of a whole search in
`pipeline/campaigns.py` (`campaign_spec`), those of a search for a breaking input in `faults/limits.py`.
"""

from __future__ import annotations

import math

STEPS_S = (0.35, 1.0, 3.0, 10.0, 30.0)
CUT_BEFORE_RAISE = 2
MARGIN = 1.25
"""How many times what a run took to its end the cap is that lets others like it end."""
BASES = 2.0
"""A run may take at least so many times what every run takes, or, while none has ended, what the longest took."""


class AdaptiveCap:
    """The CPU cap of search runs, in seconds; never above `most_s`.

    The cap is raised a step when `CUT_BEFORE_RAISE` different runs at full size were cut at it: then it no longer
    tells the slow from the slower.
    """

    def __init__(self, most_s: float) -> None:
        self._steps = [step for step in STEPS_S if step < most_s] + [most_s]
        self._most_s = most_s
        self._at = 0
        self._cut = 0
        self._least_ended_s = math.inf
        self._longest_cut_s = 0.0

    @property
    def seconds(self) -> float:
        """The cap now, of inputs of full size."""
        return self._beyond_base(self._steps[self._at])

    @property
    def next_s(self) -> float:
        """The cap after the next raise; the same as now at the end."""
        return self._beyond_base(self._steps[min(self._at + 1, len(self._steps) - 1)])

    @property
    def below_full_s(self) -> float:
        """The cap of smaller inputs, which is never raised: they are tried because they are cheap."""
        return self._beyond_base(self._steps[0])

    def _beyond_base(self, step_s: float) -> float:
        if self._least_ended_s < math.inf:
            return min(self._most_s, max(BASES * self._least_ended_s, self._least_ended_s + step_s))
        return min(self._most_s, max(BASES * self._longest_cut_s, step_s))

    def learn(self, took_s: float, was_cut: bool) -> None:
        """Takes note of what any run took; the least that one took which ended is what every run takes."""
        if was_cut:
            self._longest_cut_s = max(self._longest_cut_s, took_s)
        else:
            self._least_ended_s = min(self._least_ended_s, took_s)

    @property
    def can_be_raised(self) -> bool:
        """Whether a longer cap is allowed at all."""
        return self._at + 1 < len(self._steps)

    def observe(self, was_cut: bool) -> bool:
        """Takes note of a run at full size; true when enough were cut that the cap should be raised."""
        self._cut += was_cut
        return self._cut >= CUT_BEFORE_RAISE and self.can_be_raised

    def lift(self, most_s: float) -> None:
        """To the longest cap up to that: where few runs are made at full size, each may take long."""
        while self.can_be_raised and self.next_s <= most_s:
            self.raise_step()

    def aim(self, took_s: float) -> None:
        """A run at full size took so long to its end: the next raise goes there at once, since every cap in between
        cuts what is as long."""
        wanted_s = min(self._most_s, MARGIN * took_s)
        if self._at + 1 < len(self._steps) and wanted_s > self._steps[self._at + 1]:
            later = [step for step in self._steps[self._at + 1 :] if step > wanted_s]
            self._steps = [*self._steps[: self._at + 1], wanted_s, *later]

    def raise_step(self) -> None:
        """The next longer cap."""
        self._at = min(self._at + 1, len(self._steps) - 1)
        self._cut = 0
