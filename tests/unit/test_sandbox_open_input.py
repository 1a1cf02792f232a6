"""Inputs without an end: what is in the pipe, and which run counts as waiting."""

from __future__ import annotations

import os
import shutil
import socket
from dataclasses import replace

import pytest

from slowpath.model.execution import RunLimits
from slowpath.model.problem import Solution
from slowpath.model.verdict import Verdict
from slowpath.sandbox.open_input import LARGEST_OPEN_INPUT, InputPipe, can_see_waiting, cut_when_waiting
from slowpath.settings import load
from slowpath.toolchain import open_executor

LIMITS = RunLimits(cpu_s=0.5, wall_s=120.0, memory_bytes=256 << 20, output_bytes=1 << 20)
PROGRAM = b"""#include <cstdio>
#include <unistd.h>
int main() {
    int n;
    if (scanf("%d", &n) != 1)
        return 3;
    if (n == 1)
        sleep(60);  /* Some systems don't show what a process sleeps for. */
    if (n == 2)
        for (volatile long at = 0;; at = at + 1) {}
    return 0;
}
"""


@pytest.fixture
def pipe():
    made = InputPipe()
    yield made
    made.close()


def test_what_nobody_took_is_thrown_away(pipe):
    pipe.fill(b"12345")
    pipe.fill(b"678")
    assert pipe.left() == 3
    pipe.fill(b"")
    assert pipe.left() == 0


def test_the_largest_input_doesn_t_block(pipe):
    pipe.fill(b"1" * LARGEST_OPEN_INPUT)
    assert pipe.left() == LARGEST_OPEN_INPUT
    with pytest.raises(ValueError, match="too large"):
        pipe.fill(b"1" * (LARGEST_OPEN_INPUT + 1))


def test_a_server_that_never_answers_is_not_waited_for_without_end(pipe):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert not cut_when_waiting(os.getpid(), pipe, ours, 0.05)


@pytest.fixture(scope="module")
def executor(build_cache, tmp_path_factory):
    path = tmp_path_factory.mktemp("p") / "p.cpp"
    settings = load({"cpp_compiler": "g++", "cache_dir": build_cache})
    with open_executor(Solution(path, "cpp", PROGRAM), settings) as opened:
        yield opened


@pytest.mark.skipif(not shutil.which("g++") or not can_see_waiting(), reason="needs g++ and /proc")
@pytest.mark.parametrize(
    ("data", "waiting", "verdict"),
    [
        (b"", True, Verdict.TIME_LIMIT),
        (b"  ", True, Verdict.TIME_LIMIT),
        (b"3", True, Verdict.TIME_LIMIT),
        (b"3\n", False, Verdict.OK),
        (b"x\n", False, Verdict.RUNTIME_ERROR),
        (b"2\n", False, Verdict.TIME_LIMIT),
    ],
)
def test_waiting_is_told_from_working_and_ending(executor, data, waiting, verdict):
    seen = executor.observe(data, LIMITS, ends=False)
    assert (seen.waiting, seen.verdict) == (waiting, verdict)


@pytest.mark.skipif(not shutil.which("g++") or not can_see_waiting(), reason="needs g++ and /proc")
def test_a_sleeping_run_ends_one_way_or_the_other(executor):
    assert executor.observe(b"1\n", replace(LIMITS, wall_s=1.0), ends=False).verdict is Verdict.IDLENESS_LIMIT
