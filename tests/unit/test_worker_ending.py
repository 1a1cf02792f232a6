"""How a worker ends that does not come back after a stop: with a last word, unless the run said that it ended."""

from __future__ import annotations

import pytest

from slowpath.model.campaign import Ended
from slowpath.worker import ending
from slowpath.worker.ending import Ending


class _Stopped:
    """Controls of a run that somebody stopped."""

    stopped, lost = True, False

    def wait_for_end(self) -> None:
        pass


class _Alarm:
    def __init__(self, *, cut_off: bool = False) -> None:
        self.cut_off = cut_off

    def ask(self) -> None:
        pass


class _Gone(Exception):
    pass


def _gone(code: int) -> None:
    raise _Gone


@pytest.mark.parametrize("said", [(), (Ended("stopped"),)])
def test_a_stop_that_takes_long_is_told_once(monkeypatch, said):
    monkeypatch.setattr(ending, "STOP_GRACE_S", 0.0)
    monkeypatch.setattr(ending, "end_processes_below", lambda: None)
    monkeypatch.setattr(ending.os, "_exit", _gone)
    told = list(said)
    made = Ending(_Stopped(), _Alarm())  # type: ignore[arg-type]
    for event in said:
        made.heard(event)
    with pytest.raises(_Gone):
        made.end_if_late(lambda: told.append(Ended("stopped")))
    assert told == [Ended("stopped")]


@pytest.mark.parametrize("cut_off", [False, True])
@pytest.mark.parametrize("said", [(), (Ended("finished"),)])
def test_an_alarm_that_struck_after_the_end_leaves_nothing_to_say(cut_off, said):
    made = Ending(_Stopped(), _Alarm(cut_off=cut_off))  # type: ignore[arg-type]
    for event in said:
        made.heard(event)
    assert made.is_unsaid is (cut_off and not said)
