"""What was asked of a running campaign, and the clock that stands still while it is paused."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from slowpath.worker.messages import PAUSE, RESUME, STOP


class Controls:
    """Set by the threads that listen, read by the one that runs the campaign.

    `lost` means that nobody listens any more: leave at once, with the campaign resumable.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.paused = False
        self.stopped = False
        self.lost = False

    def apply(self, action: str) -> None:
        """Takes an action; unknown ones change nothing. A stop is never taken back."""
        with self._changed:
            if action in (PAUSE, RESUME):
                self.paused = action == PAUSE
            self.stopped = self.stopped or action == STOP
            self._changed.notify_all()

    def lose(self) -> None:
        """Nobody listens any more."""
        with self._changed:
            self.lost = True
            self._changed.notify_all()

    @property
    def held(self) -> bool:
        """Whether the campaign must wait now."""
        return self.paused and not self.stopped and not self.lost

    def wait_while_held(self) -> None:
        """Returns when the campaign may go on, must end, or lost its listener."""
        with self._changed:
            self._changed.wait_for(lambda: not self.held)

    def wait_for_end(self) -> None:
        """Returns when the campaign must end."""
        with self._changed:
            self._changed.wait_for(lambda: self.stopped or self.lost)


class PausableClock:
    """Seconds since it was made, without its pauses."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._origin = now()
        self._paused_at: float | None = None

    def __call__(self) -> float:
        now = self._now() if self._paused_at is None else self._paused_at
        return now - self._origin

    def pause(self) -> None:
        """Stands still from now on. Idempotent."""
        if self._paused_at is None:
            self._paused_at = self._now()

    def resume(self) -> None:
        """Goes on. Idempotent."""
        if self._paused_at is not None:
            self._origin += self._now() - self._paused_at
            self._paused_at = None
