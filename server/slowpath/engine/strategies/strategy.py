"""What a strategy is.

A strategy proposes candidates and is told what became of them. It holds its own generator, so that what one strategy
draws never depends on when another had its turn.
"""

from __future__ import annotations

from typing import Protocol

from slowpath.engine.candidate import Candidate, Outcome


class Strategy(Protocol):
    """One way to come to slow inputs. `id` names it in origins, budgets and the user's settings.

    `batch` is how many candidates it proposes before it's told of any of them: 1 where the next depends on what
    became of the last, more where an executor may run them side by side.
    """

    id: str

    @property
    def batch(self) -> int: ...

    def propose(self) -> Candidate | None:
        """The next candidate, or None when it has nothing to try now (it's asked again later)."""
        ...

    def observe(self, outcome: Outcome) -> None:
        """What became of a proposal; of a batch in the order in which they were proposed. Not called for those that
        were invalid or seen before."""
        ...
