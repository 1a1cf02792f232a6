"""What becomes of an input on which the program seems to fail: its case is isolated, validators and the clean builds
are asked, and only then it is told; at last it is made small and explained.

What fails in one way and isn't confirmed is tried again a few times with other inputs, then no more, so that a search
build which misleads doesn't eat the budget.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from slowpath.engine.candidate import Candidate
from slowpath.faults import limits
from slowpath.faults.confirming import confirmed
from slowpath.faults.contest import Bout
from slowpath.faults.explaining import explain
from slowpath.faults.isolating import isolated
from slowpath.faults.minimised import Examining, minimised
from slowpath.faults.quest import Played, Quest
from slowpath.inputs.validate import is_valid
from slowpath.model.breaking import BreakFound, Complaint, Failing
from slowpath.model.campaign import PhaseEntered
from slowpath.model.origin import Origin, input_id
from slowpath.model.ports import Sanitizer

MOST_TRIES = {Failing.TIME_LIMIT: 6, Failing.MEMORY_LIMIT: 6}
MOST_OTHER_TRIES = 24
MINIMISING_S = 5.0
EXPLAINING_S = 5.0


class Settling:
    """Settles failures. `found` is the breaking input that ends the search, once there is one; `undefined` one that
    only a sanitizer sees. Both are confirmed bouts with where they came from."""

    def __init__(self, quest: Quest) -> None:
        self._quest = quest
        self._tries: dict[Failing, int] = {}
        self.found: tuple[Bout, Origin] | None = None
        self.undefined: tuple[Bout, Origin, Complaint | None] | None = None

    def offer(self, played: Played) -> bool:
        """Takes note of an input that was played; whether the search has found what it was for."""
        failing = played.bout.failing
        if failing is None or self.found is not None:
            return self.found is not None
        if self._tries.get(failing, 0) >= MOST_TRIES.get(failing, MOST_OTHER_TRIES):
            return False
        for candidate, bout in self._versions(played):
            sure = self._sure(candidate, bout)
            if sure is None:
                continue
            if sure.failing is Failing.UNDEFINED:
                self.suspect(candidate, sure, None)
                return False
            self._tell(sure, candidate.origin)
            return True
        self._tries[failing] = self._tries.get(failing, 0) + 1
        return False

    def _versions(self, played: Played) -> list[tuple[Candidate, Bout]]:
        """The isolated case, then the input as it was played where that isn't the same."""
        small = isolated(self._quest, played.candidate, played.bout)
        whole = played.candidate, played.bout
        return [small] if small[0] is played.candidate else [small, whole]

    def _sure(self, candidate: Candidate, bout: Bout) -> Bout | None:
        quest, is_sample = self._quest, candidate.origin.strategy == "sample"
        if not (is_sample or is_valid(quest.spec.format, candidate.data)):
            return None
        if not quest.accepts(candidate.data, candidate.origin.label):
            return None
        return self.confirm(bout)

    def confirm(self, bout: Bout) -> Bout | None:
        """The bout as the clean builds show it, None where they don't."""
        return confirmed(self._quest.judge, bout)

    def _tell(self, sure: Bout, origin: Origin) -> None:
        quest = self._quest
        quest.keep(sure.data)
        self.found = sure, origin
        first = explain(quest.spec, quest.contest, quest.judge, sure, origin, keep=quest.keep, stop=quest.stop, most=0)
        quest.tell(BreakFound(first))

    def suspect(self, candidate: Candidate, bout: Bout, complaint: Complaint | None) -> None:
        """Remembers the first input on which only a sanitizer, or another way of compiling, shows the fault."""
        quest = self._quest
        if self.undefined is not None or not quest.accepts(candidate.data, candidate.origin.label):
            return
        reason = complaint.message if complaint is not None else bout.reason
        bout = replace(bout, failing=Failing.UNDEFINED, reason=reason)
        quest.keep(bout.data)
        self.undefined = bout, candidate.origin, complaint
        told = explain(quest.spec, quest.contest, quest.judge, bout, candidate.origin, keep=quest.keep,
                       stop=quest.stop, complaint=complaint, most=0)
        quest.tell(BreakFound(told))

    # At the end

    def finish(self, sanitizer: Sanitizer | None) -> None:
        """Makes what was found small and explains it."""
        quest = self._quest
        if self.found is not None:
            bout, origin = self.found
            quest.tell(PhaseEntered("minimising", "Looking for the smallest input that breaks it."))
            self._explained(bout, origin, None, sanitizer, self.confirm)
        elif self.undefined is not None and sanitizer is not None and self.undefined[2] is not None:
            bout, origin, complaint = self.undefined
            quest.tell(PhaseEntered("minimising", "Looking for the smallest input that shows the undefined behaviour."))
            self._explained(bout, origin, complaint, sanitizer, lambda found: found)

    def _explained(self, bout: Bout, origin: Origin, complaint: Complaint | None, sanitizer: Sanitizer | None,
                   confirm: Callable[[Bout], Bout | None]) -> None:
        quest = self._quest
        judge: Examining | None = None
        if bout.failing is Failing.UNDEFINED and sanitizer is not None:
            judge = Examining(quest.judge, sanitizer, limits.program_limits(quest.spec))
        small = minimised(quest.spec, judge or quest.judge, bout, accepts=lambda data: quest.accepts(data, "smaller"),
                          confirm=confirm, stop=quest.stop_after(MINIMISING_S))
        quest.keep(small.data)
        came_from = "" if small is bout else input_id(bout.data)
        quest.tell(PhaseEntered("explaining", "Looking for what kind of bug it is."))
        told = explain(quest.spec, quest.contest, quest.judge, small, origin, keep=quest.keep,
                       stop=quest.stop_after(EXPLAINING_S), minimised_from=came_from, sanitizer=sanitizer,
                       complaint=complaint)
        quest.tell(BreakFound(told))
