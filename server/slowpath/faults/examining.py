"""Which inputs run under the sanitizers: those that brought news, packed ones first, for a bounded share of the work.

A run there costs a process and several times the program's own time, so hardly one input in fifty is examined. What it
complains about though the answer is right is undefined behaviour: shown, and a hint where to search on.
"""

from __future__ import annotations

import heapq

from slowpath.engine.candidate import SMALL, Candidate
from slowpath.faults import limits
from slowpath.faults.contest import Bout
from slowpath.faults.fault_search_state import FaultSearchState, Played
from slowpath.model.breaking import Complaint
from slowpath.model.ports import Sanitizer
from slowpath.model.verdict import Verdict

COST = 60_000_000
SLOWER = 8.0
SHARE = 0.15
AFTER_COST = 1_500_000_000
MOST_WAITING = 64
MOST_NS = 300_000_000


class Examinations:
    """Keeps inputs that are worth a run under the sanitizers, the ones with most news first."""

    def __init__(self, state: FaultSearchState) -> None:
        self._state = state
        self._sanitizer: Sanitizer | None = None
        self._is_open = False
        self._waiting: list[tuple[int, int, Candidate, Bout]] = []
        self._number = 0
        self._work = 0.0
        self._spent = 0.0

    @property
    def sanitizer(self) -> Sanitizer | None:
        """The sanitizers' build, waited for; None where there is none."""
        if not self._is_open:
            self._is_open = True
            self._sanitizer = self._state.contest.sanitizer() if self._state.spec.sanitize else None
        return self._sanitizer

    def consider(self, played: Played) -> None:
        """Keeps an input for later, if its runs brought news and were short."""
        self._work += played.cost
        execution = played.bout.execution
        if not played.novelty or execution.verdict is not Verdict.OK or not self._is_short(played):
            return
        self._number += 1
        heapq.heappush(self._waiting, (-played.novelty, self._number, played.candidate, played.bout))
        if len(self._waiting) > 2 * MOST_WAITING:
            self._waiting = heapq.nsmallest(MOST_WAITING, self._waiting)

    def _is_short(self, played: Played) -> bool:
        """By counts, never by a clock, but for large inputs."""
        return played.candidate.level == SMALL or played.bout.execution.count < MOST_NS

    @property
    def _is_due(self) -> bool:
        return self._work >= AFTER_COST and self._spent < SHARE * self._work

    def next_complaints(self) -> tuple[Candidate, Bout, tuple[Complaint, ...]] | None:
        """Examines what waits as far as the share of the work allows; the first input with complaints, None for
        none."""
        while self._waiting and self._is_due and not self._state.is_over:
            if self.sanitizer is None:
                self._waiting = []
                return None
            _, _, candidate, bout = heapq.heappop(self._waiting)
            self._spent += COST + SLOWER * bout.execution.count
            found = self.sanitizer.examine(candidate.data, limits.program_limits(self._state.spec))
            if found.complaints:
                return candidate, bout, found.complaints
        return None
