"""Ctrl-C and SIGTERM end a search and still print its result; a second Ctrl-C interrupts as usual. A run or a build
that has begun is waited for, so the first one is answered at once."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator

INTERRUPTED_EXIT_CODE = 130
ENDING = b"Ending, with the result so far. Ctrl-C again leaves at once, without it.\n"


@contextlib.contextmanager
def stopping(stop: Callable[[], None]) -> Iterator[None]:
    """While it is entered, `stop` is called at the first signal of each kind."""
    def ask(number: int, _frame: object) -> None:
        signal.signal(number, before[number])
        # Not through the buffered stream, in the middle of which the signal may have come.
        with contextlib.suppress(OSError):
            os.write(2, ENDING)
        stop()

    before = {int(number): signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
