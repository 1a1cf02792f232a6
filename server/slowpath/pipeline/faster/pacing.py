"""How the seconds that were given for making a program faster are spent, so that the whole keeps near them.

Each phase has a share of the whole (`SHARES`), and looks at the clock before whatever may take long: a build, a pair of
runs, a batch of inputs. What a phase leaves out for want of time is said. Only the search for an input on which a
version differs is never cut short by what came before it: a proof isn't what time is saved on. What went beyond, and
where, is said at the end. With a budget in executions no clock decides anything.
"""

from __future__ import annotations

from collections.abc import Callable

from slowpath.model.campaign import Budget, Warned
from slowpath.model.execution import RunLimits
from slowpath.pipeline.programs import CPU_CAP_S, MEMORY_CAP_BYTES, WALL_CAP_S

SEARCH_SHARE, EVIDENCE_SHARE, CHANGES_SHARE, PROOF_SHARE, GROWTH_SHARE = 0.3, 0.1, 0.15, 0.35, 0.1
"""Of the whole: for slow inputs, for what the original prints, for the single changes, for inputs on which a version
differs, and for how the cost grows."""
GRACE = 1.2
"""A search for slow inputs is stopped when it took so many times its share: it ends by itself otherwise."""
LONGEST_ANSWER_S, COUNTED_ANSWER_S, SHORTEST_ANSWER_S = 60.0, 30.0, 4.0
"""The CPU time that the original has for its answer on a slow input: at most, with a budget in executions, at least."""
ANSWER_SHARE, PAIR_SHARE = 0.15, 0.1
SHORTEST_PAIR_S = 2.0
WALL_PER_CPU = 2.0
SAID_BEYOND, SAID_BEYOND_S = 1.1, 2.0


class Pace:
    """The seconds of one work, from now on; `clock` gives seconds."""

    def __init__(self, budget: Budget, clock: Callable[[], float]) -> None:
        self._given_s, self._clock, self._began_s = budget.seconds, clock, clock()
        self._phase, self._entered_s = "", self._began_s
        self._spent: dict[str, float] = {}

    @property
    def is_counted(self) -> bool:
        """Whether no clock may decide."""
        return self._given_s is None

    @property
    def left_s(self) -> float:
        """Seconds of the whole that are left, not less than 0; infinite where nothing limits them."""
        return float("inf") if self._given_s is None else max(0.0, self._began_s + self._given_s - self._clock())

    def share_s(self, share: float) -> float:
        """So many of the seconds that were given."""
        return float("inf") if self._given_s is None else share * self._given_s

    def over_after(self, share: float) -> Callable[[], bool]:
        """Says whether a share of the whole has passed since now."""
        end_s = self._clock() + self.share_s(share)
        return lambda: self._given_s is not None and self._clock() >= end_s

    def enter(self, phase: str) -> None:
        """A phase begins, in words for people ("looking for slow inputs"); the one before ends."""
        now = self._clock()
        if self._phase:
            self._spent[self._phase] = self._spent.get(self._phase, 0.0) + now - self._entered_s
        self._phase, self._entered_s = phase, now

    def beyond(self) -> Warned | None:
        """What took how long, where the whole took clearly longer than was given. Ends the last phase."""
        self.enter("")
        took_s = self._clock() - self._began_s
        if self._given_s is None or took_s <= max(SAID_BEYOND * self._given_s, self._given_s + SAID_BEYOND_S):
            return None
        longest = sorted(self._spent.items(), key=lambda entry: -entry[1])
        said = ", ".join(f"{phase} {seconds:.0f} s" for phase, seconds in longest if seconds >= 1)
        return Warned(
            "over-time",
            f"It took {took_s:.0f} s instead of {self._given_s:g}: {said}.",
            "Builds and single runs aren't broken off; on a busy machine they take longer.",
        )

    def answer_limits(self) -> RunLimits:
        """The limits of a run whose answer is wanted."""
        return _limits(
            COUNTED_ANSWER_S
            if self._given_s is None
            else min(LONGEST_ANSWER_S, max(SHORTEST_ANSWER_S, ANSWER_SHARE * self._given_s))
        )

    def pair_limits(self) -> RunLimits:
        """The limits of a run whose time is wanted: what takes longer is cut, and is then at least so slow."""
        return _limits(
            CPU_CAP_S if self._given_s is None else min(CPU_CAP_S, max(SHORTEST_PAIR_S, PAIR_SHARE * self._given_s))
        )


def _limits(cpu_s: float) -> RunLimits:
    return RunLimits(cpu_s, max(WALL_CAP_S, WALL_PER_CPU * cpu_s), MEMORY_CAP_BYTES)
