"""How a worker ends when it was told to: with a last word and a grace, and with nothing left below it."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable

import psutil

from slowpath import pipeline
from slowpath.model.campaign import Ended
from slowpath.worker.controls import Controls

GRACE_S = 3.0
STOP_GRACE_S = 8.0


class Ending:
    """Of one run: a thread waits in `end_if_late` while another one runs it and calls `finish` in the end.

    What is at work when a stop comes is ended by the alarm, where it doesn't end by itself. What doesn't come back
    then, or in time for a loss, is ended with every process below this one, and this one itself.
    """

    def __init__(self, controls: Controls, alarm: pipeline.Alarm) -> None:
        self._controls = controls
        self._alarm = alarm
        self._deciding = threading.Lock()
        self._is_told = False
        self.done = threading.Event()

    def heard(self, event: object) -> None:
        """Hears what the run reports: once it said that it ended, nobody else says so again."""
        self._is_told |= isinstance(event, Ended)

    @property
    def is_unsaid(self) -> bool:
        """Whether the alarm struck where the run couldn't say any more that it ended, and it hadn't said so before."""
        return self._alarm.cut_off and not self._is_told

    def finish(self) -> None:
        """The run is over by itself. Idempotent."""
        with self._deciding:
            self.done.set()

    def end_if_late(self, last_words: Callable[[], None]) -> None:
        """Waits for a stop or a loss and gives the run its grace. After a stop `last_words` are said before the end."""
        self._controls.wait_for_end()
        if not self._controls.lost:
            self._alarm.ask()
        if self.done.wait(GRACE_S if self._controls.lost else STOP_GRACE_S):
            return
        with self._deciding:
            if self.done.is_set():
                return
            try:
                if self._controls.stopped and not self._is_told:
                    last_words()
            finally:
                end_processes_below()
                os._exit(0)


def end_processes_below() -> None:
    """Kills every process that this one started, and theirs."""
    with contextlib.suppress(psutil.Error):
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):
                process.kill()
