"""A clock of CPU time: what this process, its children and their children have used, in seconds.

With it as the clock of a campaign the budget is in CPU seconds, so that searches compare on a machine that others use
too, and no search gains by what it has running beside it.
"""

from __future__ import annotations

import time

import psutil

REFRESH_S = 0.1
"""Asking the system for all processes takes milliseconds, so it's done this often only (in seconds of wall time), and
less often where it takes long; in between the clock adds what this process has used itself."""
ASKING_SHARE = 0.03
"""The most of the wall time that goes into asking: on a busy machine it would else be most of a search's time."""


class CpuClock:
    """Callable: CPU seconds used since it was made. Never runs backwards, though processes come and go.

    A process that ends is reaped by its parent, whose sum for children then holds what it used; between both it's
    missing for a moment, which is why the clock remembers its largest reading.
    """

    def __init__(self) -> None:
        self._own = psutil.Process()
        self._last = 0.0
        self._asked_at, self._own_then = time.perf_counter(), time.process_time()
        self._then = 0.0
        self._rest_s = REFRESH_S
        self._began = self._used()

    def __call__(self) -> float:
        """CPU seconds, user and system, of all processes of the campaign."""
        now = time.perf_counter()
        if now - self._asked_at >= self._rest_s:
            self._then, self._own_then = self._used() - self._began, time.process_time()
            self._asked_at = time.perf_counter()
            self._rest_s = max(REFRESH_S, (self._asked_at - now) / ASKING_SHARE)
        self._last = max(self._last, self._then + time.process_time() - self._own_then)
        return self._last

    def _used(self) -> float:
        times = self._own.cpu_times()
        total = time.process_time() + times.children_user + times.children_system
        for child in self._own.children(recursive=True):
            try:
                used = child.cpu_times()
            except psutil.Error:
                continue
            total += used.user + used.system + used.children_user + used.children_system
        return total
