"""Runs many inputs on several servers of one target, each on a core of its own, and yields the outcomes in order.

Theory of operation. Each server is given as many runs ahead as it does in a few milliseconds, at most its lanes, so
that it doesn't wait for the driver and yet hoards no work that another could do; a long run is given alone. The driver
takes what is done whenever the next outcome is asked for, gives out more, and hands the outcomes on in the order of the
requests. Which server runs what depends on the clock; no outcome does.

While several servers are at work each is held to one core, since a run that is moved in the middle loses its caches and
with them time. Afterwards they are let go: a lone run is better placed by the system. If the taking ends early, what is
under way is killed with its servers.
"""

from __future__ import annotations

import select
import time
from collections import deque
from collections.abc import Callable, Container, Iterator, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from slowpath.model.execution import RunRequest
from slowpath.sandbox.cores import each_on_its_core, usable_cores
from slowpath.sandbox.forkserver import ForkServer
from slowpath.sandbox.runs import Run

T = TypeVar("T")
Taken = Callable[[int, Run, NDArray[np.uint64]], T]
"""Makes an outcome of a request's number, its run, and its counters, which are valid during the call."""

_AHEAD_NS = 10_000_000
"""How much work a server may have waiting: it hides the driver's own time, and is little to throw away."""


class SideBySide:
    """The servers of one target. Not thread-safe; whoever opened the servers closes them."""

    def __init__(self, servers: Sequence[ForkServer]) -> None:
        self._servers = servers
        self._usual_ns = [_AHEAD_NS] * len(servers)
        self._cores = usable_cores()

    def run_all(self, requests: Sequence[RunRequest], taken: Taken[T], quick: Container[int] = ()) -> Iterator[T]:
        """Runs each request on one of the servers; those whose numbers are in `quick` may share a process. Raises
        `TargetBroken` as `ForkServer.run` does."""
        work = _Work(self._servers, self._usual_ns, requests, taken, quick)
        with each_on_its_core([server.pid for server in self._servers], self._cores):
            try:
                for number in range(len(requests)):
                    yield work.outcome(number)
            finally:
                work.abandon()


class _Work(Generic[T]):
    """What of some requests is to be run, under way and done. `usual_ns` is how long a run lasts on each server."""

    def __init__(
        self,
        servers: Sequence[ForkServer],
        usual_ns: list[int],
        requests: Sequence[RunRequest],
        taken: Taken[T],
        quick: Container[int],
    ) -> None:
        self._servers = servers
        self._usual_ns = usual_ns
        self._requests = requests
        self._taken = taken
        self._quick = quick
        self._given = 0
        self._under_way: list[deque[int]] = [deque() for _ in servers]
        self._patient_until = [0.0] * len(servers)
        self._done: dict[int, T] = {}

    def outcome(self, number: int) -> T:
        """The outcome of one request; those before it were asked for already."""
        self._take_what_is_there(0.0)
        self._give()
        while number not in self._done:
            self._take()
            self._give()
        return self._done.pop(number)

    def abandon(self) -> None:
        """Kills what is under way of these requests, if anything is: a batch that was taken to its end may be closed
        while another is run."""
        for server, waiting in zip(self._servers, self._under_way, strict=True):
            if waiting:
                server.drop()

    def _give(self) -> None:
        """Gives runs to the servers, the one that has the fewest first."""
        while self._given < len(self._requests):
            place = min(range(len(self._servers)), key=lambda each: len(self._under_way[each]))
            server, waiting = self._servers[place], self._under_way[place]
            if len(waiting) >= max(1, min(server.lanes, _AHEAD_NS // self._usual_ns[place])):
                return
            request = self._requests[self._given]
            server.submit(
                request.data, request.limits, quick=self._given in self._quick, keep_output=request.keep_output
            )
            waiting.append(self._given)
            self._given += 1
            if len(waiting) == 1:
                self._patient_until[place] = time.monotonic() + server.patience_s()

    def _take(self) -> None:
        """Takes at least one outcome. A server that doesn't answer in time is the one that is waited for then."""
        until, place = min((until, place) for place, until in enumerate(self._patient_until) if self._under_way[place])
        if not self._take_what_is_there(max(0.0, until - time.monotonic())):
            self._collect(place, patience_s=0.001)

    def _take_what_is_there(self, timeout_s: float) -> int:
        """Takes one outcome of each server that has one now, or the first within the timeout; returns how many."""
        poll = select.poll()
        places = {server.fileno(): place for place, server in enumerate(self._servers) if self._under_way[place]}
        for descriptor in places:
            poll.register(descriptor, select.POLLIN)
        ready = [places[descriptor] for descriptor, _ in poll.poll(1000 * timeout_s)] if places else []
        for place in ready:
            self._collect(place)
        return len(ready)

    def _collect(self, place: int, patience_s: float | None = None) -> None:
        server, waiting = self._servers[place], self._under_way[place]
        run = server.collect(patience_s=patience_s)
        number = waiting.popleft()
        self._done[number] = self._taken(number, run, server.counter_view)
        self._usual_ns[place] = max(1, run.wall_ns, self._usual_ns[place] // 2)
        if waiting:
            self._patient_until[place] = time.monotonic() + server.patience_s()
