"""What ends a search that doesn't end by itself: at its time's end, or once it was told to stop.

Theory of operation. A search asks its deadline and `stop` between two steps. Where a step doesn't come back in time (a
run, a build, a wait for a process, a long computation) a timer raises `OutOfTime` in it, or `Interrupted` where
somebody asked, wherever it is: what was begun is cleared away as with any exception, and the search ends with what it
found. The timer only strikes while the search is at work (`Alarm.advance`), never what is done with its events. Signals
come to the main thread, so that is where a search has to be advanced.
"""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TypeVar

from slowpath.errors import Interrupted, OutOfTime

GRACE_S = 0.4
"""What a step may take to end by itself."""
AGAIN_S = 1.5
"""An exception that was lost (in a callback, where nobody can take it) is raised again after this."""
LEAST_S = 0.001
Event = TypeVar("Event")


class Alarm:
    """The timer of one search. `clock` is the search's own, which may stand still between two events. `cut_off` says
    that it struck the search where that couldn't say any more that it ended: whoever advances it has to say so."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._ends_s = math.inf
        self._is_asked = False
        self._is_at_work = False
        self.cut_off = False

    def install(self) -> None:
        """Becomes what the timer's signal calls; to be done in the main thread."""
        if hasattr(signal, "SIGALRM"):
            signal.signal(signal.SIGALRM, self.ring)

    def advance(self, events: Iterator[Event], ends_s: float = math.inf) -> Iterator[Event]:
        """The events of a search, which ends when it is told to, and by the time `ends_s` of the clock."""
        self._ends_s = ends_s
        self._set()
        try:
            while True:
                try:
                    self._is_at_work = True
                    event = next(events)
                except StopIteration:
                    return
                except OutOfTime:
                    self.cut_off = True
                    return
                finally:
                    self._is_at_work = False
                yield event
        finally:
            self.off()

    def ask(self) -> None:
        """Somebody wants the search to stop. May be called from a signal's handler, and from any thread."""
        self._is_asked = True
        _set_timer(GRACE_S)

    def off(self) -> None:
        """Strikes no more."""
        _set_timer(0)

    def ring(self, _number: int, _frame: FrameType | None) -> None:
        """The timer's handler."""
        if not self._is_at_work:
            return
        if self._is_asked:
            raise Interrupted
        if self._clock() >= self._ends_s:
            raise OutOfTime
        self._set()

    def _set(self) -> None:
        if self._ends_s < math.inf:
            _set_timer(max(LEAST_S, self._ends_s - self._clock()))
        if self._is_asked:
            # Also where that came meanwhile: the timer then has the search's end, too late.
            _set_timer(GRACE_S)


def _set_timer(seconds: float) -> None:
    """Sets the timer, again and again from then on; 0 ends it."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN_S if seconds else 0)
