"""What tests of several rooms share: an executor that needs no compiler, whose program is a Python cost function."""

from __future__ import annotations

from array import array
from collections.abc import Callable

import pytest

from slowpath.inputs.parse import parse
from slowpath.model.execution import Confirmation, Execution, RunLimits
from slowpath.model.format import InputFormat
from slowpath.model.profile import Profile
from slowpath.model.verdict import Verdict

Hits = Callable[[dict], list[int]]
"""From an instance to the hits of lines 1, 2, ...; their sum is the deterministic count."""

COUNTS_PER_S = 100_000_000


class FakeExecutor:
    """An `Executor` over a cost function: deterministic, cut where the count passes the CPU limit's worth.

    `verdicts` maps input bytes to verdicts of the search build, `clean_verdicts` to those of the clean build.
    """

    def __init__(self, fmt: InputFormat, hits: Hits, counters: int) -> None:
        self._format = fmt
        self._hits = hits
        self.counters = counters
        self.runs = 0
        self.confirmed: list[bytes] = []
        self.verdicts: dict[bytes, Verdict] = {}
        self.clean_verdicts: dict[bytes, Verdict] = {}

    def run(self, data: bytes, limits: RunLimits, *, keep_output: bool = False,
            keep_counters: bool = True) -> Execution:
        self.runs += 1
        hits = self._hits(parse(self._format, data))
        most = int(limits.cpu_s * COUNTS_PER_S)
        is_cut = sum(hits) > most
        count = min(sum(hits), most)
        verdict = self.verdicts.get(data, Verdict.TIME_LIMIT if is_cut else Verdict.OK)
        cpu_ns = count * (1_000_000_000 // COUNTS_PER_S)
        return Execution(verdict, count, cpu_ns, cpu_ns, 1 << 20, exit_code=0, cut=is_cut,
                         counters=array("Q", hits))

    def confirm(self, data: bytes, limits: RunLimits, *, runs: int = 5) -> Confirmation:
        self.confirmed.append(data)
        cpu_s = sum(self._hits(parse(self._format, data))) / COUNTS_PER_S
        verdict = self.clean_verdicts.get(data, Verdict.TIME_LIMIT if cpu_s > limits.cpu_s else Verdict.OK)
        return Confirmation(verdict, min(cpu_s, limits.cpu_s), 0.0, 1 << 20, runs, cut=cpu_s > limits.cpu_s)

    def profile(self, execution: Execution) -> Profile:
        assert execution.counters is not None
        return Profile({line: int(hits) for line, hits in enumerate(execution.counters, 1)})

    def close(self) -> None:
        return

    def __enter__(self) -> FakeExecutor:
        return self

    def __exit__(self, *exception: object) -> None:
        return


@pytest.fixture
def fake_executor() -> Callable[[InputFormat, Hits, int], FakeExecutor]:
    """Makes a `FakeExecutor(format, hits, counters)`."""
    return FakeExecutor
