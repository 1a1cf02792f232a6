"""Says things at most so often: the first at once, then the newest state when its time has come."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable

INTERVAL_S = 0.25


class Throttle:
    """Calls `say(key)` at most once per interval and key, and always once more after the last `poke`."""

    def __init__(self, say: Callable[[Hashable], None], interval_s: float = INTERVAL_S) -> None:
        self._say = say
        self._interval_s = interval_s
        self._last: dict[Hashable, float] = {}
        self._timers: dict[Hashable, asyncio.TimerHandle] = {}

    def poke(self, key: Hashable) -> None:
        """There is something new. Must be called on the running loop."""
        if key in self._timers:
            return
        loop = asyncio.get_running_loop()
        wait_s = self._last.get(key, float("-inf")) + self._interval_s - loop.time()
        if wait_s <= 0:
            self.flush(key)
        else:
            self._timers[key] = loop.call_later(wait_s, self.flush, key)

    def flush(self, key: Hashable) -> None:
        """Says it now."""
        timer = self._timers.pop(key, None)
        if timer is not None:
            timer.cancel()
        self._last[key] = asyncio.get_running_loop().time()
        self._say(key)

    def forget(self, key: Hashable) -> None:
        """Says nothing more about `key`."""
        timer = self._timers.pop(key, None)
        if timer is not None:
            timer.cancel()
        self._last.pop(key, None)
