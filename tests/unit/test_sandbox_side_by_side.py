"""Runs on several servers: each once, outcomes in order, and never more ahead than is little to throw away."""

from __future__ import annotations

import os
from collections import deque
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.model.execution import RunLimits, RunRequest
from slowpath.model.verdict import Verdict
from slowpath.sandbox.cores import each_on_its_core, usable_cores, usual_servers
from slowpath.sandbox.runs import Run
from slowpath.sandbox.side_by_side import SideBySide

LIMITS = RunLimits()
MILLISECOND = 1_000_000


@dataclass
class Server:
    """What `SideBySide` asks of a `ForkServer`. Its runs are done as soon as they're asked for; the input says how
    long one took, in milliseconds."""

    lanes: int = 4
    pid: int = field(default_factory=os.getpid)
    asked: deque[int] = field(default_factory=deque)
    most_under_way: list[int] = field(default_factory=list)
    quick: list[bool] = field(default_factory=list)
    dropped: int = 0

    def __post_init__(self) -> None:
        self.reading, self.writing = os.pipe()
        self.counter_view = np.zeros(1, np.uint64)

    @property
    def under_way(self) -> int:
        return len(self.asked)

    def fileno(self) -> int:
        return self.reading

    def patience_s(self) -> float:
        return 10.0

    def submit(self, data: bytes, limits: RunLimits, *, quick: bool = False, keep_output: bool = False) -> None:
        self.asked.append(int(data))
        self.quick.append(quick)
        self.most_under_way.append(len(self.asked))
        os.write(self.writing, b".")

    def collect(self, *, patience_s: float | None = None) -> Run:
        os.read(self.reading, 1)
        wall_ns = self.asked.popleft() * MILLISECOND
        self.counter_view[0] = wall_ns
        return Run(Verdict.OK, 0, None, 0, wall_ns, 0, False, True, False, False, False, 0, 0, 0, None, b"")

    def drop(self) -> None:
        self.dropped += self.under_way
        self.asked.clear()

    def close(self) -> None:
        os.close(self.reading)
        os.close(self.writing)


@pytest.fixture
def servers():
    made = [Server(), Server()]
    yield made
    for server in made:
        server.close()


def asked(*milliseconds: int) -> list[RunRequest]:
    return [RunRequest(b"%d" % each, LIMITS) for each in milliseconds]


def taken(number: int, run: Run, counters: np.ndarray) -> tuple[int, int]:
    assert counters[0] == run.wall_ns
    return number, run.wall_ns // MILLISECOND


@given(lasting=st.lists(st.integers(0, 50), max_size=40), count=st.integers(1, 3), lanes=st.integers(1, 8))
def test_each_is_run_once_and_they_come_in_order(lasting, count, lanes):
    servers = [Server(lanes) for _ in range(count)]
    outcomes = list(SideBySide(servers).run_all(asked(*lasting), taken))
    assert outcomes == list(enumerate(lasting))
    assert sum(len(server.most_under_way) for server in servers) == len(lasting)
    assert all(max(server.most_under_way, default=0) <= lanes for server in servers)
    for server in servers:
        server.close()


def test_short_runs_are_given_ahead_and_long_ones_alone(servers):
    both = SideBySide(servers)
    list(both.run_all(asked(*[1] * 40), taken))
    assert max(servers[0].most_under_way) == servers[0].lanes
    list(both.run_all(asked(*[500] * 10), taken))
    for server in servers:
        server.most_under_way.clear()
    list(both.run_all(asked(*[500] * 10), taken))
    assert {most for server in servers for most in server.most_under_way} == {1}


def test_nothing_is_run_before_it_is_asked_for_and_what_is_left_is_dropped(servers):
    outcomes = SideBySide(servers).run_all(asked(*range(1, 30)), taken)
    assert not servers[0].most_under_way
    assert next(outcomes) == (0, 1)
    given_out = sum(len(server.most_under_way) for server in servers)
    assert given_out <= 2 * servers[0].lanes + 1
    outcomes.close()
    assert not any(server.under_way for server in servers)
    assert sum(server.dropped for server in servers) <= given_out


def test_a_batch_that_was_taken_to_its_end_drops_nothing_of_the_next(servers):
    both = SideBySide(servers)
    first, then = both.run_all(asked(1, 2), taken), both.run_all(asked(*range(1, 30)), taken)
    assert [next(first), next(first), next(then)] == [(0, 1), (1, 2), (0, 1)]
    first.close()
    assert [server.dropped for server in servers] == [0, 0]
    assert len(list(then)) == 28


def test_only_the_runs_that_may_are_asked_for_as_quick_ones(servers):
    list(SideBySide(servers[:1]).run_all(asked(1, 2, 3, 4), taken, quick={1, 3}))
    assert servers[0].quick == [False, True, False, True]


def test_processes_are_let_go_when_the_work_is_done():
    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("no affinity here")
    before = os.sched_getaffinity(0)
    with each_on_its_core([os.getpid()], usable_cores()):
        assert os.sched_getaffinity(0) == before
    assert 1 <= usual_servers() <= 4
    assert set(usable_cores()) <= before
