"""Ctrl-C and SIGTERM end a search and still print its result; a second Ctrl-C interrupts as usual.

Theory of operation. The first signal asks the search to stop, which it does between two steps. Where a step doesn't
come back in time, `pipeline.Alarm` ends it, as it does a search whose own deadline didn't.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
from collections.abc import Callable, Iterator
from typing import TypeVar

from slowpath import pipeline

INTERRUPTED_EXIT_CODE = 130
ENDING = b"Ending, with the result so far. Ctrl-C again leaves at once, without it.\n"
Event = TypeVar("Event")


class Stopping:
    """What ends a search from outside. Made by `stopping`."""

    def __init__(self, stop: Callable[[], None], alarm: pipeline.Alarm) -> None:
        self._stop = stop
        self._alarm = alarm

    def advance(self, events: Iterator[Event], ends_s: float = math.inf) -> Iterator[Event]:
        """The events of a search, which ends when it is told to, and by the time `ends_s` of the monotonic clock."""
        yield from self._alarm.advance(events, ends_s)

    def ask(self) -> None:
        """A signal came: asks the search to stop, and sets the timer. May be called from a signal handler."""
        self._stop()
        self._alarm.ask()


@contextlib.contextmanager
def told_if_interrupted(tell: Callable[[], None]) -> Iterator[None]:
    """While it is entered, before a search begins, a signal interrupts at once; `tell` says that there is no result."""
    try:
        yield
    except KeyboardInterrupt:
        tell()
        raise


@contextlib.contextmanager
def stopping(stop: Callable[[], None]) -> Iterator[Stopping]:
    """While it is entered, `stop` is called at the first signal of each kind."""
    alarm = pipeline.Alarm()
    made = Stopping(stop, alarm)

    def ask(number: int, _frame: object) -> None:
        signal.signal(number, before[number])
        # Not through the buffered stream, in the middle of which the signal may have come.
        with contextlib.suppress(OSError):
            os.write(2, ENDING)
        made.ask()

    before = {int(number): signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    before[int(signal.SIGALRM)] = signal.getsignal(signal.SIGALRM)
    alarm.install()
    try:
        yield made
    finally:
        alarm.off()
        for number, handler in before.items():
            signal.signal(number, handler)
