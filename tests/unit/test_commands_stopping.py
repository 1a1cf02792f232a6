"""What ends a search from outside: it keeps what it was told, whatever it is at."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest

from slowpath.commands.stopping import stopping
from slowpath.errors import Interrupted, OutOfTime
from slowpath.pipeline import alarm as module
from slowpath.pipeline.alarm import Alarm


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
        assert list(ending.advance(events(), time.monotonic() + 0.01)) == ["so far"]


@pytest.fixture
def installed():
    before = signal.getsignal(signal.SIGALRM)
    made: list[Alarm] = []

    def install(alarm: Alarm) -> Alarm:
        alarm.install()
        made.append(alarm)
        return alarm

    yield install
    for alarm in made:
        alarm.off()
    signal.signal(signal.SIGALRM, before)


def test_a_clock_that_stood_still_gives_the_search_its_whole_time(installed):
    now = [0.0]
    alarm = installed(Alarm(lambda: now[0]))
    rung = threading.Event()

    def ring(number, frame, inner=alarm.ring):
        rung.set()
        inner(number, frame)

    def events() -> Iterator[str]:
        assert rung.wait(60)
        yield "its time isn't up"
        now[0] = 1.0
        threading.Event().wait()

    signal.signal(signal.SIGALRM, ring)
    assert list(alarm.advance(events(), 0.01)) == ["its time isn't up"]


def test_another_thread_ends_a_step_that_does_not_come_back(installed):
    alarm = installed(Alarm())
    begun, ended = threading.Event(), []

    def events() -> Iterator[str]:
        try:
            begun.set()
            threading.Event().wait()
        except Interrupted:
            ended.append(True)
            yield "so far"

    asking = threading.Thread(target=lambda: begun.wait(60) and alarm.ask())
    asking.start()
    assert list(alarm.advance(events())) == ["so far"] and ended
    asking.join()


def test_the_handlers_are_given_back():
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)]
    with stopping(lambda: None):
        pass
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)] == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
