"""Ctrl-C and SIGTERM end a search and still print its result; a second Ctrl-C interrupts as usual.

Theory of operation. The first signal asks the search to stop, which it does between two steps. Where a step doesn't
come back in time (a run, a build, a long computation) a timer raises `Interrupted` in it, wherever it is: what was
begun is cleared away as with any exception, and the search ends with what it found. The same timer ends a search whose
own deadline didn't (`OutOfTime`). It only strikes while the search is at work (`Stopping.advance`), never what is done
with its events.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TypeVar

from slowpath.errors import Interrupted, OutOfTime

INTERRUPTED_EXIT_CODE = 130
GRACE_S = 0.4
"""What a step may take to end by itself."""
AGAIN_S = 1.5
"""An exception that was lost (in a callback, where nobody can take it) is raised again after this."""
ENDING = b"Ending, with the result so far. Ctrl-C again leaves at once, without it.\n"
Event = TypeVar("Event")


class Stopping:
    """What ends a search from outside. Made by `stopping`."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._is_asked = False
        self._is_at_work = False

    def advance(self, events: Iterator[Event], ends_s: float = math.inf) -> Iterator[Event]:
        """The events of a search, which ends when it is told to, and by the time `ends_s` of the monotonic clock."""
        if ends_s < math.inf:
            signal.setitimer(signal.ITIMER_REAL, max(0.001, ends_s - time.monotonic()), AGAIN_S)
        try:
            while True:
                try:
                    self._is_at_work = True
                    event = next(events)
                except (StopIteration, OutOfTime):
                    return
                finally:
                    self._is_at_work = False
                yield event
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def ask(self) -> None:
        """A signal came: asks the search to stop, and sets the timer. May be called from a signal handler."""
        self._is_asked = True
        self._stop()
        signal.setitimer(signal.ITIMER_REAL, GRACE_S, AGAIN_S)

    def ring(self, _number: int, _frame: FrameType | None) -> None:
        """The timer's handler."""
        if self._is_at_work:
            raise Interrupted if self._is_asked else OutOfTime


@contextlib.contextmanager
def stopping(stop: Callable[[], None]) -> Iterator[Stopping]:
    """While it is entered, `stop` is called at the first signal of each kind."""
    made = Stopping(stop)

    def ask(number: int, _frame: object) -> None:
        signal.signal(number, before[number])
        # Not through the buffered stream, in the middle of which the signal may have come.
        with contextlib.suppress(OSError):
            os.write(2, ENDING)
        made.ask()

    before = {int(number): signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    before[int(signal.SIGALRM)] = signal.signal(signal.SIGALRM, made.ring)
    try:
        yield made
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)
