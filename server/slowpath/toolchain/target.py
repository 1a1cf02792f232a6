"""The executor of one solution: a search build under forkservers, a clean build under another.

Theory of operation. The search build's first server runs all the time, further ones start with the first batch. The
clean build's starts at the first confirmation. Two more of the search build start when they are needed: one whose input
has no end, with the first open question, and one in which chance falls differently, with the first repetition. Each
runs in a scratch directory of its own, which is emptied before each run, so that a program that keeps files finds none
of an earlier run, and removed at the end. Times of the clean build are those that a judge would see, with what a
program does before main; times of the search build are what the search pays. The search build's last counters are the
slots of its probes; the profile map is shown those before them, which are the program's own.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Container, Generator, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from slowpath.errors import TargetBroken
from slowpath.model.execution import Confirmation, Execution, RunLimits, RunRequest
from slowpath.model.ports import Observation
from slowpath.model.profile import Profile
from slowpath.sandbox.cores import usual_servers
from slowpath.sandbox.forkserver import ForkServer
from slowpath.sandbox.runs import Launch, Run
from slowpath.sandbox.scratch import ScratchFolder
from slowpath.sandbox.side_by_side import SideBySide
from slowpath.toolchain.confirm import InstructionCounter, confirm, with_remark
from slowpath.toolchain.cost_model import CostModel, cut_count
from slowpath.toolchain.language import Bound
from slowpath.toolchain.quick import QuickMode

Bind = Callable[[int, bytes], Bound]
"""Makes out what the counters mean from their number and the target's description of them."""

FIRST = "search-0"
LANES = 8
_LOST = "the run ended in a way that left no counters (killed itself or became another program)"
_CUT = "the run was cut at a limit; hits are those up to then"
_THREADS = "the program started threads, whose hits may be lost"


class Target:
    """Implements `model.ports.Executor`. Not thread-safe. Raises `TargetBroken` when it can't be driven.

    `parallel_runs` is how many servers of the search build run a batch; 0 as many as there are cores, within reason.
    """

    def __init__(
        self,
        search: Launch,
        clean: Launch,
        bind: Bind,
        cost: CostModel,
        instructions: InstructionCounter | None = None,
        *,
        start_timeout_s: float = 30.0,
        varied: Launch | None = None,
        plain: Launch | None = None,
        parallel_runs: int = 0,
    ) -> None:
        self._scratch = ScratchFolder("run")
        self._cost = cost
        self._instructions = instructions
        self._start_timeout_s = start_timeout_s
        self._search_launch = replace(search, fixed_addresses=True)
        self._varied_launch = varied or search
        self._clean_launch = self._placed(replace(clean, with_start=True), "clean")
        # What counts instructions runs the program without a server.
        self._plain_launch = self._placed(plain or clean, "clean")
        self._parallel_runs = parallel_runs or usual_servers()
        self._side_by_side: SideBySide | None = None
        self._servers: dict[str, ForkServer] = {}
        try:
            self._search = self._server(FIRST, self._search_launch, lanes=LANES)
            bound = bind(self._search.counters, self._search.description)
        except BaseException:
            self.close()
            raise
        self._map = bound.profile_map
        self.probed, self.unprobed = bound.probed, bound.unprobed
        self.counters = self._search.counters
        self._own = self.counters - len(self.probed)
        self._remark = bound.remark
        self._quick = QuickMode(bound.quick)
        self._has_threads = False

    def run(
        self, data: bytes, limits: RunLimits, *, keep_output: bool = False, keep_counters: bool = True
    ) -> Execution:
        """Runs the search build once. See `Executor.run`."""
        run = self._search.run(data, limits, keep_output=keep_output)
        return self._execution(run, self._search.counter_view, data, limits, keep_counters)

    def repeat(self, data: bytes, limits: RunLimits, *, keep_output: bool = False) -> Execution:
        """Runs the search build in another process than `run`. See `Executor.repeat`."""
        server = self._server("varied", self._varied_launch)
        run = server.run(data, limits, keep_output=keep_output)
        return self._execution(run, server.counter_view, data, limits, True)

    def run_many(self, requests: Sequence[RunRequest], *, quick: bool = False) -> Iterator[Execution]:
        """Runs them on all servers of the search build. See `Executor.run_many`.

        A program with threads has all cores to itself, one run after the other.
        """
        if quick and self._quick.is_allowed and not self._has_threads:
            return self._quick.run_many(requests, self._run_side_by_side, self._run_alone)
        if len(requests) < 2 or self._has_threads:
            return (self._run_alone(request) for request in requests)
        return (execution for execution, _ in self._run_side_by_side(requests))

    def _run_alone(self, request: RunRequest) -> Execution:
        return self.run(request.data, request.limits, keep_output=request.keep_output)

    def _run_side_by_side(
        self, requests: Sequence[RunRequest], quick: Container[int] = ()
    ) -> Generator[tuple[Execution, bool], None, None]:
        """The outcome of each request, and whether it shared a process; it may if its number is in `quick`."""
        if self._side_by_side is None:
            self._side_by_side = SideBySide(self._all_search_servers())

        def taken(number: int, run: Run, counters: NDArray[np.uint64]) -> tuple[Execution, bool]:
            return self._execution(run, counters, requests[number].data, requests[number].limits, True), run.quick

        yield from self._side_by_side.run_all(requests, taken, quick)

    def _execution(
        self, run: Run, view: NDArray[np.uint64], data: bytes, limits: RunLimits, keep_counters: bool
    ) -> Execution:
        """What a run means; `view` are its counters, in place."""
        self._has_threads |= run.threads
        count = 0
        counters: array | None = None
        if run.counted:
            count = self._cost.count(
                self._map.blocks(view[: self._own]), _read_of(data, run), run.extra, run.output_bytes
            )
            if keep_counters:
                counters = array("Q", view.tobytes())
        if run.cut and run.verdict.is_out_of_time:
            count = cut_count(count, limits.cpu_s)
        return Execution(
            verdict=run.verdict,
            count=count,
            cpu_ns=run.cpu_ns,
            wall_ns=run.wall_ns,
            peak_rss_bytes=run.peak_rss_bytes,
            exit_code=run.exit_code,
            signal=run.signal,
            cut=run.cut,
            threads=run.threads,
            output=run.output,
            output_bytes=run.output_bytes,
            stderr_tail=with_remark(run),
            counters=counters,
            idle_ns=run.idle_ns,
        )

    def confirm(
        self, data: bytes, limits: RunLimits, *, runs: int = 5, exact: bool = False, keep_output: bool = False
    ) -> Confirmation:
        """Runs the clean build. See `Executor.confirm`."""
        clean = self._server("clean", self._clean_launch)
        return confirm(
            clean,
            self._plain_launch,
            data,
            limits,
            runs,
            self._instructions if exact else None,
            keep_output=keep_output,
        )

    def reading_count(self, input_bytes: int) -> int:
        """See `Executor.reading_count`."""
        return self._cost.count(0, input_bytes)

    def profile(self, execution: Execution) -> Profile:
        """Hits per line of the user's file. See `Executor.profile`."""
        if execution.counters is None:
            return Profile(self._map.hits(np.zeros(self._own, np.uint64)), approximate=_LOST)
        own = np.frombuffer(execution.counters, np.uint64)[: self._own]
        remark = _THREADS if execution.threads else _CUT if execution.cut else self._remark
        return Profile(self._map.hits(own), remark, self._map.elsewhere(own))

    def observe(self, data: bytes, limits: RunLimits, *, ends: bool = True) -> Observation:
        """Runs the search build and reads its lines. See `Executor.observe`."""
        server = self._search if ends else self._server("open", self._search_launch, open_ended=True)
        run = server.run(data, limits, keep_output=True)
        hits = self._map.hits(server.counter_view[: self._own]) if run.counted else {}
        return Observation(run.verdict, run.output or b"", hits, run.waiting, run.cpu_ns / 1e9)

    def close(self) -> None:
        """Ends its servers and removes the scratch directory. Idempotent."""
        for server in self._servers.values():
            server.close()
        self._scratch.remove()

    def __enter__(self) -> Target:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _server(self, name: str, launch: Launch, *, lanes: int = 1, open_ended: bool = False) -> ForkServer:
        """The server of that name, started with its first use."""
        if name not in self._servers:
            self._servers[name] = ForkServer(
                self._placed(launch, name), start_timeout_s=self._start_timeout_s, lanes=lanes, open_ended=open_ended
            )
        return self._servers[name]

    def _all_search_servers(self) -> list[ForkServer]:
        """Those that a batch is run on. What the first can do the others can, unless the machine is short of something;
        then there are fewer."""
        found = [self._search]
        for number in range(1, self._parallel_runs):
            try:
                found.append(self._server(f"search-{number}", self._search_launch, lanes=LANES))
            except TargetBroken:
                break
        return found

    def _placed(self, launch: Launch, name: str) -> Launch:
        """In a folder of its own, where it's given none: runs side by side don't see each other's files."""
        if launch.cwd:
            return launch
        folder = self._scratch.path / name
        folder.mkdir(exist_ok=True)
        return replace(launch, cwd=folder, scratch=True)


def _read_of(data: bytes, run: Run) -> int:
    """How many bytes of its input a run read: it may end before the rest. All, where it read none by the usual way."""
    return min(len(data), run.input_read_bytes) or len(data)
