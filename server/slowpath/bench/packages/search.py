"""One search of the packages bench, as a user would make it: `slowpath find` or `break` in a process of its own,
watched from outside, so that its wall time and the moment of each find are what a user sees."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slowpath.llm.options import ModelOptions

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

    def over(self, limit_s: float) -> Iterator[tuple[float, str]]:
        """Wall seconds and id of each slow input that is said to take longer than the limit and isn't doubtful."""
        for at_s, event in self.events:
            if (
                event.get("event") == "slow_input"
                and event.get("validity") != "doubtful"
                and (event["cost"].get("cpu_s") or 0) > limit_s
            ):
                yield at_s, event["id"]

    def best_by(self, at_s: float) -> int:
        """The largest deterministic count of a slow input that was shown by then and isn't doubtful; 0 without any."""
        return max(
            (
                event["cost"].get("count") or 0
                for when_s, event in self.events
                if when_s <= at_s and event.get("event") == "slow_input" and event.get("validity") != "doubtful"
            ),
            default=0,
        )


def asking(model: ModelOptions | None) -> list[str]:
    """The arguments of a search for which a model reads the statement; none where nobody is to be asked."""
    return model.as_arguments() if model is not None else []


def searched(
    arguments: Sequence[str | Path], seconds: float, found: Path, kept: Path, what: str = "find", to: str = "--save"
) -> Search:
    """Runs `slowpath WHAT` with these arguments, `--json` and `TO FOUND`; it is ended after three times its seconds
    and a minute. Every input that it shows on the way is linked into `kept` as ID.in, whatever becomes of it later."""
    kept.mkdir()
    began = time.monotonic()
    command = [sys.executable, "-m", "slowpath", what, *map(str, arguments), "--json", to, str(found)]
    with subprocess.Popen(
        command, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
    ) as child:
        assert child.stdout is not None
        stop = threading.Timer(GRACE_FACTOR * seconds + GRACE_S, child.send_signal, [signal.SIGTERM])
        kill = threading.Timer(GRACE_FACTOR * seconds + GRACE_S + KILLED_AFTER_S, child.kill)
        for timer in (stop, kill):
            timer.start()
        events = []
        for line in child.stdout:
            event = _event(line)
            if event is not None:
                events.append((time.monotonic() - began, event))
                _keep(event, found, kept)
        code = child.wait()
        stopped = not stop.is_alive()
        for timer in (stop, kill):
            timer.cancel()
    return Search(tuple(events), time.monotonic() - began, code, stopped)


def _keep(event: dict[str, Any], found: Path, kept: Path) -> None:
    if event.get("event") == "slow_input":
        with contextlib.suppress(OSError):  # Said twice, or dropped already.
            os.link(found / f"found-{event['id']}.in", kept / f"{event['id']}.in")


def _event(line: str) -> dict[str, Any] | None:
    try:
        made = json.loads(line)
    except ValueError:
        return None
    return made if isinstance(made, dict) else None
