"""What a run shows that the user should know, beside its cost: each is told once in a search."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.waiting import WaitingTold
from slowpath.engine.candidate import Candidate
from slowpath.model.campaign import Warned
from slowpath.model.execution import Execution


class Remarks:
    """Looks at every run of a search."""

    def __init__(self) -> None:
        self._has_threads = False
        self._waiting = WaitingTold()

    def of(self, candidate: Candidate, execution: Execution) -> Iterator[Warned]:
        """What is to be told of one run."""
        if execution.threads and not self._has_threads:
            self._has_threads = True
            yield Warned(
                "threads",
                "The program starts threads: its counts may be off, since they race.",
                "Search a single-threaded version where the counts matter.",
            )
        yield from self._waiting.of(execution, candidate.origin.label, len(candidate.data))
