"""The executor of one solution: a search build under one forkserver, a clean build under another.

Theory of operation. The search build's server runs all the time; the clean build's starts at the first confirmation.
Two more of the search build start when they are needed: one whose input has no end, with the first open question, and
one in which chance falls differently, with the first repetition. All run in a scratch directory that is removed at the
end, so that files which a program writes are gone with it. The search build's last counters are the slots of its
probes; the profile map is shown those before them, which are the program's own.
"""

from __future__ import annotations

import shutil
import tempfile
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from slowpath.model.execution import Confirmation, Execution, RunLimits, RunRequest
from slowpath.model.ports import Observation
from slowpath.model.profile import Profile
from slowpath.model.verdict import Verdict
from slowpath.sandbox.forkserver import ForkServer, Launch, Run
from slowpath.toolchain.confirm import InstructionCounter, confirm
from slowpath.toolchain.cost_model import CostModel, cut_count
from slowpath.toolchain.language import Bound

Bind = Callable[[int, bytes], Bound]
"""Makes out what the counters mean from their number and the target's description of them."""

_LOST = "the run ended in a way that left no counters (killed itself or became another program)"
_CUT = "the run was cut at a limit; hits are those up to then"
_THREADS = "the program started threads, whose hits may be lost"


class Target:
    """Implements `model.ports.Executor`. Not thread-safe. Raises `TargetBroken` when it can't be driven."""

    def __init__(self, search: Launch, clean: Launch, bind: Bind, cost: CostModel,
                 instructions: InstructionCounter | None = None, *, start_timeout_s: float = 10.0,
                 varied: Launch | None = None) -> None:
        self._scratch = Path(tempfile.mkdtemp(prefix="slowpath-run-"))
        self._clean_launch = self._placed(clean)
        self._clean: ForkServer | None = None
        self._open_ended: ForkServer | None = None
        self._varied: ForkServer | None = None
        self._cost = cost
        self._instructions = instructions
        self._start_timeout_s = start_timeout_s
        try:
            self._search_launch = self._placed(search)
            self._varied_launch = self._placed(varied or search)
            self._search = ForkServer(self._search_launch, start_timeout_s=start_timeout_s)
        except BaseException:
            shutil.rmtree(self._scratch, ignore_errors=True)
            raise
        try:
            bound = bind(self._search.counters, self._search.description)
        except BaseException:
            self.close()
            raise
        self._map = bound.profile_map
        self.probed, self.unprobed = bound.probed, bound.unprobed
        self.counters = self._search.counters
        self._own = self.counters - len(self.probed)

    def run(self, data: bytes, limits: RunLimits, *, keep_output: bool = False,
            keep_counters: bool = True) -> Execution:
        """Runs the search build once. See `Executor.run`."""
        return self._ran(self._search, data, limits, keep_output, keep_counters)

    def repeat(self, data: bytes, limits: RunLimits) -> Execution:
        """Runs the search build in another process than `run`. See `Executor.repeat`."""
        if self._varied is None:
            self._varied = ForkServer(self._varied_launch, start_timeout_s=self._start_timeout_s)
        return self._ran(self._varied, data, limits, False, True)

    def _ran(self, server: ForkServer, data: bytes, limits: RunLimits, keep_output: bool,
             keep_counters: bool) -> Execution:
        run = server.run(data, limits, keep_output=keep_output)
        count = 0
        counters: array | None = None
        if run.counted:
            view = server.counter_view
            count = self._cost.count(self._map.blocks(view[:self._own]), len(data), run.extra)
            if keep_counters:
                counters = array("Q", view.tobytes())
        if run.cut and run.verdict is Verdict.TIME_LIMIT:
            count = cut_count(count, limits.cpu_s)
        return Execution(
            verdict=run.verdict, count=count, cpu_ns=run.cpu_ns, wall_ns=run.wall_ns,
            peak_rss_bytes=run.peak_rss_bytes, exit_code=run.exit_code, signal=run.signal, cut=run.cut,
            threads=run.threads, output=run.output, output_bytes=run.output_bytes,
            stderr_tail=_with_remark(run), counters=counters)

    def run_many(self, requests: Sequence[RunRequest], *, quick: bool = False) -> Iterator[Execution]:
        """One after the other. See `Executor.run_many`."""
        return (self.run(request.data, request.limits) for request in requests)

    def confirm(self, data: bytes, limits: RunLimits, *, runs: int = 5, exact: bool = False) -> Confirmation:
        """Runs the clean build. See `Executor.confirm`."""
        if self._clean is None:
            self._clean = ForkServer(self._clean_launch, start_timeout_s=self._start_timeout_s)
        return confirm(self._clean, self._clean_launch, data, limits, runs, self._instructions if exact else None)

    def profile(self, execution: Execution) -> Profile:
        """Hits per line of the user's file. See `Executor.profile`."""
        if execution.counters is None:
            return Profile(self._map.hits(np.zeros(self._own, np.uint64)), approximate=_LOST)
        hits = self._map.hits(np.frombuffer(execution.counters, np.uint64)[:self._own])
        return Profile(hits, approximate=_THREADS if execution.threads else _CUT if execution.cut else "")

    def observe(self, data: bytes, limits: RunLimits, *, ends: bool = True) -> Observation:
        """Runs the search build and reads its lines. See `Executor.observe`."""
        if not ends and self._open_ended is None:
            self._open_ended = ForkServer(self._search_launch, start_timeout_s=self._start_timeout_s, open_ended=True)
        server = self._search if ends or self._open_ended is None else self._open_ended
        run = server.run(data, limits, keep_output=True)
        hits = self._map.hits(server.counter_view[:self._own]) if run.counted else {}
        return Observation(run.verdict, run.output or b"", hits, run.waiting)

    def close(self) -> None:
        """Ends its servers and removes the scratch directory. Idempotent."""
        self._search.close()
        for server in (self._clean, self._open_ended, self._varied):
            if server is not None:
                server.close()
        self._clean = self._open_ended = self._varied = None
        shutil.rmtree(self._scratch, ignore_errors=True)

    def __enter__(self) -> Target:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _placed(self, launch: Launch) -> Launch:
        return launch if launch.cwd else replace(launch, cwd=self._scratch)


def _with_remark(run: Run) -> bytes:
    """The program's own last words, and ours where a sandbox rule explains its failure."""
    if run.stack_overflow:
        return run.stderr_tail + b"[slowpath] the stack overflowed (endless or too deep recursion)\n"
    if run.processes and run.verdict is not Verdict.OK:
        return run.stderr_tail + b"[slowpath] the program tried to start a process, which isn't allowed\n"
    return run.stderr_tail


