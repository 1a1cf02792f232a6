"""One search for a breaking input as this window knows it: its view, its worker, and the bytes that it named."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from slowpath.lsp.break_states import break_state
from slowpath.lsp.protocol import BreakState
from slowpath.lsp.tracking import LineTracker
from slowpath.model.breaking import BreakEvent, BreakingInput, BreakView, fold_break
from slowpath.model.format import InputFormat
from slowpath.model.origin import input_id
from slowpath.worker.supervisor import Supervised

ENDED = ("finished", "stopped", "failed")
MOST_HELD_BYTES = 64 << 20


@dataclass(eq=False)
class LiveBreak:
    """Mutable, and touched only on the server's loop.

    `source` is the program's text that ran, `format` what its inputs were taken for, once that is known. `found` are
    all breaking inputs by their ids, in order: what is minimised later doesn't make the first one unreadable. `held`
    are bytes by their ids.
    """

    id: str
    uri: str
    path: Path
    source: str
    tracker: LineTracker
    seed: int = 0
    view: BreakView = BreakView()
    format: InputFormat | None = None
    found: dict[str, BreakingInput] = field(default_factory=dict)
    held: dict[str, bytes] = field(default_factory=dict)
    supervised: Supervised | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.view.state in ENDED

    @property
    def running(self) -> bool:
        """Whether it has a worker and isn't over."""
        return not self.ended and self.supervised is not None

    @property
    def spent(self) -> tuple[int, float]:
        """Executions and seconds so far."""
        return self.view.executions, self.view.elapsed_s

    @property
    def state(self) -> BreakState:
        """As it crosses the wire."""
        return break_state(self.view, self.id, self.uri, self.path, self.seed, self.tracker, self.held)

    def take(self, event: BreakEvent) -> None:
        """Folds the next event."""
        self.view = fold_break(self.view, event)
        if self.view.breaking is not None:
            self.found[self.view.breaking.id] = self.view.breaking

    def hold(self, data: bytes) -> None:
        """Keeps bytes that events will name. When they get too many the oldest go, but for those on show."""
        self.held[input_id(data)] = data
        shown = self._shown()
        for name in [name for name in self.held if name not in shown]:
            if sum(map(len, self.held.values())) <= MOST_HELD_BYTES:
                return
            del self.held[name]

    def _shown(self) -> set[str]:
        breaking = self.view.breaking
        newest = {next(reversed(self.held), "")}
        return newest if breaking is None else newest | {breaking.id, breaking.expected, breaking.actual}
