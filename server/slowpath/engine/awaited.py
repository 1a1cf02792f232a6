"""What a strategy knows of the candidates that it proposed, until it is told what their runs came to."""

from __future__ import annotations

from typing import Generic, TypeVar

from slowpath.engine.candidate import Candidate, Outcome

MOST_AWAITED = 64

T = TypeVar("T")


class Awaited(Generic[T]):
    """Of the last `most` candidates: whoever proposed what was no new input, or an invalid one, is never told."""

    def __init__(self, most: int = MOST_AWAITED) -> None:
        self._most = most
        self._known: dict[str, T] = {}

    def add(self, candidate: Candidate, known: T) -> Candidate:
        """Keeps what is known of a candidate that is proposed now, and gives it back."""
        self._known[candidate.id] = known
        if len(self._known) > self._most:
            del self._known[next(iter(self._known))]
        return candidate

    def take(self, outcome: Outcome) -> T | None:
        """What is known of the candidate that was run, once; None where nothing is."""
        return self._known.pop(outcome.candidate.id, None)
