"""A search never waits for a worker that is gone, however it went."""

from __future__ import annotations

import asyncio
import sys

import pytest

from slowpath.model.breaking import BreakStarted
from slowpath.model.campaign import Budget, Ended
from slowpath.settings import Settings
from slowpath.worker import supervisor
from slowpath.worker.messages import STOP, BeginBreak, BreakHappened, Message, Taken, to_line
from slowpath.worker.supervisor import Died, Supervised

BEGIN = BeginBreak("/p/a.py", b"", Budget(1.0), 0, Settings())
STARTED, ENDED = BreakHappened(BreakStarted("/p/a.py", Budget(1.0))), BreakHappened(Ended("finished"))


def heard(tmp_path, script: str, *, stop: bool = False) -> list[Message | Died]:
    """What a supervisor says of workers that run a script; `begun` tells how many began before this one."""
    count = tmp_path / "begun"
    before = (
        f"import os, sys\nsys.stdin.readline()\nbegun = len(open({str(count)!r}, 'a+').read() or"
        f" open({str(count)!r}).read())\nopen({str(count)!r}, 'a').write('x')\n"
        "def say(line): sys.stdout.buffer.write(line); sys.stdout.flush()\n"
    )
    messages: list[Message | Died] = []

    async def run() -> None:
        supervised = Supervised(BEGIN, messages.append, (sys.executable, "-c", before + script))
        supervised.start()
        if stop:
            supervised.control(STOP)
        await supervised.wait()

    asyncio.run(run())
    return messages


def says(*messages: Message) -> str:
    return "".join(f"say({to_line(message)!r})\n" for message in messages)


@pytest.mark.parametrize("last", [ENDED, Taken("c")], ids=["ended", "taken"])
def test_a_worker_that_said_its_last_word_goes_in_peace(tmp_path, last):
    assert heard(tmp_path, says(STARTED, last)) == [STARTED, last]


def test_a_worker_that_went_quietly_is_started_once_more(tmp_path):
    script = says(STARTED) + "if begun:\n    " + says(ENDED)
    assert heard(tmp_path, script) == [
        STARTED,
        Died("The search process ended before its search did.", restarting=True),
        STARTED,
        ENDED,
    ]


def test_a_worker_that_goes_quietly_again_has_failed(tmp_path):
    assert [each.restarting for each in heard(tmp_path, says(STARTED)) if isinstance(each, Died)] == [True, False]


def test_a_worker_that_was_told_to_stop_is_not_started_again(tmp_path):
    (died,) = heard(tmp_path, "sys.stdin.readline()\n", stop=True)
    assert died == Died("The search process ended before its search did.", restarting=False)


def test_a_worker_that_says_what_nobody_can_read_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(supervisor, "LONGEST_LINE_BYTES", 1 << 12)
    script = says(STARTED) + "say(b'x' * (1 << 20))\nsys.stdin.read()\n"
    started, died = heard(tmp_path, script)
    assert started == STARTED
    assert isinstance(died, Died) and not died.restarting and "can't be read" in died.message


def test_a_worker_that_can_not_be_started_is_said(monkeypatch):
    messages: list[Message | Died] = []

    async def run() -> None:
        supervised = Supervised(BEGIN, messages.append, ("/nowhere/python",))
        supervised.start()
        await supervised.wait()

    asyncio.run(run())
    (died,) = messages
    assert isinstance(died, Died) and "can't be started" in died.message
