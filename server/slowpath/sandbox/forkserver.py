"""Drives a target over the forkserver wire (`docs/wire.md`). Knows no language.

Theory of operation. `ForkServer` keeps one server process (`server_process.py`) and the runs that are under way there.
`run` makes one; `submit` and `collect` keep several under way, whose outcomes come in their order.

The server enforces the limits. If it doesn't answer in time or dies, the driver kills all that belongs to it and starts
another one; the run that it was at is made again, once, and so are those that waited behind it. An interruption
(KeyboardInterrupt in the middle) leaves a server that is out of step, so it is killed as well. Closing, or dying, ends
the server: it sees end of file on its socket.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from slowpath.errors import TargetBroken
from slowpath.model.execution import RunLimits
from slowpath.sandbox import wire
from slowpath.sandbox.open_input import InputPipe
from slowpath.sandbox.runs import Launch, Run
from slowpath.sandbox.server_process import ServerGone, ServerProcess

__all__ = ["ForkServer", "Launch", "Run"]

_GRACE_S = 10.0
"""What a server may take beyond a run's limit to say how it ended: a busy machine may not let it speak."""
_TRIES = 2


@dataclass
class _Asked:
    """A run that is under way, and how often a server died of it."""

    data: bytes
    limits: RunLimits
    keep_output: bool = False
    failures: int = 0


class ForkServer:
    """One target's server. Not thread-safe. Raises `TargetBroken` from the constructor, `run`, `submit` and `collect`.

    With `open_ended` the input of a run has no end, as when somebody types it: a run that wants more is cut there,
    and `Run.waiting` says so. Such an input is at most `LARGEST_OPEN_INPUT` bytes long. `lanes` is how many runs may be
    under way at once (one of them runs, the others wait).
    """

    counters: int
    description: bytes

    def __init__(
        self, launch: Launch, *, start_timeout_s: float = 30.0, open_ended: bool = False, lanes: int = 1
    ) -> None:
        self._launch = launch
        self._start_timeout_s = start_timeout_s
        self._open_ended = open_ended
        self._asked: deque[_Asked] = deque()
        self._server: ServerProcess | None = None
        self.lanes = 1 if open_ended else lanes
        self._started()

    @property
    def counter_view(self) -> NDArray[np.uint64]:
        """The counters of the last run, in place: read or copy them before the next one is asked for."""
        assert self._server is not None, "closed"
        return self._server.counters

    @property
    def pid(self) -> int:
        """The server's process id."""
        return self._started().pid

    @property
    def under_way(self) -> int:
        """How many runs were asked for whose outcome wasn't collected."""
        return len(self._asked)

    def fileno(self) -> int:
        """The descriptor that is readable when `collect` needn't wait."""
        return self._started().fileno()

    def run(self, data: bytes, limits: RunLimits, *, keep_output: bool = False) -> Run:
        """Runs the target on `data`; nothing else may be under way. The program's failure is in the verdict."""
        assert not self._asked, "a batch is under way"
        self.submit(data, limits, keep_output=keep_output)
        return self.collect()

    def submit(self, data: bytes, limits: RunLimits, *, quick: bool = False, keep_output: bool = False) -> None:
        """Asks for a run; at most `lanes` may be under way. `quick` allows that it shares a process with others."""
        assert len(self._asked) < self.lanes, "no lane is free"
        asked = _Asked(data, limits, keep_output)
        try:
            self._started().submit(data, limits, quick)
            self._asked.append(asked)
        except ServerGone as gone:
            self._asked.append(asked)
            self._ask_again(gone)
        except BaseException:
            self.drop()
            raise

    def collect(self, *, patience_s: float | None = None) -> Run:
        """The outcome of the oldest run that is under way. Waits for it as long as its limits allow, or
        `patience_s`; then its server is taken for broken."""
        while True:
            asked = self._asked[0]
            try:
                run = self._started().receive(
                    asked.limits, self.patience_s() if patience_s is None else patience_s, asked.keep_output
                )
                self._asked.popleft()
                return run
            except ServerGone as gone:
                patience_s = None
                self._ask_again(gone)
            except BaseException:
                self.drop()
                raise

    def errors(self, most_bytes: int) -> bytes:
        """The beginning of what the last run wrote to standard error; nothing may be under way."""
        assert not self._asked, "a run is under way"
        return b"" if self._server is None else self._server.errors(most_bytes)

    def patience_s(self) -> float:
        """How long the run that is next to be collected may take, with what a busy machine needs."""
        return wire.MOST_STARVED * self._asked[0].limits.wall_s + _GRACE_S

    def drop(self) -> None:
        """Ends the server by force with all that is under way; the next run starts another one."""
        self._asked.clear()
        if self._server is not None:
            server, self._server = self._server, None
            server.kill()

    def close(self) -> None:
        """Ends the server and whatever it started. Idempotent."""
        if self._asked:
            self.drop()
        if self._server is not None:
            server, self._server = self._server, None
            server.close()

    def __enter__(self) -> ForkServer:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _started(self) -> ServerProcess:
        if self._server is None:
            pipe = InputPipe() if self._open_ended else None
            self._server = ServerProcess(self._launch, self._start_timeout_s, self.lanes, pipe)
            self.counters = len(self._server.counters)
            self.description = self._server.description
        return self._server

    def _ask_again(self, gone: ServerGone) -> None:
        """Starts another server for all that is under way. The oldest run is the one that the last server died of."""
        asked, failure = list(self._asked), gone
        while True:
            self.drop()
            asked[0].failures += 1
            if asked[0].failures == _TRIES:
                raise TargetBroken(
                    f"{self._launch.name} can't be driven: {failure}, twice on one input.",
                    "Check whether it ends processes other than its own or replaces itself by another "
                    "program; `slowpath doctor` shows what this machine allows.",
                ) from failure
            try:
                for each in asked:
                    self._started().submit(each.data, each.limits)
                self._asked.extend(asked)
                return
            except ServerGone as again:
                failure = again
