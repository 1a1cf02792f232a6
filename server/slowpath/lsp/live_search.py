"""What this window knows of one search that a worker runs on a document, whatever it looks for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from slowpath.lsp.protocol import JailState
from slowpath.model.asking import AskedRound
from slowpath.model.campaign import ENDED
from slowpath.worker.supervisor import Supervised


@dataclass(eq=False)
class LiveSearch(ABC):
    """Mutable, and touched only on the server's loop.

    `held` are bytes that its events name, by their ids; `asked` what a language model was asked, in order. `jail` holds
    its programs, None before it began.
    """

    id: str
    uri: str
    path: Path
    held: dict[str, bytes] = field(default_factory=dict, kw_only=True)
    asked: list[AskedRound] = field(default_factory=list, kw_only=True)
    supervised: Supervised | None = field(default=None, kw_only=True)
    jail: JailState | None = field(default=None, kw_only=True)

    @property
    @abstractmethod
    def outcome(self) -> str:
        """The state of its view: preparing, running, finished, stopped or failed."""

    @property
    @abstractmethod
    def spent(self) -> tuple[int, float]:
        """Executions and seconds so far."""

    @property
    @abstractmethod
    def state(self) -> Any:
        """As it crosses the wire."""

    @abstractmethod
    def take(self, event: Any) -> None:
        """Folds the next event."""

    @abstractmethod
    def hold(self, data: bytes) -> None:
        """Keeps bytes that events will name."""

    def hear(self, asked: AskedRound) -> None:
        """Takes a round of a language model. A worker that began anew is answered from the cache and says the same
        rounds again: they count once."""
        name = (asked.prompt, asked.sample, asked.round, asked.conversation)
        if not asked.conversation or all(
            name != (each.prompt, each.sample, each.round, each.conversation) for each in self.asked
        ):
            self.asked.append(asked)

    @property
    def ended(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.outcome in ENDED

    @property
    def running(self) -> bool:
        """Whether it has a worker and isn't over."""
        return not self.ended and self.supervised is not None
