"""What ends a search from outside: it keeps what it was told, whatever it is at."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from slowpath.commands import stopping as module
from slowpath.commands.stopping import stopping
from slowpath.errors import OutOfTime


@pytest.fixture(autouse=True)
def short_grace(monkeypatch):
    monkeypatch.setattr(module, "GRACE_S", 0.01)
    monkeypatch.setattr(module, "AGAIN_S", 0.05)


def endless(cleared: list[str]) -> Iterator[int]:
    """Two events, then a step that doesn't come back."""
    try:
        yield 1
        yield 2
        threading.Event().wait()
    finally:
        cleared.append("cleared")


def test_a_step_that_does_not_come_back_is_ended_and_what_was_found_stays():
    told, seen, cleared = [], [], []
    with stopping(lambda: told.append("stop")) as ending:
        for event in ending.advance(endless(cleared)):
            seen.append(event)
            if event == 2:
                os.kill(os.getpid(), signal.SIGTERM)
    assert (seen, told, cleared) == ([1, 2], ["stop"], ["cleared"])


def test_what_waits_for_its_time_to_be_up_is_ended_by_it():
    cleared: list[str] = []
    with stopping(lambda: None) as ending:
        assert list(ending.advance(endless(cleared), ends_s=0.0))[:1] in ([], [1])
    assert cleared in ([], ["cleared"])


def test_the_search_may_say_a_last_word():
    def events() -> Iterator[str]:
        try:
            threading.Event().wait()
        except OutOfTime:
            yield "so far"

    with stopping(lambda: None) as ending:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        assert list(ending.advance(events())) == ["so far"]


def test_the_handlers_are_given_back():
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)]
    with stopping(lambda: None):
        pass
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)] == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
