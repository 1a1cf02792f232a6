"""Ctrl-C and SIGTERM end a search and still print its result; a second Ctrl-C interrupts as usual."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator

INTERRUPTED_EXIT_CODE = 130


@contextlib.contextmanager
def stopping(stop: Callable[[], None]) -> Iterator[None]:
    """While it is entered, `stop` is called at the first signal of each kind."""
    def ask(number: int, _frame: object) -> None:
        signal.signal(number, before[number])
        stop()

    before = {int(number): signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
