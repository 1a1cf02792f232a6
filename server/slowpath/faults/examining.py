"""Which inputs run under the sanitizers: those that brought news, packed ones first, for a bounded share of the work.

A run there costs a process and several times the program's own time, of some programs fifty times, so hardly one input
in fifty is examined, and where a clock ends the search, none for longer than the share allows. What it complains about
though the answer is right is undefined behaviour: shown, and a hint where to search on.
"""

from __future__ import annotations

import heapq
from dataclasses import replace

from slowpath.engine.candidate import SMALL, Candidate
from slowpath.faults import limits
from slowpath.faults.contest import Bout
from slowpath.faults.fault_search_state import COST_PER_CPU_S, FaultSearchState, Played
from slowpath.model.breaking import Complaint
from slowpath.model.execution import RunLimits
from slowpath.model.ports import Sanitizer
from slowpath.model.verdict import Verdict

COST = 60_000_000
SLOWER = 8.0
SHARE = 0.15
AFTER_COST = 1_500_000_000
MOST_WAITING = 64
MOST_LARGE = 8
MOST_NS = 300_000_000
LEAST_S = 0.05


class Examinations:
    """Keeps inputs that are worth a run under the sanitizers, the ones with most news first."""

    def __init__(self, state: FaultSearchState) -> None:
        self._state = state
        self._waiting: list[tuple[int, int, Candidate, Bout]] = []
        self._number = self._large = 0
        self._work = 0.0
        self._spent = 0.0
        self._slower = SLOWER

    @property
    def sanitizer(self) -> Sanitizer | None:
        """The sanitizers' build, waited for; None where there is none."""
        building = self._state.contest.sanitizer
        return None if building is None else building.result()

    @property
    def _is_awaited(self) -> bool:
        """Whether the build isn't there yet; where no clock decides, it is waited for."""
        building = self._state.contest.sanitizer
        return building is not None and not building.done() and not self._state.meter.counted

    def consider(self, played: Played) -> None:
        """Keeps an input for later, if its runs brought news and were short. The first large ones needn't bring any: an
        array that is too small by one shows at the largest sizes alone, and in no counter."""
        self._work += played.cost
        execution = played.bout.execution
        if execution.verdict is not Verdict.OK or not self._is_short(played):
            return
        is_large = played.candidate.level != SMALL and self._large < MOST_LARGE
        if not played.novelty and not is_large:
            return
        self._large += is_large
        self._number += 1
        self._waiting.append((-max(played.novelty, is_large), self._number, played.candidate, played.bout))
        if len(self._waiting) > 2 * MOST_WAITING:
            self._waiting = heapq.nsmallest(MOST_WAITING, self._waiting)

    def _is_short(self, played: Played) -> bool:
        """By counts, never by a clock, but for large inputs."""
        return played.candidate.level == SMALL or played.bout.execution.count < MOST_NS

    @property
    def _left(self) -> float:
        """What may be spent now."""
        return SHARE * self._work - self._spent if self._work >= AFTER_COST else 0.0

    def _fitting(self) -> tuple[Candidate, Bout] | None:
        """Takes the input with most news; where a clock ends the search, of those that what may be spent now suffices
        for."""
        left, is_counted = self._left, self._state.meter.counted
        for entry in sorted(self._waiting) if left > 0 else ():
            _, _, candidate, bout = entry
            if is_counted or self._predicted(bout) <= left:
                self._waiting.remove(entry)
                return candidate, bout
        return None

    def _predicted(self, bout: Bout) -> float:
        return COST + self._slower * bout.execution.count

    def _limits(self) -> RunLimits:
        """Those of a run of the program; where a clock ends the search, of one that can be examined in what is left."""
        given = limits.program_limits(self._state.spec)
        if self._state.meter.counted:
            return given
        return replace(given, cpu_s=min(given.cpu_s, max(LEAST_S, self._left / (COST_PER_CPU_S * SLOWER))))

    def _spend(self, bout: Bout, seconds: float) -> None:
        """Takes note of what an examination took, and learns from one that was slow what others will take."""
        predicted, taken = self._predicted(bout), COST_PER_CPU_S * seconds
        if self._state.meter.counted:
            self._spent += predicted
            return
        self._spent += max(predicted, taken)
        if taken > predicted:
            self._slower = max(self._slower, (taken - COST) / max(1, bout.execution.count))

    def next_complaints(self) -> tuple[Candidate, Bout, tuple[Complaint, ...]] | None:
        """Examines what waits as far as the share of the work allows; the first input with complaints, None for
        none, and while the build isn't there."""
        if self._is_awaited:
            return None
        while not self._state.is_over and (fitting := self._fitting()) is not None:
            if self.sanitizer is None:
                self._waiting = []
                return None
            candidate, bout = fitting
            began_s = self._state.clock()
            found = self.sanitizer.examine(candidate.data, self._limits())
            self._spend(bout, self._state.clock() - began_s)
            if found.complaints:
                return candidate, bout, found.complaints
        return None
