"""Now and then an input that seems right is run again in other processes: an answer that changes with chance
(addresses, hash seeds, what lies in memory) is a fault too."""

from __future__ import annotations

from dataclasses import replace

from slowpath.faults.confirming import unsteady
from slowpath.faults.fault_search_state import FaultSearchState, Played
from slowpath.model.verdict import Verdict

EVERY = 64
MOST = 16
MOST_BYTES = 100_000


class Repeats:
    """Chooses some of the inputs that were played, and repeats them."""

    def __init__(self, state: FaultSearchState) -> None:
        self._state = state
        self._seen = 0
        self._asked = 0
        self._waiting: list[Played] = []

    def consider(self, played: Played) -> None:
        """Keeps the input for later where it's one of those that stand for all."""
        is_short = len(played.candidate.data) <= MOST_BYTES and played.bout.execution.verdict is Verdict.OK
        self._seen += is_short
        if is_short and self._seen % EVERY == 1 and self._asked < MOST:
            self._asked += 1
            self._waiting.append(played)

    def unsteady(self) -> list[Played]:
        """Repeats what waits; those whose answer changes, as failures."""
        waiting, self._waiting = self._waiting, []
        found = [(played, unsteady(self._state.judge, played.bout)) for played in waiting]
        return [replace(played, bout=bout) for played, bout in found if bout is not None]
