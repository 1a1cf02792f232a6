"""When and how long to wait before a question is asked again: 429, 5xx and broken connections."""

from __future__ import annotations

import email.utils
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

RETRIED_STATUS = frozenset((408, 409, 425, 429))


@dataclass(frozen=True)
class Backoff:
    """Exponential with jitter; what the server asks for in `Retry-After` wins, up to `longest_wait_s`."""

    attempts: int = 5
    first_wait_s: float = 0.5
    longest_wait_s: float = 60.0
    jitter: float = 0.25

    def wait_s(self, attempt: int, headers: Mapping[str, str], now: Callable[[], float] = time.time) -> float | None:
        """Seconds before the attempt after `attempt` (from 0); None when the server wants a longer wait than we do."""
        asked = retry_after_s(headers, now)
        if asked is not None:
            return asked if asked <= self.longest_wait_s else None
        return min(self.longest_wait_s, self.first_wait_s * 2.0**attempt) * (1 - self.jitter * random.random())


def retry_after_s(headers: Mapping[str, str], now: Callable[[], float] = time.time) -> float | None:
    """What `Retry-After` (seconds or a date) or `retry-after-ms` asks for; None where they say nothing."""
    for name, unit_s in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        text = headers.get(name)
        if text is None:
            continue
        try:
            seconds = float(text) * unit_s
        except ValueError:
            try:
                seconds = email.utils.parsedate_to_datetime(text).timestamp() - now()
            except (TypeError, ValueError, OverflowError):
                continue
        if seconds >= 0:
            return seconds
    return None


def is_worth_another_try(status: int) -> bool:
    """Whether the same question may be answered a little later."""
    return status in RETRIED_STATUS or status >= 500
