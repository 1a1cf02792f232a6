"""What a source of inputs is: one way to come to an input on which a program fails.

A source proposes candidates and is told what became of them. It holds its own random numbers, so that what it draws
never depends on when another had its turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from slowpath.engine.candidate import Candidate
from slowpath.faults.fault_search_state import Played


class Source(Protocol):
    """`id` names it in origins; `said` is what it does, for people. `batch` is how many candidates it proposes before
    it is told of any. `has_more` turns False when it has nothing more to propose."""

    id: str
    said: str
    batch: int
    has_more: bool

    def propose(self) -> Candidate | None:
        """The next candidate, None where it has none now."""
        ...

    def observe(self, played: Played) -> None:
        """What became of a proposal that was valid and new."""
        ...


class Stream:
    """A source that goes through an iterator of candidates, whatever becomes of them."""

    def __init__(self, name: str, said: str, batch: int, made: Iterator[Candidate]) -> None:
        self.id = name
        self.said = said
        self.batch = batch
        self.has_more = True
        self._made = made

    def propose(self) -> Candidate | None:
        made = next(self._made, None)
        self.has_more = made is not None
        return made

    def observe(self, played: Played) -> None:
        """What comes next is settled."""
