"""What this window knows of one search that a worker runs on a document, whatever it looks for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from slowpath.lsp.protocol import JailState
from slowpath.model.asking import AskedRound
from slowpath.model.campaign import ENDED
from slowpath.model.origin import input_id
from slowpath.worker.supervisor import Supervised


@dataclass(eq=False)
class LiveSearch(ABC):
    """Mutable, and touched only on the server's loop.

    `view` is what its events come to. `held` are bytes that they name, by their ids; `asked` what a language model was
    asked, in order. `jail` holds its programs, None before it began. `changed` is the message that takes its `state` to
    the client, `most_held_bytes` how much it holds.
    """

    changed: ClassVar[str]
    most_held_bytes: ClassVar[int]

    id: str
    uri: str
    path: Path
    view: Any = field(kw_only=True)
    held: dict[str, bytes] = field(default_factory=dict, kw_only=True)
    asked: list[AskedRound] = field(default_factory=list, kw_only=True)
    supervised: Supervised | None = field(default=None, kw_only=True)
    jail: JailState | None = field(default=None, kw_only=True)

    @property
    @abstractmethod
    def state(self) -> Any:
        """As it crosses the wire."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What it is, in the words of a progress bar."""

    @property
    @abstractmethod
    def doing(self) -> str:
        """What it does now and found so far, in a few words."""

    @property
    @abstractmethod
    def share(self) -> float | None:
        """How much of its budget is spent, 0..1; None where nobody knows."""

    @property
    @abstractmethod
    def told(self) -> Hashable:
        """What the lenses say of it rests on this alone."""

    @property
    def remarked(self) -> Hashable:
        """What diagnostics say of it rests on this alone; None where they say nothing."""
        return None

    @abstractmethod
    def take(self, event: Any) -> None:
        """Folds the next event."""

    @property
    def spent(self) -> tuple[int, float]:
        """Executions and seconds so far."""
        return self.view.executions, self.view.elapsed_s

    @property
    def on_show(self) -> Collection[str]:
        """The ids of bytes that are held however many there are."""
        return ()

    def hold(self, data: bytes) -> None:
        """Keeps bytes that events name. When they get too many the oldest go, but for those on show."""
        self.held[input_id(data)] = data
        shown = self.on_show
        for name in [name for name in self.held if name not in shown]:
            if sum(map(len, self.held.values())) <= self.most_held_bytes:
                return
            del self.held[name]

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
        return self.view.state in ENDED

    @property
    def running(self) -> bool:
        """Whether it has a worker here and isn't over."""
        return not self.ended and self.supervised is not None
