"""One search of the packages bench, as a user would make it: `slowpath find` in a process of its own, watched from
outside, so that its wall time and the moment of each find are what a user sees."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GRACE_S = 60.0
GRACE_FACTOR = 3.0
KILLED_AFTER_S = 10.0


@dataclass(frozen=True)
class Search:
    """What a search said. `events` are its JSON objects with the wall seconds at which each came, `stopped` says that
    it had to be ended from outside."""

    events: tuple[tuple[float, dict[str, Any]], ...]
    wall_s: float
    exit_code: int
    stopped: bool

    def last(self, kind: str) -> dict[str, Any] | None:
        """The last event of that kind."""
        return next((event for _, event in reversed(self.events) if event.get("event") == kind), None)

    @property
    def shown(self) -> list[dict[str, Any]]:
        """The slow inputs of the result, slowest first."""
        finished = self.last("finished")
        return list(finished["slow_inputs"]) if finished is not None else []

    def first_over(self, limit_s: float) -> float | None:
        """Wall seconds to the first slow input that is said to take longer than the limit and isn't doubtful."""
        return next((at_s for at_s, event in self.events if event.get("event") == "slow_input"
                     and event.get("validity") != "doubtful" and (event["cost"].get("cpu_s") or 0) > limit_s), None)


def searched(arguments: Sequence[str | Path], seconds: float) -> Search:
    """Runs `slowpath find` with these arguments and `--json`; after three times its seconds and a minute it's ended."""
    began = time.monotonic()
    with subprocess.Popen([sys.executable, "-m", "slowpath", "find", *map(str, arguments), "--json"], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as child:
        assert child.stdout is not None
        stop = threading.Timer(GRACE_FACTOR * seconds + GRACE_S, child.send_signal, [signal.SIGTERM])
        kill = threading.Timer(GRACE_FACTOR * seconds + GRACE_S + KILLED_AFTER_S, child.kill)
        for timer in (stop, kill):
            timer.start()
        events = [(time.monotonic() - began, event) for line in child.stdout if (event := _event(line)) is not None]
        code = child.wait()
        stopped = not stop.is_alive()
        for timer in (stop, kill):
            timer.cancel()
    return Search(tuple(events), time.monotonic() - began, code, stopped)


def _event(line: str) -> dict[str, Any] | None:
    try:
        made = json.loads(line)
    except ValueError:
        return None
    return made if isinstance(made, dict) else None
